import { type Block, type Inline, parse } from '../src/text/rich-text.ts';

/** In short: a text as it is, marks around what they mark. */
function short(parts: readonly Inline[]): string {
  return parts
    .map((part) =>
      'parts' in part
        ? `<${part.type} ${short(part.parts)}>`
        : part.type === 'text'
          ? part.text
          : `<${part.type} ${part.text}>`,
    )
    .join('');
}

function shortBlock(block: Block): string {
  if (block.type === 'text') return short(block.parts);
  if (block.type === 'code') return `<code block ${block.text}>`;
  if (block.type === 'quote') return `<quote ${block.blocks.map(shortBlock).join('|')}>`;
  return `<${block.isOrdered ? `list from ${block.start}` : 'list'} ${block.items.map(short).join('|')}>`;
}

/** What the components show of a text. */
export const shown = (text: string, mentioned: readonly string[] = []) =>
  parse(text, mentioned).map(shortBlock).join('¶');

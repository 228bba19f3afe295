import type { MarkdownIt } from './links.ts';

/** A plugin of markdown-it. The empty cell above the first column of a table is no heading: a screen reader would announce one without a name. */
export function emptyHeadings(md: MarkdownIt): void {
  md.core.ruler.push('empty-headings', ({ tokens }) => {
    for (const [index, token] of tokens.entries()) {
      const [content, end] = [tokens[index + 1], tokens[index + 2]];
      if (token.type !== 'th_open' || content?.content !== '' || end === undefined) continue;
      token.tag = 'td';
      end.tag = 'td';
    }
  });
}

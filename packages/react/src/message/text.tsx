import { Fragment, type ReactNode, useMemo } from 'react';
import { type Block, type Inline, parse } from '../text/rich-text.ts';

interface TextProps {
  text: string;
  /** Names of the mentioned members. */
  mentioned: readonly string[];
  /** What stands at its end, in the last line if there is room. */
  children?: ReactNode;
}

/** A text with its formatting, links and mentions. A few emoji alone are shown large. */
export function Text({ text, mentioned, children }: TextProps) {
  const blocks = useMemo(() => parse(text, mentioned), [text, mentioned]);
  return (
    <div className="pv-text" data-large={isFewEmoji(text)}>
      <Blocks blocks={blocks} />
      {children}
    </div>
  );
}

// (Parts of a text have no ids, and their order never changes.)
/* biome-ignore-start lint/suspicious/noArrayIndexKey: see above */
function Blocks({ blocks }: { blocks: readonly Block[] }) {
  return blocks.map((block, index) => <OneBlock key={index} block={block} />);
}

function OneBlock({ block }: { block: Block }) {
  switch (block.type) {
    case 'text':
      return (
        <span>
          <Inlines parts={block.parts} />
        </span>
      );
    case 'code':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with the keyboard
        <pre tabIndex={0} dir="ltr">
          <code>{block.text}</code>
        </pre>
      );
    case 'quote':
      return (
        <blockquote dir="auto">
          <Blocks blocks={block.blocks} />
        </blockquote>
      );
    case 'list': {
      const items = block.items.map((parts, index) => (
        <li key={index}>
          <Inlines parts={parts} />
        </li>
      ));
      return block.isOrdered ? (
        <ol dir="auto" start={block.start}>
          {items}
        </ol>
      ) : (
        <ul dir="auto">{items}</ul>
      );
    }
  }
}

function Inlines({ parts }: { parts: readonly Inline[] }) {
  return parts.map((part, index) => <OneInline key={index} part={part} />);
}
/* biome-ignore-end lint/suspicious/noArrayIndexKey: see above */

function OneInline({ part }: { part: Inline }) {
  switch (part.type) {
    case 'text':
      return <Fragment>{part.text}</Fragment>;
    case 'code':
      return <code>{part.text}</code>;
    case 'mention':
      return <mark>{part.text}</mark>;
    case 'link':
      return (
        <a href={part.href} target="_blank" rel="noopener noreferrer nofollow">
          {part.text}
        </a>
      );
    case 'strong':
    case 'em':
    case 'del': {
      const Mark = part.type;
      return (
        <Mark>
          <Inlines parts={part.parts} />
        </Mark>
      );
    }
  }
}

/** (One class: some signs have both properties, and alternatives would take exponential time on a row of them.) */
const EMOJI = /^[\p{Extended_Pictographic}\p{Emoji_Component}\s]+$/u;
const PICTURE = /\p{Extended_Pictographic}|\p{Regional_Indicator}/u;
const MOST_LARGE = 3;
const MOST_LENGTH = 60;
const GRAPHEMES = new Intl.Segmenter();

/** Whether a text is one to three emoji, and nothing else. */
export function isFewEmoji(text: string): boolean {
  if (text.length > MOST_LENGTH || !EMOJI.test(text) || !PICTURE.test(text)) return false;
  const signs = [...GRAPHEMES.segment(text)].filter(({ segment }) => segment.trim() !== '');
  return signs.length <= MOST_LARGE && signs.every(({ segment }) => PICTURE.test(segment));
}

import { find } from 'linkifyjs';
import { Fragment, type ReactNode } from 'react';

/** Text with links and highlighted mentions. Everything else is shown literally. */
export function Text({ text, mentioned }: { text: string; mentioned: readonly string[] }) {
  return (
    <p className="pv-text">{linksIn(text).map((part, index) => withMentions(part, mentioned, index))}</p>
  );
}

interface Part {
  text: string;
  href?: string;
}

function linksIn(text: string): Part[] {
  const parts: Part[] = [];
  let at = 0;
  for (const { href, start, end } of find(text, { defaultProtocol: 'https' })) {
    if (start > at) parts.push({ text: text.slice(at, start) });
    parts.push({ text: text.slice(start, end), ...(isSafe(href) ? { href } : {}) });
    at = end;
  }
  return [...parts, { text: text.slice(at) }];
}

/** Excludes URLs such as `javascript:`, which would run code in this page. */
export function isSafe(address: string): boolean {
  try {
    return ['http:', 'https:', 'mailto:', 'tel:'].includes(new URL(address).protocol);
  } catch {
    return false;
  }
}

/** (`RegExp.escape` is too new for many browsers.) */
const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

function withMentions({ text, href }: Part, mentioned: readonly string[], key: number): ReactNode {
  if (href !== undefined)
    return (
      <a key={key} href={href} target="_blank" rel="noopener noreferrer">
        {text}
      </a>
    );
  if (mentioned.length === 0) return <Fragment key={key}>{text}</Fragment>;
  const names = new Set(mentioned.map((name) => `@${name}`));
  // Longest names first, so that @Ann-Marie does not match Ann.
  const alternatives = [...names].sort((a, b) => b.length - a.length).map(escaped);
  const pieces = text.split(new RegExp(`(${alternatives.join('|')})`, 'u'));
  return (
    <Fragment key={key}>
      {/* The parts have no ids, and their order never changes. */}
      {pieces.map((piece, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        names.has(piece) ? <mark key={index}>{piece}</mark> : <Fragment key={index}>{piece}</Fragment>,
      )}
    </Fragment>
  );
}

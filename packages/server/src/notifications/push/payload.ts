import type { Push } from './push.ts';

/** What a push carries beside its ids. An empty part is left out. */
export interface ShownParts {
  title: string;
  subtitle: string;
  body: string;
  icon: string;
  image: string;
  reference_id: string;
  satl_reference_id: string;
}

const NOTHING: ShownParts = {
  title: '',
  subtitle: '',
  body: '',
  icon: '',
  image: '',
  reference_id: '',
  satl_reference_id: '',
};

export function shownOf(push: Push): ShownParts {
  const { title, subtitle, body, avatarUrl, imageUrl, links } = push;
  return { ...NOTHING, title, subtitle, body, icon: avatarUrl, image: imageUrl, ...links };
}

/**
 * The same for platforms whose notifications have no subtitle: it becomes the first line of the body, because the integrator
 * wrote it to be read.
 */
export function withoutSubtitle(shown: ShownParts): ShownParts {
  const lines = [shown.subtitle, shown.body].filter((line) => line !== '');
  return { ...shown, subtitle: '', body: lines.join('\n') };
}

/** The entries that are not empty. */
export function present(parts: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== ''));
}

/** A reference or an address is left out if it would leave less than this to texts that need more. */
const MIN_TEXT_BYTES = 1_024;
/** What is of use only as a whole, in the order in which it is given room. */
const WHOLE_PARTS = ['reference_id', 'satl_reference_id', 'icon', 'image'] as const;
const TEXTS = ['title', 'subtitle', 'body'] as const;

/**
 * What of `shown` fits, so that the JSON of what `build` makes of it has at most `limit` bytes. References and addresses
 * that do not fit are left out: a part of one is of no use. Long texts are cut and share the room that is left; short ones stay whole.
 */
export function fit(limit: number, shown: ShownParts, build: (shown: ShownParts) => object): ShownParts {
  // (Each byte of JSON needs one, so a longer text is of no use, and it may be huge.)
  const texts = { title: cutText(shown.title, limit), body: cutText(shown.body, limit) };
  const bounded: ShownParts = { ...NOTHING, ...texts, subtitle: cutText(shown.subtitle, limit) };
  const textBytes = () => TEXTS.reduce((sum, name) => sum + jsonBytes(bounded[name]), 0);
  for (const name of WHOLE_PARTS) {
    if (shown[name].length > limit) continue;
    bounded[name] = shown[name];
    const room = limit - (sizeOf(build(bounded)) - textBytes());
    if (room < Math.min(MIN_TEXT_BYTES, textBytes())) bounded[name] = '';
  }
  const excess = sizeOf(build(bounded)) - limit;
  if (excess > 0) Object.assign(bounded, shareBytes(bounded, textBytes() - excess));
  return bounded;
}

/** Cuts the texts to so many bytes in all. Short texts take what they need; the longer ones get equal shares of the rest. */
function shareBytes(shown: ShownParts, bytes: number): Partial<ShownParts> {
  let left = Math.max(0, bytes);
  const ascending = TEXTS.toSorted((a, b) => jsonBytes(shown[a]) - jsonBytes(shown[b]));
  return Object.fromEntries(
    ascending.map((name, index) => {
      const text = cutText(shown[name], Math.floor(left / (ascending.length - index)));
      left -= jsonBytes(text);
      return [name, text];
    }),
  );
}

const sizeOf = (payload: object): number => Buffer.byteLength(JSON.stringify(payload));
/** Without the quotes. */
const jsonBytes = (text: string): number => Buffer.byteLength(JSON.stringify(text)) - 2;

const GRAPHEMES = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const ELLIPSIS = '…';
const ELLIPSIS_BYTES = Buffer.byteLength(ELLIPSIS);

/**
 * Shortens a text to at most `maxBytes` bytes of JSON, at the boundary of a grapheme (what a reader takes for one character, such
 * as a family emoji of seven code points); an ellipsis replaces what is cut off. It takes time only for the part that may remain.
 */
export function cutText(text: string, maxBytes: number): string {
  // (A UTF-16 unit takes at least one byte. One more lets the last code point be seen whole.)
  const start = text.slice(0, maxBytes + 2);
  if (start.length === text.length && jsonBytes(text) <= maxBytes) return text;
  const room = maxBytes - ELLIPSIS_BYTES;
  if (room < 0) return '';
  let bytes = 0;
  let end = 0;
  for (const character of start) {
    bytes += jsonBytes(character);
    if (bytes > room) break;
    end += character.length;
  }
  const boundary = GRAPHEMES.segment(start).containing(end)?.index ?? end;
  return start.slice(0, boundary) + ELLIPSIS;
}

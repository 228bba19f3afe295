/**
 * Writes `src/emoji-names/`: the emoji with their names and the words that find them, in each language. Needed for a new language, and once
 * a year, when Unicode adds emoji: `npm ci --prefix packages/react/emoji-data`, then run this file.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { LANGUAGES } from '../../protocol/src/languages.ts';

interface Emoji {
  emoji: string;
  label: string;
  tags?: string[];
  /** Of Unicode's emoji. */
  version: number;
  /** Absent for letters that only occur in flags. */
  group?: number;
  skins?: unknown[];
}

type Annotations = Record<string, { default?: string[]; tts?: string[] }>;

/** Skin tones and hair on their own. */
const COMPONENTS = 2;
const GROUPS = [0, 1, 3, 4, 5, 6, 7, 8, 9];

const from = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const read = (path: string): unknown => JSON.parse(readFileSync(from(`node_modules/${path}`), 'utf8'));
const license = (name: string) => readFileSync(from(`node_modules/${name}/LICENSE`), 'utf8').trim();

/** Emojibase asks for a coloured picture also where it is the ordinary one, which would be another key of a reaction. */
const qualified = (emoji: string) => emoji.replace(/(\p{Emoji_Presentation})\uFE0F/gu, '$1');

/** Emojibase has the words of CLDR, and in English more of them. */
const emojibase = (language: string) => read(`emojibase-data/${language}/data.json`) as Emoji[];

/** A language that only CLDR has. Emoji that it does not name have their English names. */
function fromCldr(language: string): Emoji[] {
  const annotations = read(`cldr-annotations-full/annotations/${language}/annotations.json`) as {
    annotations: { annotations: Annotations };
  };
  const derived = read(`cldr-annotations-derived-full/annotationsDerived/${language}/annotations.json`) as {
    annotationsDerived: { annotations: Annotations };
  };
  const named = new Map(
    Object.entries({
      ...annotations.annotations.annotations,
      ...derived.annotationsDerived.annotations,
    }).map(([emoji, words]) => [plain(emoji), words]),
  );
  return emojibase('en').map((one) => {
    const { default: tags, tts } = named.get(plain(one.emoji)) ?? {};
    return { ...one, label: tts?.[0] ?? one.label, tags: tags ?? one.tags ?? [] };
  });
}

/** CLDR leaves out what asks for a coloured picture. */
const plain = (emoji: string) => emoji.replaceAll('\uFE0F', '');

/** `emoji|version|name|word|…`, with a `+` after the version where there are skin tones. */
function lineOf({ emoji, version, skins, label, tags = [] }: Emoji): string {
  const name = label.toLowerCase();
  const words = tags.filter((tag) => !name.includes(tag.toLowerCase()));
  return [qualified(emoji), `${version}${skins === undefined ? '' : '+'}`, label, ...words].join('|');
}

function moduleOf(emoji: readonly Emoji[]): string {
  const groups = GROUPS.map((group) =>
    emoji
      .filter((one) => one.group === group)
      .map(lineOf)
      .join('\n'),
  );
  const text = groups.join('\n\n');
  if (/[`\\]|\$\{/.test(text)) throw new Error('A name needs an escape.');
  if (emoji.some(({ group = COMPONENTS }) => group !== COMPONENTS && !GROUPS.includes(group)))
    throw new Error('There is a new group.');
  return `/*! Data of Emojibase and Unicode CLDR, written by emoji-data/write.ts.

${license('emojibase-data')}

${license('cldr-annotations-full')}
*/

export const lines: string = \`${text}\`;
`;
}

for (const language of Object.keys(LANGUAGES)) {
  const hasOwn = existsSync(from(`node_modules/emojibase-data/${language}/data.json`));
  const emoji = hasOwn ? emojibase(language) : fromCldr(language);
  writeFileSync(from(`../src/emoji-names/${language}.ts`), moduleOf(emoji));
}

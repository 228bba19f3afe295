import type { Texts } from '../texts/en.ts';
import { searchable } from '../ui/searchable.ts';

/** The groups of Unicode, in its order. */
export const GROUPS = [
  'smileys',
  'people',
  'animals',
  'food',
  'travel',
  'activities',
  'objects',
  'symbols',
  'flags',
] as const;

export type EmojiGroup = (typeof GROUPS)[number];

export interface Emoji {
  emoji: string;
  /** In the user's language. */
  name: string;
  /** The version of Unicode's emoji that added it. */
  version: number;
  hasSkinTones: boolean;
  /** The name and other words, as `searchable` writes them. */
  words: string;
}

export type EmojiGroups = ReadonlyMap<EmojiGroup, readonly Emoji[]>;

const loaded = new Map<Texts['emojiNames'], EmojiGroups>();

/** All emoji, named in the language of the texts. */
export async function loadEmoji({ emojiNames }: Pick<Texts, 'emojiNames'>): Promise<EmojiGroups> {
  const known = loaded.get(emojiNames);
  if (known !== undefined) return known;
  const { lines } = await emojiNames();
  const groups = parseEmoji(lines);
  loaded.set(emojiNames, groups);
  return groups;
}

/** `lines`: as `emoji-data/write.ts` writes them. */
export function parseEmoji(lines: string): EmojiGroups {
  const groups = lines.split('\n\n');
  return new Map(GROUPS.map((group, at) => [group, (groups[at] ?? '').split('\n').map(parseLine)]));
}

function parseLine(line: string): Emoji {
  const [emoji = '', version = '', name = ''] = line.split('|', 3);
  return {
    emoji,
    name,
    version: Number.parseFloat(version),
    hasSkinTones: version.endsWith('+'),
    words: searchable(line.slice(emoji.length + version.length + 2).replaceAll('|', ' ')),
  };
}

/** Emoji with all words of a query, or the beginnings of them: the best first. */
export function searchEmoji(groups: EmojiGroups, query: string): Emoji[] {
  const text = searchable(query).trim();
  const wanted = text.split(/\s+/);
  const found = [...groups.values()]
    .flat()
    .filter(({ words }) => wanted.every((word) => words.includes(word)));
  // Names that begin so, then words that begin so, then the rest: a language without spaces has no words that begin so.
  const rank = ({ words }: Emoji) => {
    if (words.startsWith(text)) return 0;
    return wanted.every((word) => ` ${words}`.includes(` ${word}`)) ? 1 : 2;
  };
  return found.sort((a, b) => rank(a) - rank(b));
}

/** From none to dark, as Unicode has them. */
export const SKIN_TONES = ['', '🏻', '🏼', '🏽', '🏾', '🏿'];

/** Every hand and every person of an emoji; the hand between two people has no tone of its own. */
const TONED = /(?!🤝\u200D)(\p{Emoji_Modifier_Base})\uFE0F?/gu;

export function withSkinTone({ emoji, hasSkinTones }: Emoji, tone: string): string {
  return hasSkinTones && tone !== '' ? emoji.replace(TONED, `$1${tone}`) : emoji;
}

/** An emoji by what was picked, which may have a skin tone. */
export function emojiOf(groups: EmojiGroups, picked: string): Emoji | undefined {
  const tone = SKIN_TONES.find((one) => one !== '' && picked.includes(one)) ?? '';
  return [...groups.values()].flat().find((one) => withSkinTone(one, tone) === picked);
}

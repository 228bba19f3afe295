import type { Emoji, EmojiGroups } from './emoji-groups.ts';

const SIZE = 4;
const FONTS =
  '"Apple Color Emoji", "Segoe UI Emoji", "Noto Color Emoji", "Twemoji Mozilla", "Android Emoji", sans-serif';

const shown = new WeakMap<EmojiGroups, EmojiGroups>();

/** The emoji that the fonts of this device have: those of newer versions would be boxes, and on some systems flags are letters. */
export function shownEmoji(groups: EmojiGroups): EmojiGroups {
  const kept = shown.get(groups) ?? without(groups, missingFrom(groups));
  shown.set(groups, kept);
  return kept;
}

type IsMissing = (emoji: Emoji, group: string) => boolean;

function without(groups: EmojiGroups, isMissing: IsMissing): EmojiGroups {
  return new Map([...groups].map(([group, all]) => [group, all.filter((one) => !isMissing(one, group))]));
}

/** Fonts get all emoji of a version at once, so one of each is looked at. */
function missingFrom(groups: EmojiGroups): IsMissing {
  const hasPicture = pictures();
  const nothing = () => false;
  const [first] = groups.get('smileys') ?? [];
  // Without any font for emoji, or where pages may not read pixels, nothing is known.
  if (hasPicture === undefined || first === undefined || !hasPicture(first.emoji)) return nothing;
  const versions = new Map<number, boolean>();
  const hasFlags = hasPicture('🇪🇺');
  for (const { emoji, version } of [...groups.values()].flat())
    if (!versions.has(version)) versions.set(version, hasPicture(emoji));
  return ({ emoji, version }, group) =>
    versions.get(version) === false || (!hasFlags && group === 'flags' && isOfLetters(emoji));
}

const isOfLetters = (emoji: string) => /^\p{Regional_Indicator}/u.test(emoji);

/** Whether an emoji is one picture: its pixels do not depend on the colour of the text. */
function pictures(): ((emoji: string) => boolean) | undefined {
  const canvas = document.createElement('canvas');
  canvas.width = SIZE;
  canvas.height = SIZE;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) return undefined;
  context.font = `${SIZE}px ${FONTS}`;
  context.textBaseline = 'top';
  const pixels = (emoji: string, colour: string): string => {
    context.clearRect(0, 0, SIZE, SIZE);
    context.fillStyle = colour;
    context.fillText(emoji, 0, 0);
    return context.getImageData(0, 0, SIZE, SIZE).data.join();
  };
  const empty = pixels('', '#000000');
  return (emoji) => {
    // Several people are several pictures, if a font does not know them together.
    if (context.measureText(emoji).width >= 1.8 * SIZE) return false;
    const red = pixels(emoji, '#ff0000');
    return red !== empty && red === pixels(emoji, '#0000ff');
  };
}

import { MAX_REACTION_CHARS } from './messages.ts';

/** Characters that are shown as emoji only with U+FE0F after them. (Digits are for keycaps.) */
const SHOWN_AS_TEXT = '[\\p{Emoji}--\\p{Emoji_Presentation}--[0-9#*]]';
/** Those, unless a skin tone follows, which makes them emoji too; and keycaps. */
const TO_QUALIFY = new RegExp(
  `${SHOWN_AS_TEXT}(?!(?<=\\p{Emoji_Modifier_Base})\\p{Emoji_Modifier})|[0-9#*](?=\\u20e3)`,
  'gv',
);
const PRESENTATIONS = /[\ufe0e\ufe0f]/g;

/**
 * The form by which reactions are grouped, and in which clients see them: NFC, each emoji written as Unicode recommends, with U+FE0F
 * where it needs one to be shown as an emoji and without where it does not. So all spellings of an emoji are one reaction: input methods
 * and fonts differ in them, and a request for presentation as text (U+FE0E) does not make it another emoji. Skin tones and joined emoji
 * stay what they are. A key that this would make too long is left as it is.
 */
export function canonicalReactionKey(key: string): string {
  const bare = key.replace(PRESENTATIONS, '').normalize('NFC');
  const canonical = bare.replace(TO_QUALIFY, '$&\ufe0f');
  return Array.from(canonical).length > MAX_REACTION_CHARS ? key : canonical;
}

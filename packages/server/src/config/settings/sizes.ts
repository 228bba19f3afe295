import { DEFAULT_LIMITS, type Limits } from '@palaver/protocol/limits';
import { integer } from '../kinds.ts';
import { defineSettings } from '../setting.ts';

/** How large requests, and the fields in them, may be. */
export const SIZES = defineSettings({
  bodyBytes: {
    name: 'PALAVER_MAX_BODY_BYTES',
    kind: integer({ min: 1024, max: 1024 * 1024 * 1024 }),
    default: String(1024 * 1024),
    doc: 'Maximum size of a JSON body, in bytes.',
  },
  maxNesting: {
    name: 'PALAVER_MAX_NESTING',
    kind: integer({ min: 8, max: 1_000 }),
    default: '32',
    doc: 'Maximum nesting depth of arrays and objects in a JSON body.',
  },
  uploadBytes: {
    name: 'PALAVER_MAX_UPLOAD_BYTES',
    basic: true,
    kind: integer({ min: 1024, max: 4 * 1024 * 1024 * 1024 }),
    default: String(100 * 1024 * 1024),
    doc: 'Maximum size of a file upload, in bytes.',
  },
  stickerFiles: {
    name: 'PALAVER_MAX_STICKERS',
    kind: integer({ min: 1, max: 10_000 }),
    default: '500',
    doc: 'Maximum number of stickers in a pack.',
  },
  stickerBytes: {
    name: 'PALAVER_MAX_STICKER_BYTES',
    kind: integer({ min: 1024, max: 4 * 1024 * 1024 * 1024 }),
    default: String(200 * 1024 * 1024),
    doc: 'Maximum size of an unpacked sticker pack, in bytes.',
  },
  nameChars: limit(
    'PALAVER_MAX_NAME_CHARS',
    'nameChars',
    'Maximum length of the name of a thread, user, bot, file or custom kind, in code points.',
  ),
  descriptionChars: limit(
    'PALAVER_MAX_DESCRIPTION_CHARS',
    'descriptionChars',
    'Maximum length of the description of a thread, in code points.',
  ),
  textChars: limit(
    'PALAVER_MAX_TEXT_CHARS',
    'textChars',
    'Maximum length of the text of a message, in code points.',
  ),
  messageBytes: {
    ...limit(
      'PALAVER_MAX_MESSAGE_BYTES',
      'messageBytes',
      'Maximum size of a message in bytes: its text, metadata and notification, as JSON in UTF-8.',
    ),
    // At least 1024, so that the text that a pressed button posts always fits.
    kind: integer({ min: 1024, max: 1024 * 1024 }),
  },
  urlChars: limit('PALAVER_MAX_URL_CHARS', 'urlChars', 'Maximum length of an address, in code points.'),
  metadataBytes: limit(
    'PALAVER_MAX_METADATA_BYTES',
    'metadataBytes',
    'Maximum size of the metadata of a thread or user, in bytes of UTF-8.',
  ),
  buttons: limit('PALAVER_MAX_BUTTONS', 'buttons', 'Maximum number of buttons of a promotion.'),
  memberIds: limit('PALAVER_MAX_MEMBER_IDS', 'memberIds', 'Maximum number of members in one request.'),
});

/** A limit of a field; its default comes from the protocol. */
function limit(name: string, key: keyof Limits, doc: string) {
  return {
    name,
    kind: integer({ min: 1, max: 10_000_000 }),
    default: String(DEFAULT_LIMITS[key]),
    doc,
  } as const;
}

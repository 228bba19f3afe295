import Type, { type Static, type TSchema } from 'typebox';
import type { Fault } from './errors.ts';
import { FILE_KINDS, FileIdSchema } from './files.ts';
import { isClientUri } from './formats.ts';
import { maxChars, maxItems } from './limits.ts';
import { model } from './model.ts';
import { PackIdSchema, StickerIdSchema } from './stickers.ts';
import { isAbsent, isRecord } from './values.ts';

const MAX_INT32 = 2 ** 31 - 1;

const address = (description: string) =>
  Type.String({ minLength: 1, format: 'http-url', ...maxChars('urlChars'), description });
const pixels = (description: string) => Type.Integer({ minimum: 0, maximum: MAX_INT32, description });
const bytes = (description: string) =>
  Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description });
const fileName = (description: string) =>
  Type.String({ minLength: 1, ...maxChars('nameChars'), description });

/** The server keeps other fields of metadata and returns them as they were sent. */
const OPEN = { additionalProperties: true };

/** An element of `body.metadata`; `name` is the name of its type in generated clients. */
function metadataOf<const Kind extends string, Fields extends Record<string, TSchema>>(
  kind: Kind,
  name: string,
  fields: Fields,
) {
  const options = { ...OPEN, ...model(name, `Metadata of a message of kind \`${kind}\`.`) };
  return Type.Object({ type: Type.Literal(kind), ...fields }, options);
}

const TextMetadata = metadataOf('text', 'TextMetadata', {});

const CustomMetadata = metadataOf('custom_defined', 'CustomMetadata', {
  custom_name: Type.String({
    minLength: 1,
    ...maxChars('nameChars'),
    description: 'Name of the message type.',
  }),
  payload: Type.String({
    minLength: 1,
    format: 'json-document',
    description: 'A JSON document carried as a string, kept byte for byte.',
  }),
});

/** What the server knows of an uploaded file. */
const UPLOADED = {
  file_id: Type.Optional(FileIdSchema),
  is_gone: Type.Optional(
    Type.Boolean({
      description:
        'True: the bytes of the uploaded file are lost, for example after the restore of an old backup. Only the server sets it; it ignores the value in a request.',
    }),
  ),
};
const milliseconds = (description: string) => bytes(description);
const mediaType = Type.String({
  minLength: 1,
  ...maxChars('nameChars'),
  description: 'Media type, such as `application/pdf`.',
});

const picture = (what: string) => ({
  ...UPLOADED,
  name: fileName(`Name of the ${what}.`),
  width: pixels('Width in pixels.'),
  height: pixels('Height in pixels.'),
  size: bytes(`Size of the ${what} in bytes.`),
  source_url: address(`Address of the ${what}. The spelling \`src_url\` is accepted as well.`),
  source_thumb_url: address(
    'Address of the thumbnail for lists. The spelling `src_thumb_url` is accepted as well.',
  ),
});
const IMAGE = {
  ...picture('image'),
  is_animated: Type.Optional(
    Type.Boolean({
      description:
        'True: the image moves, such as a GIF; the thumbnail is still. Of an uploaded file, the server sets it, and ignores the value in a request.',
    }),
  ),
};
const VIDEO = picture('video');
const FILE = {
  ...UPLOADED,
  name: fileName('Name of the file.'),
  size: bytes('Size of the file in bytes.'),
  mime_type: mediaType,
  source_url: address('Address of the file. The spelling `src_url` is accepted as well.'),
};
const AUDIO = {
  ...FILE,
  duration_ms: milliseconds('Duration in milliseconds.'),
  waveform: Type.Optional(
    Type.Array(Type.Integer({ minimum: 0, maximum: 100 }), {
      maxItems: 100,
      description: 'The loudness over time, to draw it.',
    }),
  ),
};

const ImageMetadata = metadataOf('image', 'ImageMetadata', IMAGE);
const VideoMetadata = metadataOf('video', 'VideoMetadata', VIDEO);
const FileMetadata = metadataOf('file', 'FileMetadata', FILE);
const AudioMetadata = metadataOf('audio', 'AudioMetadata', AUDIO);

/**
 * The same kinds as a request sends them: with the `file_id` of an uploaded file, everything else may be left out, because the server
 * knows it (see {@link checkFiles}).
 */
const SentImageMetadata = metadataOf('image', 'SentImageMetadata', allOptional(IMAGE));
const SentVideoMetadata = metadataOf('video', 'SentVideoMetadata', allOptional(VIDEO));
const SentFileMetadata = metadataOf('file', 'SentFileMetadata', allOptional(FILE));
const SentAudioMetadata = metadataOf('audio', 'SentAudioMetadata', allOptional(AUDIO));

function allOptional<Fields extends Record<string, TSchema>>(fields: Fields) {
  return Type.Partial(Type.Object(fields)).properties;
}

const StickerMetadata = metadataOf('sticker', 'StickerMetadata', {
  pack_id: PackIdSchema,
  sticker_id: StickerIdSchema,
});

export const PromotionButton = Type.Object(
  {
    label: Type.String({ minLength: 1, maxLength: 100, description: 'Displayed text.' }),
    action: Type.Object(
      {
        type: Type.Unsafe<1 | 2 | 3>({
          type: 'integer',
          enum: [1, 2, 3],
          description:
            '1: the client opens the URI in `payload`; 2: posts the label as text and sends `payload` to the webhook of the bot; 3: only posts the label as text.',
        }),
        payload: Type.Optional(Type.String({ description: 'Data for action types 1 and 2.' })),
      },
      OPEN,
    ),
  },
  { ...OPEN, ...model('PromotionButton', 'A button of a promotion.') },
);

const PromotionMetadata = metadataOf('promotion', 'PromotionMetadata', {
  promotion: Type.Object(
    {
      label: Type.Optional(Type.String({ maxLength: 100, description: 'Label.' })),
      title: Type.String({ minLength: 1, maxLength: 300, description: 'Title.' }),
      image_url: address('Image address.'),
      description: Type.Optional(Type.String({ maxLength: 1000, description: 'Description.' })),
      buttons: Type.Optional(Type.Array(PromotionButton, maxItems('buttons'))),
    },
    OPEN,
  ),
});

const LocationMetadata = metadataOf('location', 'LocationMetadata', {
  latitude: Type.Number({ minimum: -90, maximum: 90, description: 'Degrees north of the equator (WGS 84).' }),
  longitude: Type.Number({
    minimum: -180,
    maximum: 180,
    description: 'Degrees east of Greenwich (WGS 84).',
  }),
  name: Type.Optional(
    Type.String({ minLength: 1, ...maxChars('nameChars'), description: 'Name of the place.' }),
  ),
  address: Type.Optional(
    Type.String({ minLength: 1, ...maxChars('nameChars'), description: 'Postal address, in any form.' }),
  ),
});

const OTHER_KINDS = [
  TextMetadata,
  CustomMetadata,
  PromotionMetadata,
  StickerMetadata,
  LocationMetadata,
] as const;
export const KINDS = [
  TextMetadata,
  CustomMetadata,
  ImageMetadata,
  VideoMetadata,
  AudioMetadata,
  FileMetadata,
  PromotionMetadata,
  StickerMetadata,
  LocationMetadata,
] as const;
/** As requests send them. */
export const SENT_KINDS = [
  ...OTHER_KINDS,
  SentImageMetadata,
  SentVideoMetadata,
  SentAudioMetadata,
  SentFileMetadata,
] as const;

export type Metadata = Static<(typeof KINDS)[number]>;
export type MessageKind = Metadata['type'];

export const MetadataSchema = Type.Unsafe<Metadata>({
  type: 'object',
  required: ['type'],
  discriminator: { propertyName: 'type' },
  oneOf: KINDS,
  ...model('MessageMetadata', 'The content of a message beside its text, by kind.'),
});

export type SentMetadata = Static<(typeof SENT_KINDS)[number]>;

export const SentMetadataSchema = Type.Unsafe<SentMetadata>({
  type: 'object',
  required: ['type'],
  discriminator: { propertyName: 'type' },
  oneOf: SENT_KINDS,
  ...model(
    'SentMessageMetadata',
    'The content of a message beside its text, by kind. An image, a video, an audio or a file has either the `file_id` of an uploaded file or all fields that it has in a message.',
  ),
});

export const KindSchema = Type.Unsafe<MessageKind>({
  type: 'string',
  enum: KINDS.map((kind) => kind.properties.type.const),
});

/** A kind, beside its schema. */
interface KindTraits {
  /** Whether a message has a text (interface §5b, §5c). By default it may have one. */
  text?: 'required' | 'required, may be empty';
  /** The counter of its thread that a message adds to, beside `message_count`. */
  counter?: 'image_count' | 'video_count' | 'file_count';
  /** The word for a message without text in notifications; by default `message`. */
  word?: 'photo' | 'video' | 'audio' | 'file' | 'sticker' | 'location';
}

/** All kinds: a new one does not compile without its line here. */
export const KIND_TRAITS: Readonly<Record<MessageKind, KindTraits>> = {
  text: { text: 'required' },
  custom_defined: {},
  image: { text: 'required, may be empty', counter: 'image_count', word: 'photo' },
  video: { text: 'required, may be empty', counter: 'video_count', word: 'video' },
  audio: { counter: 'file_count', word: 'audio' },
  file: { counter: 'file_count', word: 'file' },
  promotion: {},
  sticker: { word: 'sticker' },
  location: { word: 'location' },
};

/** The traits of a kind that may come from anywhere; undefined if there is no such kind. */
export function traitsOf(kind: unknown): KindTraits | undefined {
  return typeof kind === 'string' && Object.hasOwn(KIND_TRAITS, kind)
    ? KIND_TRAITS[kind as MessageKind]
    : undefined;
}

/** Checks the text that a kind requires. (The schema refuses unknown kinds.) */
export function textFaults(kind: unknown, text: unknown): Fault[] {
  const rule = traitsOf(kind)?.text;
  if (rule === undefined) return [];
  if (rule === 'required' ? !isAbsent(text) : text !== undefined && text !== null) return [];
  const message = `is required for a message of type ${String(kind)}`;
  return [{ code: 'M40002', field: 'body.text', rule: 'required', message }];
}

export function checkText(request: Record<string, unknown>): Fault[] {
  return isRecord(request.body) ? textFaults(firstMetadata(request)?.type, request.body.text) : [];
}

/** Fields with two spellings in the contract (interface §5c): the server stores and returns the long one. */
const SPELLINGS = [
  ['source_url', 'src_url'],
  ['source_thumb_url', 'src_thumb_url'],
] as const;

const KINDS_WITH_SPELLINGS: ReadonlySet<unknown> = new Set<MessageKind>(FILE_KINDS);

/** Changes `body.metadata[0]` in place, before the schema is applied: {@link unifySpellings}, {@link roundDegrees}. */
export function normalizeMetadata(request: unknown): Fault[] {
  const metadata = firstMetadata(request);
  if (metadata === undefined) return [];
  roundDegrees(metadata);
  return unifySpellings(metadata);
}

/**
 * Numbers with more digits than a double has become doubles, such as `52.516300000000001`, which some JSON libraries write for 52.5163. (In other
 * metadata the server keeps each digit.)
 */
function roundDegrees(metadata: Record<string, unknown>): void {
  if (metadata.type !== 'location') return;
  for (const field of ['latitude', 'longitude']) {
    const value = metadata[field];
    if (!isRecord(value) || !JSON.isRawJSON(value)) continue;
    const degrees = Number(value.rawJSON);
    if (Number.isFinite(degrees)) metadata[field] = degrees;
  }
}

/**
 * Replaces the short spellings by the long ones. Returns a fault for each pair with two different values.
 */
function unifySpellings(metadata: Record<string, unknown>): Fault[] {
  if (!KINDS_WITH_SPELLINGS.has(metadata.type)) return [];
  const faults: Fault[] = [];
  for (const [long, short] of SPELLINGS) {
    if (isAbsent(metadata[short])) continue;
    if (isAbsent(metadata[long])) {
      metadata[long] = metadata[short];
    } else if (metadata[long] !== metadata[short]) {
      const field = `body.metadata[0].${short}`;
      const message = `has another value than ${long}`;
      faults.push({ code: 'M40012', field, rule: 'same_value', message });
    }
    delete metadata[short];
  }
  return faults;
}

/** What a message that names no uploaded file must say of its own: `required` of the shown kind. */
const REQUIRED_WITHOUT_FILE = new Map<unknown, readonly string[]>(
  [ImageMetadata, VideoMetadata, AudioMetadata, FileMetadata].map(({ properties, required }) => [
    properties.type.const,
    required.filter((name) => name !== 'type'),
  ]),
);

/** Checks that metadata names an uploaded file, or else says everything about its own. */
export function checkFiles(request: Record<string, unknown>): Fault[] {
  const metadata = firstMetadata(request);
  if (metadata === undefined || !isAbsent(metadata.file_id)) return [];
  const missing = (REQUIRED_WITHOUT_FILE.get(metadata.type) ?? []).filter((name) => isAbsent(metadata[name]));
  return missing.map((name) => ({
    code: 'M40002',
    field: `body.metadata[0].${name}`,
    rule: 'required',
    message: 'is required',
  }));
}

/** With action type 1 the client opens `payload`, so it must be a URI that is safe to open. */
export function checkButtons(request: Record<string, unknown>): Fault[] {
  const promotion = firstMetadata(request)?.promotion;
  const buttons = isRecord(promotion) ? promotion.buttons : undefined;
  if (!Array.isArray(buttons)) return [];
  return buttons.flatMap((button: unknown, index) => {
    const action = isRecord(button) ? button.action : undefined;
    if (!isRecord(action) || action.type !== 1) return [];
    const payload = action.payload;
    if (isAbsent(payload) || typeof payload !== 'string' || isClientUri(payload)) return [];
    const field = `body.metadata[0].promotion.buttons[${index}].action.payload`;
    const message = 'must be an http(s), tel:, mailto: or sms: address, or one of an app (action type is 1)';
    return [{ code: 'M40003', field, rule: 'client_uri', message } satisfies Fault];
  });
}

function firstMetadata(request: unknown): Record<string, unknown> | undefined {
  if (!isRecord(request) || !isRecord(request.body)) return undefined;
  const metadata = request.body.metadata;
  const first: unknown = Array.isArray(metadata) ? metadata[0] : undefined;
  return isRecord(first) ? first : undefined;
}

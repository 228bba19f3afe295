import Type, { type Static } from 'typebox';
import type { Branded } from './ids.ts';
import { maxChars } from './limits.ts';
import { model } from './model.ts';

/** A text that nobody can guess. */
export type FileId = Branded<'FileId'>;

export const FileIdSchema = Type.Unsafe<FileId>({
  type: 'string',
  minLength: 1,
  maxLength: 64,
  description: 'Identifier of an uploaded file.',
});

/** A text that nobody can guess. */
export type UploadId = Branded<'UploadId'>;

export const UploadIdSchema = Type.Unsafe<UploadId>({
  type: 'string',
  minLength: 1,
  maxLength: 64,
  description: 'Identifier of a resumable upload: the last part of its `Location`.',
});

/** The path of a resumable upload. */
export const UploadParams = Type.Object({ upload_id: UploadIdSchema });

export const FILE_KINDS = ['image', 'video', 'audio', 'file'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

const NAMED = {
  name: Type.Optional(
    Type.String({
      minLength: 1,
      ...maxChars('nameChars'),
      description: 'Name of the file. Absent: the name in the part `file`. Folders are left out.',
    }),
  ),
};

/** Upload a file: the text parts; `file` and `poster` are files. */
export const UploadFile = Type.Object({
  ...NAMED,
  fallback: Type.Optional(
    Type.Unsafe<'file'>({
      type: 'string',
      enum: ['file'],
      description:
        '`file`: a picture that is larger than pictures may be, or that cannot be read, is stored as a file (`kind: file`) in place of being refused. It loses its metadata, too, except its orientation. The response then has a `fallback_reason`.',
    }),
  ),
});
export type UploadFile = Static<typeof UploadFile>;

const UPLOADED = {
  upload_id: Type.Optional(
    Type.Unsafe<UploadId>({
      ...UploadIdSchema,
      description:
        'A resumable upload of this user, of which all bytes have arrived, in place of the part `file`. It ends when the file is stored.',
    }),
  ),
};

/** The same, for a signed-in user; `upload_id` may take the place of `file`. */
export const UploadFileAsUser = Type.Object({ ...UploadFile.properties, ...UPLOADED });
export type UploadFileAsUser = Static<typeof UploadFileAsUser>;

/** A picture for a profile: a file would be of no use there. */
export const UploadPicture = Type.Object({ ...NAMED, ...UPLOADED });

export const FALLBACK_REASONS = ['too_many_bytes', 'picture_too_large', 'picture_unreadable'] as const;
export type FallbackReason = (typeof FALLBACK_REASONS)[number];

const orNull = (schema: ReturnType<typeof Type.Integer>, description: string) =>
  Type.Union([schema, Type.Null()], { description });

export const UploadedFile = Type.Object(
  {
    file_id: FileIdSchema,
    kind: Type.Unsafe<FileKind>({
      type: 'string',
      enum: FILE_KINDS,
      description:
        'The kind of messages that may show it, found from its content. A message of kind `file` may name any file.',
    }),
    name: Type.String({ description: 'Name of the file.' }),
    size: Type.Integer({
      description:
        'Size in bytes. A picture may differ from the uploaded one: it has no metadata, such as a place.',
    }),
    mime_type: Type.String({ description: 'Media type, found from its content.' }),
    width: orNull(Type.Integer(), 'Width in pixels; null if it has none, or it is unknown.'),
    height: orNull(Type.Integer(), 'Height in pixels; null if it has none, or it is unknown.'),
    duration_ms: orNull(Type.Integer(), 'Duration in milliseconds; null if it has none, or it is unknown.'),
    source_url: Type.String({ description: 'Address of the file. Reading it takes an API key or a ticket.' }),
    source_thumb_url: Type.Union([Type.String(), Type.Null()], {
      description: 'Address of the thumbnail, a WebP; null if it has none.',
    }),
    is_animated: Type.Optional(
      Type.Boolean({ description: 'True: a picture that moves, such as a GIF. Its thumbnail is still.' }),
    ),
    fallback_reason: Type.Optional(
      Type.Unsafe<FallbackReason>({
        type: 'string',
        enum: FALLBACK_REASONS,
        description:
          'Why a picture was stored as a file: it has more bytes or pixels than pictures may have, or cannot be read. Only with `fallback`.',
      }),
    ),
  },
  model('UploadedFile', 'An uploaded file. A message names it by its `file_id`.'),
);
export type UploadedFile = Static<typeof UploadedFile>;

export const FileTicket = Type.Object(
  {
    ticket: Type.String({ description: 'To add to the address of a file as the parameter `ticket`.' }),
    expires_at: Type.Integer({ description: 'Unix milliseconds.' }),
  },
  model(
    'FileTicket',
    'Reads the files that the user may read, and nothing else, so it may be part of addresses. It stays the same for a day, so that browsers can cache.',
  ),
);
export type FileTicket = Static<typeof FileTicket>;

export const FileUsage = Type.Object(
  {
    files: Type.Integer({ description: 'Number of files.' }),
    bytes: Type.Integer({ description: 'Their size in bytes, with that of their thumbnails.' }),
    unfinished_bytes: Type.Integer({
      description:
        'What uploads in progress take: resumable ones their whole length. It counts toward the quota.',
    }),
    quota_bytes: Type.Union([Type.Integer(), Type.Null()], {
      description: 'The quota in bytes; null: there is none.',
    }),
  },
  model('FileUsage', 'What the files of the tenant, or of the application without a tenant, take.'),
);
export type FileUsage = Static<typeof FileUsage>;

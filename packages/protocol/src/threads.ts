import Type, { type Static } from 'typebox';
import type { Fault } from './errors.ts';
import { type FileId, FileIdSchema } from './files.ts';
import {
  decimalIdFault,
  decimalIdFaults,
  IdTypeSchema,
  ReferenceIdSchema,
  ThreadIdSchema,
  type UserId,
  UserIdSchema,
} from './ids.ts';
import { maxBytes, maxChars, maxItems } from './limits.ts';
import { model } from './model.ts';
import { LimitSchema } from './paging.ts';
import { isAbsent, isRecord } from './values.ts';

const count = (what: string) => Type.Integer({ minimum: 0, description: `Count of ${what}.` });

const threadFields = {
  id: ThreadIdSchema,
  name: Type.String({ description: 'Thread name; empty for type `direct`.' }),
  type: Type.Unsafe<'direct' | 'group'>({
    type: 'string',
    enum: ['direct', 'group'],
    description: '`direct`: a thread of two users.',
  }),
  description: Type.String({ description: 'Thread description; empty for type `direct`.' }),
  avatar_url: Type.String({ description: 'Avatar address, or empty.' }),
  link_count: count('links in the thread'),
  image_count: count('images'),
  file_count: count('attachments'),
  video_count: count('videos'),
  member_count: count('members (active or muted)'),
  message_count: count('messages that are not deleted'),
  pin_message_count: count('pinned messages'),
};

/** A thread in a list (interface §2). */
export const ThreadListItem = Type.Object(
  {
    ...threadFields,
    created_at: Type.Integer({ description: 'Creation time in Unix milliseconds.' }),
  },
  model('ThreadListItem', 'A thread in a list.'),
);
export type ThreadListItem = Static<typeof ThreadListItem>;

/** One thread (interface §3). */
export const Thread = Type.Object(
  {
    ...threadFields,
    metadata: Type.String({ description: 'Thread metadata, verbatim; empty if there is none.' }),
  },
  model('Thread', 'One thread.'),
);
export type Thread = Static<typeof Thread>;

export const ListThreadsQuery = Type.Object({
  last_thread_id: Type.Optional(
    Type.String({
      format: 'position-or-empty',
      default: '0',
      description: 'Returns threads whose id is greater than this value.',
    }),
  ),
  limit: Type.Optional(LimitSchema),
  only_public_thread: Type.Optional(
    Type.Boolean({ default: false, description: 'Leaves out direct threads and threads tied to an object.' }),
  ),
});

export const ThreadParams = Type.Object({ thread_id: ThreadIdSchema });

const name = Type.String({ minLength: 1, ...maxChars('nameChars'), description: 'Thread name.' });
const shownFields = {
  avatar_url: Type.Optional(
    Type.String({ format: 'http-url', ...maxChars('urlChars'), description: 'Avatar address.' }),
  ),
  description: Type.Optional(
    Type.String({ ...maxChars('descriptionChars'), description: 'Group description.' }),
  ),
};

/**
 * Change a thread. A field that is left out keeps its value; `null` or `""` clears it, but a group keeps its name.
 */
export const UpdateThread = Type.Object({
  name: Type.Optional(name),
  ...shownFields,
  metadata: Type.Optional(
    Type.String({
      ...maxBytes('metadataBytes'),
      description: 'Any text of the integrator, stored verbatim.',
    }),
  ),
});
export type UpdateThread = Static<typeof UpdateThread>;

/** The picture of a thread, in requests of signed-in users. */
export const AvatarFileIdSchema = Type.Unsafe<FileId>({
  ...FileIdSchema,
  description: 'The picture: a file of kind `image` that the user has uploaded.',
});

/** The same by its address. */
export const UploadedAvatarUrlSchema = Type.Unsafe<string>({
  ...UpdateThread.properties.avatar_url,
  description: 'In place of `avatar_file_id`: an address of that file. No other address is taken.',
});

/** The same for a signed-in user. */
export const UpdateMyThread = Type.Object({
  name: UpdateThread.properties.name,
  avatar_file_id: Type.Optional(AvatarFileIdSchema),
  avatar_url: Type.Optional(UploadedAvatarUrlSchema),
  description: UpdateThread.properties.description,
  metadata: UpdateThread.properties.metadata,
});
export type UpdateMyThread = Omit<Static<typeof UpdateMyThread>, 'avatar_url'>;

const UPLOADED = /\/file\/v1\.0\/file\/([0-9a-f]{32})\/[^/]*(?:\/thumbnail\.webp)?$/;

/**
 * Takes the address of an uploaded file for its id. Only back ends choose any address for a picture: it would tell the host at that address
 * who looks, and when. An empty address removes the picture.
 */
export function takeUploadedAvatar(body: unknown): Fault[] {
  if (!isRecord(body) || !Object.hasOwn(body, 'avatar_url')) return [];
  const { avatar_url: url } = body;
  const id = isAbsent(url) ? '' : typeof url === 'string' ? UPLOADED.exec(url)?.[1] : undefined;
  if (id === undefined) {
    const message =
      'is not the address of an uploaded file; others are taken only from back ends, which have an API key';
    return [{ code: 'M40003', field: 'avatar_url', rule: 'not_taken', message }];
  }
  delete body.avatar_url;
  if (!Object.hasOwn(body, 'avatar_file_id')) body.avatar_file_id = id;
  return [];
}

/** Create a group thread (interface §6). */
export const CreateThread = Type.Object({
  name,
  ...shownFields,
  member_ids: Type.Array(UserIdSchema, {
    ...maxItems('memberIds'),
    description: 'Users who get the role `member`. Duplicates count once; may be empty.',
  }),
  owner_id: Type.Unsafe<UserId>({ ...UserIdSchema, description: 'User who gets the role `owner`.' }),
  id_type: IdTypeSchema,
  reference_id: Type.Optional(ReferenceIdSchema),
  satl_reference_id: Type.Optional(ReferenceIdSchema),
  type: Type.Optional(
    Type.String({ const: 'group', description: 'Only group threads can be created with an API key.' }),
  ),
});
export type CreateThread = Static<typeof CreateThread>;

/** With `id_type` 1 every id must be a decimal, which a schema cannot express. */
export function checkCreateThread(body: unknown): Fault[] {
  if (!isRecord(body) || body.id_type !== 1) return [];
  return [...decimalIdFault('owner_id', body.owner_id), ...decimalIdFaults('member_ids', body.member_ids)];
}

export const CreatedThread = Type.Object(
  { thread_id: ThreadIdSchema },
  model('CreatedThread', 'A new thread.'),
);

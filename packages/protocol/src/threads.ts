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
import { Member } from './members.ts';
import { Message } from './messages.ts';
import { model } from './model.ts';
import { LimitSchema } from './paging.ts';
import { SilentSchema } from './silent.ts';
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

/** What a thread is tied to, where responses and events show the thread. */
export const threadLinks = {
  reference_id: Type.Optional(
    Type.String({ description: 'Link code of the object that the thread is tied to; absent without one.' }),
  ),
  satl_reference_id: Type.Optional(
    Type.String({ description: 'Link code of an independent thread list; absent without one.' }),
  ),
};

export type ThreadLinks = Static<Type.TObject<typeof threadLinks>>;

/** The fields of a thread in every list. */
export const LISTED_FIELDS = {
  ...threadFields,
  ...threadLinks,
  created_at: Type.Integer({ description: 'Creation time in Unix milliseconds.' }),
};

/** A list shows so many members of a thread. */
export const MAX_LISTED_MEMBERS = 10;

/** What a list shows of each thread if its query includes it. */
export const INCLUDED_FIELDS = {
  last_message: Type.Optional(
    Type.Union([Message, Type.Null()], {
      description:
        'The latest message, with an empty body if it is deleted; null if the thread has no messages. Absent unless the query includes it.',
    }),
  ),
  members: Type.Optional(
    Type.Array(Member, {
      maxItems: MAX_LISTED_MEMBERS,
      description: `The first ${MAX_LISTED_MEMBERS} active or muted members, ascending by \`ext_user_id\`; \`member_count\` says how many there are. Absent unless the query includes them.`,
    }),
  ),
};
export type ThreadInclude = keyof typeof INCLUDED_FIELDS;

/** A thread in a list (interface §2). */
export const ThreadListItem = Type.Object(
  { ...LISTED_FIELDS, ...INCLUDED_FIELDS },
  model('ThreadListItem', 'A thread in a list.'),
);
export type ThreadListItem = Static<typeof ThreadListItem>;

/** One thread (interface §3). */
export const Thread = Type.Object(
  {
    ...threadFields,
    ...threadLinks,
    metadata: Type.String({ description: 'Thread metadata, verbatim; empty if there is none.' }),
  },
  model('Thread', 'One thread.'),
);
export type Thread = Static<typeof Thread>;

export const IncludeSchema = Type.String({
  description:
    'What to show of each thread as well, separated by commas: `last_message`, `members`. A page may then be shorter than `limit`.',
});

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
  reference_id: Type.Optional(ReferenceIdSchema),
  satl_reference_id: Type.Optional(ReferenceIdSchema),
  include: Type.Optional(IncludeSchema),
});

const namesOf = (include: string): string[] => include.split(',').map((name) => name.trim());
const isThreadInclude = (name: string): name is ThreadInclude => Object.hasOwn(INCLUDED_FIELDS, name);

/** What a query includes, each once; a check has found no fault in it. */
export const threadIncludesOf = ({ include }: { include?: string | undefined }): Set<ThreadInclude> =>
  new Set(include === undefined ? [] : namesOf(include).filter(isThreadInclude));

export function checkThreadIncludes(query: unknown): Fault[] {
  const { include } = isRecord(query) ? query : {};
  if (typeof include !== 'string' || namesOf(include).every(isThreadInclude)) return [];
  const message = `must be of ${Object.keys(INCLUDED_FIELDS).join(', ')}, separated by commas`;
  return [{ code: 'M40010', field: 'include', rule: 'enum', message }];
}

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
  silent: Type.Optional(SilentSchema),
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
  silent: Type.Optional(SilentSchema),
  type: Type.Optional(
    Type.String({ const: 'group', description: 'Only group threads can be created with an API key.' }),
  ),
  if_exists: Type.Optional(
    Type.Unsafe<'return'>({
      type: 'string',
      enum: ['return'],
      description:
        '`return`: if threads with this `reference_id` and `satl_reference_id` exist, the response has the oldest of them, unchanged, and no thread is created. Absent: each request creates a thread.',
    }),
  ),
});
export type CreateThread = Static<typeof CreateThread>;

/** What a schema cannot express: with `id_type` 1 every id must be a decimal, and `if_exists` needs a reference. */
export function checkCreateThread(body: unknown): Fault[] {
  if (!isRecord(body)) return [];
  const idFaults =
    body.id_type === 1
      ? [...decimalIdFault('owner_id', body.owner_id), ...decimalIdFaults('member_ids', body.member_ids)]
      : [];
  const isTied = !isAbsent(body.reference_id) || !isAbsent(body.satl_reference_id);
  if (isAbsent(body.if_exists) || isTied) return idFaults;
  const message = 'needs reference_id or satl_reference_id, by which the thread is found';
  return [...idFaults, { code: 'M40003', field: 'if_exists', rule: 'needs_reference', message }];
}

export const CreatedThread = Type.Object(
  {
    thread_id: ThreadIdSchema,
    created: Type.Optional(
      Type.Boolean({
        description: 'With `if_exists`: whether the request has created the thread. Absent otherwise.',
      }),
    ),
  },
  model('CreatedThread', 'A new thread, or with `if_exists` the one that there was.'),
);

import type { ErrorCode } from '@palaver/protocol/errors';
import { isRecord } from '@palaver/protocol/values';
import type { TSchema } from 'typebox';

/**
 * The kind of object that an id in a request is looked up as. It determines which ids must get the same response as an id
 * that never existed (`test/api/isolation/kinds.ts` has the values that the isolation matrix tries for each kind, and those
 * that are found on purpose):
 *
 * - `thread`: a thread of the space;
 * - `message`: the number of a message in the thread that the request names;
 * - `user`: a `user_id` of an active user; `account`: the same, including deactivated users;
 * - `bot`: a `bot_id` that the tenant may use, its own or a shared one; `own_bot`: a bot of exactly this space;
 *   `bot_or_user`: a user or a bot that the tenant may use;
 * - `ext_user`: an `ext_user_id` of a user or bot;
 * - `author`: an `ext_user_id` of a user or bot that a search is limited to, which need not exist;
 * - `user_by_type`: an active user, by the kind of id in `id_type`;
 * - `member`: a user by the kind of id in `id_type`, whatever their status; `member_of_thread`: the same, but only a member
 *   of the thread that the request names;
 * - `last_member`: by `member_id_type` a `position`, or a user who has or had this `user_id`;
 * - `pack`: a sticker pack of the tenant or a global one; `own_pack`: a pack of exactly this space;
 * - `pack_of_sticker`, `sticker`: only both together identify something, a sticker of a `pack`;
 * - `file`: a file of the space that the caller may read;
 * - `webhook_endpoint`, `delivery`: objects of exactly this space;
 * - `tenant`: a tenant, which need not exist; a request for a tenant may name only this one;
 * - `new_user`, `new_bot`: the id of an object to create, which must be free in this space only;
 * - `mentioned`: an `ext_user_id` of a current member of the thread that the request names, or of a bot that the tenant may
 *   use;
 * - `device`: a device of the user that the request is about, which need not exist; `known_device`: the same, but it must exist;
 * - `reference`: an identifier of the integrator, which need not be unique;
 * - `position`: where a page starts, which is not looked up; `newest_position`: the same for lists with the newest first;
 *   `list_position`: the same for a chat list, and `search_position` for a search, in the server's own format;
 * - `people_position`: where a search for people goes on, sealed for the user who got it;
 * - `log_position`: a number up to the end of the log of the thread that the request names, whatever the entry is;
 * - `known_thread`: a thread that a client already has; it is reported as lost if the client has no access;
 * - `watched`: an `ext_user_id`; users without a common thread are reported as absent;
 * - `desk_thread`: a thread of the space, for users of the support desk, who need not be members; but no direct one that they are not
 *   reading; `desk_direct_thread`: a direct thread of the space that they may read.
 */
export type IdKind =
  | 'thread'
  | 'message'
  | 'user'
  | 'account'
  | 'bot'
  | 'own_bot'
  | 'bot_or_user'
  | 'ext_user'
  | 'author'
  | 'user_by_type'
  | 'member'
  | 'member_of_thread'
  | 'last_member'
  | 'pack'
  | 'own_pack'
  | 'pack_of_sticker'
  | 'sticker'
  | 'file'
  | 'webhook_endpoint'
  | 'delivery'
  | 'tenant'
  | 'new_user'
  | 'new_bot'
  | 'mentioned'
  | 'device'
  | 'known_device'
  | 'reference'
  | 'position'
  | 'newest_position'
  | 'list_position'
  | 'search_position'
  | 'people_position'
  | 'log_position'
  | 'known_thread'
  | 'watched'
  | 'desk_thread'
  | 'desk_direct_thread';

/** The kinds of ids that follow from the names of their fields. */
const KINDS_BY_NAME: Readonly<Partial<Record<string, IdKind>>> = {
  after_seq: 'position',
  around_seq: 'position',
  avatar_file_id: 'file',
  before_seq: 'position',
  bot_id: 'own_bot',
  client_message_id: 'reference',
  delivery_id: 'delivery',
  device_id: 'device',
  endpoint_id: 'webhook_endpoint',
  file_id: 'file',
  last_id: 'position',
  last_member_id: 'last_member',
  last_thread_id: 'position',
  member_id: 'member_of_thread',
  member_ids: 'user_by_type',
  mentions: 'mentioned',
  next: 'search_position',
  owner_id: 'member_of_thread',
  pack_id: 'pack_of_sticker',
  reference_id: 'reference',
  reply_to: 'message',
  satl_reference_id: 'reference',
  sender: 'author',
  seq: 'message',
  sticker_id: 'sticker',
  tenant_id: 'tenant',
  thread_id: 'thread',
  user_id: 'user',
};

/** The errors by which an operation refuses an id of this kind that it does not find, or that is taken. */
const ERRORS_BY_KIND: Readonly<Partial<Record<IdKind, ErrorCode>>> = {
  account: 'M40402',
  bot: 'M40403',
  bot_or_user: 'M40402',
  delivery: 'M40407',
  desk_thread: 'M40401',
  desk_direct_thread: 'M40401',
  file: 'M40411',
  log_position: 'M40405',
  member: 'M40402',
  member_of_thread: 'M40402',
  mentioned: 'M40402',
  message: 'M40405',
  new_bot: 'M40901',
  new_user: 'M40901',
  own_bot: 'M40403',
  own_pack: 'M40404',
  pack: 'M40404',
  pack_of_sticker: 'M40404',
  sticker: 'M40404',
  thread: 'M40401',
  user: 'M40402',
  user_by_type: 'M40402',
  webhook_endpoint: 'M40407',
};

/**
 * Ids whose kind does not follow from their name ({@link KINDS_BY_NAME}), by their places in a request: `params.thread_id`, `query.last_id`,
 * `body.member_ids[]`. `none`: the field has such a name, but is no id.
 */
export type Ids = Readonly<Record<`${'params' | 'query' | 'body'}.${string}`, IdKind | 'none'>>;

/** The schemas of a request, and what they do not say of its ids. */
export interface RequestShape {
  ids?: Ids;
  params?: TSchema;
  query?: TSchema;
  body?: TSchema;
}

/** Every id that a request may name, by its place. */
export function idsOf(request: RequestShape): Record<string, IdKind> {
  const named = [...fieldsOf(request).keys()].flatMap((path): [string, IdKind][] => {
    const kind = KINDS_BY_NAME[nameOf(path)];
    return kind === undefined ? [] : [[path, kind]];
  });
  const all = Object.entries<IdKind | 'none'>({ ...Object.fromEntries(named), ...request.ids });
  return Object.fromEntries(all.filter((one): one is [string, IdKind] => one[1] !== 'none'));
}

/** The errors that follow from the ids of a request. */
export function errorsOfIds(request: RequestShape): ErrorCode[] {
  return Object.values(idsOf(request)).flatMap((kind) => ERRORS_BY_KIND[kind] ?? []);
}

/** The name of the field at the end of a path, such as `member_ids` of `body.member_ids[]`. */
export const nameOf = (path: string): string => /(\w+)(\[\])?$/.exec(path)?.[1] ?? '';

/** Every field that a request may have, by its path, with its schema; fields that only hold others are left out. */
export function fieldsOf({ params, query, body }: RequestShape): Map<string, Record<string, unknown>> {
  const parts = Object.entries({ params, query, body });
  return new Map(parts.flatMap(([part, schema]) => fieldsIn(schema, part)));
}

function fieldsIn(schema: unknown, path: string): [string, Record<string, unknown>][] {
  if (!isRecord(schema)) return [];
  const { properties, items, oneOf, anyOf, allOf } = schema;
  const inside: [string, unknown][] = [
    ...Object.entries(properties ?? {}).map(([name, child]): [string, unknown] => [`${path}.${name}`, child]),
    ...[oneOf, anyOf, allOf].flat().map((child): [string, unknown] => [path, child]),
    ...(items === undefined ? [] : [[`${path}[]`, items] satisfies [string, unknown]]),
  ];
  const holdsOthers = properties !== undefined || inside.some(([, child]) => isRecord(child));
  return holdsOthers ? inside.flatMap(([where, child]) => fieldsIn(child, where)) : [[path, schema]];
}

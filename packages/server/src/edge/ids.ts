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
 * - `watched`: an `ext_user_id`; users without a common thread are reported as absent.
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
  | 'watched';

/** Ids by their places in a request: `params.thread_id`, `query.last_id`, `body.member_ids[]`. */
export type Ids = Readonly<Record<`${'params' | 'query' | 'body'}.${string}`, IdKind>>;

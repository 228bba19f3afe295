/**
 * What an id of a request is looked up as, and so which ids of others must be answered like one that never was
 * (`test/api/isolation/kinds.ts` says what may stand for each, and what is found on purpose):
 *
 * - `message`: the number of a message in the thread that the request names;
 * - `user`: a `user_id` of a user; `account`: the same, deactivated ones too; `bot`: a `bot_id` that the tenant may use,
 *   its own or a shared one; `own_bot`: of exactly this space; `bot_or_user`: a user or a bot that the tenant may use;
 * - `ext_user`: an `ext_user_id` of a user or bot;
 * - `member`: as `id_type` says, whatever it has become; `user_by_type`: as `id_type` says, an active user;
 * - `last_member`: as `member_id_type` says, a `position`, or somebody who has or had this `user_id`;
 * - `pack`: of the tenant or global; `own_pack`: of exactly this space;
 * - `pack_of_sticker`, `sticker`: only both together name something, a sticker of a `pack`;
 * - `webhook_endpoint`, `delivery`: of exactly this space;
 * - `new_user`, `new_bot`: the name of what the request makes, so free wherever it is not taken in the same space;
 * - `mentioned`: an `ext_user_id` of a current member of the thread that the request names, or of a bot that the tenant may
 *   use;
 * - `reference`: a name of the integrator's own, which may be given any number of times;
 * - `position`: a number to page on from, which is looked up nowhere; `newest_position`: the same of a list that begins
 *   with the newest; `list_position`: the same of a chat list, as the
 *   server has made it;
 * - `log_position`: a number up to the end of the log of the thread that the request names, whatever it is there;
 * - `known_thread`: a thread that a client has, which it is told to be lost where it is not theirs; `watched`: an
 *   `ext_user_id` of somebody who is told to be absent where they share no thread.
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
  | 'user_by_type'
  | 'member'
  | 'member_of_thread'
  | 'last_member'
  | 'pack'
  | 'own_pack'
  | 'pack_of_sticker'
  | 'sticker'
  | 'webhook_endpoint'
  | 'delivery'
  | 'new_user'
  | 'new_bot'
  | 'mentioned'
  | 'reference'
  | 'position'
  | 'newest_position'
  | 'list_position'
  | 'log_position'
  | 'known_thread'
  | 'watched';

/** Ids by their places in a request: `params.thread_id`, `query.last_id`, `body.member_ids[]`. */
export type Ids = Readonly<Record<`${'params' | 'query' | 'body'}.${string}`, IdKind>>;

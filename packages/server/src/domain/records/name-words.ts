import { createHash } from 'node:crypto';
import type { ExtUserId, UserId } from '@palaver/protocol/ids';
import { Columns, toArray } from '../../storage/columns.ts';
import type { Queryable, Transaction } from '../../storage/database.ts';
import { INDEXES_ONLY } from '../../storage/plan-settings.ts';
import type { Space } from '../context.ts';
import { endOfPrefix, nameWords } from '../rules/search/name-words.ts';

/** The only module that writes `name_words`. */

/** A user or bot, and the name by which they are found from now on. */
export interface NamedAccount {
  space: Space;
  kind: 'user' | 'bot';
  ext_user_id: ExtUserId;
  display_name: string;
  /** They have no words yet. */
  is_new?: boolean;
}

interface NameWord {
  space: string;
  word: string;
  user: ExtUserId;
}

const WORDS = new Columns<NameWord>([
  { name: 'space', type: 'bigint', encode: ({ space }) => space },
  { name: 'word', type: 'text', encode: ({ word }) => word },
  { name: 'ext_user_id', type: 'bigint', encode: ({ user }) => user },
]);
const INSERT = `
  insert into name_words (${WORDS.names}) select ${WORDS.values} from rows from (${WORDS.rows(1)}) as r (${WORDS.names})`;

/** Replaces the words of these users, whose rows of `users` the transaction has locked. */
export async function replaceNameWords(tx: Transaction, users: readonly NamedAccount[]): Promise<void> {
  if (users.length === 0) return;
  const words = users.flatMap(({ space, kind, ext_user_id: user, display_name }) => {
    const number = nameSpace(space, kind);
    return nameWords(display_name).map((word) => ({ space: number, word, user }));
  });
  const former = users.filter(({ is_new }) => is_new !== true).map(({ ext_user_id }) => ext_user_id);
  await Promise.all([
    former.length > 0 && removeNameWords(tx, former),
    words.length > 0 && tx.query(INSERT, WORDS.parameters(words)),
  ]);
}

/** Search no longer finds these users by name. */
export async function removeNameWords(tx: Transaction, users: readonly ExtUserId[]): Promise<void> {
  await tx.query('delete from name_words where ext_user_id = any($1::bigint[])', [toArray(users)]);
}

/** The number under which the words of the users, or bots, of a space are stored. */
export function nameSpace({ appId, tenantId }: Space, kind: NamedAccount['kind']): string {
  const digest = createHash('sha256').update([kind, appId, tenantId].join('\n')).digest();
  return digest.readBigInt64BE().toString();
}

/** Where to look for a name. */
export interface NameScope {
  /** Numbers of spaces, all of whose users and bots count. */
  spaces: readonly string[];
  /** Further users. */
  users: readonly ExtUserId[];
}

/** A place in the order of words; within a word, of users. */
export interface NamePlace {
  word: string;
  user: string;
}

/** Which words are asked for: those with this beginning, from after `place` on. */
export interface WordsPage {
  space: Space;
  scope: NameScope;
  prefix: string;
  place: NamePlace;
  limit: number;
}

/** A word of a name, and whose name it is. Only users and bots of the space, and bots that serve all tenants, are active in it. */
export interface FoundWord {
  word: string;
  display_name: string;
  ext_user_id: ExtUserId;
  user_id: UserId;
  kind: NamedAccount['kind'];
  is_active: boolean;
}

/** In the order of words, then of users. */
export async function pageWords(
  tx: Transaction,
  { space, scope, prefix, place, limit }: WordsPage,
): Promise<FoundWord[]> {
  const scopes = [toArray(scope.spaces), toArray(scope.users)];
  const range = [place.word, place.user, endOfPrefix(prefix), limit];
  const [, found] = await Promise.all([
    tx.query(INDEXES_ONLY),
    tx.query<FoundWord>(PAGE, [...scopes, ...range, space.appId, space.tenantId]),
  ]);
  return found;
}

const IS_WANTED = '(n.word, n.ext_user_id) > ($3, $4) and n.word < $5';
const PAGE = `
  select c.word, u.display_name, u.ext_user_id, u.user_id, u.kind, u.deactivated_at is null
    and u.app_id = $7 and (u.tenant_id = $8 or u.tenant_id = '' and u.kind = 'bot') as is_active
  from (
    select word, ext_user_id from (
      select n.word, n.ext_user_id from unnest($1::bigint[]) as s (space) cross join lateral (
        select n.word, n.ext_user_id from name_words n where n.space = s.space and ${IS_WANTED}
        order by n.word, n.ext_user_id limit $6
      ) n
      union
      select n.word, n.ext_user_id from unnest($2::bigint[]) as p (id) join name_words n on n.ext_user_id = p.id
      where ${IS_WANTED}
    ) found order by word, ext_user_id limit $6
  ) c join users u using (ext_user_id) order by c.word, c.ext_user_id`;

/** Which of these beginnings the fewest words in these spaces have; the first one, where several have `most` or more. */
export async function rarestPrefix(
  tx: Queryable,
  spaces: readonly string[],
  prefixes: readonly [string, ...string[]],
  most: number,
): Promise<string> {
  const [first] = prefixes;
  if (prefixes.length === 1) return first;
  const [, [rarest]] = await Promise.all([
    tx.query(INDEXES_ONLY),
    tx.query<{ prefix: string }>(
      `select prefix from json_array_elements_text($1) with ordinality as p (prefix, n) cross join lateral (
         select count(*) as found from (
           select from unnest($2::bigint[]) as s (space) join name_words w on w.space = s.space
             and w.word >= prefix and w.word < prefix || $3 limit $4
         ) few
       ) counted order by found, n limit 1`,
      [JSON.stringify(prefixes), toArray(spaces), endOfPrefix(''), most],
    ),
  ]);
  return rarest?.prefix ?? first;
}

import type { Peer } from '@palaver/protocol/client-threads';
import type { ExtUserId, TenantId } from '@palaver/protocol/ids';
import type { Transaction } from '../../../storage/database.ts';
import type { SignedInContext, Space } from '../../context.ts';
import { CursorPage, PAGE_BYTES } from '../../page.ts';
import { findAllCompanions } from '../../records/memberships-of-user.ts';
import {
  type FoundWord,
  type NameScope,
  nameSpace,
  pageWords,
  rarestPrefix,
} from '../../records/name-words.ts';
import { resolveUsers } from '../../records/users.ts';
import { firstWord, wantedWords } from '../../rules/search/name-words.ts';
import { SearchQuery } from '../../rules/search/search-query.ts';
import { type Allowance, allowanceOf } from '../apps/policy-check.ts';
import { openCursor, sealCursor } from './people-cursor.ts';

/** A page looks at so many words, so that it costs little, whatever is searched for and however many users there are. */
const MOST_WORDS = 1_000;
/** Whom the user shares threads with is looked up first, and then their names, unless more memberships than this would be read. */
const MOST_MEMBERSHIPS = 5_000;

export interface PeopleSearch {
  query: string;
  limit: number;
  /** `next` of the previous page. */
  cursor: string | undefined;
}

/**
 * The active users and bots whose name has each word of the query as the beginning of a word, without the user, as far as the policy
 * lets them be found. They are in the order of the word that was found, so exact matches come first, and then of their ids.
 *
 * Of several words in the query, the one that the fewest names have leads through the index; names are then compared with the whole
 * query. So a page may be short, or empty, and still have a next one. Refuses with M40306 (the policy) and M40010 (a cursor of
 * another search).
 */
export async function findPeople(ctx: SignedInContext, search: PeopleSearch): Promise<CursorPage<Peer>> {
  const { db, space } = ctx;
  const user = ctx.actingUser.extUserId;
  const allowance = await allowanceOf(db, user);
  allowance.check('search_people');
  const query = new SearchQuery(search.query, 'every');
  const prefixes = wantedWords(query);
  const { cursor } = search;
  const from = cursor === undefined ? undefined : openCursor(db, user, prefixes, cursor);
  const [first, ...others] = prefixes;
  if (first === undefined) return new CursorPage([], null);

  return db.transaction(async (tx) => {
    const { scope, isWide } = await scopeOf(tx, space, user, allowance);
    const prefix = from?.prefix ?? (await rarestPrefix(tx, scope.spaces, [first, ...others], MOST_WORDS));
    const place = from?.place ?? { word: prefix, user: '0' };
    const words = await pageWords(tx, { space, scope, prefix, place, limit: MOST_WORDS });
    const most = isWide ? MOST_WORDS : search.limit + 1;
    const named = [...words.values().filter(isNamed).take(most)];
    const allowed = isWide ? await allowance.findAddressable(tx, 'search_people', named) : undefined;
    const found = named.filter(({ ext_user_id }) => allowed?.has(ext_user_id) ?? true);
    const { people, reached } = await readPeople(tx, found.slice(0, search.limit));
    const last = reached < found.length ? found[reached - 1] : words[MOST_WORDS - 1];
    const next = last && { prefix, place: { word: last.word, user: last.ext_user_id } };
    return new CursorPage(people, next === undefined ? null : sealCursor(db, user, next));

    /** (A name is found by the first of its words with this beginning, and not again by others.) */
    function isNamed({ ext_user_id, is_active, display_name, word }: FoundWord): boolean {
      if (ext_user_id === user || !is_active || !query.matches([display_name])) return false;
      return firstWord(display_name, prefix) === word;
    }
  });
}

/** Where to look; if it is wide, it also has users whom the policy does not let be found. */
async function scopeOf(
  tx: Transaction,
  space: Space,
  user: ExtUserId,
  allowance: Allowance,
): Promise<{ scope: NameScope; isWide: boolean }> {
  const shared = { appId: space.appId, tenantId: '' as TenantId };
  const bots = [nameSpace(space, 'bot'), nameSpace(shared, 'bot')];
  const everyone = { spaces: [...new Set([nameSpace(space, 'user'), ...bots])], users: [] };
  if (allowance.found === 'anyone') return { scope: everyone, isWide: false };
  const companions = await findAllCompanions(tx, user, MOST_MEMBERSHIPS);
  if (companions === undefined) return { scope: everyone, isWide: true };
  const contacts = await resolveUsers(tx, space, 2, allowance.found.contacts);
  const users = [...companions, ...contacts.flatMap((contact) => contact?.ext_user_id ?? [])];
  return { scope: { spaces: [...new Set(bots)], users }, isWide: false };
}

/** The profiles of these users, as many as fit in a page. The result covers the first `reached` of them. */
async function readPeople(
  tx: Transaction,
  found: readonly FoundWord[],
): Promise<{ people: Peer[]; reached: number }> {
  const rows = await tx.query<Peer & { n: number }>(
    `select u.kind as type, u.user_id, u.ext_user_id, u.display_name, u.avatar_url, n::int
     from unnest($1::bigint[]) with ordinality as found (id, n) join users u on u.ext_user_id = found.id order by n`,
    [found.map(({ ext_user_id }) => ext_user_id)],
  );
  let bytes = 0;
  const cut = rows.find(({ display_name, avatar_url }, index) => {
    bytes += Buffer.byteLength(display_name) + Buffer.byteLength(avatar_url);
    return index > 0 && bytes > PAGE_BYTES;
  });
  const reached = cut === undefined ? found.length : cut.n - 1;
  return { people: rows.filter(({ n }) => n <= reached).map(({ n: _n, ...person }) => person), reached };
}

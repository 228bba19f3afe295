import type { ExtUserId } from '@palaver/protocol/ids';
import type { Sealing } from '../../../storage/database.ts';
import { UnsealableError } from '../../../storage/vault.ts';
import type { NamePlace } from '../../records/name-words.ts';
import { refusalOf } from '../../refusal.ts';

/** Where a search for people continues: among the words with this beginning, after this place. */
export interface PeopleCursor {
  prefix: string;
  place: NamePlace;
}

/**
 * The cursor as clients get it. It is sealed, because its place may be the word of a user whom the signed-in user may not find; and
 * it is theirs alone.
 */
export function sealCursor({ vault }: Sealing, user: ExtUserId, { prefix, place }: PeopleCursor): string {
  return vault.seal(placeOf(user), JSON.stringify([prefix, place.word, place.user]));
}

/** Refuses a cursor of another user, and one of another search: none of the `prefixes` leads through it. */
export function openCursor(
  { vault }: Sealing,
  user: ExtUserId,
  prefixes: readonly string[],
  cursor: string,
): PeopleCursor {
  const [prefix, word, last] = JSON.parse(opened()) as [string, string, string];
  if (!prefixes.includes(prefix)) throw notOfThisSearch();
  return { prefix, place: { word, user: last } };

  function opened(): string {
    try {
      return vault.open(placeOf(user), cursor);
    } catch (error) {
      throw error instanceof UnsealableError ? notOfThisSearch() : error;
    }
  }
}

const placeOf = (user: ExtUserId) => `search for people by ${user}`;

const notOfThisSearch = () =>
  refusalOf([
    { code: 'M40010', field: 'next', rule: 'cursor', message: 'is not the `next` of a page of this search' },
  ]);

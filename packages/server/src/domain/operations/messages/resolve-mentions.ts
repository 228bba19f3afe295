import type { Fault } from '@palaver/protocol/errors';
import type { ExtUserId } from '@palaver/protocol/ids';
import type { Queryable } from '../../../storage/database.ts';
import type { Space } from '../../context.ts';
import { resolveUsers } from '../../records/users.ts';
import { userNotFound } from '../../refusal.ts';

/** The mentions of a request as they are stored: ids are compared as numbers, and duplicates count once. */
export function toMentions(named: readonly string[] = []): ExtUserId[] {
  return [...new Set(named.map((id) => BigInt(id).toString() as ExtUserId))];
}

/** The users who may be mentioned without being a bot: the current members, and those whom the message already mentions. */
export type Mentionable = ReadonlySet<ExtUserId>;

/** A fault (M40402) for each mention of neither a member nor a bot of the tenant. Bots need no membership to be mentioned, nor to send. */
export async function mentionFaults(
  db: Queryable,
  space: Space,
  named: readonly string[],
  mentionable: Mentionable,
): Promise<Fault[]> {
  const strangers = named.filter((id) => !mentionable.has(BigInt(id).toString() as ExtUserId));
  const bots = await findBots(db, space, strangers);
  return named.flatMap((id, index) =>
    strangers.includes(id) && !bots.has(id)
      ? [{ ...userNotFound(`mentions[${index}]`), message: 'names no member of the thread, and no bot' }]
      : [],
  );
}

/** Which of these ids name bots of the tenant. */
async function findBots(db: Queryable, space: Space, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const found = await resolveUsers(db, space, 1, ids);
  return new Set(ids.filter((_, index) => found[index]?.kind === 'bot' && found[index].is_active));
}

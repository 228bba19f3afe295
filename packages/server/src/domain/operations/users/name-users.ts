import type { ExtUserId } from '@palaver/protocol/ids';
import type { Transactor } from '../../../storage/database.ts';
import { findAndLockUnnamed, nameUsers } from '../../records/users.ts';

/** A transaction locks the rows of so many users, who cannot be changed meanwhile. */
const PAGE = 200;

/**
 * Makes the words of names that have none: those from before names could be searched for, and those that a server of
 * the former version has stored. Each page is a transaction of its own, so a kill loses nothing, and several nodes may do
 * this at the same time. Users whose rows are locked are left for the next time.
 */
export async function nameUnnamedUsers(db: Transactor, signal: AbortSignal): Promise<void> {
  for (let lastId: ExtUserId | '0' | undefined = '0'; lastId !== undefined && !signal.aborted; )
    lastId = await namePage(db, lastId);
}

/** Returns the last user of the page; undefined at the end. */
function namePage(db: Transactor, lastId: ExtUserId | '0'): Promise<ExtUserId | undefined> {
  return db.transaction(async (tx) => {
    const users = await findAndLockUnnamed(tx, { lastId, limit: PAGE });
    await nameUsers(tx, users);
    return users.at(-1)?.ext_user_id;
  });
}

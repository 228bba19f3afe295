import { recount } from '../harness/recount.ts';
import type { TestDatabase } from '../harness/test-database.ts';
import type { Command } from './space.ts';

/*
 * What the server is known to do wrong. Whoever mends one deletes it here.
 *
 * And one more, in crowd.ts: who writes to somebody while the thread of the two is being deleted may write into the
 * deleted thread.
 */

/** To add somebody banned as an admin, by who may not make admins, is refused for the ban and not for the role. */
export function isKnownAnswer(command: Command, said: string, due: string): boolean {
  const isAdminAdded = command.does === 'member' && command.action === 'add' && command.role === 'admin';
  return isAdminAdded && said === 'M40903' && due === 'M40306';
}

/**
 * What `palaver verify` finds, but for one rule: that a mute ended while its member was away stands in no log, and
 * `verify` misses it there when they are back.
 */
export async function differences(database: TestDatabase): Promise<string[]> {
  return (await recount(database)).filter((one) => !one.startsWith('a member is muted, or not, against'));
}

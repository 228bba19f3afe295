import { canonicalReactionKey } from '@palaver/protocol/reaction-key';
import type { Transactor } from '../../../storage/database.ts';
import { findAndLockUncanonical, setCanonicalKeys } from '../../records/reactions.ts';

/** A transaction locks so many reactions, which cannot be taken back meanwhile. */
const PAGE = 500;

/**
 * Makes the canonical keys of reactions that have none: those from before there were such keys, and those that a server of the former
 * version has stored. Each page is a transaction of its own, so a kill loses nothing, and several nodes may do this at the same
 * time. Reactions that are locked are left for the next time.
 */
export async function canonicalizeReactions(db: Transactor, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await canonicalizePage(db)) > 0);
}

/** Returns how many reactions got a canonical key. */
function canonicalizePage(db: Transactor): Promise<number> {
  return db.transaction(async (tx) => {
    const reactions = await findAndLockUncanonical(tx, PAGE);
    if (reactions.length > 0)
      await setCanonicalKeys(
        tx,
        reactions.map((reaction) => ({ ...reaction, canonical: canonicalReactionKey(reaction.key) })),
      );
    return reactions.length;
  });
}

import type { ExtUserId, MessageSeq, ThreadId } from '@palaver/protocol/ids';
import { MAX_REACTION_KEYS, type Message } from '@palaver/protocol/messages';
import { canonicalReactionKey } from '@palaver/protocol/reaction-key';
import type { Transaction } from '../../../storage/database.ts';
import type { SignedInContext } from '../../context.ts';
import { addReaction, findKeysOf, removeReaction } from '../../records/reactions.ts';
import { Refusal } from '../../refusal.ts';
import { changeThread, type LockedThread } from '../threads/change-thread.ts';
import { accessMessage, refuseDeleted } from './access-message.ts';

/**
 * Adds or removes a reaction of the signed-in user, in any spelling of its key; returns the message. Repeating it succeeds without a
 * change. Refuses with M40401 (thread), M40405 (message), M40304 (muted), M40903 (the message is deleted), M40005 (it has too many
 * different reactions).
 */
export async function reactToMessage(
  ctx: SignedInContext,
  threadId: ThreadId,
  seq: MessageSeq,
  spelling: string,
  isGiven: boolean,
): Promise<Message> {
  const key = canonicalReactionKey(spelling);
  return changeThread(ctx, threadId, undefined, async (tx, thread) => {
    const { shown } = await accessMessage(tx, thread, seq);
    thread.checkPermission('message.react', 'thread');
    if (isGiven) refuseDeleted(shown);
    if (isGiven) refuseAnotherKey(shown, key);
    const change = isGiven ? add : remove;
    if (!(await change(tx, thread, shown.seq, key))) return shown;
    return (await accessMessage(tx, thread, seq)).shown;
  });
}

/** False if the user has given the reaction already. */
async function add(tx: Transaction, thread: LockedThread, seq: number, key: string): Promise<boolean> {
  const user = actorOf(thread);
  if ((await spellingsOf(tx, thread, seq, key)).length > 0) return false;
  await addReaction(tx, thread.id, seq, user, key);
  await thread.append({ type: 'reaction.added', messageSeq: seq, change: { key } });
  return true;
}

/** False if the user has not given the reaction. The log gets an entry for each spelling, as it did when it was added. */
async function remove(tx: Transaction, thread: LockedThread, seq: number, key: string): Promise<boolean> {
  const user = actorOf(thread);
  const stored = await spellingsOf(tx, thread, seq, key);
  for (const spelling of stored) {
    await removeReaction(tx, thread.id, seq, user, spelling);
    await thread.append({ type: 'reaction.removed', messageSeq: seq, change: { key: spelling } });
  }
  return stored.length > 0;
}

/** The spellings of a reaction that the user has given. There may be several if servers of the former version have stored them. */
async function spellingsOf(
  tx: Transaction,
  thread: LockedThread,
  seq: number,
  key: string,
): Promise<string[]> {
  const keys = await findKeysOf(tx, thread.id, seq, actorOf(thread));
  return keys.filter((spelling) => canonicalReactionKey(spelling) === key);
}

function actorOf({ actor }: LockedThread): ExtUserId {
  if (actor === undefined) throw new Error('a reaction needs a user');
  return actor.extUserId;
}

function refuseAnotherKey({ reactions }: Message, key: string): void {
  if (reactions.length < MAX_REACTION_KEYS) return;
  if (reactions.some((reaction) => canonicalReactionKey(reaction.key) === key)) return;
  const message = `is one more than the ${MAX_REACTION_KEYS} different reactions that a message can have`;
  throw new Refusal('M40005', [{ field: 'key', rule: 'max_items', message }]);
}

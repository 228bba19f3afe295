import type { ExtUserId, MessageSeq, ThreadId } from '@palaver/protocol/ids';
import { MAX_REACTION_KEYS, type Message } from '@palaver/protocol/messages';
import type { SignedInContext } from '../../context.ts';
import { addReaction, removeReaction } from '../../records/messages.ts';
import { Refusal } from '../../refusal.ts';
import { changeThread, type OpenThread } from '../threads/change-thread.ts';
import { accessMessage, refuseDeleted } from './access-message.ts';

/**
 * Adds or removes a reaction of the signed-in user; returns the message. Repeating it succeeds without a change. Refuses with
 * M40401 (thread), M40405 (message), M40304 (muted), M40903 (the message is deleted), M40005 (it has too many different
 * reactions).
 */
export async function reactToMessage(
  ctx: SignedInContext,
  threadId: ThreadId,
  seq: MessageSeq,
  key: string,
  isGiven: boolean,
): Promise<Message> {
  return changeThread(ctx, threadId, undefined, async (tx, thread) => {
    const { shown } = await accessMessage(tx, thread, seq);
    thread.checkPermission('message.react', 'thread');
    if (isGiven) refuseDeleted(shown);
    if (isGiven) refuseAnotherKey(shown, key);
    const change = isGiven ? addReaction : removeReaction;
    if (!(await change(tx, thread.id, shown.seq, actorOf(thread), key))) return shown;
    await thread.append({
      type: isGiven ? 'reaction.added' : 'reaction.removed',
      messageSeq: shown.seq,
      change: { key },
    });
    return (await accessMessage(tx, thread, seq)).shown;
  });
}

function actorOf({ actor }: OpenThread): ExtUserId {
  if (actor === undefined) throw new Error('a reaction needs a user');
  return actor.extUserId;
}

function refuseAnotherKey({ reactions }: Message, key: string): void {
  if (reactions.length < MAX_REACTION_KEYS || reactions.some((reaction) => reaction.key === key)) return;
  const message = `is one more than the ${MAX_REACTION_KEYS} different reactions that a message can have`;
  throw new Refusal('M40005', [{ field: 'key', rule: 'max_items', message }]);
}

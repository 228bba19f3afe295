import type { ErrorCode, Fault } from '@palaver/protocol/errors';
import type { ExtUserId, ThreadId } from '@palaver/protocol/ids';
import type { MemberStatus } from '@palaver/protocol/members';
import { ownTargetFault, type SendMessage, type SentMessages } from '@palaver/protocol/messages';
import type { Transaction } from '../../storage/database.ts';
import { lockApp } from '../apps/apps.ts';
import type { Context, Space } from '../context.ts';
import { appendEntry, lockHeads } from '../log/append.ts';
import { statusesIn } from '../members/queries.ts';
import { Refusal, refuseFaults, userNotFound } from '../refusal.ts';
import { openDirectThreads } from '../threads/direct-threads.ts';
import { accessThreadId, findDirectThreads } from '../threads/queries.ts';
import { type NamedUsers, type ResolvedUser, resolveAndLockUsers, resolveUsers } from '../users/queries.ts';
import { contentOf, countersOf } from './content.ts';
import { insertMessages } from './queries.ts';

/**
 * Sends a message (interface §5), in the name of a user or of a bot, into one thread or into the direct threads
 * with up to 1,000 users: all or none, and durable when this resolves. The first destination that has data is the
 * one (interface §5 rule 3). Refuses with M40401 (thread), M40402 (sender or targets), M40403 (bot), M40303,
 * M40304, M40305 (sender is no member, muted, banned), M40003 (the sender among its own targets).
 */
export async function sendMessage(ctx: Context, request: SendMessage): Promise<SentMessages['messages']> {
  const content = contentOf(request.body);
  return ctx.db.transaction(async (tx) => {
    const { sender, threadIds } = await openDestination(tx, ctx.space, request);
    if (sender.kind === 'user') await refuseSilenced(tx, sender.ext_user_id, threadIds);
    const seqs = await appendEntry(tx, threadIds, {
      type: 'message.created',
      actor: sender.ext_user_id,
      counters: countersOf(content),
    });
    await insertMessages(tx, seqs, sender.ext_user_id, content);
    return threadIds.map((thread_id) => {
      const seq = seqs.get(thread_id);
      if (seq === undefined) throw new Error(`thread ${thread_id} has no head`);
      return { id: `${thread_id}.${seq}`, thread_id, seq };
    });
  });
}

interface Destination {
  sender: ResolvedUser;
  /** The threads to write to, in the order in which the request names them; their heads are locked. */
  threadIds: ThreadId[];
}

async function openDestination(tx: Transaction, space: Space, request: SendMessage): Promise<Destination> {
  const { thread_id: threadId, ext_user_ids: extUserIds, user_ids: userIds } = request.target;
  if (threadId) return openThread(tx, space, request, threadId);
  if (extUserIds !== undefined && extUserIds.length > 0) {
    return openThreadsWith(tx, space, request, { field: 'target.ext_user_ids', idType: 1, ids: extUserIds });
  }
  return openThreadsWith(tx, space, request, { field: 'target.user_ids', idType: 2, ids: userIds ?? [] });
}

async function openThread(
  tx: Transaction,
  space: Space,
  request: SendMessage,
  threadId: ThreadId,
): Promise<Destination> {
  const id = await accessThreadId(tx, space, threadId);
  // Lock first, then read on a fresh snapshot: a ban that committed before our turn is seen.
  await lockHeads(tx, [id]);
  const [sender] = await resolveUsers(tx, space, 2, [senderId(request)]);
  return { sender: checkSender(request, sender), threadIds: [id] };
}

interface Targets extends NamedUsers {
  field: string;
}

/** The direct threads of the sender with each target, found or made; duplicates count once. */
async function openThreadsWith(
  tx: Transaction,
  space: Space,
  request: SendMessage,
  targets: Targets,
): Promise<Destination> {
  await lockAppForNewPairs(tx, space, request, targets);
  const [[found] = [], users = []] = await resolveAndLockUsers(tx, space, [
    { idType: 2, ids: [senderId(request)] },
    targets,
  ]);
  refuseFaults(
    users.flatMap((user, index) =>
      user !== undefined && user.ext_user_id === found?.ext_user_id
        ? [ownTargetFault(`${targets.field}[${index}]`)]
        : [],
    ),
  );
  const unknown = users.flatMap((user, index) =>
    user?.is_active ? [] : [userNotFound(`${targets.field}[${index}]`)],
  );
  const sender = checkSender(request, found, unknown);
  const others = new Set(users.flatMap((user) => (user === undefined ? [] : [user.ext_user_id])));
  return { sender, threadIds: await openDirectThreads(tx, space, sender.ext_user_id, [...others]) };
}

/**
 * Locks go application, users, pairs, threads. Whether the application's lock is needed shows only in the pairs,
 * so they are looked at once without any lock before.
 */
async function lockAppForNewPairs(
  tx: Transaction,
  space: Space,
  request: SendMessage,
  targets: Targets,
): Promise<void> {
  const [sender] = await resolveUsers(tx, space, 2, [senderId(request)]);
  if (sender === undefined) return;
  const users = await resolveUsers(tx, space, targets.idType, targets.ids);
  const others = new Set(users.flatMap((user) => (user === undefined ? [] : [user.ext_user_id])));
  const existing = await findDirectThreads(tx, space, sender.ext_user_id, [...others]);
  if (existing.size < others.size) await lockApp(tx, space.appId);
}

function senderId({ sender }: SendMessage): string {
  return sender.user_id || sender.bot_id || '';
}

/** The sender, when it exists and is of the kind that was named; else every fault of the existence stage. */
function checkSender(
  { sender: named }: SendMessage,
  found: ResolvedUser | undefined,
  otherFaults: readonly Fault[] = [],
): ResolvedUser {
  const kind = named.user_id ? 'user' : 'bot';
  if (found?.kind === kind && found.is_active) {
    refuseFaults(otherFaults);
    return found;
  }
  const fault: Fault =
    kind === 'user'
      ? userNotFound('sender.user_id')
      : { code: 'M40403', field: 'sender.bot_id', rule: 'exists', message: 'names no bot' };
  refuseFaults([fault, ...otherFaults]);
  throw new Error('unreachable: a fault was refused');
}

/** In the order of the error table: the first that is found in any thread is the answer. */
const SILENCED: readonly [MemberStatus, ErrorCode][] = [
  ['removed', 'M40303'],
  ['muted', 'M40304'],
  ['banned', 'M40305'],
];

/** A user who sends must be an active member of every thread; a bot needs no membership. */
async function refuseSilenced(
  tx: Transaction,
  sender: ExtUserId,
  threadIds: readonly ThreadId[],
): Promise<void> {
  const statuses = await statusesIn(tx, sender, threadIds);
  const found = new Set(threadIds.map((threadId) => statuses.get(threadId) ?? 'removed'));
  for (const [status, code] of SILENCED) {
    if (found.has(status)) throw new Refusal(code);
  }
}

import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import { at, myThreadUrl, type SignedIn } from '../../../server/test/harness/client-api.ts';
import type {
  ChangeEntry,
  ClientMember,
  ClientMessage,
  ClientThread,
  MemberReadPosition,
  ShownChange,
  Thread,
  ThreadState,
} from '../../src/index.ts';
import { eventually } from '../chat-server.ts';

/** A thread as the SDK shows it, or as the server has it. */
export interface WholeThread {
  thread: ClientThread | undefined;
  members: readonly ClientMember[];
  messages: readonly ClientMessage[];
  changes: readonly ShownChange[];
}

/** Fetches all messages of a thread. */
export async function historyOf(who: SignedIn, threadId: string): Promise<ClientMessage[]> {
  const all: ClientMessage[] = [];
  for (;;) {
    const after = all.length === 0 ? 0 : at(all, -1).seq;
    const page = await who.messages(threadId, `after_seq=${after}&limit=100`);
    all.push(...(page as ClientMessage[]));
    if (page.length < 100) return all;
  }
}

/** Fetches all changes of a group. (The SDK shows none in a direct thread.) */
async function changesOf(who: SignedIn, { id, type }: ClientThread): Promise<ShownChange[]> {
  const all: ShownChange[] = [];
  for (;;) {
    const after = all.length === 0 ? 0 : at(all, -1).seq;
    const page: ChangeEntry[] = await who.ok('GET', myThreadUrl(id, `/changes?after_seq=${after}&limit=100`));
    all.push(...page.map(({ members: _members, ...change }) => change));
    if (page.length < 100) return type === 'group' ? all : [];
  }
}

/** Fetches a thread from the server. (The SDK has no `list_position`, which belongs to a page of the chat list.) */
export async function freshState(who: SignedIn, threadId: string): Promise<WholeThread> {
  const thread = await who.thread(threadId);
  return {
    thread: { ...thread, list_position: '' },
    members: await who.ok('GET', myThreadUrl(threadId, '/members?limit=100')),
    messages: await historyOf(who, threadId),
    changes: await changesOf(who, thread),
  };
}

/** A thread as the SDK shows it. Throws if a message is unsent. */
export function shownState({ thread, members, messages, changes = [] }: ThreadState): WholeThread {
  const sent = messages.map((message) => {
    if (message.state !== 'sent') throw new Error(`a message is ${message.state}`);
    const { state: _, ...rest } = message;
    return rest;
  });
  return { thread, members, messages: sent, changes };
}

/** Fetches the read positions from the server. */
async function positionsIn(who: SignedIn, threadId: string): Promise<Record<string, number>> {
  const positions: MemberReadPosition[] = await who.ok('GET', myThreadUrl(threadId, '/read?limit=100'));
  return Object.fromEntries(positions.map(({ ext_user_id, read_seq }) => [ext_user_id, read_seq]));
}

/** Waits until an open thread has caught up, and expects it to be as on the server, to the first message. */
export async function expectFresh(thread: Thread, who: SignedIn): Promise<void> {
  const fresh = await freshState(who, thread.id);
  await eventually(() => thread.getSnapshot().thread?.last_seq === fresh.thread?.last_seq);
  await eventually(() => !thread.getSnapshot().isLoading);
  while (await thread.loadOlder());
  expect(shownState(thread.getSnapshot())).toEqual(fresh);
  const positions = await positionsIn(who, thread.id);
  await eventually(() => isDeepStrictEqual(thread.getSnapshot().readPositions, positions));
}

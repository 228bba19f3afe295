import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import { at, myThreadUrl, type SignedIn } from '../../../server/test/harness/client-api.ts';
import type {
  ClientMember,
  ClientMessage,
  ClientThread,
  MemberReadPosition,
  Thread,
  ThreadState,
} from '../../src/index.ts';
import { eventually } from '../chat-server.ts';

/** What a store of the SDK shows of a thread, or what somebody finds who asks the server for all of it. */
export interface WholeThread {
  thread: ClientThread | undefined;
  members: readonly ClientMember[];
  messages: readonly ClientMessage[];
}

/** All messages of a thread, page after page. */
export async function historyOf(who: SignedIn, threadId: string): Promise<ClientMessage[]> {
  const all: ClientMessage[] = [];
  for (;;) {
    const after = all.length === 0 ? 0 : at(all, -1).seq;
    const page = await who.messages(threadId, `after_seq=${after}&limit=100`);
    all.push(...(page as ClientMessage[]));
    if (page.length < 100) return all;
  }
}

/** What the server says now. (`list_position` is of a page of the chat list, and of nothing that is kept.) */
export async function freshState(who: SignedIn, threadId: string): Promise<WholeThread> {
  return {
    thread: { ...(await who.thread(threadId)), list_position: '' },
    members: await who.ok('GET', myThreadUrl(threadId, '/members?limit=100')),
    messages: await historyOf(who, threadId),
  };
}

/** What is shown; nothing of it may be on its way. */
export function shownState({ thread, members, messages }: ThreadState): WholeThread {
  const sent = messages.map((message) => {
    if (message.state !== 'sent') throw new Error(`a message is ${message.state}`);
    const { state: _, ...rest } = message;
    return rest;
  });
  return { thread, members, messages: sent };
}

/** How far who has read, says the server now. */
async function positionsIn(who: SignedIn, threadId: string): Promise<Record<string, number>> {
  const positions: MemberReadPosition[] = await who.ok('GET', myThreadUrl(threadId, '/read?limit=100'));
  return Object.fromEntries(positions.map(({ ext_user_id, read_seq }) => [ext_user_id, read_seq]));
}

/** Fails unless an open thread comes to show what the server says, to the first message. */
export async function expectFresh(thread: Thread, who: SignedIn): Promise<void> {
  const fresh = await freshState(who, thread.id);
  await eventually(() => thread.getSnapshot().thread?.last_seq === fresh.thread?.last_seq);
  await eventually(() => !thread.getSnapshot().isLoading);
  while (await thread.loadOlder());
  expect(shownState(thread.getSnapshot())).toEqual(fresh);
  const positions = await positionsIn(who, thread.id);
  await eventually(() => isDeepStrictEqual(thread.getSnapshot().readPositions, positions));
}

import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logOf, MESSAGES, memberUrl, threadUrl } from '../harness/api.ts';
import type { Answer } from '../harness/calls.ts';
import {
  at,
  myMessageUrl,
  myThreadUrl,
  reactionUrl,
  type SignedIn,
  signInAll,
} from '../harness/client-api.ts';
import { textTo } from '../harness/population.ts';
import { recount } from '../harness/recount.ts';
import { useServer } from '../harness/use-server.ts';

/** Unread counts are derived, never stored: after any history they follow from the thread's log. */

const PEOPLE = 5;

const server = await useServer();
let people: SignedIn[];
beforeAll(async () => {
  people = await signInAll(server, PEOPLE);
  await server.ok('POST', '/bot/v1.0/bot', { body: { bot_id: 'helper', display_name: 'Helper' } });
});
afterAll(async () => {
  expect(await recount(server.database)).toEqual([]);
});

const STEPS = [
  'send',
  'send',
  'send',
  'edit',
  'delete',
  'read',
  'readTo',
  'react',
  'pin',
  'leave',
  'join',
] as const;
const OTHERS = ['byBot', 'byKey', 'mute', 'unmute', 'ban', 'unban', 'rename'] as const;

const step = fc.record({
  what: fc.constantFrom(...STEPS, ...OTHERS),
  who: fc.nat(PEOPLE - 1),
  /** A seq of the log, counted from its end. */
  back: fc.nat(12),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** A thread and the read positions that its members have sent. */
interface Played {
  threadId: string;
  lastSeq: number;
  readTo: Map<string, number>;
}

/** Takes one step. A refusal is fine: only the state afterwards matters. */
async function play(played: Played, { what, who, back }: Step): Promise<void> {
  const { threadId } = played;
  const user = at(people, who);
  const seq = Math.max(1, played.lastSeq - back);
  const member = (action: string) => server.call('POST', memberUrl(threadId, user.userId, action));
  const mine = (method: string, rest = '', body?: object) =>
    user.call(method, myMessageUrl(threadId, seq, rest), body === undefined ? {} : { body });
  const read = async (body: object) => {
    const answer = await user.call('PUT', myThreadUrl(threadId, '/read'), { body });
    const read_seq = answer.body.data?.read_seq ?? 0;
    played.readTo.set(user.extUserId, Math.max(read_seq, played.readTo.get(user.extUserId) ?? 0));
    return answer;
  };
  const texts = { body: { text: `${what} ${seq}` } };
  const actions: Record<Step['what'], () => Promise<Answer>> = {
    send: () => user.call('POST', myThreadUrl(threadId, '/messages'), { body: texts }),
    edit: () => mine('PATCH', '', texts),
    delete: () => mine('DELETE'),
    read: () => read({}),
    readTo: () => read({ seq }),
    react: () => user.call('PUT', reactionUrl(threadId, seq, 'x')),
    pin: () => mine('PUT', '/pin'),
    leave: () => user.call('DELETE', `${myThreadUrl(threadId)}/members/${user.extUserId}`),
    join: () =>
      server.call('POST', `${threadUrl(threadId)}/members`, {
        body: { member_ids: [user.userId], id_type: 2 },
      }),
    byBot: () => {
      const body = { ...textTo(threadId, ''), sender: { bot_id: 'helper' } };
      return server.call('POST', MESSAGES, { body });
    },
    byKey: () => server.call('POST', MESSAGES, { body: textTo(threadId, user.userId) }),
    mute: () => member('mute'),
    unmute: () => member('unmute'),
    // Users who never were members are not banned here.
    ban: async () =>
      (await user.call('GET', myThreadUrl(threadId))).status === 200 ? member('ban') : member('unban'),
    unban: () => member('unban'),
    rename: () => user.call('PATCH', myThreadUrl(threadId), { body: { name: `n${seq}` } }),
  };
  const { status } = await actions[what]();
  expect(status).toBeLessThan(500);
  const { last_seq } = at(
    await server.database.sql<{ last_seq: number }>(
      'select last_seq::int from thread_heads where thread_id = $1',
      [threadId],
    ),
    0,
  );
  played.lastSeq = last_seq;
}

/** A member's unread count, computed from the log and the read position that they sent. */
async function unreadOf({ threadId, readTo }: Played): Promise<Map<string, number>> {
  const log = await logOf(server, threadId);
  const joined = new Map<string, number>();
  const present = new Set<string>();
  for (const { seq, type, change } of log) {
    const named = (change as { members?: { ext_user_id: string }[] } | null)?.members ?? [];
    for (const { ext_user_id: id } of named.map((one) => ({ ext_user_id: String(one.ext_user_id) }))) {
      if (type === 'thread.created' || type === 'member.added') {
        present.add(id);
        if (!joined.has(id)) joined.set(id, type === 'thread.created' ? 0 : seq);
      }
      if (type === 'member.removed' || type === 'member.banned') present.delete(id);
    }
  }
  const deleted = new Set(log.filter(({ type }) => type === 'message.deleted').map((one) => one.message_seq));
  const messages = log.filter(({ seq, type }) => type === 'message.created' && !deleted.has(seq));
  return new Map(
    [...present].map((id) => {
      const from = Math.max(joined.get(id) ?? 0, readTo.get(id) ?? 0);
      return [id, messages.filter(({ seq, actor }) => seq > from && actor !== id).length];
    }),
  );
}

test("after any sequence of changes, every member's unread count follows from the log", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 25, maxLength: 40 }), async (steps) => {
      const threadId = await server.group(people.slice(0, 3).map(({ userId }) => userId));
      const played: Played = { threadId, lastSeq: 1, readTo: new Map() };
      for (const one of steps) await play(played, one);
      const expected = await unreadOf(played);
      for (const user of people) {
        const { status, body } = await user.call('GET', myThreadUrl(threadId));
        const unread = expected.get(user.extUserId);
        expect([user.userId, status, body.data?.unread_count]).toEqual([
          user.userId,
          unread === undefined ? 404 : 200,
          unread,
        ]);
        const listed = (await user.threads('limit=100')).find(({ id }) => id === threadId);
        expect(listed?.unread_count).toBe(unread);
      }
    }),
    { numRuns: 12, endOnFailure: false, interruptAfterTimeLimit: 20_000 },
  );
});

// @module-tag database
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ROUTES } from '../../src/http/routes.ts';
import { BOTS, MESSAGES, messagesUrl, messageUrl, userUrl } from '../harness/api.ts';
import {
  at,
  MY_THREADS,
  myMemberUrl,
  myMessagesUrl,
  myMessageUrl,
  myThreadUrl,
  reactionUrl,
  type SignedIn,
  signIn,
} from '../harness/client-api.ts';
import { textTo } from '../harness/population.ts';
import { connect } from '../harness/realtime.ts';
import { connect as connectToDatabase } from '../harness/test-database.ts';
import { until } from '../harness/until.ts';
import { useServer } from '../harness/use-server.ts';

/** The policy `see_user_ids`: some users must not see the integrator's ids of others. */

const POLICY = '/app/v1.0/policy';
/** Part of every `user_id` that must be hidden, and of nothing else. */
const SECRET = 'secret-';

const server = await useServer();
let ann: SignedIn;
let ben: SignedIn;
let gil: SignedIn;
/** Of Ann, Ben and the guest Gil, who owns it. */
let group: string;
/** Of Gil with Ann, and with a bot. */
let direct: string;
let withBot: string;

const shows = (see_user_ids: boolean) =>
  server.ok('PATCH', POLICY, { body: { guests: { see_user_ids }, users: { see_user_ids: true } } });

beforeAll(async () => {
  for (const [userId, display_name] of [
    ['secret-ann', 'Ann'],
    ['secret-ben', 'Ben'],
    ['secret-cid', 'Cid'],
  ] as const)
    await server.ok('PUT', userUrl(userId), { body: { display_name } });
  await server.ok('PUT', userUrl('guest-gil'), { body: { display_name: 'Gil', is_guest: true } });
  ann = await signIn(server, 'secret-ann');
  ben = await signIn(server, 'secret-ben');
  gil = await signIn(server, 'guest-gil');
  group = await server.group([gil.userId, ann.userId, ben.userId]);
  await ann.say(group, 'hello');
  await gil.say(group, { body: { text: 'hi' }, reply_to: 2, mentions: [ann.extUserId] });
  await ben.ok('PUT', reactionUrl(group, 2, '👍'));
  await gil.ok('PUT', myMessageUrl(group, 2, '/pin'));
  ({ id: direct } = await ann.ok('POST', MY_THREADS, { body: { type: 'direct', user_id: gil.userId } }));
  await ann.say(direct, 'psst');
  await server.ok('POST', BOTS, { body: { bot_id: 'herald', display_name: 'Herald' } });
  const { messages } = await server.ok('POST', MESSAGES, {
    headers: { prefer: 'return=representation' },
    body: {
      sender: { bot_id: 'herald' },
      target: { user_ids: [gil.userId] },
      body: { text: 'news', metadata: [{ type: 'text' }] },
    },
  });
  withBot = messages[0].thread_id;
});
beforeEach(() => shows(false));

/** What a user reads from every list and resource of the client API. */
async function everythingFor(user: SignedIn): Promise<string> {
  const lists = ROUTES.filter(({ method, endpoint }) => method === 'GET' && endpoint.access === 'token');
  const answers = [];
  for (const thread of [group, direct, withBot]) {
    for (const { url } of lists) {
      const path = url.replace(':thread_id', thread).replace(':seq', '2').replace(':pack_id', '1');
      answers.push((await user.call('GET', path)).body);
    }
  }
  return JSON.stringify(answers);
}

describe('a user who may not see the user_ids of others', () => {
  test('reads none of them but still sees the people', { tags: 'thorough' }, async () => {
    const hidden = await everythingFor(gil);
    expect(hidden).not.toContain(SECRET);
    for (const shown of ['guest-gil', '"herald"', 'Ann', `"ext_user_id":"${ann.extUserId}"`])
      expect(hidden).toContain(shown);
    const [members, withTheBot] = [
      await gil.ok('GET', myThreadUrl(group, '/members')),
      await gil.ok('GET', myThreadUrl(withBot, '/members')),
    ];
    const idsOf = (list: { user_id: string | null }[]) => list.map(({ user_id }) => String(user_id));
    expect(new Set(idsOf(members))).toEqual(new Set(['guest-gil', 'null']));
    expect(new Set(idsOf(withTheBot))).toEqual(new Set(['guest-gil', 'herald']));
    expect((await gil.thread(direct)).peer).toMatchObject({ type: 'user', user_id: null });
    await shows(true);
    expect(await everythingFor(gil)).toContain(SECRET);
  });

  test('gets none of them in responses to writes', async () => {
    const made = await server.group([gil.userId, ann.userId]);
    const { seq } = await ann.say(made, 'hello');
    const members = { member_ids: ['secret-cid', 'secret-ben'], id_type: 2 };
    await server.ok('PATCH', POLICY, {
      body: { guests: { add_members: 'anyone', members_at_a_time: 10, open_direct_threads: 'anyone' } },
    });
    const on = (user: string, action: string) => myMemberUrl(made, user, action);
    const requests = [
      ['POST', myThreadUrl(made, '/members'), members],
      ['POST', on('secret-cid', 'mute'), {}],
      ['POST', on('secret-cid', 'unmute')],
      ['PATCH', myMemberUrl(made, 'secret-cid'), { role: 'admin' }],
      ['POST', on('secret-cid', 'ban'), {}],
      ['POST', on('secret-cid', 'unban')],
      ['DELETE', myMemberUrl(made, 'secret-ben')],
      ['PUT', reactionUrl(made, seq, '👍')],
      ['DELETE', reactionUrl(made, seq, '👍')],
      ['PUT', myMessageUrl(made, seq, '/pin')],
      ['POST', MY_THREADS, { type: 'direct', user_id: 'secret-ann' }],
      ['POST', MY_THREADS, { type: 'direct', user_id: 'secret-cid' }],
      ['POST', myMessagesUrl(made), { body: { text: 'mine' } }],
      ['POST', myThreadUrl(made, '/owner'), { owner_id: 'secret-ann', id_type: 2 }],
    ] as const;
    for (const [index, [method, url, body]] of requests.entries()) {
      const headers = method === 'POST' ? { 'idempotency-key': `request-${index}` } : {};
      const send = () => gil.call(method, url, { headers, ...(body === undefined ? {} : { body }) });
      // The answer is kept with an idempotency key: a repeat must not show more.
      for (const answer of [await send(), ...(method === 'POST' ? [await send()] : [])]) {
        expect(answer.body.message_code, url).toBe('M200');
        expect(JSON.stringify(answer.body), url).not.toContain(SECRET);
      }
    }
    await server.ok('PATCH', POLICY, {
      body: { guests: { add_members: 'nobody', open_direct_threads: 'shared' } },
    });
  });

  test('gets none of them over the socket, live or by a resume', async () => {
    const thread = await server.group([gil.userId, ann.userId, ben.userId]);
    const [live, anns] = [await connect(server, gil), await connect(server, ann)];
    const { seq } = await ann.say(thread, 'hello');
    const own = await gil.say(thread, 'hi');
    await ann.ok('PATCH', myMessageUrl(thread, seq), { body: { body: { text: 'hello again' } } });
    await ben.ok('PUT', reactionUrl(thread, seq, '👍'));
    await gil.ok('PUT', reactionUrl(thread, seq, '👍'));
    await ann.ok('PATCH', myMessageUrl(thread, seq), { body: { body: { text: 'and again' } } });
    await live.command({ type: 'react', thread_id: thread, seq, key: '🎉' });
    await gil.ok('PUT', myMessageUrl(thread, seq, '/pin'));
    await gil.ok('POST', myThreadUrl(thread, '/owner'), { body: { owner_id: 'secret-ben', id_type: 2 } });
    const muted = await ben.ok('POST', myMemberUrl(thread, 'secret-ann', 'mute'), { body: {} });
    expect(muted).toMatchObject({ user_id: 'secret-ann', status: 'muted' });
    await server.ok('POST', MESSAGES, { body: textTo(thread, 'secret-ben', 'by key') });
    const last = (await gil.thread(thread)).last_seq;
    await anns.command({ type: 'typing', thread_id: direct });
    await live.next('typing');
    await live.command({ type: 'watch', ext_user_ids: [ann.extUserId] });
    await anns.command({ type: 'read', thread_id: direct });
    await live.next('read');
    await server.ok('PUT', userUrl('secret-ben'), { body: { display_name: 'Benjamin' } });
    const { user } = await live.next('user.updated', (frame) => frame.user.display_name === 'Benjamin');
    expect(user).toMatchObject({ user_id: null, ext_user_id: ben.extUserId });
    await server.group([ben.userId, gil.userId]);
    await live.next('thread.joined', (frame) => frame.thread.me.role === 'member');
    await live.reaches(thread, last);
    await anns.reaches(thread, last);
    const resumed = await connect(server, gil, { threads: [{ thread_id: thread, seq: 0 }] });
    for (const socket of [live, resumed]) {
      expect(JSON.stringify(socket.frames)).not.toContain(SECRET);
      const entries = socket.entries(thread);
      const sendersOf = (number: number) =>
        entries.find((entry) => entry.type === 'message.created' && entry.seq === number)?.message?.sender;
      expect(sendersOf(own.seq)?.user_id).toBe('guest-gil');
      expect(sendersOf(seq)).toMatchObject({ user_id: null, ext_user_id: ann.extUserId });
      const changed = entries.find(({ type }) => type === 'thread.owner_changed');
      expect(new Set(changed?.members?.map(({ user_id }) => user_id))).toEqual(new Set(['guest-gil', null]));
    }
    expect(JSON.stringify(anns.frames)).toContain('secret-ben');
    const edits = live.entries(thread).filter(({ type }) => type === 'message.updated');
    // The message at the time the entry was read, which may have the second reaction already.
    expect(at(edits, 1).message?.reactions?.[0]).toMatchObject({ key: '👍', count: 2, mine: true });
  });

  test('is hidden from soon after a policy change, on open connections too, and no longer once converted', async () => {
    await shows(true);
    const thread = await server.group([ann.userId, gil.userId]);
    const socket = await connect(server, gil);
    /** Writes until readers are shown this of the writer. */
    const comesToBe = (user_id: string | null) =>
      until(async () => {
        const { seq } = await ann.say(thread);
        await socket.reaches(thread, seq);
        return at(socket.entries(thread), -1).message?.sender.user_id === user_id || undefined;
      });
    await comesToBe('secret-ann');
    await shows(false);
    await comesToBe(null);
    await server.ok('PUT', userUrl('guest-gil'), { body: { is_guest: false } });
    await comesToBe('secret-ann');
    expect((await gil.thread(direct)).peer?.user_id).toBe('secret-ann');
    await server.ok('PATCH', POLICY, { body: { users: { see_user_ids: false } } });
    await comesToBe(null);
    expect((await gil.thread(direct)).peer?.user_id).toBe(null);
    await server.ok('PUT', userUrl('guest-gil'), { body: { is_guest: true } });
  });
});

test('the back end sees every user_id, whomever it acts for', async () => {
  for (const headers of [{}, { 'x-acting-user-id': 'guest-gil' }]) {
    const answer = await server.call('PATCH', messageUrl(group, 3), {
      headers,
      body: { body: { text: 'edited' } },
    });
    expect(answer.body.message_code).toBe('M200');
  }
  const listed = JSON.stringify(await server.ok('GET', messagesUrl(group)));
  expect(listed).toContain('secret-ann');
});

test('a user who sends a message waits for no policy: the response shows nobody else', async () => {
  const other = await connectToDatabase(server.database.connection);
  try {
    await other.query('begin');
    await other.query('lock table app_policies');
    const { seq } = await ann.say(group, 'while nobody can read a policy');
    expect(seq).toBeGreaterThan(0);
  } finally {
    await other.end();
  }
});

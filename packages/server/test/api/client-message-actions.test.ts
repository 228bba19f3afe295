import { afterAll, describe, expect, test } from 'vitest';
import { expectRefused, logOf, MESSAGES } from '../harness/api.ts';
import {
  at,
  myMemberUrl,
  myMessagesUrl,
  myMessageUrl,
  myThreadUrl,
  postMessage,
  type SignedIn,
  signInAll,
  text,
} from '../harness/client-api.ts';
import { inParallel } from '../harness/in-parallel.ts';
import { recount } from '../harness/recount.ts';
import { useServer } from '../harness/use-server.ts';

/** Which signed-in users may send, edit, delete and pin messages, and what a repeated send does. */

const server = await useServer();
const [ann, bob] = await signInAll(server, 2);
afterAll(async () => {
  expect(await recount(server.database)).toEqual([]);
});

const group = () => server.group([ann.userId, bob.userId]);

test('custom_notify is taken from back ends only: not in a send, not in an edit', async () => {
  const threadId = await group();
  const { seq } = await ann.say(threadId);
  const { token } = ann;
  for (const custom_notify of [{ title: 'Your bank' }, {}, [], 'title', 0, false]) {
    const body = { body: { text: 'x', custom_notify } };
    await expectRefused(server, postMessage(ann, threadId, body), 'M40003', ['body.custom_notify']);
    await expectRefused(server, ['PATCH', myMessageUrl(threadId, seq), { token, body }], 'M40003', [
      'body.custom_notify',
    ]);
  }
  for (const custom_notify of [null, '']) await ann.say(threadId, { body: { text: 'x', custom_notify } });
  const stored = await server.database.sql<{ custom_notify: unknown }>(
    'select custom_notify from messages where thread_id = $1',
    [threadId],
  );
  expect(stored).toEqual([1, 2, 3].map(() => ({ custom_notify: null })));
  // A back end customises the notification of a message that it sends as a user.
  const sender = { user_id: ann.userId };
  const custom_notify = { title: 'Your order' };
  const body = { text: 'x', metadata: [{ type: 'text' }], custom_notify };
  const message = { sender, target: { thread_id: threadId }, body };
  await server.ok('POST', MESSAGES, { body: message });
  const kept = await server.database.sql(
    'select from messages where thread_id = $1 and custom_notify is not null',
    [threadId],
  );
  expect(kept).toHaveLength(1);
});

describe('sending', () => {
  test('needs an unmuted member; non-members learn nothing about the thread', async () => {
    const people = await signInAll(server, 5, 'sender');
    const [owner, muted, removed, banned, never] = people.map((one) => one);
    const members = [owner, muted, removed, banned].map((one) => one?.userId ?? '');
    const threadId = await server.group(members);
    await at(people, 0).ok('POST', myMemberUrl(threadId, 'sender2', 'mute'));
    await at(people, 0).ok('DELETE', myMemberUrl(threadId, 'sender3'));
    await at(people, 0).ok('POST', myMemberUrl(threadId, 'sender4', 'ban'));
    const { seq } = await at(people, 0).say(threadId);
    const full = text('x', { reply_to: 999, mentions: ['999999'], client_message_id: 'c' });
    await expectRefused(server, postMessage(at(people, 1), threadId, text('x')), 'M40304');
    for (const one of [removed, banned, never]) {
      if (one === undefined) throw new Error('nobody');
      await expectRefused(server, postMessage(one, threadId, text('x')), 'M40401');
      // They do not learn which messages and members it has either.
      await expectRefused(server, postMessage(one, threadId, full), 'M40401');
      const { token } = one;
      await expectRefused(server, ['GET', myMessageUrl(threadId, seq), { token }], 'M40401');
      await expectRefused(server, ['GET', myMessagesUrl(threadId), { token }], 'M40401');
      await expectRefused(server, ['DELETE', myMessageUrl(threadId, seq), { token }], 'M40401');
      await expectRefused(server, ['PUT', myMessageUrl(threadId, seq, '/pin'), { token }], 'M40401');
      await expectRefused(server, ['PUT', myMessageUrl(threadId, seq, '/reactions/x'), { token }], 'M40401');
    }
    // Muted members can read.
    expect(await at(people, 1).messages(threadId)).toHaveLength(1);
    for (const id of ['999999', String(2n ** 63n - 1n)]) {
      await expectRefused(server, postMessage(ann, id, text('x')), 'M40401');
    }
    for (const id of ['0', '-1', '1.5', String(2n ** 63n), 'x'.repeat(100)]) {
      await expectRefused(server, postMessage(ann, id, text('x')), 'M40003', ['thread_id']);
    }
    expect((await at(people, 0).say(`000${threadId}`)).thread_id).toBe(threadId);
  });
});

describe('client_message_id', () => {
  const named = (id: unknown, message = 'hello', more: object = {}) =>
    text(message, { client_message_id: id, ...more });

  test('sent again gets the first answer and has no second effect', async () => {
    const threadId = await group();
    const mentions = [bob.extUserId];
    const first = await ann.call('POST', myMessagesUrl(threadId), { body: named('a-1', 'x', { mentions }) });
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    expect(first.body.data).toMatchObject({ client_message_id: 'a-1', seq: 2 });
    const again = await ann.call('POST', myMessagesUrl(threadId), { body: named('a-1', 'x', { mentions }) });
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.body).toEqual(first.body);
    expect(await logOf(server, threadId)).toHaveLength(2);
    expect((await bob.thread(threadId)).unread_count).toBe(1);
    // The order of JSON keys makes no difference.
    const reordered = `{"client_message_id":"a-1","mentions":["${bob.extUserId}"],"body":{"text":"x"}}`;
    expect((await ann.call('POST', myMessagesUrl(threadId), { body: reordered })).body).toEqual(first.body);
  });

  test('with an empty custom_notify is the same as without', async () => {
    const threadId = await group();
    const first = await ann.say(threadId, named('a-2'));
    for (const custom_notify of [null, '']) {
      const again = { ...named('a-2'), body: { ...named('a-2').body, custom_notify } };
      expect(await ann.say(threadId, again)).toEqual(first);
    }
  });

  test('reused with any other content is M42201', async () => {
    const threadId = await group();
    await ann.say(threadId, named('a-1'));
    const { seq } = await ann.say(threadId);
    for (const other of [
      named('a-1', 'other'),
      named('a-1', 'hello', { mentions: [bob.extUserId] }),
      named('a-1', 'hello', { reply_to: seq }),
      { body: { text: 'hello', metadata: [{ type: 'text', x: 1 }] }, client_message_id: 'a-1' },
    ]) {
      await expectRefused(server, postMessage(ann, threadId, other), 'M42201');
    }
    // Also when it refers to a message that does not exist.
    const lost = named('a-1', 'hello', { reply_to: 999 });
    await expectRefused(server, postMessage(ann, threadId, lost), 'M42201');
  });

  test('is unique per user and thread only', async () => {
    const threadId = await group();
    const other = await group();
    const ids = await Promise.all([
      ann.say(threadId, named('same')),
      bob.say(threadId, named('same', 'of bob')),
      ann.say(other, named('same', 'elsewhere')),
    ]);
    expect(new Set(ids.map(({ id }) => id)).size).toBe(3);
    expect((await bob.say(threadId, named('same', 'of bob'))).id).toBe(at(ids, 1).id);
  });

  test('sent concurrently on two connections makes one message', async () => {
    const threadId = await group();
    const url = await server.app.listen({ host: '127.0.0.1', port: 0 });
    const send = async (index: number) => {
      const response = await fetch(url + myMessagesUrl(threadId), {
        method: 'POST',
        headers: { authorization: `Bearer ${ann.token}`, 'content-type': 'application/json' },
        body: JSON.stringify(named(`twin-${Math.floor(index / 4)}`)),
      });
      const body = (await response.json()) as { message_code: string; data: { id: string } };
      expect(body.message_code).toBe('M200');
      return { id: body.data.id, isReplay: response.headers.get('idempotent-replayed') === 'true' };
    };
    const answers = await inParallel(40, send);
    expect(new Set(answers.map(({ id }) => id)).size).toBe(10);
    expect(answers.filter(({ isReplay }) => !isReplay)).toHaveLength(10);
    expect((await logOf(server, threadId)).filter(({ type }) => type === 'message.created')).toHaveLength(10);
  });

  test('sent concurrently with two contents stores one and refuses the other with M42201', async () => {
    const threadId = await group();
    const answers = await inParallel(8, (index) => {
      const body = named(`pair-${index % 4}`, index < 4 ? 'one' : 'other');
      return ann.call('POST', myMessagesUrl(threadId), { body });
    });
    const codes = answers.map(({ body }) => body.message_code);
    for (let index = 0; index < 4; index += 1) {
      expect(new Set([codes[index], codes[index + 4]])).toEqual(new Set(['M200', 'M42201']));
    }
  });

  test('survives an edit and a deletion: a repeat returns the message as it is now', async () => {
    const threadId = await group();
    const { seq } = await ann.say(threadId, named('kept', 'first'));
    await ann.ok('PATCH', myMessageUrl(threadId, seq), { body: { body: { text: 'second' } } });
    const edited = await ann.say(threadId, named('kept', 'first'));
    expect(edited).toEqual(await ann.message(threadId, seq));
    await expectRefused(server, postMessage(ann, threadId, named('kept', 'second')), 'M42201');
    expect(edited.body.text).toBe('second');
    await ann.ok('DELETE', myMessageUrl(threadId, seq));
    const deleted = await ann.say(threadId, named('kept', 'first'));
    expect(deleted).toMatchObject({ seq, body: { text: '', metadata: [] }, client_message_id: 'kept' });
    expect(deleted.deleted_at).not.toBe(null);
    // The original content is erased too, so a differing repeat cannot be detected.
    expect(await ann.say(threadId, named('kept', 'second'))).toEqual(deleted);
    expect((await ann.messages(threadId)).map((message) => message.seq)).toEqual([seq]);
  });

  test('still answers a sender who was muted since, but not one who lost the thread', async () => {
    const threadId = await group();
    const { id } = await bob.say(threadId, named('muted'));
    await ann.ok('POST', myMemberUrl(threadId, bob.userId, 'mute'));
    expect((await bob.say(threadId, named('muted'))).id).toBe(id);
    await expectRefused(server, postMessage(bob, threadId, named('another')), 'M40304');
    await ann.ok('DELETE', myMemberUrl(threadId, bob.userId));
    await expectRefused(server, postMessage(bob, threadId, named('muted')), 'M40401');
    await expectRefused(server, postMessage(bob, threadId, named('another')), 'M40401');
    await ann.ok('DELETE', myThreadUrl(threadId));
    await expectRefused(server, postMessage(bob, threadId, named('muted')), 'M40401');
  });

  test('is an identifier of 1 to 255 bytes; empty or null means none', async () => {
    const threadId = await group();
    for (const id of [
      'a'.repeat(254),
      'a'.repeat(255),
      '\u{1f600}'.repeat(63),
      '../x',
      "';--",
      '__proto__',
      '1 2',
    ]) {
      const message = await ann.say(threadId, named(id));
      expect(message.client_message_id).toBe(id);
      expect((await ann.say(threadId, named(id))).id).toBe(message.id);
    }
    for (const id of ['a'.repeat(256), '\u{1f600}'.repeat(64)]) {
      await expectRefused(server, postMessage(ann, threadId, named(id)), 'M40004', ['client_message_id']);
    }
    for (const id of [7, {}, [], true, ' a', 'a ', 'a\u0000', 'a\n', '\u200b', '\ud800']) {
      await expectRefused(server, postMessage(ann, threadId, named(id)), 'M40003', ['client_message_id']);
    }
    for (const id of ['', null, undefined]) {
      const [one, two] = [await ann.say(threadId, named(id)), await ann.say(threadId, named(id))];
      expect([one.client_message_id, two.client_message_id, one.seq + 1]).toEqual(['', '', two.seq]);
    }
    // NFC and NFD differ: ids are compared by bytes.
    const two = await Promise.all(['e\u0301', '\u00e9'].map((id) => ann.say(threadId, named(id))));
    expect(at(two, 0).id).not.toBe(at(two, 1).id);
  });

  test('can be combined with an idempotency key, which is checked separately', async () => {
    const threadId = await group();
    const headers = { 'idempotency-key': `k-${threadId}` };
    const send = (body: object, more = {}) =>
      ann.call('POST', myMessagesUrl(threadId), { body, headers, ...more });
    const first = await send(named('with-key'));
    const again = await send(named('with-key'));
    expect([again.body.data, again.headers['idempotent-replayed']]).toEqual([first.body.data, 'true']);
    expect((await send(named('with-key', 'other'))).body.message_code).toBe('M42201');
    const bare = await send(named('with-key'), { headers: {} });
    expect(bare.body.data).toEqual(first.body.data);
    const plain = { 'idempotency-key': `p-${threadId}` };
    const answers = await inParallel(4, () => send(text('plain'), { headers: plain }));
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
  });
});

describe('editing, deleting and pinning', () => {
  test('need a role that permits them', async () => {
    const people = await signInAll(server, 4, 'role');
    const [owner, admin, member, muted] = [at(people, 0), at(people, 1), at(people, 2), at(people, 3)];
    const threadId = await server.group(people.map(({ userId }) => userId));
    await owner.ok('PATCH', myMemberUrl(threadId, admin.userId), { body: { role: 'admin' } });
    const byOwner = await owner.say(threadId);
    const byMuted = await muted.say(threadId);
    await owner.ok('POST', myMemberUrl(threadId, muted.userId, 'mute'));
    const edit = (user: SignedIn, seq: number) =>
      ['PATCH', myMessageUrl(threadId, seq), { token: user.token, body: text('edited') }] as const;
    const remove = (user: SignedIn, seq: number) =>
      ['DELETE', myMessageUrl(threadId, seq), { token: user.token }] as const;
    const pin = (user: SignedIn, seq: number, method = 'PUT') =>
      [method, myMessageUrl(threadId, seq, '/pin'), { token: user.token }] as const;

    for (const user of [owner, admin, member]) {
      const { seq } = await user.say(threadId);
      await server.ok(...edit(user, seq));
      expect((await user.message(threadId, seq)).body.text).toBe('edited');
      if (user !== owner)
        await expectRefused(server, [...edit(user, byOwner.seq)], 'M40306', ['Authorization']);
    }
    await expectRefused(server, [...edit(owner, byMuted.seq)], 'M40306', ['Authorization']);
    await expectRefused(server, [...pin(member, byOwner.seq)], 'M40306', ['Authorization']);
    await expectRefused(server, [...pin(member, byOwner.seq, 'DELETE')], 'M40306', ['Authorization']);
    await expectRefused(server, [...remove(member, byOwner.seq)], 'M40306', ['Authorization']);
    for (const request of [edit(muted, byMuted.seq), remove(muted, byMuted.seq), pin(muted, byMuted.seq)]) {
      await expectRefused(server, [...request], 'M40304');
    }
    await server.ok(...pin(admin, byOwner.seq));
    await server.ok(...pin(admin, byOwner.seq));
    expect((await member.message(threadId, byOwner.seq)).pinned_at).not.toBe(null);
    expect((await member.thread(threadId)).pin_message_count).toBe(1);
    await server.ok(...pin(owner, byOwner.seq, 'DELETE'));
    await server.ok(...pin(owner, byOwner.seq));
    // An admin may delete anybody's message, even the owner's, which also unpins it.
    await server.ok(...remove(admin, byOwner.seq));
    await server.ok(...remove(admin, byMuted.seq));
    await server.ok(...remove(admin, byMuted.seq));
    expect(await member.message(threadId, byOwner.seq)).toMatchObject({
      body: { text: '', metadata: [] },
      pinned_at: null,
    });
    await expectRefused(server, [...edit(owner, byOwner.seq)], 'M40903', ['seq']);
    await expectRefused(server, [...pin(owner, byOwner.seq)], 'M40903', ['seq']);
    const said = (await logOf(server, threadId)).slice(-5).map(({ type, actor }) => [type, actor]);
    expect(said).toEqual([
      ['message.pinned', admin.extUserId],
      ['message.unpinned', owner.extUserId],
      ['message.pinned', owner.extUserId],
      ['message.deleted', admin.extUserId],
      ['message.deleted', admin.extUserId],
    ]);
  });

  test('a missing message is M40405', async () => {
    const threadId = await group();
    const { token } = ann;
    for (const seq of ['1', '2', '999', String(2n ** 53n + 1n), String(2n ** 63n - 1n)]) {
      await expectRefused(server, ['GET', myMessageUrl(threadId, seq), { token }], 'M40405');
      await expectRefused(
        server,
        ['PATCH', myMessageUrl(threadId, seq), { token, body: text('x') }],
        'M40405',
      );
      await expectRefused(server, ['DELETE', myMessageUrl(threadId, seq), { token }], 'M40405');
      await expectRefused(server, ['PUT', myMessageUrl(threadId, seq, '/pin'), { token }], 'M40405');
      await expectRefused(server, ['DELETE', myMessageUrl(threadId, seq, '/pin'), { token }], 'M40405');
    }
    for (const seq of ['0', '-1', '1.5', 'x', String(2n ** 63n)]) {
      await expectRefused(server, ['GET', myMessageUrl(threadId, seq), { token }], 'M40003', ['seq']);
    }
  });

  test('an edit keeps reply_to, mentions and client_message_id', async () => {
    const threadId = await group();
    const { seq: first } = await bob.say(threadId);
    const more = { reply_to: first, mentions: [bob.extUserId], client_message_id: 'edited' };
    const { seq } = await ann.say(threadId, text('first', more));
    const edited = await ann.ok('PATCH', myMessageUrl(threadId, seq), { body: text('second') });
    expect(edited).toMatchObject({ ...more, body: { text: 'second' } });
    expect(edited.edited_at).toBeGreaterThanOrEqual(edited.created_at);
  });
});

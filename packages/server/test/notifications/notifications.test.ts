// @module-tag database
import { expect, test } from 'vitest';
import { MESSAGES } from '../harness/api.ts';
import { myMemberUrl, myMessagesUrl, myMessageUrl, myThreadUrl } from '../harness/client-api.ts';
import { textTo } from '../harness/population.ts';
import { connect } from '../harness/realtime.ts';
import { until } from '../harness/until.ts';
import { deviceOf, startNotified } from './notified.ts';

/** The notifications of each member, seen by a real push service that decrypts them. */

test('members who are away are notified of a message, but not its sender', async () => {
  const { server, service, away, run, settled } = await startNotified();
  const [ann, ben, cid] = [await away('ann'), await away('ben'), await away('cid')];
  const threadId = await server.group(['ann', 'ben', 'cid']);
  run();
  const { seq } = await ann.say(threadId, 'Shall we meet at eight?');
  await settled();
  expect(ann.subscription.pushes).toEqual([]);
  for (const { subscription } of [ben, cid]) {
    expect(subscription.pushes.map(({ payload }) => payload)).toMatchObject([
      { title: 'Group', badge: 1, data: { thread_id: threadId, seq: String(seq), app_id: 'test' } },
    ]);
    expect(subscription.pushes[0]?.payload.body).toContain('Shall we meet at eight?');
    expect(subscription.pushes[0]?.payload.body).toContain('ANN');
  }
  expect(service.faults).toEqual([]);
});

test('messages that follow one another cause one notification, of the last one; the badge counts all', async () => {
  const { server, away, run, settled } = await startNotified();
  const [ann, ben] = [await away('ann'), await away('ben')];
  const threadId = await server.group(['ann', 'ben']);
  for (const text of ['one', 'two', 'three']) await ann.say(threadId, text);
  await server.relayed();
  run();
  await settled();
  expect(ben.subscription.pushes.map(({ payload }) => [payload.body, payload.badge])).toEqual([
    [expect.stringContaining('three'), 3],
  ]);
});

test('custom_notify of a user reaches no device, by REST and by frame', async () => {
  const { server, away, run, settled } = await startNotified();
  const [guest, ben] = [await away('guest'), await away('ben')];
  const threadId = await server.group(['guest', 'ben']);
  run();
  const custom_notify = {
    title: 'Your bank',
    subtitle: 'Call 0800 4711',
    avatar_url: 'https://attacker.example/logo.png',
    image_url: 'https://attacker.example/pixel.png',
  };
  const body = { text: 'Hello', custom_notify };
  const notTaken = {
    message_code: 'M40003',
    errors: [expect.objectContaining({ field: 'body.custom_notify', rule: 'not_taken' })],
  };
  const socket = await connect(server, guest, { threads: null });
  expect(await socket.command({ type: 'send', thread_id: threadId, body })).toMatchObject(notTaken);
  expect((await guest.call('POST', myMessagesUrl(threadId), { body: { body } })).body).toMatchObject(
    notTaken,
  );
  const { seq } = await guest.say(threadId, { body: { text: 'Hello', custom_notify: null } });
  const edit = { type: 'edit', thread_id: threadId, seq, body };
  expect(await socket.command(edit)).toMatchObject(notTaken);
  const edited = await guest.call('PATCH', myMessageUrl(threadId, seq), { body: { body } });
  expect(edited.body).toMatchObject(notTaken);
  await settled();
  expect(ben.subscription.pushes.map(({ payload }) => payload)).toMatchObject([
    { title: 'Group', body: 'GUEST: Hello', badge: 1 },
  ]);
  const payloads = ben.subscription.pushes.map(({ payload }) => payload);
  expect(JSON.stringify(payloads)).not.toContain('attacker.example');
});

test('custom_notify reaches the device as it was written', async () => {
  const { server, away, run, settled } = await startNotified();
  const ben = await away('ben');
  await server.ok('PUT', '/user/v1.0/user/ann', { body: {} });
  const threadId = await server.group(['ann', 'ben']);
  run();
  const custom_notify = {
    title: 'Your order \u{1F4E6}',
    subtitle: 'No. 4711',
    avatar_url: 'https://shop.example.com/logo.png?a=1&b=2',
    image_url: 'https://shop.example.com/parcel.jpg',
  };
  const message = textTo(threadId, 'ann', 'It has shipped.');
  await server.ok('POST', MESSAGES, {
    body: { ...message, body: { ...(message.body as object), custom_notify } },
  });
  await settled();
  expect(ben.subscription.pushes[0]?.payload).toMatchObject({
    title: custom_notify.title,
    body: 'No. 4711\nIt has shipped.',
    icon: custom_notify.avatar_url,
    image: custom_notify.image_url,
  });
});

test('a message that was read is not told; one that is read later is withdrawn from the other devices', async () => {
  const { server, away, run, settled, states } = await startNotified();
  const ann = await away('ann');
  const ben = await away('ben', 'phone');
  const tablet = await away('ben', 'tablet');
  const threadId = await server.group(['ann', 'ben']);
  await ann.say(threadId);
  await server.relayed();
  await ben.ok('PUT', myThreadUrl(threadId, '/read'), { body: {} });
  run();
  await settled();
  expect(ben.subscription.pushes).toEqual([]);

  await ann.say(threadId, 'again');
  await settled();
  await ben.ok('PUT', myThreadUrl(threadId, '/read'), { body: {} });
  await until(async () => ben.subscription.pushes.length === 2 || undefined);
  await settled();
  for (const { subscription } of [ben, tablet]) {
    const [shown, withdrawn] = subscription.pushes.map(({ payload }) => payload);
    expect(shown).toMatchObject({ badge: 1 });
    expect(withdrawn).toMatchObject({ kind: 'withdraw', badge: 0, tag: shown.tag });
    expect(new Set(subscription.pushes.map(({ headers }) => headers.topic)).size).toBe(1);
  }
  expect(await states()).toEqual({ phone: 'withdrawn', tablet: 'withdrawn' });
});

test.each([
  ['show', { preview: 'sender', data_only: false }, { reference_id: 'order 7', satl_reference_id: 'orders' }],
  ['show', { preview: 'none', data_only: false }, {}],
  ['data', { preview: 'none', data_only: true }, {}],
])('a push (%s) and its withdrawal under %j have the references %j', async (kind, settings, references) => {
  const { server, away, run, settled } = await startNotified();
  await server.ok('PUT', '/notification/v1.0/settings', { body: { ...settings, linked_threads: 'all' } });
  const [ann, ben] = [await away('ann'), await away('ben')];
  const { thread_id: threadId } = await server.ok('POST', '/open-api/v1.0/chat/threads', {
    body: {
      name: 'L',
      owner_id: 'ann',
      member_ids: ['ben'],
      id_type: 2,
      reference_id: 'order 7',
      satl_reference_id: 'orders',
    },
  });
  run();
  await ann.say(threadId);
  await settled();
  await ben.ok('PUT', myThreadUrl(threadId, '/read'), { body: {} });
  await until(async () => ben.subscription.pushes.length === 2 || undefined);
  const data = { thread_id: threadId, seq: expect.any(String), app_id: 'test', ...references };
  const pushes = ben.subscription.pushes.map(({ payload }) => [payload.kind ?? 'show', payload.data]);
  expect(pushes).toEqual([
    [kind, data],
    ['withdraw', data],
  ]);
});

test('a read that the bus lost is found by the sweep', { tags: 'thorough' }, async () => {
  const { server, away, run, settled } = await startNotified();
  const [ann, ben] = [await away('ann'), await away('ben')];
  const threadId = await server.group(['ann', 'ben']);
  run();
  await ann.say(threadId);
  await settled();
  await server.database.sql('update user_threads set read_seq = 2');
  await until(async () => ben.subscription.pushes.length === 2 || undefined);
  expect(ben.subscription.pushes[1]?.payload).toMatchObject({ kind: 'withdraw', badge: 0 });
});

test('who was removed, has switched notifications off, or is no member gets none', {
  tags: 'thorough',
}, async () => {
  const { server, away, run, settled, states } = await startNotified();
  const ann = await away('ann');
  const names = ['removed', 'silent', 'muted', 'none', 'stranger', 'gone', 'told'];
  const people = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await away(name)] as const)),
  );
  const threadId = await server.group(['ann', ...names.filter((name) => name !== 'stranger')]);
  const choose = (name: string, body: object) =>
    people[name]?.ok('PUT', myThreadUrl(threadId, '/notifications'), { body });
  await people.silent?.ok('PUT', '/client/v1.0/me/notifications', { body: { enabled: false } });
  await choose('muted', { level: 'default', muted_until: Date.now() + 3_600_000 });
  await choose('none', { level: 'none' });
  await ann.say(threadId);
  await server.relayed();
  await ann.ok('DELETE', myMemberUrl(threadId, 'removed'));
  await server.ok('DELETE', '/user/v1.0/user/gone');
  await server.relayed();
  run();
  await settled();
  const told = names.filter((name) => people[name]?.subscription.pushes.length !== 0);
  expect(told).toEqual(['told']);
  expect(await states()).toEqual({ "told's phone": 'delivered' });
});

test('a large group and a linked thread notify of mentions and replies only, unless a member chooses all', {
  tags: 'thorough',
}, async () => {
  const { server, away, run, settled } = await startNotified();
  const [ann, ben, cid, dan] = [await away('ann'), await away('ben'), await away('cid'), await away('dan')];
  const crowd = await server.users(98, 'crowd');
  const large = await server.group(['ann', 'ben', 'cid', 'dan', ...crowd]);
  const { thread_id: linked } = await server.ok('POST', '/open-api/v1.0/chat/threads', {
    body: {
      name: 'L',
      owner_id: 'ann',
      member_ids: ['ben', 'cid', 'dan'],
      id_type: 2,
      reference_id: 'order 7',
    },
  });
  run();
  for (const threadId of [large, linked]) {
    await cid.ok('PUT', myThreadUrl(threadId, '/notifications'), { body: { level: 'all' } });
    const { seq } = await dan.say(threadId, 'a question');
    await ann.say(threadId, { body: { text: 'for ben' }, mentions: [ben.extUserId] });
    await ann.say(threadId, { body: { text: 'an answer' }, reply_to: seq });
  }
  await settled();
  const last = (pushes: { payload: { data: { thread_id: string }; body: string } }[], threadId: string) =>
    pushes.findLast(({ payload }) => payload.data.thread_id === threadId)?.payload.body;
  for (const threadId of [large, linked]) {
    expect(last(ben.subscription.pushes, threadId)).toContain('for ben');
    expect(last(dan.subscription.pushes, threadId)).toContain('an answer');
    expect(last(cid.subscription.pushes, threadId)).toContain('an answer');
  }
  const data = ben.subscription.pushes.map(({ payload }) => payload.data);
  expect(data.find(({ thread_id }) => thread_id === large)).toEqual({
    thread_id: large,
    seq: expect.any(String),
    app_id: 'test',
  });
  expect(data.find(({ thread_id }) => thread_id === linked)).toEqual({
    thread_id: linked,
    seq: expect.any(String),
    app_id: 'test',
    reference_id: 'order 7',
  });
  expect(ann.subscription.pushes).toEqual([]);
});

test('a deleted message is not told but the one before it; one that a device shows is withdrawn', async () => {
  const { server, away, run, settled, states } = await startNotified();
  const [ann, ben] = [await away('ann'), await away('ben')];
  const threadId = await server.group(['ann', 'ben']);
  const first = await ann.say(threadId, 'stays');
  const second = await ann.say(threadId, 'is deleted');
  await server.relayed();
  await ann.ok('DELETE', myMessageUrl(threadId, second.seq));
  run();
  await settled();
  expect(ben.subscription.pushes.map(({ payload }) => payload.body)).toEqual([
    expect.stringContaining('stays'),
  ]);
  await ann.ok('DELETE', myMessageUrl(threadId, first.seq));
  await until(async () => ben.subscription.pushes.length === 2 || undefined);
  await settled();
  expect(ben.subscription.pushes[1]?.payload).toMatchObject({ kind: 'withdraw', badge: 0 });
  expect(await states()).toEqual({ "ben's phone": 'withdrawn' });
});

test('a device that another user signs in on belongs to that user', async () => {
  const { server, service, away, run, settled } = await startNotified();
  const [ann, ben, cid] = [await away('ann'), await away('ben'), await away('cid')];
  const threadId = await server.group(['ann', 'ben']);
  await ann.say(threadId);
  await server.relayed();
  await cid.ok('PUT', '/client/v1.0/devices/shared', { body: deviceOf(ben.subscription) });
  run();
  await settled();
  expect(service.pushes).toEqual([]);
});

test('an application without devices stores nothing for notifications', async () => {
  const { server } = await startNotified();
  await server.ok('PUT', '/event/v1.0/stream', { body: { enabled: true } });
  const threadId = await server.group(await server.users(2));
  await server.ok('POST', MESSAGES, { body: textTo(threadId, 'user1') });
  await server.relayed();
  expect(await server.database.sql('select from notification_batches')).toEqual([]);
});

// @module-tag database
import { expect, test } from 'vitest';
import { myMessageUrl, myThreadUrl } from '../harness/client-api.ts';
import { startNotified } from './notified.ts';

/** Pushes about messages that mention somebody since they were edited. */

test('an edit notifies users whom it mentions anew, unless they have read the message; earlier ones are not notified again', async () => {
  const { server, away, run, settled } = await startNotified();
  const users = [await away('ann'), await away('ben'), await away('cid'), await away('dan')] as const;
  const [ann, ben, cid, dan] = users;
  const threadId = await server.group(['ann', 'ben', 'cid', 'dan']);
  for (const user of users)
    await user.ok('PUT', myThreadUrl(threadId, '/notifications'), { body: { level: 'mentions' } });
  const pushes = () =>
    users.map(({ subscription }) => subscription.pushes.map(({ payload }) => payload.body));
  run();
  const { seq } = await ann.say(threadId, { body: { text: 'hi @BEN' }, mentions: [ben.extUserId] });
  await settled();
  expect(pushes()).toEqual([[], [expect.stringContaining('hi @BEN')], [], []]);
  await dan.ok('PUT', myThreadUrl(threadId, '/read'), { body: {} });
  const mentions = [ann, ben, cid, dan].map(({ extUserId }) => extUserId);
  const edit = (text: string, named: readonly string[]) =>
    ann.ok('PATCH', myMessageUrl(threadId, seq), { body: { body: { text }, mentions: named } });
  await edit('hi all', mentions);
  await settled();
  expect(pushes()).toEqual([
    [],
    [expect.stringContaining('hi @BEN')],
    [expect.stringContaining('hi all')],
    [],
  ]);
});

test('an edit notifies nobody of the other messages, and no user who is no longer mentioned', async () => {
  const { server, away, run, settled } = await startNotified();
  const [ann, ben, cid] = [await away('ann'), await away('ben'), await away('cid')];
  const threadId = await server.group(['ann', 'ben', 'cid']);
  for (const user of [ben, cid])
    await user.ok('PUT', myThreadUrl(threadId, '/notifications'), { body: { level: 'mentions' } });
  const { seq } = await ann.say(threadId, { body: { text: 'hi @BEN' }, mentions: [ben.extUserId] });
  await ann.say(threadId, 'later');
  const edit = (mentions: readonly string[]) =>
    ann.ok('PATCH', myMessageUrl(threadId, seq), { body: { body: {}, mentions } });
  await edit([cid.extUserId]);
  await edit([]);
  await server.relayed();
  run();
  await settled();
  expect([ben.subscription.pushes, cid.subscription.pushes]).toEqual([[], []]);
  await edit([cid.extUserId]);
  await settled();
  expect(ben.subscription.pushes).toEqual([]);
  expect(cid.subscription.pushes.map(({ payload }) => payload.data.seq)).toEqual([String(seq)]);
});

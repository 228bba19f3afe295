import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { createApp } from '../../src/domain/records/apps.ts';
import { PLAYGROUND_TOKEN_HEADER as TOKEN } from '../../src/http/playground/playground.ts';
import { useServer } from '../harness/use-server.ts';

const server = await useServer({ PALAVER_PLAYGROUND: '1' });
const keyFile = join(server.dataDir, 'demo-key');
beforeAll(async () => {
  await createApp(server.db, { id: 'tour', name: 'The demo' });
});

/** The requests of the page. */
async function ask(path: string, body: object = {}, token = server.playgroundToken) {
  const { statusCode, body: text } = await server.app.inject({
    method: 'POST',
    url: `/playground/${path}`,
    headers: { host: '127.0.0.1:7700', [TOKEN]: token },
    payload: JSON.stringify(body),
  });
  return { status: statusCode, answer: JSON.parse(text) };
}

test('the page learns whether there is a demo, and uses its key', async () => {
  const state = async () => (await ask('tour/state')).answer.data.state;
  expect(await state()).toBe('none');
  writeFileSync(`${keyFile}.new`, '');
  expect(await state()).toBe('making');
  expect((await ask('tour/sign-in', { user_id: 'mia' })).answer.message_code).toBe('M40101');
  writeFileSync(keyFile, await server.createKey({ appId: 'tour' }));
  const { answer } = await ask('tour/state');
  expect(answer.data.state).toBe('ready');
  expect(answer.data.people[0]).toEqual({
    ...{ user_id: 'mia', display_name: 'Mia Lindqvist', role: 'runs the new shop' },
  });
  expect(answer.data.people).toHaveLength(6);
  const { token } = (await ask('tour/sign-in', { user_id: 'mia', display_name: 'Mia' })).answer.data;
  expect(await server.ok('GET', '/client/v1.0/me', { token })).toMatchObject({ display_name: 'Mia' });
  expect((await server.call('GET', '/user/v1.0/user/mia')).body.message_code).toBe('M40402');
  for (const path of ['tour/state', 'tour/bot-answer', 'tour/card'])
    expect((await ask(path, {}, 'wrong')).status).toBe(401);
  rmSync(keyFile);
  rmSync(`${keyFile}.new`);
});

test('the bot of the demo answers each message of a user once', async () => {
  const key = await server.createKey({ appId: 'tour' });
  writeFileSync(keyFile, key);
  const asDemo = { headers: { 'x-api-key': key } };
  await server.ok('POST', '/bot/v1.0/bot', {
    ...asDemo,
    body: { bot_id: 'northlight', display_name: 'Bot' },
  });
  const { token } = (await ask('tour/sign-in', { user_id: 'leo' })).answer.data;
  const direct = { type: 'direct', user_id: 'northlight' };
  const { id } = await server.ok('POST', '/client/v1.0/threads', { token, body: direct });
  const messages = `/client/v1.0/threads/${id}/messages`;
  const texts = async () =>
    (await server.ok('GET', messages, { token })).map(({ body }: { body: { text: string } }) => body.text);
  const answer = () => ask('tour/bot-answer', { thread_id: id });
  expect((await answer()).status).toBe(200);
  expect(await texts()).toEqual([]);
  await server.ok('POST', messages, { token, body: { body: { text: 'A flat white' } } });
  // As the pages of two tabs do.
  const both = await Promise.all([answer(), answer()]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  await answer();
  expect(await texts()).toEqual([
    'A flat white',
    'A flat white? With pleasure: it waits for you at the counter ☕',
  ]);
  await server.ok('POST', messages, { token, body: { body: { text: 'When do you open?' } } });
  await answer();
  expect((await texts()).at(-1)).toContain('Saturday at 8 am');
  const unknown = await ask('tour/bot-answer', { thread_id: '99999' });
  expect(unknown.answer.message_code).toBe('M40401');
  expect((await ask('tour/bot-answer')).status).toBe(400);
  rmSync(keyFile);
});

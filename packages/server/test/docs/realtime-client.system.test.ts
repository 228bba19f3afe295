import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { signInAll } from '../harness/client-api.ts';
import { ROOT } from '../harness/command.ts';
import { newDataDir, startPalaver } from '../harness/palaver.ts';
import { installWs, openTerminal } from '../harness/terminal.ts';
import { urlOf } from '../harness/test-database.ts';
import { useServer } from '../harness/use-server.ts';

/** The client from docs/realtime.md in two processes, with a server that is killed. */

const PAGE = readFileSync(join(ROOT, 'docs/realtime.md'), 'utf8');
const CLIENT = /```js\n([\s\S]*?)```/.exec(PAGE)?.[1] ?? '';

/** Creates the clients' users and thread in the server's database. */
const server = await useServer();
const [ann, ben] = await signInAll(server, 2);

test('two clients keep chatting through kill -9 and a restart of the server', async () => {
  const dataDir = newDataDir();
  const settings = { DATABASE_URL: urlOf(server.database.connection), PALAVER_LOG_LEVEL: 'error' };
  const palaver = await startPalaver(settings, dataDir);
  const thread = await server.group([ann.userId, ben.userId]);
  const file = join(dataDir, 'chat.mjs');
  writeFileSync(file, CLIENT);
  installWs(dataDir);
  const url = palaver.url.replace('http', 'ws');
  const anns = openTerminal(file, url, ann.token, thread);
  const bens = openTerminal(file, url, ben.token, thread);

  // Earlier messages are history to the clients.
  await Promise.all([anns.shows('(connected)'), bens.shows('(connected)')]);
  anns.type('first');
  bens.type('hello');
  await Promise.all([bens.shows('USER1: first'), anns.shows('USER2: hello')]);

  anns.type('{"type": "typing"}');
  await bens.shows(`${ann.extUserId} is typing`);
  anns.type('seccond');
  await bens.shows('USER1: seccond');
  const { seq } = (await ben.messages(thread)).at(-1) ?? { seq: 0 };
  anns.type(`{"type": "edit", "seq": ${seq}, "body": {"text": "second"}}`);
  await bens.shows('USER1 (edited): second');

  anns.type('the last before');
  palaver.process.kill('SIGKILL');
  await palaver.exited;
  anns.type('third');
  anns.type('fourth');
  await startPalaver({ ...settings, PORT: new URL(palaver.url).port }, dataDir);
  anns.type('fifth');
  await bens.shows('USER1: fifth');
  bens.type('all of it');
  await anns.shows('USER2: all of it');

  for (const text of ['first', 'the last before', 'third', 'fourth', 'fifth']) {
    expect(bens.lines().filter((line) => line === `USER1: ${text}`)).toHaveLength(1);
  }
  expect(anns.lines().filter((line) => line === 'USER2: hello')).toHaveLength(1);
  const stored = await ben.messages(thread, 'after_seq=1');
  expect(stored).toHaveLength(8);
});

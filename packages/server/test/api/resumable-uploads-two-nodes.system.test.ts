import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { uploadFolder } from '../../src/domain/rules/upload-paths.ts';
import type { Answer } from '../harness/calls.ts';
import { myFilesUrl, type SignedIn, signIn } from '../harness/client-api.ts';
import { startPalaver } from '../harness/palaver.ts';
import { recount } from '../harness/recount.ts';
import { urlOf } from '../harness/test-database.ts';
import { finishForm, tusClient } from '../harness/tus.ts';
import { useServer } from '../harness/use-server.ts';

/** Two nodes on one database and one folder, on which a client finishes the same upload at once. */

const server = await useServer();
let ann: SignedIn;
let thread: string;
beforeAll(async () => {
  await server.users(1);
  ann = await signIn(server, 'user1');
  thread = await server.group(['user1']);
});
afterAll(async () => {
  expect(await recount(server.database)).toEqual([]);
});

async function startOther(): Promise<(id: string, key: string) => Promise<Answer['body']>> {
  const settings = {
    DATABASE_URL: urlOf(server.database.connection),
    PALAVER_CLIENT_RATE_LIMIT_WRITES: '0',
    PALAVER_PUBLIC_URL: 'http://localhost',
    PALAVER_WORKER: '0',
  };
  const { url } = await startPalaver(settings, server.dataDir);
  return async (id, key) => {
    const response = await fetch(url + myFilesUrl(thread), {
      method: 'POST',
      headers: { authorization: `Bearer ${ann.token}`, 'idempotency-key': key },
      body: finishForm({ upload_id: id }),
    });
    return (await response.json()) as Answer['body'];
  };
}

const finishHere = (id: string, key: string) =>
  ann.call('POST', myFilesUrl(thread), {
    body: finishForm({ upload_id: id }),
    headers: { 'idempotency-key': key },
  });
const put = () => tusClient(server, ann.token).put(randomBytes(1_000));

test('the node that is too late gives the answer of the other one', async () => {
  const finishThere = await startOther();
  const id = await put();
  const get = server.objects.get.bind(server.objects);
  let first: Answer['body'] | undefined;
  const reading = vi.spyOn(server.objects, 'get').mockImplementation(async (...part) => {
    first = await finishThere(id, 'late');
    await server.objects.removeAll(uploadFolder(id as never));
    return get(...part);
  });
  onTestFinished(() => reading.mockRestore());
  const { headers, body } = await finishHere(id, 'late');
  expect(first?.message_code).toBe('M200');
  expect(body).toEqual({ ...first, request_id: body.request_id });
  expect(headers['idempotent-replayed']).toBe('true');
  expect((await finishHere(id, 'another')).body.message_code).toBe('M40412');
});

test('both nodes give one answer, whichever was the first', async () => {
  const finishThere = await startOther();
  for (let round = 0; round < 30; round += 1) {
    const id = await put();
    const [here, there] = await Promise.all([
      finishHere(id, `key-${round}`),
      finishThere(id, `key-${round}`),
    ]);
    expect([here.body.message_code, there.message_code]).toEqual(['M200', 'M200']);
    expect(there.data.file_id).toBe(here.body.data.file_id);
  }
});

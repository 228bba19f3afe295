import { expect, onTestFinished, test } from 'vitest';
import { createKey } from '../../src/domain/records/api-keys.ts';
import { createApp } from '../../src/domain/records/apps.ts';
import { createLog } from '../../src/platform/log.ts';
import { Database } from '../../src/storage/database.ts';
import { newDataDir, startPalaver } from '../harness/palaver.ts';
import { LOTTIE, packForm, png, zipOf } from '../harness/sticker-pack.ts';
import { createTestDatabase, urlOf } from '../harness/test-database.ts';
import { until } from '../harness/until.ts';
import { momentComes } from '../harness/waits.ts';

/** A pack answered as `uploading` becomes `uploaded`, whenever the server is killed. */

const STICKERS = 40;
const stickers = zipOf(
  Object.fromEntries(
    Array.from({ length: STICKERS }, (_, index) => [`${index}.png`, index % 2 === 0 ? png() : LOTTIE]),
  ),
);

test('kill -9 while the files of packs are stored: the next start stores them all', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const dataDir = newDataDir();
  const db = new Database(database.connection, { poolSize: 2, log: createLog('fatal') });
  await createApp(db, { id: 'test', name: 'Test' });
  const { key } = await createKey(db, { appId: 'test', name: '', scopes: ['full'] });
  await db.close();
  const start = () => startPalaver({ DATABASE_URL: urlOf(database.connection) }, dataDir);

  let palaver = await start();
  const call = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${palaver.url}/sticker/v1.0/pack${path}`, {
      ...init,
      headers: { 'x-api-key': key },
    });
    // biome-ignore lint/suspicious/noExplicitAny: tests reach into it with what they expect of it
    return ((await response.json()) as { data: any }).data;
  };
  const packIds: string[] = [];
  for (const afterMs of [0, 30, 90]) {
    for (let count = 0; count < 2; count += 1) {
      const { id } = await call('', {
        method: 'POST',
        body: packForm({ name: `after ${afterMs}`, stickers }),
      });
      packIds.push(id);
    }
    await momentComes(afterMs);
    palaver.process.kill('SIGKILL');
    await palaver.exited;
    palaver = await start();
  }

  for (const id of packIds) {
    const pack = await until(async () => {
      const found = await call(`/${id}`);
      return found.status === 'uploaded' ? found : undefined;
    });
    expect(pack.stickers).toHaveLength(STICKERS);
    const sizes = await Promise.all(
      pack.stickers.map(
        async ({ url }: { url: string }) => (await (await fetch(url)).arrayBuffer()).byteLength,
      ),
    );
    expect(sizes).toEqual(pack.stickers.map(({ size }: { size: number }) => size));
  }
});

import { beforeAll, expect, test } from 'vitest';
import { publicIdOf, revokeKey } from '../../src/domain/records/api-keys.ts';
import { inParallel, tally } from '../harness/in-parallel.ts';
import { textTo } from '../harness/population.ts';
import { recount } from '../harness/recount.ts';
import { until } from '../harness/until.ts';
import { useServer } from '../harness/use-server.ts';
import { pause } from '../harness/waits.ts';

const MESSAGES = '/open-api/v1.0/chat/messages';
const THREADS = '/open-api/v1.0/chat/threads';

const server = await useServer();
let threadId: string;
beforeAll(async () => {
  threadId = await server.group(await server.users(2));
});

async function codeWith(key: string): Promise<string> {
  return (await server.call('GET', THREADS, { key })).body.message_code;
}

test('a new key works at once, for many concurrent requests; a key one character off does not', async () => {
  await inParallel(16, async () => {
    const key = await server.createKey();
    const last = key.at(-1) === 'x' ? 'y' : 'x';
    const codes = await inParallel(8, (index) =>
      codeWith(index % 2 === 0 ? key : `${key.slice(0, -1)}${last}`),
    );
    expect(tally(codes)).toEqual({ M200: 4, M40102: 4 });
  });
});

test('a revoked key stops for good under load; other keys keep working, and its accepted messages stay', async () => {
  const [revoked, other] = [await server.createKey(), await server.createKey()];
  const accepted: string[] = [];
  let isRefused = false;
  let refusals = 0;
  const surprises: string[] = [];
  await Promise.all([
    ...[1, 2, 3, 4].map(async (lane) => {
      // A few more requests after the first refusal: the key must stay revoked.
      for (let turn = 0; refusals < 40; turn += 1) {
        const begunAfterRefusal = isRefused;
        const text = `revoked ${lane}.${turn}`;
        const { body } = await server.call('POST', MESSAGES, {
          key: revoked,
          body: textTo(threadId, 'user1', text),
        });
        if (body.message_code === 'M200') accepted.push(text);
        if (body.message_code === 'M40103') {
          isRefused = true;
          refusals += 1;
        }
        if (begunAfterRefusal && body.message_code !== 'M40103') surprises.push(text);
        // At a moderate rate: the order of the answers matters, not their number.
        await pause(5);
      }
    }),
    (async () => {
      while (refusals < 40) {
        expect(await codeWith(other)).toBe('M200');
        await pause(5);
      }
    })(),
    (async () => {
      await until(async () => accepted.length >= 20 || undefined, 200);
      expect(await revokeKey(server.db, publicIdOf(revoked) ?? '')).toBe(true);
    })(),
  ]);
  expect(surprises).toEqual([]);
  const stored = await server.database.sql<{ text: string }>(
    "select text from messages where text like 'revoked %'",
  );
  expect(stored.map((row) => row.text).toSorted()).toEqual(accepted.toSorted());
  expect(await recount(server.database)).toEqual([]);
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startPalaver, usedDataDir } from '../../server/test/harness/palaver.ts';
import { type EventCursor, Palaver, type PulledEvent } from '../src/server/index.ts';

/** Messages before each restart, and after the last one. */
const MESSAGES = 20;

test.each(['SIGTERM', 'SIGKILL'] as const)(
  'a loop goes on when the server is restarted after %s, and so does another process with the cursor',
  async (signal) => {
    const dataDir = usedDataDir();
    const server = await startPalaver({ PALAVER_LOG_LEVEL: 'fatal' }, dataDir);
    const { url } = server;
    const connect = () => new Palaver({ url, apiKey: server.key(), maxRetries: 20 });
    const palaver = connect();
    await palaver.eventStream.put({ enabled: true });
    await palaver.users.put('ann');
    const { thread_id: threadId } = await palaver.threads.create({ name: 'Order', owner_id: 'ann' });
    const send = async (from: number) => {
      for (let n = from; n < from + MESSAGES; n += 1)
        await palaver.messages.send({
          sender: { user_id: 'ann' },
          target: { thread_id: threadId },
          body: { text: `${n}` },
        });
    };

    const taken: PulledEvent[] = [];
    let stored = '';
    const takeThrough = async (last: number, cursor?: EventCursor) => {
      const events = connect().events({ ...cursor, types: ['message.created'] });
      for await (const event of events) {
        taken.push(event);
        stored = JSON.stringify(events.cursor);
        if (taken.length === last) break;
      }
    };
    const taking = takeThrough(2 * MESSAGES);
    await send(0);
    server.process.kill(signal);
    await server.exited;
    const again = await startPalaver({ PALAVER_LOG_LEVEL: 'fatal', PORT: new URL(url).port }, dataDir);
    await send(MESSAGES);
    await taking;

    // Both restart.
    again.process.kill(signal);
    await again.exited;
    await startPalaver({ PALAVER_LOG_LEVEL: 'fatal', PORT: new URL(url).port }, dataDir);
    const continuing = takeThrough(3 * MESSAGES, JSON.parse(stored) as EventCursor);
    await send(2 * MESSAGES);
    await continuing;

    const texts = taken.flatMap((event) =>
      event.type === 'message.created' ? (event.data.entry.message?.body.text ?? []) : [],
    );
    expect(texts).toEqual(Array.from({ length: 3 * MESSAGES }, (_, n) => `${n}`));
    const positions = taken.map(({ position }) => position);
    expect(positions).toEqual([...new Set(positions)].toSorted((a, b) => a - b));
  },
);

test('a loop goes on when only PostgreSQL is restarted, and gets every event once', async () => {
  const server = await startPalaver({ PALAVER_LOG_LEVEL: 'fatal' });
  const palaver = new Palaver({ url: server.url, apiKey: server.key(), maxRetries: 20 });
  await palaver.eventStream.put({ enabled: true });
  const events = palaver.events();
  const positions: number[] = [];
  const epochs = new Set<string | undefined>();
  const taking = (async () => {
    for await (const { position } of events) {
      positions.push(position);
      epochs.add(events.cursor.epoch);
      if (position === 3 * MESSAGES) break;
    }
  })();
  const putSome = async (from: number) => {
    for (let n = from; n < from + MESSAGES; n += 1) await palaver.users.put(`user${n}`);
  };
  await putSome(0);
  for (const from of [MESSAGES, 2 * MESSAGES]) {
    await expect.poll(() => positions.length).toBe(from);
    process.kill(postmasterOf(server.dataDir), 'SIGKILL');
    await putSome(from);
  }
  await taking;
  expect(positions).toEqual(Array.from({ length: 3 * MESSAGES }, (_, n) => n + 1));
  expect(epochs.size).toBe(3);
});

const postmasterOf = (dataDir: string) =>
  Number.parseInt(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10);

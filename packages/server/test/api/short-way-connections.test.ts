// @module-tag database
import { setImmediate } from 'node:timers/promises';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MESSAGES } from '../harness/api.ts';
import { bytesOf, WAYS, type Way } from '../harness/both-ways.ts';
import { lockThread } from '../harness/locked-thread.ts';
import { textTo } from '../harness/population.ts';
import { RawConnection, rawRequest } from '../harness/raw-http.ts';
import { until } from '../harness/until.ts';
import { useServer } from '../harness/use-server.ts';

/** Sends on the short and on the long way, as connections see them: several at once, in pieces, or cut off. */

const server = await useServer();
let port: number;
let userId: string;
let threadId: string;
beforeAll(async () => {
  port = Number(new URL(await server.app.listen({ host: '127.0.0.1', port: 0 })).port);
  [userId = ''] = await server.users(1);
});
beforeEach(async () => {
  threadId = await server.group([userId]);
});

/** The texts of the thread, in order. */
const texts = async () =>
  (
    await server.database.sql<{ text: string }>(
      'select text from messages where thread_id = $1 order by seq',
      [threadId],
    )
  ).map(({ text }) => text);

const send = (way: Way, text: string, headers: readonly string[] = []) =>
  bytesOf(way, { key: server.key, body: textTo(threadId, userId, text), headers });

/** The sum of a metric over all labels that are not given. */
async function metric(name: string, labels: Record<string, string> = {}): Promise<number> {
  const { payload } = await server.app.inject('/metrics');
  return payload
    .split('\n')
    .filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`))
    .filter((line) => Object.entries(labels).every(([label, value]) => line.includes(`${label}="${value}"`)))
    .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

const answered = (status: number) =>
  metric('palaver_http_request_duration_seconds_count', {
    method: 'POST',
    route: MESSAGES,
    status: String(status),
  });
const refused = (code: string) => metric('palaver_refusals_total', { code, caller: 'key' });
const becomes = (read: () => Promise<number>, value: number) =>
  until(async () => (await read()) === value || undefined);

describe('several requests of one connection', () => {
  /** JSON may have line breaks anywhere, as heads do. */
  const broken = (text: string) =>
    JSON.stringify(textTo(threadId, userId, text))
      .replaceAll(',', ',\r\n\r\n')
      .concat('\r\n\r\n');
  const inChunks = (content: string, size: number) => {
    const chunks = content.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
    return `${chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join('')}0\r\n\r\n`;
  };
  /** In the order in which they are sent, with what their responses must be. */
  const requests = () => {
    const numbered = (way: Way, id: string, { body = broken(id), headers = [] as string[] } = {}) =>
      bytesOf(way, { key: server.key, body, headers: [`x-request-id: ${id}`, ...headers] });
    const chunked = { headers: ['transfer-encoding: chunked'] };
    return [
      numbered('short', 'one'),
      numbered('short', 'two', { body: JSON.stringify(textTo(threadId, userId, 'two')) }),
      numbered('long', 'three'),
      numbered('short', 'refused', { body: '{\r\n\r\n' }),
      numbered('long', 'four', { ...chunked, body: inChunks(broken('four'), 7) }),
      numbered('short', 'five', { ...chunked, body: inChunks(broken('five'), 1_000) }),
      Buffer.from('GET /health/live HTTP/1.1\r\nhost: a\r\nx-request-id: live\r\n\r\n'),
      numbered('short', 'empty', { body: '' }),
      numbered('short', 'six'),
    ];
  };
  const ANSWERS = [
    ['one', 200],
    ['two', 200],
    ['three', 200],
    ['refused', 400],
    ['four', 200],
    ['five', 200],
    ['live', 200],
    ['empty', 400],
    ['six', 200],
  ];

  const headLength = (request: Buffer) => request.indexOf('\r\n\r\n') + 4;
  /** Each part is a write of its own. */
  const SPLITS: Record<string, (all: readonly Buffer[]) => Buffer[]> = {
    'in one packet': (all) => [Buffer.concat(all)],
    'byte by byte': (all) => Array.from(Buffer.concat(all), (byte) => Buffer.of(byte)),
    'each head apart from its body': (all) =>
      all.flatMap((request) => [
        request.subarray(0, headLength(request)),
        request.subarray(headLength(request)),
      ]),
    'each body together with the next head': (all) =>
      [...all, Buffer.alloc(0)].map((request, index) => {
        const before = all[index - 1] ?? Buffer.alloc(0);
        const head = request.subarray(0, request.length === 0 ? 0 : headLength(request));
        return Buffer.concat([before.subarray(before.length === 0 ? 0 : headLength(before)), head]);
      }),
    'each without its last byte, which comes with the next one': (all) => {
      const bytes = Buffer.concat(all);
      const ends = all.map((_, index) => Buffer.concat(all.slice(0, index + 1)).length - 1);
      return [...ends, bytes.length].map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
    },
  };

  test.each(Object.keys(SPLITS))('%s get their responses in order', async (how) => {
    const connection = await RawConnection.open(port);
    for (const part of SPLITS[how]?.(requests()) ?? []) {
      connection.write(part);
      // The parts shall arrive as parts.
      await setImmediate();
    }
    const answers: unknown[] = [];
    while (answers.length < ANSWERS.length) {
      const answer = await connection.next();
      answers.push([answer?.headers['x-request-id'], answer?.status]);
    }
    expect(answers).toEqual(ANSWERS);
    expect(await texts()).toEqual(['one', 'two', 'three', 'four', 'five', 'six']);
    connection.destroy();
  });
});

describe.each(WAYS)('on the %s way', (way) => {
  test('a client that leaves in the middle of its body leaves nothing behind', async () => {
    const held = () => metric('palaver_held_bytes', { kind: 'bodies' });
    const [before, refusals] = [await answered(200), await refused('M40000')];
    const connection = await RawConnection.open(port);
    connection.write(send(way, 'never').subarray(0, -1));
    await until(async () => (await held()) > 0 || undefined);
    connection.destroy();
    await becomes(held, 0);
    expect((await rawRequest(port, send(way, 'next'))).status).toBe(200);
    expect(await texts()).toEqual(['next']);
    await becomes(() => answered(200), before + 1);
    expect(await refused('M40000')).toBe(refusals);
  });

  test('a send whose client has left before the response is counted', async () => {
    const before = await answered(200);
    const thread = await lockThread(server.database, threadId);
    const connection = await RawConnection.open(port);
    connection.write(send(way, 'left'));
    await thread.hasWaiter();
    connection.destroy();
    await becomes(() => metric('palaver_connections'), 0);
    await thread.commit();
    await becomes(() => answered(200), before + 1);
    expect(await texts()).toEqual(['left']);
  });

  test('requests and refusals are counted with their route', async () => {
    const before = [await answered(200), await answered(400), await refused('M40003')];
    await rawRequest(port, send(way, 'counted'));
    await rawRequest(port, bytesOf(way, { key: server.key, body: '[]' }));
    await becomes(() => answered(400), (before[1] ?? 0) + 1);
    expect(await answered(200)).toBe((before[0] ?? 0) + 1);
    expect(await refused('M40003')).toBe((before[2] ?? 0) + 1);
  });
});

import pg from 'pg';
import {
  compare,
  type Load,
  measure,
  processorMicroseconds,
  type Row,
  ratio,
  residentMegabytes,
  type Subject,
  startSubject,
  stopSubject,
} from '../harness.ts';
import type { Palaver } from '../palaver.ts';

const THREADS = 1_000;
const CREATED_AT_ONCE = 50;

/** Durable sends of images to 1,000 threads, compared with servers that do less. */
export async function sends(palaver: Palaver): Promise<Row[]> {
  const load = await prepareSends(palaver);
  const withKeys: Load = { ...load, uniqueHeader: 'idempotency-key' };
  const others: Subject[] = [
    await startSubject('node:http', 'bench/servers/bare-http.ts'),
    await startSubject('fastify', 'bench/servers/fastify-schema.ts'),
    await startSubject('insert a request', 'bench/servers/insert-a-request.ts', {
      environment: { CONNECTION: JSON.stringify(palaver.connection) },
    }),
  ];
  const [ours, keyed, http, fastify, single] = await compare([
    { subject: palaver.subject, load },
    { subject: palaver.subject, load: withKeys },
    ...others.map((subject) => ({ subject, load })),
  ]);
  const costs = await costsOf(palaver, load);
  const memory = residentMegabytes(palaver.subject.process.pid ?? 0);
  for (const subject of others) await stopSubject(subject);
  if (!ours || !keyed || !http || !fastify || !single) throw new Error('a subject was not measured');
  const failures = ours.failures + keyed.failures;
  return [
    { figure: 'durable sends/s', value: ours.perSecond.toFixed(0), target: '' },
    ratio('÷ Fastify with the schema, storing nothing', ours.perSecond, fastify.perSecond, '≥ 0.45'),
    ratio('÷ bare `node:http` with `JSON.parse`', ours.perSecond, http.perSecond, '≥ 0.33'),
    ratio('÷ one insert a request, same driver', ours.perSecond, single.perSecond, '≥ 2.0'),
    ratio('p99 ÷ that of Fastify', ours.p99Ms, fastify.p99Ms, '≤ 3'),
    ratio('with `Idempotency-Key` ÷ without', keyed.perSecond, ours.perSecond, '≥ 0.7'),
    ...costs,
    { figure: 'memory of Node, MB', value: memory.toFixed(0), target: '≤ 200' },
    { figure: 'answers that were not M200', value: String(failures), target: '0' },
  ];
}

/** A user in so many threads, and the sends of an image to each thread. */
export async function prepareSends(palaver: Palaver, threads = THREADS): Promise<Load> {
  await palaver.post('/user/v1.0/users/batch', { users: [{ user_id: 'bench' }] });
  const newThread = async (_: unknown, index: number): Promise<string> => {
    const body = { name: `Bench ${index}`, owner_id: 'bench', member_ids: [], id_type: 2 };
    return ((await palaver.post('/open-api/v1.0/chat/threads', body)) as { thread_id: string }).thread_id;
  };
  const threadIds: string[] = [];
  while (threadIds.length < threads)
    threadIds.push(...(await Promise.all(Array.from({ length: CREATED_AT_ONCE }, newThread))));
  const image = {
    type: 'image',
    name: 'holiday.jpg',
    width: 1920,
    height: 1080,
    size: 482_113,
    source_url: 'https://cdn.example.com/images/2026/11/holiday.jpg',
    source_thumb_url: 'https://cdn.example.com/images/2026/11/holiday-small.jpg',
  };
  return {
    method: 'POST',
    path: '/open-api/v1.0/chat/messages',
    headers: { 'content-type': 'application/json', 'x-api-key': palaver.key },
    bodies: threadIds.map((thread_id) =>
      JSON.stringify({
        sender: { user_id: 'bench' },
        target: { thread_id },
        body: { text: 'From the beach', metadata: [image] },
      }),
    ),
  };
}

const COST_SECONDS = 6;

/** Processor time of a send, over one run of the load. */
async function costsOf(palaver: Palaver, load: Load): Promise<Row[]> {
  const client = new pg.Client(palaver.connection);
  await client.connect();
  const look = async () => {
    const { rows } = await client.query<{ messages: number }>(
      'select sum(message_count)::int as messages from thread_heads',
    );
    const node = processorMicroseconds([palaver.subject.process.pid ?? 0]);
    return {
      messages: rows[0]?.messages ?? 0,
      node,
      postgres: processorMicroseconds(palaver.postgresPids()),
    };
  };
  try {
    const before = await look();
    await measure(palaver.subject, load, COST_SECONDS);
    const after = await look();
    const sent = after.messages - before.messages;
    const each = (figure: string, of: 'node' | 'postgres'): Row => ({
      figure,
      value: ((after[of] - before[of]) / sent).toFixed(0),
      target: '',
    });
    return [
      each('processor time of Node, µs a send', 'node'),
      each('processor time of PostgreSQL, µs a send', 'postgres'),
    ];
  } finally {
    await client.end();
  }
}

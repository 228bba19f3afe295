import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../../packages/server/test/harness/free-port.ts';
import { TEST_CERTIFICATE } from '../../packages/testing/src/receivers/certificate.ts';
import {
  type Load,
  measure,
  median,
  processorMicroseconds,
  type Row,
  ratio,
  type Subject,
  startSubject,
  stopSubject,
} from '../harness.ts';
import type { Palaver } from '../palaver.ts';

let pushPort = 0;

/** The server takes the receiver on loopback for Firebase, and trusts its certificate. */
export async function callingPushReceiver(): Promise<Record<string, string>> {
  const certificate = join(mkdtempSync(join(tmpdir(), 'palaver-bench-')), 'certificate.pem');
  writeFileSync(certificate, TEST_CERTIFICATE);
  pushPort = await freePort();
  const firebase = `https://127.0.0.1:${pushPort}`;
  return {
    PALAVER_FCM_URL: firebase,
    PALAVER_FCM_TOKEN_URL: `${firebase}/token`,
    PALAVER_WEBHOOK_ALLOW_PRIVATE: '127.0.0.1',
    NODE_EXTRA_CA_CERTS: certificate,
  };
}

const DEVICES = 1_000;
const ROUNDS = Number(process.env.NOTIFICATION_ROUNDS ?? 7);
const SECONDS = 5;
/** Sends a second, and for how long: the paces are tried in this order. */
const PACES = [10, 100, 1_000];
const PACED_SECONDS = Number(process.env.PACED_SECONDS ?? 30);

/** What notifications cost sends, in the same process, and the pace at which they keep up. */
export async function notifications(palaver: Palaver): Promise<Row[]> {
  const receiver = await startSubject('push receiver', 'bench/servers/push-receiver.ts', {
    environment: { PUSH_PORT: String(pushPort) },
  });
  const client = new pg.Client(palaver.connection);
  await client.connect();
  try {
    const load = await prepareGroup(palaver, client);
    return [
      ...(await sendsWithDevices(palaver, receiver, { load, client })),
      ...(await burst(palaver, receiver, { load, client })),
      ...(await atPaces(palaver, receiver, { load, client })),
    ];
  } finally {
    await client.end();
    await stopSubject(receiver);
  }
}

interface Group {
  load: Load;
  client: pg.Client;
}

/** A group of 1,000 members with a device each, who want notifications of all messages. */
async function prepareGroup(palaver: Palaver, client: pg.Client): Promise<Load> {
  await palaver.put('/event/v1.0/stream', { enabled: true });
  const names = Array.from({ length: DEVICES }, (_, index) => `user${index}`);
  const users = ['bench', ...names].map((user_id) => ({ user_id }));
  for (let from = 0; from < users.length; from += 100)
    await palaver.post('/user/v1.0/users/batch', { users: users.slice(from, from + 100) });
  const group = { name: 'Bench', owner_id: 'bench', member_ids: names, id_type: 2 };
  const { thread_id } = (await palaver.post('/open-api/v1.0/chat/threads', group)) as { thread_id: string };
  await client.query(
    `insert into thread_notifications (thread_id, ext_user_id, level)
     select thread_id, ext_user_id, 'all' from members where thread_id = $1`,
    [thread_id],
  );
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const private_key = privateKey.export({ type: 'pkcs8', format: 'pem' });
  const service_account = { project_id: 'bench', client_email: 'bench@example.com', private_key };
  await palaver.put('/notification/v1.0/provider/fcm', { service_account });
  for (const name of names)
    await palaver.put(`/user/v1.0/user/${name}/devices/phone`, {
      provider: 'fcm',
      token: `token-of-${name}`,
    });
  await client.query('create table absent_devices (like devices)');
  const message = {
    sender: { user_id: 'bench' },
    target: { thread_id },
    body: { text: 'From the beach', metadata: [{ type: 'text' }] },
  };
  return {
    method: 'POST',
    path: '/open-api/v1.0/chat/messages',
    headers: { 'content-type': 'application/json', 'x-api-key': palaver.key },
    bodies: [JSON.stringify(message)],
  };
}

async function lookAt({ port }: Subject): Promise<{ count: number }> {
  return (await fetch(`http://127.0.0.1:${port}`)).json() as Promise<{ count: number }>;
}

const moveDevices = (client: pg.Client, from: string, to: string) =>
  client.query(`with moved as (delete from ${from} returning *) insert into ${to} select * from moved`);

/** Waits until no notification is due. */
async function drained(client: pg.Client): Promise<void> {
  const waiting = `select from outbox union all select from notification_batches
    union all select from notifications where due_at is not null limit 1`;
  while ((await client.query(waiting)).rowCount !== 0) await sleep(50);
}

interface Spent {
  /** Processor time, in microseconds. */
  node: number;
  postgres: number;
  pushes: number;
}

async function lookAtSpent(palaver: Palaver, receiver: Subject): Promise<Spent> {
  const { count } = await lookAt(receiver);
  const node = processorMicroseconds([palaver.subject.process.pid ?? 0]);
  return { node, postgres: processorMicroseconds(palaver.postgresPids()), pushes: count };
}

/** Runs the load. The result is for each send, besides the sends a second. */
async function spend(
  palaver: Palaver,
  receiver: Subject,
  load: Load,
): Promise<Spent & { perSecond: number }> {
  const before = await lookAtSpent(palaver, receiver);
  const { perSecond } = await measure(palaver.subject, load, SECONDS);
  const after = await lookAtSpent(palaver, receiver);
  const each = (of: keyof Spent) => (after[of] - before[of]) / (perSecond * SECONDS);
  return { perSecond, node: each('node'), postgres: each('postgres'), pushes: each('pushes') };
}

/** At full speed, to the thread with the devices, and to the same thread while nobody has a device. */
async function sendsWithDevices(
  palaver: Palaver,
  receiver: Subject,
  { load, client }: Group,
): Promise<Row[]> {
  const rounds: { without: Awaited<ReturnType<typeof spend>>; beside: Awaited<ReturnType<typeof spend>> }[] =
    [];
  await measure(palaver.subject, load, SECONDS);
  await drained(client);
  for (let round = 0; round < ROUNDS; round += 1) {
    await moveDevices(client, 'devices', 'absent_devices');
    const without = await spend(palaver, receiver, load);
    await drained(client);
    await moveDevices(client, 'absent_devices', 'devices');
    rounds.push({ without, beside: await spend(palaver, receiver, load) });
    await drained(client);
  }
  const of = (read: (round: (typeof rounds)[number]) => number) => median(rounds.map(read));
  const [without, beside] = [of((round) => round.without.perSecond), of((round) => round.beside.perSecond)];
  const total = ({ node, postgres }: Spent) => node + postgres;
  const cost = (figure: string, part: 'node' | 'postgres'): Row => ({
    figure: `processor time of ${figure}, µs a send, without and with`,
    value: `${of((round) => round.without[part]).toFixed(0)}, ${of((round) => round.beside[part]).toFixed(0)}`,
    target: '',
  });
  return [
    { figure: 'sends/s to 1,000 members without devices', value: without.toFixed(0), target: '' },
    ratio('sends with 1,000 devices ÷ without', beside, without, '≥ 0.9'),
    ratio(
      '… of neighbouring runs',
      of((round) => round.beside.perSecond / round.without.perSecond),
      1,
      '',
    ),
    cost('Node', 'node'),
    cost('PostgreSQL', 'postgres'),
    ratio(
      '… of both, without ÷ with, of neighbouring runs',
      of((round) => total(round.without) / total(round.beside)),
      1,
      '(a busy machine hardly changes it)',
    ),
    {
      figure: 'pushes/s meanwhile',
      value: of((round) => round.beside.pushes * round.beside.perSecond).toFixed(0),
      target: '',
    },
  ];
}

/** One message, and nothing else: how long it takes to tell everybody, and what a push costs. */
async function burst(palaver: Palaver, receiver: Subject, { load, client }: Group): Promise<Row[]> {
  const before = await lookAtSpent(palaver, receiver);
  const began = performance.now();
  await palaver.post(load.path, JSON.parse(load.bodies?.[0] ?? ''));
  while ((await lookAt(receiver)).count < before.pushes + DEVICES) await sleep(20);
  const seconds = (performance.now() - began) / 1_000;
  await drained(client);
  const after = await lookAtSpent(palaver, receiver);
  const each = (of: 'node' | 'postgres') => ((after[of] - before[of]) / DEVICES).toFixed(0);
  return [
    {
      figure: 'from a send to its 1,000th push, s',
      value: seconds.toFixed(1),
      target: '(1 s of it is the delay)',
    },
    { figure: 'processor time of Node, µs a push', value: each('node'), target: '' },
    { figure: 'processor time of PostgreSQL, µs a push', value: each('postgres'), target: '' },
  ];
}

/** What waits while messages are sent at a pace: messages for the fan-out, and how late notifications are. */
async function atPaces(palaver: Palaver, receiver: Subject, { load, client }: Group): Promise<Row[]> {
  const rows: Row[] = [];
  const message: unknown = JSON.parse(load.bodies?.[0] ?? '');
  for (const pace of PACES) {
    const looks: { messages: number; lateMs: number }[] = [];
    let isOver = false;
    const watching = (async () => {
      while (!isOver) {
        const { rows: found } = await client.query<{ messages: number; lateMs: number }>(BACKLOG);
        looks.push(...found);
        await sleep(500);
      }
    })();
    const { count } = await lookAt(receiver);
    const sends: Promise<unknown>[] = [];
    const startedAt = performance.now();
    for (let sent = 0; sent < pace * PACED_SECONDS; sent += 1) {
      await sleep(Math.max(0, startedAt + (sent * 1_000) / pace - performance.now()));
      sends.push(palaver.post(load.path, message));
    }
    await Promise.all(sends);
    const seconds = (performance.now() - startedAt) / 1_000;
    const pushes = ((await lookAt(receiver)).count - count) / seconds;
    isOver = true;
    await watching;
    await drained(client);
    const half = Math.ceil(looks.length / 2);
    const most = (of: 'messages' | 'lateMs') =>
      [looks.slice(0, half), looks.slice(half)]
        .map((some) => Math.max(...some.map((look) => look[of])).toFixed(0))
        .join(', then ');
    const during = `at ${((pace * PACED_SECONDS) / seconds).toFixed(0)} sends/s for ${seconds.toFixed(0)} s`;
    rows.push(
      { figure: `pushes/s ${during}`, value: pushes.toFixed(0), target: '' },
      { figure: `most messages to fan out ${during}`, value: most('messages'), target: 'no growth' },
      { figure: `latest notification ${during}, ms`, value: most('lateMs'), target: 'no growth' },
    );
  }
  return rows;
}

/** (A claimed notification is being pushed.) */
const BACKLOG = `
  select (select count(*) from notification_batches)::int as messages, coalesce((
    select max(extract(epoch from clock_timestamp() - due_at)) * 1000 from notifications where due_at <= now() and not is_claimed
  ), 0)::float8 as "lateMs"`;

import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { TEST_CERTIFICATE } from '../../../testing/src/receivers/certificate.ts';
import { type FcmService, startFcmService } from '../../../testing/src/receivers/fcm-service.ts';
import { MESSAGES } from '../harness/api.ts';
import { type HaProxy, startHaProxy } from '../harness/haproxy.ts';
import { type NatsServer, startNats } from '../harness/nats.ts';
import { newDataDir, type RunningPalaver, runPalaver, startPalaver } from '../harness/palaver.ts';
import { type PgBouncer, startPgBouncer } from '../harness/pgbouncer.ts';
import { ALLOW_LOOPBACK, type Receiver, startReceiver } from '../harness/receiver.ts';
import { recount } from '../harness/recount.ts';
import { type ReplicatedPostgres, startReplicatedPostgres } from '../harness/replicated-postgres.ts';
import { scratchFolder } from '../harness/scratch.ts';
import { urlOf } from '../harness/test-database.ts';
import { until } from '../harness/until.ts';
import { ClusterClient } from './cluster-client.ts';
import type { Random } from './random.ts';

/** What a round does to the cluster. */
export const FAULTS = {
  'a node is killed': killNode,
  'NATS is killed': killNats,
  'PgBouncer is killed': killPgBouncer,
  'the replica is promoted': promoteReplica,
  'a node is paused': pauseNode,
  'all nodes are restarted, one after another': restartNodes,
} as const;
export type Fault = keyof typeof FAULTS;

const NODES = 3;
const THREADS = 3;
const PEOPLE = ['ann', 'ben', 'cid', 'dan'];
/** Is in all threads, never connected, and has a phone. */
const AWAY = 'eve';
/** Less than the bus and notifications bear on two cores that run everything. */
const PACE_MS = 60;
const PAUSE_MS = 10_000;

interface Parts {
  postgres: ReplicatedPostgres;
  pooler: PgBouncer;
  nats: NatsServer;
  receiver: Receiver;
  fcm: FcmService;
  /** Of the nodes. */
  settings: Record<string, string>;
  /** The key of the back end. */
  key: string;
  random: Random;
}

/**
 * Three nodes behind HAProxy, with PostgreSQL and a synchronous replica behind PgBouncer, NATS, a receiver of webhooks and Firebase.
 * Clients and a back end send all the time.
 */
export class Cluster {
  readonly nodes: RunningPalaver[] = [];
  readonly clients: ClusterClient[] = [];
  /** The texts of messages that were sent, by thread. */
  readonly sent = new Map<string, Set<string>>();
  readonly parts: Parts;
  #proxy: HaProxy | undefined;
  #device = '';
  /** Requests of the back end that have no answer yet. */
  #pending = 0;
  #count = 0;

  private constructor(parts: Parts) {
    this.parts = parts;
  }

  static async start(random: Random): Promise<Cluster> {
    const postgres = await startReplicatedPostgres(true);
    onTestFinished(postgres.close);
    const { connection } = postgres.database;
    const [pooler, nats, receiver, fcm] = await Promise.all([
      // As docs/operating.md recommends.
      startPgBouncer(connection, { query_wait_timeout: 5, server_login_retry: 1 }),
      startNats(),
      startReceiver(),
      startFcmService(),
    ]);
    onTestFinished(() =>
      Promise.all([pooler.close(), nats.kill(), receiver.close(), fcm.close()]).then(() => {}),
    );
    const direct = { DATABASE_URL: urlOf(connection) };
    const key = await createApp(direct);
    const certificate = join(scratchFolder(), 'certificate.pem');
    writeFileSync(certificate, TEST_CERTIFICATE);
    const settings = {
      ...ALLOW_LOOPBACK,
      DATABASE_URL: urlOf(pooler.via(connection)),
      DATABASE_DIRECT_URL: direct.DATABASE_URL,
      NATS_URL: `nats://127.0.0.1:${nats.port}`,
      NODE_EXTRA_CA_CERTS: certificate,
      PALAVER_TRUSTED_PROXIES: '127.0.0.1',
      PALAVER_LOG_LEVEL: 'warn',
      PALAVER_DRAIN_DELAY_MS: '5000',
      PALAVER_CLIENT_RATE_LIMIT_WRITES: '0',
      PALAVER_FCM_URL: fcm.url,
      PALAVER_FCM_TOKEN_URL: fcm.tokenUrl,
      PALAVER_NOTIFICATION_DELAY_MS: '0',
      PALAVER_WEBHOOK_SCHEDULE: Array(20).fill('1').join(),
    };
    const cluster = new Cluster({ postgres, pooler, nats, receiver, fcm, settings, key, random });
    await Promise.all(Array.from({ length: NODES }, (_, index) => cluster.startNode(index)));
    const proxy = await startHaProxy(cluster.nodes.map(({ url }) => url));
    cluster.#proxy = proxy;
    onTestFinished(proxy.close);
    onTestFinished(() => cluster.#end());
    await cluster.#populate();
    return cluster;
  }

  async startNode(index: number): Promise<void> {
    const former = this.nodes[index];
    const port = former === undefined ? {} : { PORT: new URL(former.url).port };
    // One of the nodes serves in two threads.
    const threads = { PALAVER_THREADS: index === 0 ? '2' : '1' };
    this.nodes[index] = await startPalaver({ ...this.parts.settings, ...threads, ...port }, newDataDir());
  }

  /** Resolves when the load balancer sends requests to all nodes. */
  async isWhole(): Promise<void> {
    await until(async () => (await this.#proxy?.countReady()) === NODES || undefined, 60);
  }

  /** Clients and the back end send messages until the returned function is called; it resolves when all are answered. */
  load(): () => Promise<void> {
    let isOver = false;
    const { random } = this.parts;
    const sending = (async () => {
      while (!isOver) {
        const [threadId, texts] = random.pick([...this.sent]);
        const text = `message ${this.#count}`;
        this.#count += 1;
        texts.add(text);
        if (random.chance(0.7)) random.pick(this.clients).send(threadId, text);
        else void this.#post(threadId, text);
        await sleep(PACE_MS);
      }
    })();
    return async () => {
      isOver = true;
      await sending;
      const unanswered = () => this.clients.reduce((sum, client) => sum + client.unanswered, this.#pending);
      await until(async () => unanswered() === 0 || undefined, 60);
    };
  }

  /** What is wrong now that everything has been answered; empty: nothing. */
  async complaints(): Promise<string[]> {
    const { postgres, fcm } = this.parts;
    const complaints = this.clients.flatMap((client, index) =>
      client.complaints.map((one) => `${PEOPLE[index]}: ${one}`),
    );
    for (const [threadId, sent] of this.sent) {
      const stored = await postgres.database.sql<{ seq: number; text: string }>(
        'select seq::int, text from messages where thread_id = $1 order by seq',
        [threadId],
      );
      const texts = stored.map(({ text }) => text);
      const missing = [...sent].filter((text) => !texts.includes(text));
      if (missing.length > 0) complaints.push(`lost in thread ${threadId}: ${missing.join()}`);
      if (texts.length !== sent.size)
        complaints.push(`thread ${threadId} has ${texts.length} messages instead of ${sent.size}`);
      const last = stored.at(-1)?.seq ?? 0;
      complaints.push(
        ...(await this.#differing(threadId, stored)),
        ...(await soon(() => this.#undelivered(threadId, stored))),
        ...(await soon(() => this.#unnotified(threadId, last))),
      );
    }
    return [
      ...complaints,
      ...fcm.faults,
      ...(await recount(postgres.database)).map((one) => JSON.stringify(one)),
    ];
  }

  /** Clients whose copy of a thread is not the log. */
  async #differing(threadId: string, stored: readonly { seq: number; text: string }[]): Promise<string[]> {
    const log = JSON.stringify(stored.map(({ seq, text }) => [seq, text]));
    const differing = () =>
      this.clients.flatMap(({ copies }, index) =>
        JSON.stringify([...(copies.get(threadId)?.texts ?? [])]) === log
          ? []
          : [
              `${PEOPLE[index]} has ${copies.get(threadId)?.texts.size} of ${stored.length} messages of thread ${threadId}`,
            ],
      );
    return soon(differing);
  }

  /** Messages whose event reached no webhook. */
  #undelivered(threadId: string, stored: readonly { seq: number }[]): string[] {
    const delivered = new Set(
      this.parts.receiver.received.flatMap(({ event }) =>
        event.data.thread.id === threadId ? [event.data.entry.seq] : [],
      ),
    );
    const missing = stored.filter(({ seq }) => !delivered.has(seq));
    return missing.length === 0 ? [] : [`${missing.length} webhooks of thread ${threadId} are missing`];
  }

  /** Empty if the phone got a notification of the last message of a thread. (Notifications of a thread replace each other.) */
  #unnotified(threadId: string, last: number): string[] {
    const isNotified = this.parts.fcm.messages.some(
      ({ token, message: { data } }) =>
        token === this.#device && data.thread_id === threadId && Number(data.seq) === last,
    );
    return isNotified ? [] : [`the phone got no notification of message ${last} of thread ${threadId}`];
  }

  async #populate(): Promise<void> {
    const { receiver, fcm } = this.parts;
    await this.#call('PUT', '/notification/v1.0/provider/fcm', {
      service_account: {
        project_id: fcm.credentials.projectId,
        client_email: fcm.credentials.clientEmail,
        private_key: fcm.credentials.privateKey,
      },
    });
    const users = [...PEOPLE, AWAY].map((user_id) => ({ user_id }));
    await this.#call('POST', '/user/v1.0/users/batch', { users });
    const { token } = fcm.register();
    this.#device = token;
    await this.#call('PUT', `/user/v1.0/user/${AWAY}/devices/phone`, {
      provider: 'fcm',
      token,
      language: 'en',
    });
    const hook = { url: `${receiver.url}/hook`, event_types: ['message.created'] };
    await this.#call('POST', '/webhook/v1.0/endpoint', hook);
    for (let index = 0; index < THREADS; index += 1) {
      const group = {
        name: `Group ${index}`,
        owner_id: 'ann',
        member_ids: [...PEOPLE.slice(1), AWAY],
        id_type: 2,
      };
      const { thread_id } = (await this.#call('POST', '/open-api/v1.0/chat/threads', group)) as {
        thread_id: string;
      };
      this.sent.set(thread_id, new Set());
    }
    for (const user of PEOPLE) {
      const issued = (await this.#call('POST', `/user/v1.0/user/${user}/token`, {})) as { token: string };
      this.clients.push(new ClusterClient(this.#proxy?.url ?? '', issued.token));
    }
    await until(async () => this.clients.every(({ connections }) => connections > 0) || undefined);
  }

  /** A message of the back end, sent again until it is answered. */
  async #post(threadId: string, text: string): Promise<void> {
    this.#pending += 1;
    const body = {
      sender: { user_id: 'ann' },
      target: { thread_id: threadId },
      body: { text, metadata: [{ type: 'text' }] },
    };
    const idempotencyKey = randomUUID();
    while (!(await this.#request('POST', MESSAGES, body, idempotencyKey))?.ok) await sleep(300);
    this.#pending -= 1;
  }

  async #call(method: string, path: string, body: unknown): Promise<unknown> {
    const response = await this.#request(method, path, body);
    if (response?.ok !== true) throw new Error(`${method} ${path}: ${await response?.text()}`);
    return ((await response.json()) as { data: unknown }).data;
  }

  /** Undefined: there was no response. */
  async #request(method: string, path: string, body: unknown, key?: string): Promise<Response | undefined> {
    const headers = {
      'x-api-key': this.parts.key,
      'content-type': 'application/json',
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    };
    return fetch(`${this.#proxy?.url}${path}`, { method, headers, body: JSON.stringify(body) }).catch(
      () => undefined,
    );
  }

  async #end(): Promise<void> {
    for (const client of this.clients) client.close();
    for (const { process: node } of this.nodes) node.kill('SIGKILL');
    await Promise.all(this.nodes.map(({ exited }) => exited));
  }
}

async function createApp(environment: Record<string, string>): Promise<string> {
  await runPalaver(['app', 'create', 'shop'], environment);
  const { stdout } = await runPalaver(['key', 'create', '--app', 'shop'], environment);
  return stdout.trim();
}

/** The complaints that are left after a while: what is late is not lost. */
async function soon(ask: () => string[]): Promise<string[]> {
  const none = () => ask().length === 0 || undefined;
  await until(async () => none(), 60).catch(() => {});
  return ask();
}

async function killNode(cluster: Cluster): Promise<void> {
  const index = cluster.parts.random.between(0, NODES - 1);
  cluster.nodes[index]?.process.kill('SIGKILL');
  await cluster.nodes[index]?.exited;
  await sleep(2_000);
  await cluster.startNode(index);
}

async function killNats({ parts: { nats } }: Cluster): Promise<void> {
  await nats.kill();
  await sleep(5_000);
  await nats.start();
}

async function killPgBouncer({ parts: { pooler } }: Cluster): Promise<void> {
  await pooler.kill();
  await sleep(3_000);
  await pooler.start();
}

async function promoteReplica({ parts: { postgres } }: Cluster): Promise<void> {
  await postgres.failOver();
  await sleep(2_000);
  await postgres.addReplica();
}

async function pauseNode({ nodes, parts: { random } }: Cluster): Promise<void> {
  const node = random.pick(nodes).process;
  node.kill('SIGSTOP');
  await sleep(PAUSE_MS);
  node.kill('SIGCONT');
}

async function restartNodes(cluster: Cluster): Promise<void> {
  for (const [index, node] of [...cluster.nodes].entries()) {
    node.process.kill('SIGTERM');
    await node.exited;
    await cluster.startNode(index);
    await cluster.isWhole();
  }
}

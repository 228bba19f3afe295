import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { isHaProxyMissing, startHaProxy } from '../../packages/server/test/harness/haproxy.ts';
import { startRequestLoad } from '../../packages/server/test/harness/request-load.ts';
import { until } from '../../packages/server/test/harness/until.ts';
import { type Row, type Subject, stopSubject } from '../harness.ts';
import { type Palaver, startNode } from '../palaver.ts';

const RESTARTS = Number(process.env.RESTARTS ?? 100);
const NODES = 3;
const SOCKETS = 300;
const DRAIN_DELAY_MS = 5_000;
/** About 150 requests a second, so that 100 restarts meet 100,000. */
const LOAD = { clients: 8, paceMs: 45 };
const WINDOW_MS = 100;

/** Restarts three nodes behind HAProxy, one after another, under requests and with WebSockets that reconnect. */
export async function restarts(palaver: Palaver): Promise<Row[]> {
  if (isHaProxyMissing) return [];
  await palaver.post('/user/v1.0/users/batch', { users: [{ user_id: 'ann' }, { user_id: 'ben' }] });
  const group = { name: 'Bench', owner_id: 'ann', member_ids: ['ben'], id_type: 2 };
  const { thread_id } = (await palaver.post('/open-api/v1.0/chat/threads', group)) as { thread_id: string };
  const { token } = (await palaver.post('/user/v1.0/user/ben/token', {})) as { token: string };
  const start = (port?: number): Promise<Subject> =>
    startNode(
      palaver,
      {
        PALAVER_TRUSTED_PROXIES: '127.0.0.1',
        PALAVER_MAX_USER_CONNECTIONS: String(SOCKETS),
        PALAVER_DRAIN_DELAY_MS: String(DRAIN_DELAY_MS),
      },
      port === undefined ? {} : { port },
    );
  const nodes: Subject[] = [];
  for (let node = 0; node < NODES; node += 1) nodes.push(await start());
  const proxy = await startHaProxy(nodes.map(({ port }) => `http://127.0.0.1:${port}`));
  const sockets = new Sockets(proxy.url, token);
  const load = startRequestLoad(proxy.url, { key: palaver.key, threadId: thread_id, sender: 'ann', ...LOAD });
  try {
    for (let socket = 0; socket < SOCKETS; socket += 1) await sockets.connect();
    const peaks: number[] = [];
    for (let restart = 0; restart < RESTARTS; restart += 1) {
      const node = nodes[restart % NODES];
      if (node === undefined) continue;
      sockets.reconnects = [];
      node.process.kill('SIGTERM');
      await once(node.process, 'exit');
      nodes[restart % NODES] = await start(node.port);
      await until(async () => (await proxy.countReady()) === NODES || undefined, 60);
      peaks.push(largestShare(sockets.reconnects));
    }
    await load.end();
    await until(async () => sockets.open === SOCKETS || undefined);
    const counts = [...load.outcomes];
    const failed = counts.filter(([outcome]) => outcome !== '200');
    for (const [outcome, count] of failed) process.stderr.write(`${count} × ${outcome}\n`);
    const sum = (some: typeof counts) => some.reduce((total, [, count]) => total + count, 0);
    return [
      { figure: 'restarts', value: String(RESTARTS), target: '' },
      { figure: 'requests', value: String(sum(counts)), target: '' },
      { figure: 'failed requests', value: String(sum(failed)), target: '0' },
      { figure: 'keyed requests sent again', value: String(load.resent()), target: '' },
      {
        figure: 'WebSockets that ended otherwise than with 1012',
        value: String(sockets.broken),
        target: '0',
      },
      {
        figure: `reconnects of a restart within ${WINDOW_MS} ms, at most`,
        value: `${Math.round(Math.max(...peaks) * 100)} %`,
        target: '',
      },
    ];
  } finally {
    sockets.close();
    await load.end();
    await Promise.all(nodes.map(stopSubject));
    await proxy.close();
  }
}

/** Clients that connect again after `retry_after_ms`, as docs/realtime.md asks. */
class Sockets {
  readonly #url: string;
  readonly #token: string;
  readonly #sockets = new Set<WebSocket>();
  #isClosed = false;
  open = 0;
  broken = 0;
  /** When clients connected again. */
  reconnects: number[] = [];

  constructor(url: string, token: string) {
    this.#url = `${url.replace('http', 'ws')}/client/v1.0/realtime`;
    this.#token = token;
  }

  async connect(): Promise<void> {
    const socket = new WebSocket(this.#url);
    const { promise, resolve } = Promise.withResolvers<void>();
    let retryMs = 1_000;
    let isSignedIn = false;
    socket.onopen = () => socket.send(JSON.stringify({ type: 'authenticate', token: this.#token }));
    socket.onmessage = ({ data }) => {
      const frame = JSON.parse(String(data)) as { type: string; retry_after_ms?: number };
      if (frame.type === 'closing') retryMs = frame.retry_after_ms ?? retryMs;
      if (frame.type !== 'authenticated') return;
      isSignedIn = true;
      this.open += 1;
      socket.send(JSON.stringify({ type: 'resume', threads: [] }));
      resolve();
    };
    socket.onclose = ({ code }) => {
      this.#sockets.delete(socket);
      if (isSignedIn) this.open -= 1;
      if (this.#isClosed) return;
      if (code !== 1012) this.broken += 1;
      void this.#reconnect(retryMs);
    };
    this.#sockets.add(socket);
    await promise;
  }

  async #reconnect(afterMs: number): Promise<void> {
    await sleep(afterMs);
    if (this.#isClosed) return;
    this.reconnects.push(performance.now());
    await this.connect();
  }

  close(): void {
    this.#isClosed = true;
    for (const socket of this.#sockets) socket.close();
  }
}

/** The largest share of the times that is within a window. */
function largestShare(times: readonly number[]): number {
  const within = (from: number) => times.filter((time) => time >= from && time < from + WINDOW_MS).length;
  return Math.max(0, ...times.map(within)) / Math.max(1, times.length);
}

import { writeFileSync } from 'node:fs';
import { type AddressInfo, connect as connectTo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ThreadId } from '@palaver/protocol/ids';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Bus, type BusEvent, EVERY_THREAD } from '../../src/bus/bus.ts';
import { NatsTransport } from '../../src/bus/nats.ts';
import { openNetworkBus } from '../../src/bus/network.ts';
import { createLog, type Log } from '../../src/platform/log.ts';
import { parseNatsServers } from '../../src/platform/nats-servers.ts';
import { isNatsMissing, type NatsServer, startNats } from '../harness/nats.ts';
import { createNatsAccount } from '../harness/nats-accounts.ts';
import { scratchFolder } from '../harness/scratch.ts';
import { createTestDatabase, type TestDatabase } from '../harness/test-database.ts';
import { until } from '../harness/until.ts';
import { pause } from '../harness/waits.ts';
import { testBus } from './conformance.ts';
import { testNetworkBus } from './network-conformance.ts';

const silent = createLog('silent');

interface Opening {
  log?: Log;
  probeMs?: number;
  database?: TestDatabase;
  url?: string;
  credentials?: string;
}

describe.skipIf(isNatsMissing)('NATS (needs nats-server)', () => {
  let database: TestDatabase;
  let nats: NatsServer;
  beforeAll(async () => {
    [database, nats] = await Promise.all([createTestDatabase(), startNats()]);
  });
  afterAll(async () => {
    await nats.kill();
    await database.drop();
  });

  const open = ({ probeMs, database: other, url, credentials, log = silent }: Opening = {}): Bus => {
    const servers = parseNatsServers(url ?? `nats://127.0.0.1:${nats.port}`);
    if (servers === undefined) throw new Error('unreachable');
    const { connection } = other ?? database;
    const options = { servers, credentials, connection };
    return openNetworkBus({
      log,
      service: 'NATS',
      openTransport: (listener) => new NatsTransport(options, listener),
      ...(probeMs !== undefined && { probeMs }),
    });
  };

  describe('on one node', () => {
    testBus(
      async () => {
        const bus = open();
        await connected(bus);
        return bus;
      },
      async () => {
        await nextTurn();
      },
    );
  });

  describe('on several nodes', () =>
    testNetworkBus({
      open: () => {
        const bus = open();
        // Every thread has subscribers there.
        for (let channel = 0; channel < 2_000; channel += 1) bus.audience.add(String(channel) as ThreadId);
        return bus;
      },
      cut: async () => {
        await nats.kill();
        await nats.start();
      },
    }));

  test('a node gets the events of threads only while it has subscribers of threads like them', async () => {
    const [here, there] = [open(), open()];
    onTestFinished(async () => void (await Promise.all([here.close(), there.close()])));
    const arrived: BusEvent[] = [];
    there.subscribe((event) => arrived.push(event));
    const typing = (threadId: string): BusEvent => ({
      type: 'typing',
      threadId: threadId as ThreadId,
      user: '1' as never,
      isTyping: true,
    });
    const threads = () =>
      new Set(arrived.flatMap((event) => (event.type === 'typing' ? [event.threadId as string] : [])));
    const exchange = async () => {
      arrived.length = 0;
      await until(async () => {
        for (const threadId of ['1', '2', '3']) here.publish(typing(threadId));
        here.publish({ type: 'outbox' });
        return arrived.filter(({ type }) => type === 'outbox').length > 5 || undefined;
      });
      return threads();
    };
    expect(await exchange()).toEqual(new Set());
    there.audience.add('2' as ThreadId);
    there.audience.add('2' as ThreadId);
    await until(async () => ((await exchange()).has('2') ? true : undefined));
    expect(await exchange()).toEqual(new Set(['2']));
    there.audience.add(EVERY_THREAD);
    await until(async () => ((await exchange()).size === 3 ? true : undefined));
    await exchange();
    // Two subscriptions bring the events of thread 2, and a listener gets each once.
    const countOf = (id: string) =>
      arrived.filter((event) => event.type === 'typing' && event.threadId === id).length;
    expect(Math.abs(countOf('2') - countOf('1'))).toBeLessThanOrEqual(1);
    there.audience.delete(EVERY_THREAD);
    await until(async () => ((await exchange()).size === 1 ? true : undefined));
    there.audience.delete('2' as ThreadId);
    await until(async () => ((await exchange()).size === 0 ? true : undefined));
  });

  test('a node loses no event of its threads when it begins or ends to get those of all', async () => {
    const [here, there] = [open(), open()];
    onTestFinished(async () => void (await Promise.all([here.close(), there.close()])));
    const arrived = new Set<number>();
    there.subscribe((event) => {
      if (event.type === 'entries') arrived.add(event.seq);
    });
    there.audience.add('7' as ThreadId);
    // (Threads of one channel, so that no event replaces another.)
    const publish = (seq: number) =>
      here.publish({ type: 'entries', threadId: String(7 + 1_024 * seq) as ThreadId, seq });
    await until(async () => {
      publish(0);
      return arrived.has(0) || undefined;
    });
    const count = 600;
    for (let seq = 1; seq <= count; seq += 1) {
      publish(seq);
      if (seq % 10 === 0) there.audience.add(EVERY_THREAD);
      if (seq % 10 === 5) there.audience.delete(EVERY_THREAD);
      await pause(1);
    }
    // (Events of one node arrive in their order, so nothing comes after the last one.)
    await until(async () => {
      publish(count + 1);
      return arrived.has(count + 1) || undefined;
    });
    expect(arrived.size).toBe(count + 2);
  });

  test('nodes of another database hear nothing, on the same server', async () => {
    const other = await createTestDatabase();
    const [here, there, stranger] = [open(), open(), open({ database: other })];
    onTestFinished(async () => {
      await Promise.all([here.close(), there.close(), stranger.close()]);
      await other.drop();
    });
    const [arrived, foreign]: [BusEvent[], BusEvent[]] = [[], []];
    there.subscribe((event) => arrived.push(event));
    stranger.subscribe((event) => foreign.push(event));
    await connected(stranger);
    await until(async () => {
      here.publish({ type: 'outbox' });
      return arrived.filter(({ type }) => type === 'outbox').length > 5 || undefined;
    });
    expect(new Set(foreign.map(({ type }) => type))).toEqual(new Set(['gap']));
  });

  test('a server that no longer answers holds up nobody, and is used again when it does', async () => {
    const [here, there] = [open({ probeMs: 200 }), open({ probeMs: 200 })];
    onTestFinished(async () => void (await Promise.all([here.close(), there.close()])));
    const arrived: BusEvent[] = [];
    there.subscribe((event) => arrived.push(event));
    const exchange = () =>
      until(async () => {
        here.publish({ type: 'outbox' });
        return arrived.some(({ type }) => type === 'outbox') || undefined;
      });
    await exchange();
    nats.pause();
    for (let count = 0; count < 20_000; count += 1)
      here.publish({ type: 'user', user: String(count) as never });
    nats.unpause();
    arrived.length = 0;
    await exchange();
  });

  test('connections that broke at the start are closed, and so is the last one in the end', {
    tags: 'thorough',
  }, async () => {
    const proxy = await breakingProxy(nats.port, 3);
    onTestFinished(() => proxy.close());
    const bus = open({ url: `nats://127.0.0.1:${proxy.port}` });
    await connected(bus);
    expect(proxy.broken).toBeGreaterThan(0);
    await until(async () => proxy.accepted > 3 || undefined);
    await until(async () => proxy.open() === 1 || undefined);
    const others = Array.from({ length: 3 }, () => open({ url: `nats://127.0.0.1:${proxy.port}` }));
    await Promise.all(others.map(connected));
    await Promise.all(others.map((other) => other.close()));
    await until(async () => proxy.open() === 1 || undefined);
    await bus.close();
    await until(async () => proxy.open() === 0 || undefined);
  });

  test('what the server does not permit is reported once, and works when it permits it', {
    tags: 'thorough',
  }, async () => {
    const file = join(scratchFolder(), 'nats.conf');
    const permit = (subscribe: string) =>
      writeFileSync(
        file,
        `authorization { users = [ { user: u, password: p, permissions: { publish: ">", subscribe: ${subscribe} } } ] }`,
      );
    permit('{ deny: "palaver.>" }');
    const strict = await startNats(['-c', file]);
    onTestFinished(() => strict.kill());
    const lines: string[] = [];
    const url = `nats://u:p@127.0.0.1:${strict.port}`;
    const noting = Object.assign(createLog('silent'), {
      warn: (...line: unknown[]) => lines.push(String(line.at(-1))),
      info: (...line: unknown[]) => lines.push(String(line.at(-1))),
    });
    const [here, there] = [open({ url, probeMs: 100, log: noting }), open({ url, probeMs: 100 })];
    onTestFinished(async () => void (await Promise.all([here.close(), there.close()])));
    let gaps = 0;
    here.subscribe(({ type }) => {
      if (type === 'gap') gaps += 1;
    });
    await until(async () => gaps > 5 || undefined);
    expect(lines).toEqual(['the nodes lost NATS; reconnecting']);
    permit('">"');
    strict.reload();
    const arrived: BusEvent[] = [];
    here.subscribe((event) => arrived.push(event));
    await until(async () => {
      there.publish({ type: 'outbox' });
      return arrived.some(({ type }) => type === 'outbox') || undefined;
    });
    await until(async () => lines.length > 1 || undefined);
    expect(lines).toEqual(['the nodes lost NATS; reconnecting', 'the nodes have NATS again']);
  });

  test('a server that takes only small texts gets small ones', async () => {
    const file = join(scratchFolder(), 'nats.conf');
    writeFileSync(file, 'max_payload: 2048');
    const small = await startNats(['-c', file]);
    onTestFinished(() => small.kill());
    const url = `nats://127.0.0.1:${small.port}`;
    const [here, there] = [open({ url }), open({ url })];
    onTestFinished(async () => void (await Promise.all([here.close(), there.close()])));
    const users = Array.from({ length: 1_000 }, (_, index) => String(10n ** 17n + BigInt(index)) as never);
    const found = new Set<string>();
    there.subscribe((event) => {
      if (event.type === 'joined') for (const user of event.users) found.add(user);
    });
    await until(async () => {
      here.publish({ type: 'joined', threadId: '1' as ThreadId, users });
      return found.size === users.length || undefined;
    });
  });

  /** The server accepts the first connection, and refuses the second. */
  async function takesOnly(right: Opening, wrong: Opening): Promise<void> {
    const { promise: refused, resolve } = Promise.withResolvers<void>();
    const log = Object.assign(createLog('silent'), { warn: () => resolve() });
    const [accepted, stranger] = [open(right), open({ ...wrong, log })];
    onTestFinished(async () => void (await Promise.all([accepted.close(), stranger.close()])));
    let wasAccepted = false;
    stranger.subscribe(() => {
      wasAccepted = true;
    });
    await Promise.all([connected(accepted), refused]);
    expect(wasAccepted).toBe(false);
  }

  test('a password is needed where the server wants one', async () => {
    const locked = await startNats(['--user', 'palaver', '--pass', 'pa:ss/word']);
    onTestFinished(() => locked.kill());
    const address = `127.0.0.1:${locked.port}`;
    await takesOnly(
      { url: `nats://palaver:pa%3Ass%2Fword@${address}` },
      { url: `nats://palaver:wrong@${address}` },
    );
  });

  test('a credentials file is needed where the server wants one', async () => {
    const [account, stranger] = [createNatsAccount(), createNatsAccount()];
    const file = join(scratchFolder(), 'nats.conf');
    writeFileSync(file, account.configuration);
    const locked = await startNats(['-c', file]);
    onTestFinished(() => locked.kill());
    const url = `nats://127.0.0.1:${locked.port}`;
    await takesOnly({ url, credentials: account.credentials }, { url, credentials: stranger.credentials });
  });
});

/** Carries connections to a server, and breaks the first ones at the client's second PING. */
async function breakingProxy(target: number, count: number) {
  const clients = new Set<Socket>();
  const proxy = {
    broken: 0,
    accepted: 0,
    port: 0,
    open: () => clients.size,
    close: () => void server.close(),
  };
  const server = createServer((client) => {
    const upstream = connectTo(target, '127.0.0.1');
    const isBad = proxy.accepted < count;
    let pings = 0;
    proxy.accepted += 1;
    clients.add(client);
    client.on('data', (bytes: Buffer) => {
      pings += bytes.toString('latin1').split('PING\r\n').length - 1;
      if (isBad && pings > 1) {
        proxy.broken += 1;
        client.destroy();
      } else upstream.write(bytes);
    });
    upstream.pipe(client);
    client.on('close', () => {
      clients.delete(client);
      upstream.destroy();
    });
    for (const socket of [client, upstream]) socket.on('error', () => socket.destroy());
    upstream.on('close', () => client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  proxy.port = (server.address() as AddressInfo).port;
  return proxy;
}

function connected(bus: Bus): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  bus.subscribe(({ type }) => {
    if (type === 'gap') resolve();
  });
  return promise;
}

test.each([
  ['nats://127.0.0.1', { hosts: ['127.0.0.1:4222'], isTls: false, login: undefined }],
  [
    'tls://a.example:4333, tls://b.example',
    { hosts: ['a.example:4333', 'b.example:4222'], isTls: true, login: undefined },
  ],
  ['nats://[::1]:4222', { hosts: ['[::1]:4222'], isTls: false, login: undefined }],
  ['nats://u:p%40@h', { hosts: ['h:4222'], isTls: false, login: { user: 'u', password: 'p@' } }],
])('%s is the address of servers', (text, expected) => {
  expect(parseNatsServers(text)).toEqual(expected);
});

test.each([
  '',
  'nats://',
  'http://a',
  'nats://a:70000',
  'nats://a/path',
  'nats://u@a',
  'nats://a,tls://b',
  'nats://u:p@a,nats://u:q@b',
  'nats://u:%@a',
  'nats://a b',
  ','.repeat(100_000),
])('%.20s is none', (text) => {
  expect(parseNatsServers(text)).toBeUndefined();
});

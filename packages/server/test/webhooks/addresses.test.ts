import { once } from 'node:events';
import { createServer, type LookupFunction, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { guardWebhooks, guardWebPush } from '../../src/config/address-guards.ts';
import { loadConfig } from '../../src/config/load.ts';
import type { AddressGuard } from '../../src/platform/address-guard.ts';
import { Caller } from '../../src/webhooks/call.ts';
import { startNameServer } from '../harness/name-server.ts';
import { until } from '../harness/until.ts';

/** Webhooks and pushes cannot reach our own network: by no spelling, no name, and no changing DNS answer. */

/** A server on all addresses of the machine, which must get no connections. */
let server: Server;
let port: number;
let connections = 0;

beforeAll(async () => {
  server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  server.listen(0, '::');
  await once(server, 'listening');
  port = (server.address() as { port: number }).port;
});
afterAll(() => server.close());

const SECRET = { secret: 'whsec_c2VjcmV0', previous_secret: null, previous_secret_expires_at: null };

function guardFor(allowed: string, lookup?: LookupFunction): AddressGuard {
  const { config } = loadConfig({ PALAVER_WEBHOOK_ALLOW_PRIVATE: allowed });
  return guardWebhooks(config, lookup);
}

async function call(url: string, lookup?: LookupFunction, allowed = '') {
  const caller = new Caller({
    guard: guardFor(allowed, lookup),
    timeoutMs: 2_000,
    userAgent: 'test',
  });
  const { attempt } = await caller.call(
    { ...SECRET, url, id: 'evt_1', body: '{}' },
    new AbortController().signal,
  );
  await caller.close();
  return attempt;
}

/** Non-public ranges, each with its first and last address and some between. */
const RANGES_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];

function addressesOf(range: string): string[] {
  const [network = '', bits = '32'] = range.split('/');
  const first = network.split('.').reduce((sum, byte) => sum * 256 + Number(byte), 0);
  const size = 2 ** (32 - Number(bits));
  const offsets = [0, 1, 2, size / 4, size / 3, size / 2, size - size / 3, size - 3, size - 2, size - 1];
  return offsets.map(Math.floor).map((offset) => dotted(first + offset));
}

const dotted = (number: number) =>
  [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256).join('.');
const hexed = (address: string) => {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
};

const PRIVATE_V4 = RANGES_V4.flatMap(addressesOf);
const PRIVATE_V6 = [
  ...[
    '::',
    '::1',
    'fc00::1',
    'fd12:3456::1',
    'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    'fe80::1',
    'febf::1',
  ],
  ...[
    'fec0::1',
    'ff00::1',
    'ff02::1',
    'ffff::1',
    '100::1',
    '2001:db8::1',
    '2001::1',
    '2001:10::1',
    '2002:7f00:1::',
  ],
  ...['2002:a00:1::', '4000::1', '::ffff:0:127.0.0.1', '5f00::1'],
  ...['127.0.0.1', '10.0.0.1', '169.254.169.254', '192.168.1.1'].flatMap((v4) => [
    `::ffff:${v4}`,
    `::ffff:${hexed(v4)}`,
    `::${hexed(v4)}`,
    `64:ff9b::${hexed(v4)}`,
    `64:ff9b:1::${hexed(v4)}`,
    `2002:${hexed(v4)}::`,
  ]),
];
/** Other spellings of loopback and of the metadata address of clouds. */
const SPELLINGS = [
  ...['2130706433', '0x7f000001', '0x7f.1', '0177.0.0.1', '017700000001', '127.1', '127.0.1', '127.0.0.1.'],
  ...[
    '0x7f.0x0.0x0.0x1',
    '0',
    '0x0',
    '00',
    '0.0',
    '2852039166',
    '0xa9fea9fe',
    '0251.0376.0251.0376',
    '169.254.43518',
  ],
  ...[
    '⑯⑨。②⑤④。⑯⑨｡②⑤④',
    '①②⑦.⓪.⓪.①',
    '127。0。0。1',
    '127.0.0.1%2e',
    '%31%32%37.0.0.1',
    'LOCALHOST',
    'localhost.',
  ],
  ...['localhost', 'ip6-localhost', 'sub.localhost'],
];

describe('addresses', () => {
  const all = [...PRIVATE_V4, ...PRIVATE_V6.map((address) => `[${address}]`), ...SPELLINGS];

  test(`${all.length} forbidden addresses get no connection`, async () => {
    expect(all.length).toBeGreaterThan(200);
    const before = connections;
    const attempts = await Promise.all(all.map((host) => call(`http://${host}:${port}/`)));
    const wrong = all.filter((_, index) => attempts[index]?.status !== null || attempts[index]?.error === '');
    expect(wrong).toEqual([]);
    const reasons = attempts.filter(({ error }) => error.includes('is no public address'));
    // The others are invalid or unknown names.
    expect(reasons.length).toBeGreaterThan(180);
    expect(connections).toBe(before);
  });

  test.each([
    '1.1.1.1',
    '8.8.8.8',
    '172.15.0.1',
    '172.32.0.1',
    '100.63.0.1',
    '100.128.0.1',
    '193.0.0.1',
    '223.255.255.255',
    '2606:4700::1111',
    '2a00::1',
    '64:ff9b::808:808',
  ])('%s is public', (address) => {
    expect(guardFor('').allows(address)).toBe(true);
  });

  test.each(['', 'x', '1.2.3', '1.2.3.256', ':::', 'localhost', '1.1.1.1/8'])(
    '"%s" is not an address',
    (text) => {
      expect(guardFor('').allows(text)).toBe(false);
    },
  );
});

describe('names', () => {
  const answering = (
    ...answers: { address: string; family: 4 | 6 }[][]
  ): LookupFunction & { asked: number } => {
    const lookup = ((_name, _options, callback) => {
      const answer = answers[Math.min(lookup.asked, answers.length - 1)] ?? [];
      lookup.asked += 1;
      callback(null, answer);
    }) as LookupFunction & { asked: number };
    lookup.asked = 0;
    return lookup;
  };
  const v4 = (address: string) => ({ address, family: 4 as const });
  const v6 = (address: string) => ({ address, family: 6 as const });

  test.each([
    ['loopback', [v4('127.0.0.1')]],
    ['loopback of version 6', [v6('::1')]],
    ['version 4 in version 6', [v6('::ffff:127.0.0.1')]],
    ['several, all private', [v4('10.0.0.1'), v4('127.0.0.1'), v6('fe80::1')]],
    ['nothing', []],
  ])('of %s are refused', async (_, answer) => {
    const before = connections;
    const { status, error } = await call(`http://hook.example:${port}/`, answering(answer));
    expect(status).toBeNull();
    expect(error).toContain('is no public address');
    expect(connections).toBe(before);
  });

  test('with changing answers of a name server are refused too', async () => {
    const before = connections;
    const [decoy, own] = ['192.0.2.1', '127.0.0.1'];
    const names = await startNameServer([[decoy], [own], [decoy, own], [own, decoy], [own]]);
    for (let time = 1; time <= 6; time += 1) {
      const { status, error } = await call(`http://rebind.example:${port}/`, names.lookup);
      expect([status, error]).toEqual([null, expect.stringContaining('is no public address')]);
      // One lookup per connection: the checked address is the one that would be connected to.
      expect(names.asked()).toBe(time);
    }
    await names.close();
    expect(connections).toBe(before);
  });

  test('that resolve to allowed addresses are connected to', async () => {
    const before = connections;
    const names = await startNameServer([['127.0.0.1']]);
    await call(`http://allowed.example:${port}/`, names.lookup, '127.0.0.1');
    await names.close();
    expect(connections).toBe(before + 1);
  });
});

describe('slow lookups', () => {
  const HOOK = { ...SECRET, url: 'http://slow.example/', id: 'evt_1', body: '{}' };

  test('are shared by calls to one host, and a name is looked up again afterwards', async () => {
    const { promise: isAsked, resolve: ask } = Promise.withResolvers<void>();
    const waiting: (() => void)[] = [];
    const lookup: LookupFunction = (_hostname, _options, callback) => {
      waiting.push(() => callback(null, [{ address: '127.0.0.1', family: 4 }]));
      ask();
    };
    const caller = new Caller({ guard: guardFor('', lookup), timeoutMs: 60_000, userAgent: 'test' });
    const { signal } = new AbortController();
    const calls = [1, 2, 3].map(() => caller.call(HOOK, signal));
    await isAsked;
    // (Connections are begun in the same turn.)
    await new Promise((resolve) => setImmediate(resolve));
    expect(waiting).toHaveLength(1);
    waiting[0]?.();
    for (const { attempt } of await Promise.all(calls)) expect(attempt.error).toContain('127.0.0.1');
    const again = caller.call(HOOK, signal);
    await until(async () => waiting.length === 2 || undefined);
    waiting[1]?.();
    await again;
    await caller.close();
  });

  test('that fail at once, by an error or an exception, are not repeated to later calls', async () => {
    let lookups = 0;
    const failing: LookupFunction = (_hostname, _options, callback) => {
      lookups += 1;
      if (lookups === 1) throw new Error('planned');
      callback(new Error('planned too'), []);
    };
    const caller = new Caller({ guard: guardFor('', failing), timeoutMs: 60_000, userAgent: 'test' });
    const { signal } = new AbortController();
    expect((await caller.call(HOOK, signal)).attempt.error).toBe('planned');
    expect((await caller.call(HOOK, signal)).attempt.error).toBe('planned too');
    await caller.close();
  });

  test('do not outlast the call: an abort and the timeout end it, and the caller can be closed', async () => {
    const never: LookupFunction = () => {};
    const options = { guard: guardFor('', never), userAgent: 'test' };
    const patient = new Caller({ ...options, timeoutMs: 3_600_000 });
    const stopping = new AbortController();
    const aborted = patient.call(HOOK, stopping.signal);
    setImmediate(() => stopping.abort());
    expect((await aborted).attempt).toMatchObject({ status: null, error: 'This operation was aborted' });
    // The connection's own timer would end this one only after a second more.
    const impatient = new Caller({ ...options, timeoutMs: 50 });
    expect((await impatient.call(HOOK, new AbortController().signal)).attempt.error).toBe(
      'no answer within 0.05 s',
    );
    await Promise.all([patient.close(), impatient.close()]);
  });
});

test('what is allowed for webhooks is not allowed for Web Push, and the reverse', () => {
  const both = (settings: Record<string, string>) => {
    const { config } = loadConfig(settings);
    return [guardWebhooks(config), guardWebPush(config)] as const;
  };
  const [forWebhooks, pushesThen] = both({ PALAVER_WEBHOOK_ALLOW_PRIVATE: '0.0.0.0/0,::/0' });
  const [webhooksThen, forPushes] = both({ PALAVER_WEB_PUSH_ALLOW_PRIVATE: '0.0.0.0/0,::/0' });
  const addresses = [...PRIVATE_V4, ...PRIVATE_V6, '168.63.129.16'];
  const allowedBy = (guard: AddressGuard) => addresses.filter((address) => guard.allows(address));
  expect(allowedBy(forWebhooks).length).toBeGreaterThan(150);
  expect(allowedBy(forPushes)).toEqual(allowedBy(forWebhooks));
  expect(allowedBy(pushesThen)).toEqual([]);
  expect(allowedBy(webhooksThen)).toEqual([]);
});

describe('PALAVER_WEBHOOK_ALLOW_PRIVATE', () => {
  test.each([
    ['127.0.0.1', '127.0.0.1', true],
    ['127.0.0.1', '127.0.0.2', false],
    ['127.0.0.0/8', '127.9.9.9', true],
    ['127.0.0.0/8', '::ffff:127.9.9.9', true],
    [' 10.0.0.0/8 , ::1 ,', '::1', true],
    ['10.0.0.0/8', '11.0.0.1', true],
    ['10.0.0.0/8', '192.168.0.1', false],
    ['fd00::/8', 'fd00::1', true],
    ['fd00::/8', 'fc00::1', false],
  ])('"%s": %s is %s', (allowed, address, expected) => {
    expect(guardFor(allowed).allows(address)).toBe(expected);
  });

  test('allows connections to the addresses that it names', async () => {
    const before = connections;
    await call(`http://127.0.0.1:${port}/`, undefined, '127.0.0.1');
    expect(connections).toBe(before + 1);
  });
});

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { inParallel, tally } from '../../../packages/server/test/harness/in-parallel.ts';
import { startBackend } from '../src/backend.ts';
import { loadConfig } from '../src/config.ts';
import { networkOf } from '../src/limits.ts';
import { type Answer, callAt, newAddress, startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const statuses = (answers: Answer[]) => tally(answers.map(({ status }) => String(status)));
const guests = (count: number, ip: string, to = world) =>
  inParallel(count, () => to.call('signup-as-guest', { ip }));
/** Makes what this address did look as if it had been so long ago. */
const age = (ip: string, seconds: number, count = 10) =>
  world.database.sql(
    `update attempts set at = at - make_interval(secs => $2) where ctid in (
       select ctid from attempts where key = $1 order by at limit $3)`,
    [`guests ${networkOf(ip)}`, seconds, count],
  );

test('of 100 calls at the same moment from one address exactly 10 are guests, in two processes', async () => {
  const ip = newAddress();
  const other = await startOther();
  const answers = await Promise.all([
    guests(50, ip),
    inParallel(50, () => callAt(`${other}/user/v1.0/auth/signup-as-guest`, { ip })),
  ]);
  expect(statuses(answers.flat())).toEqual({ 200: 10, 429: 90 });
});

/** Another process would be no different: what is shared is in the database. */
async function startOther(): Promise<string> {
  const other = await startBackend(loadConfig(world.environment), { level: 'silent' });
  onTestFinished(() => other.stop());
  return other.url;
}

test('the answer says when to come again, and has the envelope', async () => {
  const ip = newAddress();
  await guests(10, ip);
  await age(ip, 600, 1);
  const [refused] = await guests(1, ip);
  expect(refused?.body).toEqual({
    message_code: 'M42900',
    message: 'Too many attempts from this network.',
    request_id: expect.any(String),
  });
  const seconds = Number(refused?.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(280);
  expect(seconds).toBeLessThanOrEqual(300);
});

test('the window slides: whoever was let in 15 minutes ago makes room for one', async () => {
  const ip = newAddress();
  await guests(10, ip);
  await age(ip, 890);
  expect(statuses(await guests(5, ip))).toEqual({ 429: 5 });
  await age(ip, 10, 3);
  expect(statuses(await guests(20, ip))).toEqual({ 200: 3, 429: 17 });
  await age(ip, 10, 7);
  expect(statuses(await guests(20, ip))).toEqual({ 200: 7, 429: 13 });
});

test('the limit outlives a restart', async () => {
  const ip = newAddress();
  await guests(6, ip);
  await world.restart();
  expect(statuses(await guests(20, ip))).toEqual({ 200: 4, 429: 16 });
});

test('an IPv6 network of 64 bits counts as one, the next one as another', async () => {
  const inside = await inParallel(20, (index) =>
    world.call('signup-as-guest', { ip: `2001:db8:1:2:${index.toString(16)}::${index + 1}` }),
  );
  expect(statuses(inside)).toEqual({ 200: 10, 429: 10 });
  expect(statuses(await guests(1, '2001:db8:1:3::1'))).toEqual({ 200: 1 });
});

test('however an address is written, it is one', () => {
  expect(new Set(['10.9.8.7', '::ffff:10.9.8.7', '::ffff:a09:807'].map(networkOf)).size).toBe(1);
  expect(new Set(['2001:db8::1', '2001:0DB8:0:0:ffff::', '2001:db8:0:0:1::%eth0'].map(networkOf)).size).toBe(
    1,
  );
  expect(networkOf('nonsense')).toBe(networkOf('999.1.1.1'));
});

test('a client cannot choose its address: only the proxies that are named are believed', async () => {
  // The client's own words come first, what the proxy has seen last.
  const seen = newAddress();
  const behind = await inParallel(20, (index) =>
    world.call('signup-as-guest', { ip: `10.200.0.${index}, ${seen}` }),
  );
  expect(statuses(behind)).toEqual({ 200: 10, 429: 10 });

  const direct = await startWorld({ HTTPS: 'off', TRUSTED_PROXIES: '' });
  onTestFinished(() => direct.close());
  const forged = await inParallel(20, (index) =>
    direct.call('signup-as-guest', {
      ip: `10.200.1.${index}`,
      headers: { forwarded: `for=10.2.2.${index}` },
    }),
  );
  expect(statuses(forged)).toEqual({ 200: 10, 429: 10 });
});

test('what counts no more is swept', async () => {
  await guests(10, newAddress());
  await world.database.sql(`update attempts set at = at - interval '1 hour'`);
  await guests(1, newAddress());
  expect(await world.database.sql('select from attempts')).toHaveLength(1);
});

test('guessing passwords has an end', async () => {
  const ip = newAddress();
  await world.database.sql(`insert into attempts select $1, clock_timestamp() from generate_series(1, 99)`, [
    `passwords ${networkOf(ip)}`,
  ]);
  const body = { email: 'nobody@example.com', password: 'a wrong password' };
  const answers = await inParallel(6, () => world.call('signin', { ip, body }));
  expect(statuses(answers)).toEqual({ 401: 1, 429: 5 });
});

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { inParallel, tally } from '../../../packages/server/test/harness/in-parallel.ts';
import { startBackend } from '../src/backend.ts';
import { loadConfig } from '../src/config.ts';
import { networkOf } from '../src/limits.ts';
import {
  type Answer,
  account,
  callAt,
  convert,
  newAddress,
  newGuest,
  startWorld,
  type World,
} from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const statuses = (answers: Answer[]) => tally(answers.map(({ status }) => String(status)));
const guests = (count: number, ip: string, to = world) =>
  inParallel(count, () => to.call('signup-as-guest', { ip }));
/** Moves the recorded attempts of this address into the past. */
const age = (ip: string, seconds: number, count = 10) =>
  world.database.sql(
    `update attempts set at = at - make_interval(secs => $2) where ctid in (
       select ctid from attempts where key = $1 order by at limit $3)`,
    [`guests ${networkOf(ip)}`, seconds, count],
  );

test('100 simultaneous calls from one address to two processes make exactly 10 guests', async () => {
  const ip = newAddress();
  const other = await startOther();
  const answers = await Promise.all([
    guests(50, ip),
    inParallel(50, () => callAt(`${other}/user/v1.0/auth/signup-as-guest`, { ip })),
  ]);
  expect(statuses(answers.flat())).toEqual({ 200: 10, 429: 90 });
});

/** Another process would behave the same, because the shared state is in the database. */
async function startOther(): Promise<string> {
  const other = await startBackend(loadConfig(world.environment), { level: 'silent' });
  onTestFinished(() => other.stop());
  return other.url;
}

test('the refusal has the envelope and says when to retry', async () => {
  const ip = newAddress();
  await guests(10, ip);
  await age(ip, 600, 1);
  const [refused] = await guests(1, ip);
  expect(refused?.body).toEqual({
    message_code: 'M42900',
    message: 'Too many attempts.',
    request_id: expect.any(String),
  });
  const seconds = Number(refused?.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(280);
  expect(seconds).toBeLessThanOrEqual(300);
});

test('the window slides: a guest of 15 minutes ago frees one place', async () => {
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

test('an IPv6 /64 counts as one address, the next /64 as another', async () => {
  const inside = await inParallel(20, (index) =>
    world.call('signup-as-guest', { ip: `2001:db8:1:2:${index.toString(16)}::${index + 1}` }),
  );
  expect(statuses(inside)).toEqual({ 200: 10, 429: 10 });
  expect(statuses(await guests(1, '2001:db8:1:3::1'))).toEqual({ 200: 1 });
});

test('different spellings of an address count as the same address', () => {
  expect(new Set(['10.9.8.7', '::ffff:10.9.8.7', '::ffff:a09:807'].map(networkOf)).size).toBe(1);
  expect(new Set(['2001:db8::1', '2001:0DB8:0:0:ffff::', '2001:db8:0:0:1::%eth0'].map(networkOf)).size).toBe(
    1,
  );
  expect(networkOf('nonsense')).toBe(networkOf('999.1.1.1'));
});

test('a client cannot choose its address: only configured proxies are trusted', async () => {
  // The client's own entry comes first, the one added by the proxy last.
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

test('expired attempts are swept', async () => {
  await guests(10, newAddress());
  await world.database.sql(`update attempts set at = at - interval '1 hour'`);
  await guests(1, newAddress());
  expect(await world.database.sql('select from attempts')).toHaveLength(1);
});

test('password guesses are limited', async () => {
  const ip = newAddress();
  await world.database.sql(`insert into attempts select $1, clock_timestamp() from generate_series(1, 99)`, [
    `passwords ${networkOf(ip)}`,
  ]);
  const body = { email: 'nobody@example.com', password: 'a wrong password' };
  const answers = await inParallel(6, () => world.call('signin', { ip, body }));
  expect(statuses(answers)).toEqual({ 401: 1, 429: 5 });
});

const GUESS = 'a wrong password';
const signIn = (name: string, password: string, ip: string) =>
  world.call('signin', { ip, body: { email: `${name}@example.com`, password } });
/** Records this many guesses for this e-mail from other networks. */
const guessed = (name: string, times: number) =>
  world.database.sql(`insert into attempts select $1, clock_timestamp() from generate_series(1, $2::int)`, [
    `guesses ${name}@example.com`,
    times,
  ]);

test('one network has ten wrong passwords for an e-mail; correct passwords do not count', async () => {
  const { email, password } = account('hunted');
  await world.ok('signup', { body: account('hunted') });
  const ip = newAddress();
  const wrong = await inParallel(14, () => signIn('hunted', GUESS, ip));
  expect(statuses(wrong)).toEqual({ 401: 10, 429: 4 });
  expect((await signIn('hunted', password, ip)).status).toBe(429);
  // Another e-mail and another network are unaffected.
  expect((await signIn('other', GUESS, ip)).status).toBe(401);
  const home = newAddress();
  for (let times = 0; times < 12; times += 1)
    expect((await signIn('hunted', password, home)).status).toBe(200);
  expect(
    await world.database.sql('select from attempts where key like $1', [`%${networkOf(home)} ${email}`]),
  ).toEqual([]);
});

test('distributed guesses stop at the 51st, and the owner can still sign in', async () => {
  const home = newAddress();
  const { password } = account('famous');
  await world.ok('signup', { ip: home, body: account('famous') });
  // (The sign-up was the first.)
  await guessed('famous', 48);
  expect((await signIn('famous', GUESS, newAddress())).status).toBe(401);
  // From an unknown network even the right password is refused, so that a stranger learns nothing.
  for (const tried of [GUESS, password]) {
    const refused = await signIn('famous', tried, newAddress());
    expect([refused.status, refused.body.message_code]).toEqual([429, 'M42900']);
  }
  expect((await signIn('famous', password, home)).status).toBe(200);
  expect((await signIn('famous', GUESS, home)).status).toBe(429);
});

test('a known network of one account is not known for another account with the same e-mail', async () => {
  const [home, elsewhere] = [newAddress(), newAddress()];
  await world.ok('signup', { ip: home, body: account('shared', 'the password of the owner') });
  await world.ok('signup', { ip: elsewhere, body: account('shared', 'the one of the stranger') });
  await guessed('shared', 50);
  expect((await signIn('shared', 'the one of the stranger', elsewhere)).status).toBe(200);
  expect((await signIn('shared', 'the password of the owner', elsewhere)).status).toBe(429);
  expect((await signIn('shared', 'the password of the owner', home)).status).toBe(200);
});

test('sign-up and conversion count as guesses too', async () => {
  await world.ok('signup', { body: account('doors') });
  await guessed('doors', 49);
  const guest = await newGuest(world);
  for (const tried of [account('doors'), account('doors', GUESS)]) {
    expect((await world.call('signup', { body: tried })).status).toBe(429);
    expect((await convert(world, guest, tried)).status).toBe(429);
  }
});

test.for([
  ['chat-tokens', 60, (user: string) => user],
  ['chat-tokens-of-network', 600, (_: string, ip: string) => networkOf(ip)],
] as const)('%s: %i in 15 minutes', async ([name, max, whose]) => {
  const [ip, guest] = [newAddress(), await newGuest(world)];
  await world.database.sql(
    'insert into attempts select $1, clock_timestamp() from generate_series(1, $2::int)',
    [`${name} ${whose(String(guest.id), ip)}`, max - 1],
  );
  expect((await world.call('chat-token', { ip, token: guest.token })).status).toBe(200);
  const refused = await world.call('chat-token', { ip, token: guest.token });
  expect([refused.status, refused.body.message_code]).toEqual([429, 'M42900']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
});

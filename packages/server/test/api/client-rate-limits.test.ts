import { beforeAll, expect, test } from 'vitest';
import { THREADS } from '../harness/api.ts';
import type { Answer } from '../harness/calls.ts';
import { at, ME, MY_THREADS, type SignedIn, signIn, signInAll } from '../harness/client-api.ts';
import { inParallel } from '../harness/in-parallel.ts';
import { exhaust, expectFullLimit, refusedOf, usedUp } from '../harness/rate-limits.ts';
import { startTestServer } from '../harness/test-server.ts';
import { useServer } from '../harness/use-server.ts';

/** The default rate limits of signed-in users, which the other tests switch off. */

const READS = 50;
const WRITES = 20;

const server = await useServer({
  PALAVER_CLIENT_RATE_LIMIT_READS: '',
  PALAVER_CLIENT_RATE_LIMIT_WRITES: '',
});
let people: SignedIn[];
beforeAll(async () => {
  people = await signInAll(server, 6);
});

const codes = (answers: readonly Answer[]) => answers.map(({ body }) => body.message_code);
const read = (user: SignedIn) => user.call('GET', ME);
const write = (user: SignedIn) =>
  user.call('POST', MY_THREADS, { body: { type: 'direct', user_id: 'nobody' } });

test('as many requests as the limits allow pass at once; those beyond are M42900 and say when to retry', async () => {
  for (const [ask, limit, code] of [
    [read, READS, 'M200'],
    [write, WRITES, 'M40402'],
  ] as const) {
    const user = at(people, 0);
    const answers = await exhaust(limit, () => ask(user));
    const admitted = answers.filter(({ status }) => status !== 429);
    expect(codes(admitted)).toEqual(admitted.map(() => code));
    for (const refused of refusedOf(answers)) {
      expect(refused).toMatchObject({ body: { message_code: 'M42900' }, headers: usedUp(limit) });
    }
  }
});

test("one user's limit does not affect other users, the same user_id in another tenant, or API keys", async () => {
  await server.users(1, 'user', { tenant: 'north' });
  const namesake = await signIn(server, 'user2', { tenant: 'north' }).catch(() => undefined);
  expect(namesake).toBeUndefined();
  const elsewhere = await signIn(server, 'user1', { tenant: 'north' });
  await exhaust(READS, () => read(at(people, 1)));
  expectFullLimit(await read(at(people, 2)));
  expectFullLimit(await read(elsewhere));
  const byKey = [await server.call('GET', THREADS), await server.call('POST', '/user/v1.0/user/user2/token')];
  expect(codes(byKey)).toEqual(['M200', 'M200']);
});

test('all tokens of a user share one limit; reads and writes count separately', async () => {
  const user = at(people, 3);
  const tokens = [user, await signIn(server, user.userId)];
  await exhaust(READS, (index) => read(at(tokens, index % 2)));
  expectFullLimit(await write(user));
});

test('the limit is checked after the token and before the body', async () => {
  const user = at(people, 4);
  const send = (token: string) => server.call('POST', MY_THREADS, { token, body: '{ no JSON' });
  const answers = await exhaust(WRITES, () => send(user.token));
  expect(new Set(codes(answers))).toEqual(new Set(['M40001', 'M42900']));
  const wrong = await inParallel(2 * WRITES, () => send(`${user.token}x`));
  expect(new Set(codes(wrong))).toEqual(new Set(['M40111']));
});

test('added members are limited across new groups, existing groups and direct threads', async () => {
  const own = await startTestServer({ PALAVER_CLIENT_RATE_LIMIT_MEMBERS: '10' });
  try {
    const [ann, ben] = await signInAll(own, 12);
    const others = Array.from({ length: 12 }, (_, index) => `user${index + 1}`).slice(1);
    const body = { type: 'group', name: 'Group', id_type: 2 };
    const make = (user: SignedIn, member_ids: string[]) =>
      user.call('POST', MY_THREADS, { body: { ...body, member_ids } });
    const { body: made } = await make(ann, others.slice(0, 8));
    expect(made.message_code).toBe('M200');
    const add = (user: SignedIn, member_ids: string[]) =>
      user.call('POST', `${MY_THREADS}/${made.data.id}/members`, { body: { member_ids, id_type: 2 } });
    expect(codes([await add(ann, others.slice(8, 9))])).toEqual(['M200']);
    const direct = { type: 'direct', user_id: 'user2' };
    expect(codes([await ann.call('POST', MY_THREADS, { body: direct })])).toEqual(['M200']);
    for (const refusal of [
      await add(ann, others.slice(9, 10)),
      await make(ann, others.slice(0, 1)),
      await ann.call('POST', MY_THREADS, { body: direct }),
    ]) {
      expect(refusal.body.message_code).toBe('M42900');
      // A tenth of a minute, less the time that has passed.
      expect(Number(refusal.headers['retry-after'])).toBeLessThanOrEqual(6);
      expect(Number(refusal.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    }
    // A group of one adds nobody, and Ann's limit affects neither other users nor the back end.
    expect(codes([await make(ann, []), await make(ben, others.slice(0, 10))])).toEqual(['M200', 'M200']);
    const byKey = { headers: { 'x-acting-user-id': ann.userId }, body: { member_ids: others, id_type: 2 } };
    expect(codes([await own.call('POST', `${THREADS}/${made.data.id}/members`, byKey)])).toEqual(['M200']);
  } finally {
    await own.close();
  }
});

test('settings change the limits, and 0 means no limit', async () => {
  const own = await startTestServer({
    PALAVER_CLIENT_RATE_LIMIT_READS: '3',
    PALAVER_CLIENT_RATE_LIMIT_WRITES: '0',
    PALAVER_CLIENT_CONCURRENT_REQUESTS: '0',
  });
  try {
    const [mine] = await signInAll(own, 1);
    await exhaust(3, () => read(mine));
    const writes = await inParallel(100, () => write(mine));
    expect(refusedOf(writes)).toEqual([]);
    expect(writes[0]?.headers['ratelimit-limit']).toBeUndefined();
  } finally {
    await own.close();
  }
});

import type { ExtUserId } from '@palaver/protocol/ids';
import { decodeJwt } from 'jose';
import { afterAll, expect, test } from 'vitest';
import { openInProcessBus } from '../../src/bus/in-process.ts';
import { PublishingDatabase } from '../../src/bus/publishing-database.ts';
import { revokeTokensOf } from '../../src/domain/records/token-revocations.ts';
import { createLog } from '../../src/platform/log.ts';
import { renameUrl, userUrl } from '../harness/api.ts';
import {
  at,
  ME,
  MY_THREADS,
  myMemberUrl,
  myMessagesUrl,
  myMessageUrl,
  myThreadUrl,
  reactionUrl,
  type SignedIn,
  signIn,
  signInAll,
} from '../harness/client-api.ts';
import { inParallel } from '../harness/in-parallel.ts';
import { recount } from '../harness/recount.ts';
import { startStopwatch } from '../harness/stopwatch.ts';
import { until } from '../harness/until.ts';
import { useServer } from '../harness/use-server.ts';

/** Everything that ends tokens. A node may take up to 5 s to learn of it, so the tests wait side by side. */

const server = await useServer();
afterAll(async () => {
  expect(await recount(server.database)).toEqual([]);
});

const revoke = (id: string) => server.ok('DELETE', `${userUrl(id)}/tokens`);
const put = (id: string) => server.ok('PUT', userUrl(id), { body: { display_name: id } });
const rename = (from: string, to: string) => server.ok('PATCH', renameUrl(from, to));
const codeOf = async (token: string) => (await server.call('GET', ME, { token })).body.message_code;

/** Waits until the token is refused; until then it may work. */
async function untilDead(token: string): Promise<void> {
  const code = await until(async () => {
    const seen = await codeOf(token);
    return seen === 'M200' ? undefined : seen;
  });
  if (code !== 'M40111') throw new Error(`refused with ${code}`);
}

test.concurrent('revoking ends every token of the user within 5 s, and no other user’s', async () => {
  const people = await signInAll(server, 2, 'revoked');
  const [{ token: first }, other] = [at(people, 0), at(people, 1)];
  const second = await server.token('revoked1');
  expect(await codeOf(second)).toBe('M200');
  await revoke('revoked1');
  const elapsedMs = startStopwatch();
  await Promise.all([untilDead(first), untilDead(second)]);
  expect(elapsedMs()).toBeLessThan(5_000);
  expect(await codeOf(other.token)).toBe('M200');
  expect(await codeOf(await server.token('revoked1'))).toBe('M200');
  expect(await codeOf(second)).toBe('M40111');
});

test.concurrent('a token issued after a revocation works at once and for good; earlier ones end', async () => {
  const ids = await server.users(8, 'busy');
  const old: string[] = [];
  const young: string[] = [];
  await inParallel(8, async (index) => {
    const id = at(ids, index);
    for (let round = 0; round < 5; round += 1) {
      // Two revocations and one sign-in at once: the responses tell their order.
      const [early] = await Promise.all([server.token(id), revoke(id), revoke(id)]);
      old.push(early);
      const token = await server.token(id);
      expect(await codeOf(token)).toBe('M200');
      (round === 4 ? young : old).push(token);
    }
  });
  const dead = old.filter((token) => {
    const { ext_user_id: id, generation } = decodeJwt(token);
    return young.some((one) => {
      const last = decodeJwt(one);
      return last.ext_user_id === id && Number(last.generation) > Number(generation);
    });
  });
  expect(dead.length).toBeGreaterThan(60);
  await Promise.all(dead.map(untilDead));
  for (const token of young) expect(await codeOf(token)).toBe('M200');
});

test.concurrent('revocations that commit out of order are all noticed', { tags: 'thorough' }, async ({
  onTestFinished,
}) => {
  const people = await signInAll(server, 5, 'order');
  const log = createLog('fatal');
  const bus = openInProcessBus(log);
  const db = new PublishingDatabase(server.database.connection, { poolSize: 6, log, bus });
  onTestFinished(() => db.close());
  /** A transaction with an id from before the test's others, which revokes on demand. */
  const open = async ({ extUserId }: SignedIn, isAtOnce: boolean) => {
    const began = Promise.withResolvers<void>();
    const goes = Promise.withResolvers<void>();
    const ends = Promise.withResolvers<void>();
    const done = db.transaction(async (tx) => {
      await tx.query('select pg_current_xact_id()');
      const act = () => revokeTokensOf(tx, [extUserId as ExtUserId], 'cut');
      if (isAtOnce) await act();
      began.resolve();
      await goes.promise;
      if (!isAtOnce) await act();
      await ends.promise;
    });
    await began.promise;
    const commit = async () => {
      goes.resolve();
      ends.resolve();
      await done;
    };
    return { commit };
  };
  const first = await open(at(people, 0), true);
  const second = await open(at(people, 1), false);
  const third = await open(at(people, 2), true);
  const alive = async () => {
    const codes = await Promise.all(people.map(({ token }) => codeOf(token)));
    return codes.flatMap((code, index) => (code === 'M200' ? [index] : []));
  };
  expect(await alive()).toEqual([0, 1, 2, 3, 4]);
  // The last one commits first; each is noticed, and none before its commit.
  await third.commit();
  await revoke('order4');
  await Promise.all([untilDead(at(people, 2).token), untilDead(at(people, 3).token)]);
  expect(await alive()).toEqual([0, 1, 4]);
  await second.commit();
  await untilDead(at(people, 1).token);
  expect(await alive()).toEqual([0, 4]);
  await first.commit();
  await untilDead(at(people, 0).token);
  expect(await alive()).toEqual([4]);
});

test.concurrent('deactivating ends tokens, and reactivating does not bring them back', {
  tags: 'thorough',
}, async () => {
  const people = await signInAll(server, 2, 'dora');
  const [{ token }, friend] = [at(people, 0), at(people, 1)];
  const threadId = await server.group(['dora2', 'dora1']);
  const { seq } = await friend.say(threadId);
  expect(await codeOf(token)).toBe('M200');
  await server.ok('DELETE', userUrl('dora1'));
  // After the response they can neither write nor read their own profile.
  const attempts = await Promise.all([
    server.call('GET', ME, { token }),
    server.call('POST', myMessagesUrl(threadId), { token, body: { body: { text: 'x' } } }),
    server.call('POST', MY_THREADS, { token, body: { type: 'direct', user_id: 'dora2' } }),
    server.call('POST', MY_THREADS, { token, body: { type: 'group', name: 'g' } }),
    server.call('PATCH', myThreadUrl(threadId), { token, body: { name: 'x' } }),
    server.call('PUT', reactionUrl(threadId, seq, 'x'), { token }),
    server.call('DELETE', myMessageUrl(threadId, seq), { token }),
  ]);
  for (const { body } of attempts) expect(body.message_code).toBe('M40111');
  await put('dora1');
  await untilDead(token);
  const again = await signIn(server, 'dora1');
  expect(await codeOf(again.token)).toBe('M200');
  expect(await codeOf(token)).toBe('M40111');
});

test.concurrent("after a user id change the old token never reaches the freed id's next user", {
  tags: 'thorough',
}, async () => {
  await server.users(2, 'peer');
  await put('alice');
  const old = await signIn(server, 'alice');
  const mine = await server.group(['peer1', 'alice']);
  expect(await codeOf(old.token)).toBe('M200');
  await rename('alice', 'alicia');
  await put('alice');
  const newcomer = await signIn(server, 'alice');
  expect(newcomer.extUserId).not.toBe(old.extUserId);
  const theirs = await server.group(['alice', 'peer2']);
  const { seq } = await newcomer.say(theirs, 'private');
  const { token } = old;

  // While the token still works, it may show its old owner's threads, never those of another user.
  let rounds = 0;
  await until(async () => {
    rounds += 1;
    const body = { body: { text: 'who am I?' } };
    const attempts = await Promise.all([
      server.call('GET', ME, { token }),
      server.call('POST', myMessagesUrl(theirs), { token, body }),
      server.call('POST', myMessagesUrl(mine), { token, body }),
      server.call('GET', myThreadUrl(theirs), { token }),
      server.call('GET', myMessagesUrl(theirs), { token }),
      server.call('PUT', myThreadUrl(theirs, '/read'), { token, body: {} }),
      server.call('PATCH', myThreadUrl(theirs), { token, body: { name: 'taken' } }),
      server.call('DELETE', myThreadUrl(theirs), { token }),
      server.call('PUT', reactionUrl(theirs, seq, 'x'), { token }),
      server.call('DELETE', myMemberUrl(theirs, 'alice'), { token }),
      server.call('POST', myThreadUrl(theirs, '/owner'), { token, body: { owner_id: 'peer2', id_type: 2 } }),
    ]);
    for (const { body: answer } of attempts) expect(['M40111', 'M40401']).toContain(answer.message_code);
    const list = await server.call('GET', MY_THREADS, { token });
    const isDead = list.body.message_code === 'M40111';
    if (!isDead) expect(list.body.data.map(({ id }: { id: string }) => id)).toEqual([mine]);
    return isDead || undefined;
  });
  expect(rounds).toBeGreaterThan(0);
  expect((await newcomer.messages(theirs)).map(({ body }) => body.text)).toEqual(['private']);
  expect(await newcomer.thread(theirs)).toMatchObject({ name: 'Group', me: { role: 'owner' } });
  const alicia = await signIn(server, 'alicia');
  expect(alicia.extUserId).toBe(old.extUserId);
  expect(await alicia.messages(mine)).toEqual([]);
  expect(await codeOf(newcomer.token)).toBe('M200');
});

test.concurrent('a thread opened with a token from before a rename belongs to no other user', {
  tags: 'thorough',
}, async () => {
  await server.users(1, 'target');
  await put('bella');
  const old = await signIn(server, 'bella');
  await rename('bella', 'belle');
  await put('bella');
  const newcomer = await signIn(server, 'bella');
  const opened = await old.call('POST', MY_THREADS, { body: { type: 'direct', user_id: 'target1' } });
  const made = await old.call('POST', MY_THREADS, { body: { type: 'group', name: 'mine' } });
  for (const { body } of [opened, made]) expect(['M200', 'M40111']).toContain(body.message_code);
  expect(await newcomer.threads()).toEqual([]);
  const renamed = await signIn(server, 'belle');
  const expected = [made, opened].flatMap(({ body }): string[] => body.data?.id ?? []);
  expect((await renamed.threads()).map(({ id }) => id).toSorted()).toEqual(expected.toSorted());
  await untilDead(old.token);
});

test.concurrent("an absorbed record's tokens end, and so do those of the old id", {
  tags: 'thorough',
}, async () => {
  await put('guest-7');
  await put('carol');
  const guest = await signIn(server, 'guest-7');
  const carol = await signIn(server, 'carol');
  expect([await codeOf(guest.token), await codeOf(carol.token)]).toEqual(['M200', 'M200']);
  await server.users(1, 'friend');
  await rename('guest-7', 'carol');
  // Until its token has ended, an absorbed record cannot act as the user who absorbed it.
  const attempts = await Promise.all([
    carol.call('GET', ME),
    carol.call('POST', MY_THREADS, { body: { type: 'direct', user_id: 'friend1' } }),
    carol.call('POST', MY_THREADS, { body: { type: 'group', name: 'g' } }),
  ]);
  for (const { body } of attempts) expect(body.message_code).toBe('M40111');
  await Promise.all([untilDead(guest.token), untilDead(carol.token)]);
  const now = await signIn(server, 'carol');
  expect(now.extUserId).toBe(guest.extUserId);
  expect(await codeOf(now.token)).toBe('M200');
  expect(await now.threads()).toEqual([]);
  expect((await server.call('POST', `${userUrl('guest-7')}/token`)).body.message_code).toBe('M40402');
  // Repeating the change succeeds and ends no tokens.
  await rename('guest-7', 'carol');
  expect(await codeOf(now.token)).toBe('M200');
});

test.concurrent('changing a user id to itself ends no token', async () => {
  await put('same');
  const same = await signIn(server, 'same');
  await rename('same', 'same');
  expect(decodeJwt(await server.token('same')).generation).toBe('0');
  expect(await codeOf(same.token)).toBe('M200');
});

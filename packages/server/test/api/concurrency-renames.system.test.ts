import { describe, expect, test } from 'vitest';
import { retryWhileBusy } from '../harness/calls.ts';
import { inParallel, tally } from '../harness/in-parallel.ts';
import { textTo } from '../harness/population.ts';
import { recount } from '../harness/recount.ts';
import { useServer } from '../harness/use-server.ts';

const MESSAGES = '/open-api/v1.0/chat/messages';

const server = await useServer({ PALAVER_DATABASE_POOL_SIZE: '16' });

async function rename(from: string, to: string): Promise<string> {
  const { body } = await retryWhileBusy(() =>
    server.call('PATCH', `/user/v1.0/user/${from}/change-user-id/${to}`),
  );
  return body.message_code;
}

async function put(userId: string): Promise<string> {
  const user = await server.ok('PUT', `/user/v1.0/user/${userId}`, { body: { display_name: userId } });
  return user.ext_user_id;
}

/** The ext_user_id of this user_id now; undefined when it is free. */
async function extUserIdOf(userId: string): Promise<string | undefined> {
  const { body } = await retryWhileBusy(() => server.call('GET', `/user/v1.0/user/${userId}`));
  return body.message_code === 'M200' ? body.data.ext_user_id : undefined;
}

/** Sends a message with a unique text; returns the code and the text. */
async function send(sender: string, target: object, text: string): Promise<{ code: string; text: string }> {
  const body = { ...textTo('0', sender, text), target };
  const answer = await retryWhileBusy(() => server.call('POST', MESSAGES, { body }));
  return { code: answer.body.message_code, text };
}

async function storedTexts(prefix: string): Promise<{ text: string; sender: string }[]> {
  return server.database.sql(
    `select text, sender_ext_user_id as sender from messages where text like $1 || ' %'`,
    [prefix],
  );
}

test('64 users are renamed while they send and receive: no message is lost or misattributed', async () => {
  const users = await server.users(64, 'old');
  const [hub = ''] = await server.users(1, 'hub');
  const threadId = await server.group([hub, ...users]);
  const extIds = await inParallel(64, async (index) => (await extUserIdOf(users[index] ?? '')) ?? '');
  /** The answers so far to each user's change. */
  const state = users.map((): 'not asked' | 'asked' | 'answered' => 'not asked');
  const accepted: string[] = [];
  const surprises: string[] = [];

  const sendBoth = async (index: number, turn: number) => {
    const attempts = [
      { name: 'old', id: users[index] ?? '', before: 'M200', after: 'M40402' },
      { name: 'new', id: `new${index}`, before: 'M40402', after: 'M200' },
    ];
    for (const { name, id, before, after } of attempts) {
      for (const direction of ['from', 'to', 'thread'] as const) {
        const begun = state[index];
        const [sender, target] = {
          thread: [id, { thread_id: threadId }],
          from: [id, { user_ids: [hub] }],
          to: [hub, { user_ids: [id] }],
        }[direction] as [string, object];
        const { code, text } = await send(sender, target, `rename ${index}.${turn}.${name}.${direction}`);
        if (code === 'M200') accepted.push(text);
        // Only sends that overlapped the change may have either outcome.
        const expected =
          begun === 'answered' ? [after] : state[index] === 'not asked' ? [before] : [before, after];
        if (!expected.includes(code)) surprises.push(`${text}: ${code}, begun ${begun}`);
      }
    }
  };
  await Promise.all([
    inParallel(64, async (index) => {
      for (let turn = 0; turn < 2; turn += 1) await sendBoth(index, turn);
    }),
    inParallel(64, async (index) => {
      // Spread over the time of the sends, without a clock.
      for (let turn = 0; turn < index % 5; turn += 1) await extUserIdOf(hub);
      state[index] = 'asked';
      expect(await rename(users[index] ?? '', `new${index}`)).toBe('M200');
      state[index] = 'answered';
    }),
  ]);
  await inParallel(16, (index) => sendBoth(4 * index, 2));

  expect(surprises).toEqual([]);
  const stored = await storedTexts('rename');
  expect(stored.map((row) => row.text).toSorted()).toEqual(accepted.toSorted());
  const hubExtId = await extUserIdOf(hub);
  for (const { text, sender } of stored) {
    const [, index = '', direction] = /^rename (\d+)\.\d+\.\w+\.(\w+)$/.exec(text) ?? [];
    expect(sender).toBe(direction === 'to' ? hubExtId : extIds[Number(index)]);
  }
  expect(await inParallel(64, (index) => extUserIdOf(`new${index}`))).toEqual(extIds);
  expect(await inParallel(64, (index) => extUserIdOf(users[index] ?? ''))).toEqual(
    extIds.map(() => undefined),
  );
  expect(await recount(server.database)).toEqual([]);
});

test('a just synchronised id is absorbed while others send to it: no 500, no misattributed message', async () => {
  const outcomes = await inParallel(16, async (round) => {
    const [guest, member, ...friends] = ['guest', 'member', 'friend1', 'friend2', 'friend3'].map(
      (name) => `absorb${round}-${name}`,
    ) as [string, string, ...string[]];
    const guestId = await put(guest);
    for (const friend of friends) await put(friend);
    const threadId = await server.group([guest, ...friends]);
    const memberId = await put(member);

    const [code, ...sends] = await Promise.all([
      rename(guest, member),
      ...friends.map(async (friend, index) => {
        const target = index === 0 ? { user_ids: [member] } : { ext_user_ids: [memberId] };
        // The first round starts together with the change, later ones meet it at any stage.
        if (round % 3 !== 0) for (let wait = 0; wait < index + 2; wait += 1) await extUserIdOf(guest);
        return send(friend, target, `absorb ${round}.${index}`);
      }),
      send(member, { thread_id: threadId }, `absorb ${round}.member`),
      send(guest, { thread_id: threadId }, `absorb ${round}.guest`),
    ]);
    for (const { code: sent } of sends.slice(0, 3)) expect(sent).toBe('M200');
    expect(['M200', 'M40303']).toContain(sends[3]?.code);
    expect(['M200', 'M40402']).toContain(sends[4]?.code);

    const sentTo = { user_ids: [member] };
    const byUserId = await server.ok('POST', MESSAGES, {
      body: { ...textTo('0', friends[1] ?? '', `absorb ${round}.again`), target: sentTo },
      headers: { prefer: 'return=representation' },
    });
    const byExtUserId = await server.ok('POST', MESSAGES, {
      body: {
        ...textTo('0', friends[1] ?? '', `absorb ${round}.alias`),
        target: { ext_user_ids: [memberId] },
      },
      headers: { prefer: 'return=representation' },
    });
    expect(byExtUserId.messages[0].thread_id).toBe(byUserId.messages[0].thread_id);
    if (code === 'M200') {
      expect(await extUserIdOf(member)).toBe(guestId);
      expect(await extUserIdOf(guest)).toBeUndefined();
    } else {
      // The new id had received a message before, so it has its own history.
      expect(code).toBe('M40901');
      expect(await extUserIdOf(member)).toBe(memberId);
      expect(await extUserIdOf(guest)).toBe(guestId);
    }
    return code;
  });
  expect(Object.keys(tally(outcomes)).filter((code) => !['M200', 'M40901'].includes(code))).toEqual([]);
  expect(outcomes).toContain('M200');
  expect(await recount(server.database)).toEqual([]);
});

describe('concurrent user id changes', () => {
  const ROUNDS = 12;

  test('a swap is refused when both users have a history; a fresh one is absorbed', async () => {
    await inParallel(ROUNDS, async (round) => {
      const [a, b] = [`swap${round}-a`, `swap${round}-b`];
      const [idA, idB] = [await put(a), await put(b)];
      await server.group([a, b]);
      const codes = await Promise.all([rename(a, b), rename(b, a), rename(a, b), rename(b, a)]);
      expect(tally(codes)).toEqual({ M40901: 4 });
      expect([await extUserIdOf(a), await extUserIdOf(b)]).toEqual([idA, idB]);
    });
    await inParallel(ROUNDS, async (round) => {
      const [a, b] = [`fresh${round}-a`, `fresh${round}-b`];
      const ids = [await put(a), await put(b)];
      const codes = await Promise.all([rename(a, b), rename(b, a)]);
      // The second request renames the remaining user back.
      expect(codes).toEqual(['M200', 'M200']);
      const left = [await extUserIdOf(a), await extUserIdOf(b)].filter((id) => id !== undefined);
      expect(left).toHaveLength(1);
      expect(ids).toContain(left[0]);
    });
    expect(await recount(server.database)).toEqual([]);
  });

  test('of two users changing to the same id one gets it, and neither is lost', async () => {
    await inParallel(ROUNDS, async (round) => {
      const sources = ['a', 'b', 'c'].map((name) => `same${round}-${name}`);
      const target = `same${round}-target`;
      const ids = await Promise.all(sources.map(put));
      await server.group(sources);
      const codes = await Promise.all(sources.map((source) => rename(source, target)));
      expect(tally(codes)).toEqual({ M200: 1, M40901: 2 });
      const winner = codes.indexOf('M200');
      expect(await extUserIdOf(target)).toBe(ids[winner]);
      const left = await Promise.all(sources.map(extUserIdOf));
      expect(left).toEqual(ids.map((id, index) => (index === winner ? undefined : id)));
    });
    expect(await recount(server.database)).toEqual([]);
  });

  test('the same change succeeds for all callers; of two different targets one wins', async () => {
    await inParallel(ROUNDS, async (round) => {
      const [from, to] = [`repeat${round}`, `repeat${round}-to`];
      const id = await put(from);
      expect(tally(await inParallel(8, () => rename(from, to)))).toEqual({ M200: 8 });
      expect(await extUserIdOf(to)).toBe(id);

      const targets = [1, 2, 3, 4].map((index) => `repeat${round}-to${index}`);
      const codes = await Promise.all(targets.map((target) => rename(to, target)));
      expect(tally(codes)).toEqual({ M200: 1, M40402: 3 });
      expect(await extUserIdOf(targets[codes.indexOf('M200')] ?? '')).toBe(id);
    });
    expect(await recount(server.database)).toEqual([]);
  });

  test('in a chain each user moves once the target is free, and nobody ends up with two ids', async () => {
    await inParallel(ROUNDS, async (round) => {
      const names = ['a', 'b', 'c', 'd', 'e'].map((name) => `chain${round}-${name}`);
      const sources = names.slice(0, 4);
      const ids = await Promise.all(sources.map(put));
      await server.group(sources);
      const pending = new Map(sources.map((from, index) => [from, names[index + 1] ?? '']));
      for (let attempt = 0; pending.size > 0; attempt += 1) {
        const links = [...pending];
        const codes = await Promise.all(links.map(([from, to]) => rename(from, to)));
        links.forEach(([from], index) => {
          expect(['M200', 'M40901']).toContain(codes[index]);
          if (codes[index] === 'M200') pending.delete(from);
        });
        // In every round the last remaining link is free, so each round moves at least one user.
        expect(attempt).toBeLessThan(4);
      }
      expect(await Promise.all(names.map(extUserIdOf))).toEqual([undefined, ...ids]);
    });
    expect(await recount(server.database)).toEqual([]);
  });

  test('the old id synchronised during the change makes a second user or is absorbed, and nobody is lost', async () => {
    await inParallel(ROUNDS, async (round) => {
      const [from, to] = [`anew${round}`, `anew${round}-to`];
      const id = await put(from);
      await server.group([from]);
      const [code, ...puts] = await Promise.all([rename(from, to), put(from), put(from), put(to)]);
      // The new id may have been synchronised first and is then absorbed; either way the history moves.
      expect(code).toBe('M200');
      expect(await extUserIdOf(to)).toBe(id);
      const again = await extUserIdOf(from);
      expect(again).not.toBe(id);
      if (again !== undefined) expect(puts).toContain(again);
    });
    expect(await recount(server.database)).toEqual([]);
  });
});

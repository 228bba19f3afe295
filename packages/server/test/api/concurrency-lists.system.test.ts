import { expect, test } from 'vitest';
import { inParallel, sample } from '../harness/in-parallel.ts';
import { textTo } from '../harness/population.ts';
import { recount } from '../harness/recount.ts';
import { useServer } from '../harness/use-server.ts';

/** Paging through lists while rows come and go: lasting rows appear exactly once. */

const THREADS = '/open-api/v1.0/chat/threads';
const MESSAGES = '/open-api/v1.0/chat/messages';

const server = await useServer({ PALAVER_DATABASE_POOL_SIZE: '16' });

/** Repeats `work` until `done` settles, and runs it once more afterwards. */
async function untilDone(done: Promise<unknown>, work: () => Promise<unknown>): Promise<void> {
  let isDone = false;
  const end = done.then(() => {
    isDone = true;
  });
  let lastTurn = false;
  while (!lastTurn) {
    lastTurn = isDone;
    await work();
  }
  await end;
}

/** Delays each commit that has inserted threads or members, after its ids were drawn. */
async function pauseBeforeCommits(): Promise<() => Promise<void>> {
  await server.database.sql(`
    create function pause() returns trigger language plpgsql as $$
    begin
      perform pg_sleep(random() * 0.004);
      return null;
    end $$;
    create constraint trigger pause after insert on threads deferrable initially deferred
      for each row execute function pause();
    create constraint trigger pause after insert on members deferrable initially deferred
      for each row execute function pause();`);
  return async () => {
    await server.database.sql('drop function pause cascade');
  };
}

test('64 creators of threads: clients that poll from the last id miss none', async () => {
  const users = await server.users(64, 'creator');
  const resume = await pauseBeforeCommits();
  const before = await server.group([users[0] ?? '']);
  let lastTarget = 0;
  const create = async (index: number): Promise<string[]> => {
    if (index % 2 === 0) return [await server.group(sample(users, 2))];
    // Two direct threads that only this transaction creates.
    const others = [users[lastTarget % 64], users[(lastTarget + 1) % 64]].filter((id) => id !== users[index]);
    lastTarget += 2;
    const data = await server.ok('POST', MESSAGES, {
      body: { ...textTo('0', users[index] ?? ''), target: { user_ids: others } },
      headers: { prefer: 'return=representation' },
    });
    return data.messages.map((message: { thread_id: string }) => message.thread_id);
  };
  const creators = inParallel(64, async (index) => [...(await create(index)), ...(await create(index))]);

  const poll = async (limit: number, onlyPublic: boolean) => {
    const seen: string[] = [];
    await untilDone(creators, async () => {
      for (;;) {
        const url = `${THREADS}?last_thread_id=${seen.at(-1) ?? before}&limit=${limit}&only_public_thread=${onlyPublic}`;
        const page: { id: string }[] = await server.ok('GET', url);
        seen.push(...page.map((thread) => thread.id));
        if (page.length === 0) return;
      }
    });
    return seen;
  };
  const [one, other, groups] = await Promise.all([poll(3, false), poll(100, false), poll(5, true)]);
  await creators;
  await resume();

  const there = await server.database.sql<{ id: string; type: string }>(
    'select id, type from threads where id > $1 order by id',
    [before],
  );
  const answered = (await creators).flat();
  expect(there.length).toBeGreaterThan(100);
  for (const id of answered) expect(there.map((thread) => thread.id)).toContain(id);
  expect(one).toEqual(there.map((thread) => thread.id));
  expect(other).toEqual(one);
  expect(groups).toEqual(there.filter((thread) => thread.type === 'group').map((thread) => thread.id));
  expect(await recount(server.database)).toEqual([]);
});

test('paging through threads during creations and sends shows each earlier thread once', async () => {
  const users = await server.users(8, 'walker');
  const stable = await inParallel(60, () => server.group(users.slice(0, 2)));
  const walks = inParallel(4, async (index) => {
    const seen: string[] = [];
    for (let last = '0'; ; last = seen.at(-1) ?? '0') {
      const page: { id: string }[] = await server.ok(
        'GET',
        `${THREADS}?last_thread_id=${last}&limit=${3 + index}`,
      );
      seen.push(...page.map((thread) => thread.id));
      if (page.length === 0 || seen.length > 5_000) return seen;
    }
  });
  let made = 0;
  await Promise.all([
    untilDone(walks, async () => {
      made += 1;
      if (made < 200) await server.group(sample(users, 3));
      await server.ok('POST', MESSAGES, { body: textTo(stable[made % 60] ?? '', users[0] ?? '') });
    }),
    untilDone(walks, () => server.call('PUT', `/user/v1.0/user/walker${made % 8}`, { body: {} })),
  ]);
  for (const seen of await walks) {
    const ids = seen.map(BigInt);
    expect(ids).toEqual(ids.toSorted((a, b) => Number(a - b)));
    expect(new Set(seen).size).toBe(seen.length);
    expect(stable.filter((id) => !seen.includes(id))).toEqual([]);
  }
  expect(await recount(server.database)).toEqual([]);
});

interface Row {
  user_id: string;
  ext_user_id: string;
  status: string;
}

test('paging through members while they come, go and are renamed shows each who stays once', async () => {
  const users = await server.users(120, 'member');
  const late = await server.users(40, 'late');
  const threadId = await server.group(users);
  const everybody: Row[] = [];
  for (;;) {
    const last = everybody.at(-1)?.ext_user_id ?? '';
    const page = await server.ok('GET', `${THREADS}/${threadId}/members?last_member_id=${last}&limit=100`);
    everybody.push(...page);
    if (page.length === 0) break;
  }
  const leaves = (index: number) => index % 4 === 1;
  const isRenamed = (index: number) => index % 4 === 2;
  const idOf = new Map(everybody.map((row) => [row.user_id, row.ext_user_id]));
  const stable = users.filter((_, index) => !leaves(index)).map((id) => idOf.get(id) ?? '');

  const walk = async (idType: 1 | 2, limit: number, status: string) => {
    const seen: Row[] = [];
    for (;;) {
      const last = seen.at(-1);
      const lastId = (idType === 1 ? last?.ext_user_id : last?.user_id) ?? '';
      const query = `last_member_id=${lastId}&member_id_type=${idType}&limit=${limit}&status=${status}`;
      const page: Row[] = await server.ok('GET', `${THREADS}/${threadId}/members?${query}`);
      seen.push(...page);
      if (page.length === 0 || seen.length > 5_000) return seen;
    }
  };
  const walks = Promise.all([
    walk(1, 1, 'all'),
    walk(2, 1, 'all'),
    walk(1, 7, 'all'),
    walk(2, 7, 'all'),
    walk(1, 5, 'active'),
    walk(2, 5, 'active'),
    walk(2, 3, 'active'),
  ]);

  let turn = 0;
  await Promise.all([
    untilDone(walks, async () => {
      const newcomer = late.pop();
      if (newcomer === undefined) return server.ok('GET', `/user/v1.0/user/member1`);
      const body = { member_ids: [newcomer], id_type: 2 };
      return server.ok('POST', `${THREADS}/${threadId}/members`, { body });
    }),
    // They leave by deactivation; reactivation does not restore their membership.
    untilDone(walks, async () => {
      const userId = users[4 * (turn % 30) + 1] ?? '';
      turn += 1;
      await server.ok('DELETE', `/user/v1.0/user/${userId}`);
      await server.ok('PUT', `/user/v1.0/user/${userId}`, { body: {} });
    }),
    // They are renamed back and forth while a client pages by user_id.
    inParallel(3, async (lane) => {
      const names = users.filter((_, index) => isRenamed(index) && index % 3 === lane);
      let next = 0;
      await untilDone(walks, async () => {
        const name = names[next % names.length] ?? '';
        next += 1;
        const [from, to] = [name, `${name}-renamed`];
        await server.ok('PATCH', `/user/v1.0/user/${from}/change-user-id/${to}`);
        await server.ok('PATCH', `/user/v1.0/user/${to}/change-user-id/${from}`);
      });
    }),
  ]);

  for (const seen of await walks) {
    const ids = seen.map((row) => row.ext_user_id);
    expect(ids).toEqual(ids.toSorted((a, b) => Number(BigInt(a) - BigInt(b))));
    expect(new Set(ids).size).toBe(ids.length);
    expect(stable.filter((id) => !ids.includes(id))).toEqual([]);
  }
  expect(await recount(server.database)).toEqual([]);
});

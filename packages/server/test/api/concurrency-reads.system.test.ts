import { expect, test } from 'vitest';
import { retryWhileBusy } from '../harness/calls.ts';
import { inParallel, tally } from '../harness/in-parallel.ts';
import { textTo } from '../harness/population.ts';
import { useServer } from '../harness/use-server.ts';
import { pause } from '../harness/waits.ts';

/** Concurrent requests for the same page share one database query, invisibly to clients. */

const THREADS = '/open-api/v1.0/chat/threads';

const server = await useServer();

/** Delays each query for members after its snapshot, so that writes and other reads overlap it. */
async function slowDownLooks(): Promise<() => Promise<void>> {
  const signature = 'member_status(text, timestamptz, timestamptz)';
  const [original] = await server.database.sql<{ definition: string }>(
    'select pg_get_functiondef($1::regprocedure) as definition',
    [signature],
  );
  await server.database.sql(`
    create or replace function member_status(state text, muted_until timestamptz, banned_until timestamptz)
      returns text language plpgsql volatile as $$
    begin
      perform pg_sleep(0.004);
      return state;
    end $$`);
  return async () => {
    await server.database.sql(original?.definition ?? '');
  };
}

test('48 readers never get data older than their request while four writers change it', async () => {
  const [owner = '', other = ''] = await server.users(2, 'shared');
  const threadId = await server.group([owner, other]);
  /** The writes answered so far: reads that start from now on must include them. */
  const written = { name: 0, messages: 0 };
  let isOver = false;

  const rename = async (name: number) => {
    await server.ok('PUT', `/user/v1.0/user/${owner}`, { body: { display_name: String(name) } });
    written.name = name;
  };
  const renameOften = async () => {
    for (let name = 1; name <= 60; name += 1) await rename(name);
  };
  const send = async () => {
    for (let count = 0; count < 20; count += 1) {
      await server.ok('POST', '/open-api/v1.0/chat/messages', { body: textTo(threadId, owner) });
      written.messages += 1;
    }
  };

  const pages = {
    members: async () => {
      const { name } = written;
      const [member] = await server.ok('GET', `${THREADS}/${threadId}/members?limit=100`);
      expect(Number(member.display_name)).toBeGreaterThanOrEqual(name);
    },
    thread: async () => {
      const { messages } = written;
      const thread = await server.ok('GET', `${THREADS}/${threadId}`);
      expect(thread.message_count).toBeGreaterThanOrEqual(messages);
    },
    threads: async () => {
      const { messages } = written;
      const [thread] = await server.ok('GET', `${THREADS}?limit=30`);
      expect(thread.message_count).toBeGreaterThanOrEqual(messages);
    },
  };
  const kinds = Object.values(pages);
  await rename(0);
  const resume = await slowDownLooks();
  await Promise.all([
    Promise.all([renameOften(), send(), send(), send()]).finally(() => {
      isOver = true;
    }),
    inParallel(48, async (index) => {
      while (!isOver) {
        await kinds[index % kinds.length]?.();
        // Otherwise readers that share a query would return together and never join a running one.
        await pause(Math.random() * 15);
      }
    }),
  ]);
  for (const read of kinds) await read();
  await resume();
});

test('concurrent requests for one address from three spaces get three answers', async () => {
  const tenants = [{}, { 'x-tenant-id': 'one' }, { 'x-tenant-id': 'two' }];
  await Promise.all(
    tenants.map(async (headers, index) =>
      server.ok('PUT', '/user/v1.0/user/everywhere', { headers, body: { display_name: `space ${index}` } }),
    ),
  );
  const answers = await inParallel(60, async (index) => {
    const user = await server.ok('GET', '/user/v1.0/user/everywhere', { headers: tenants[index % 3] ?? {} });
    return `${index % 3}: ${user.display_name}`;
  });
  expect(tally(answers)).toEqual({ '0: space 0': 20, '1: space 1': 20, '2: space 2': 20 });
});

test('a shared refusal still has the request id of each request', async () => {
  const answers = await inParallel(40, () =>
    retryWhileBusy(() => server.call('GET', `${THREADS}/987654321`)),
  );
  expect(tally(answers.map(({ body }) => body.message_code))).toEqual({ M40401: 40 });
  expect(new Set(answers.map(({ body }) => body.request_id)).size).toBe(40);
});

import { describe, expect, test } from 'vitest';
import { retryWhileBusy } from '../harness/calls.ts';
import { inParallel, sample, tally } from '../harness/in-parallel.ts';
import { textTo } from '../harness/population.ts';
import { recount } from '../harness/recount.ts';
import { connect } from '../harness/test-database.ts';
import { useServer } from '../harness/use-server.ts';

const MESSAGES = '/open-api/v1.0/chat/messages';
const BOTS = '/bot/v1.0/bot';

const server = await useServer({ PALAVER_DATABASE_POOL_SIZE: '16' });

async function codeOf(method: string, url: string, body?: unknown, tenant?: string): Promise<string> {
  const options = { ...(body === undefined ? {} : { body }), ...(tenant === undefined ? {} : { tenant }) };
  return (await retryWhileBusy(() => server.call(method, url, options))).body.message_code;
}

const userUrl = (userId: string) => `/user/v1.0/user/${userId}`;

async function send(sender: string, target: object, text = 'hello'): Promise<string> {
  return codeOf('POST', MESSAGES, { ...textTo('0', sender, text), target });
}

describe('deactivation', () => {
  test("during sends: after its M200 the user's sends are all refused", async () => {
    const users = await server.users(32, 'leaver');
    const [hub = ''] = await server.users(1, 'leaver-hub');
    const threads = await inParallel(4, () => server.group([hub, ...users]));
    const owned = await inParallel(32, (index) => server.group([users[index] ?? '', hub]));
    const isGone = users.map(() => false);
    const surprises: string[] = [];
    const accepted: string[] = [];

    const speak = async (index: number, turn: number) => {
      const user = users[index] ?? '';
      const attempts: [string, string, object][] = [
        ['to a thread', user, { thread_id: sample(threads, 1)[0] }],
        ['to an own thread', user, { thread_id: owned[index] }],
        ['to a user', user, { user_ids: [hub] }],
        ['from a user', hub, { user_ids: [user] }],
      ];
      for (const [what, sender, target] of attempts) {
        const wasGone = isGone[index];
        const text = `leaver ${index}.${turn} ${what}`;
        const code = await send(sender, target, text);
        if (code === 'M200') accepted.push(text);
        if (code !== 'M40402' && (wasGone || code !== 'M200')) surprises.push(`${text}: ${code}`);
      }
    };
    await Promise.all([
      inParallel(32, async (index) => {
        for (let turn = 0; turn < 2; turn += 1) await speak(index, turn);
      }),
      inParallel(32, async (index) => {
        for (let turn = 0; turn < index % 5; turn += 1) await codeOf('GET', userUrl(hub));
        // The same twice at once: both succeed.
        const codes = await Promise.all([
          codeOf('DELETE', userUrl(users[index] ?? '')),
          codeOf('DELETE', userUrl(users[index] ?? '')),
        ]);
        expect(codes).toEqual(['M200', 'M200']);
        isGone[index] = true;
      }),
    ]);
    await inParallel(32, (index) => speak(index, 3));

    expect(surprises).toEqual([]);
    const stored = await server.database.sql<{ text: string }>(
      "select text from messages where text like 'leaver %'",
    );
    expect(stored.map((row) => row.text).toSorted()).toEqual(accepted.toSorted());
    for (const threadId of threads) {
      const thread = await server.ok('GET', `/open-api/v1.0/chat/threads/${threadId}`);
      expect(thread.member_count).toBe(1);
    }
    expect(await recount(server.database)).toEqual([]);
  });

  test("waits for the user's uncommitted sends, also into a thread that they own", async () => {
    const [leaver = '', other = ''] = await server.users(2, 'slow-leaver');
    const threadIds = [await server.group([other, leaver]), await server.group([leaver, other])];
    // Holds every send after it has looked at its sender, until the test lets go.
    await server.database.sql(`
      create function hold() returns trigger language plpgsql as $$
      begin
        perform pg_advisory_xact_lock_shared(42);
        return null;
      end $$;
      create trigger hold after insert on messages for each row execute function hold();`);
    const gate = await connect(server.database.connection);
    for (const threadId of threadIds) {
      await gate.query('select pg_advisory_lock(42)');
      const sent = send(leaver, { thread_id: threadId });
      await waitersAre(1);
      const left = codeOf('DELETE', userUrl(leaver));
      const first = await Promise.race([left.then(() => 'answered'), waitersAre(2).then(() => 'waits')]);
      await gate.query('select pg_advisory_unlock(42)');
      expect(first).toBe('waits');
      expect(await Promise.all([sent, left])).toEqual(['M200', 'M200']);
      await server.ok('PUT', userUrl(leaver), { body: {} });
    }
    await server.database.sql('drop function hold cascade');
    expect(await recount(server.database)).toEqual([]);
  });

  test('during reactivation and direct messages keeps the tables consistent', async () => {
    const users = await server.users(16, 'wavering');
    const [hub = ''] = await server.users(1, 'wavering-hub');
    await server.group([hub, ...users]);
    const codes = await inParallel(16, async (index) => {
      const user = users[index] ?? '';
      const all: string[] = [];
      for (let turn = 0; turn < 3; turn += 1) {
        const [left, put, ...sent] = await Promise.all([
          codeOf('DELETE', userUrl(user)),
          codeOf('PUT', userUrl(user), { display_name: `name ${turn}` }),
          send(hub, { user_ids: [user] }),
          send(user, { user_ids: [hub] }),
        ]);
        expect([left, put]).toEqual(['M200', 'M200']);
        all.push(...sent);
      }
      return all;
    });
    expect(codes.flat().filter((code) => code !== 'M200' && code !== 'M40402')).toEqual([]);
    expect(await recount(server.database)).toEqual([]);

    await inParallel(16, (index) => server.ok('PUT', userUrl(users[index] ?? ''), { body: {} }));
    // The next message restores membership of the direct thread, not of the group.
    expect(tally(await inParallel(16, (index) => send(hub, { user_ids: [users[index]] })))).toEqual({
      M200: 16,
    });
    expect(await recount(server.database)).toEqual([]);
  });
});

async function waitersAre(count: number): Promise<void> {
  await expect
    .poll(
      () =>
        server.database.sql(
          `select count(*)::int as count from pg_stat_activity where datname = current_database()
             and application_name = 'palaver' and wait_event_type = 'Lock'`,
        ),
      { interval: 5 },
    )
    .toEqual([{ count }]);
}

describe('the namespace of users and bots', () => {
  test("gives an id wanted by a tenant's user and an application-wide bot to exactly one", async () => {
    const winners = await inParallel(32, async (round) => {
      const id = `twin${round}`;
      const [bot, user] = await Promise.all([
        codeOf('POST', BOTS, { bot_id: id, display_name: 'Bot' }),
        [
          () => codeOf('PUT', userUrl(id), {}, `tenant${round}`),
          () => codeOf('PUT', userUrl(id), {}),
          () =>
            codeOf(
              'POST',
              '/user/v1.0/users/batch',
              { users: [{ user_id: `${id}-a` }, { user_id: id }] },
              'batch',
            ),
          () => codeOf('POST', BOTS, { bot_id: id, display_name: 'Bot' }, `tenant${round}`),
        ][round % 4]?.(),
      ]);
      expect(new Set([bot, user])).toEqual(new Set(['M200', 'M40901']));
      return bot === 'M200' ? 'bot' : 'user';
    });
    expect(winners).toHaveLength(32);
    // A refused batch leaves nothing behind.
    const halves = await server.database.sql<{ user_id: string }>(
      "select user_id from users where user_id like 'twin%-a' order by user_id",
    );
    const written = winners.flatMap((winner, round) =>
      round % 4 === 2 && winner === 'user' ? [`twin${round}-a`] : [],
    );
    expect(halves.map((row) => row.user_id)).toEqual(written.toSorted());
    expect(await recount(server.database)).toEqual([]);
  });

  test('gives an id wanted by a renamed user and an application-wide bot to exactly one', async () => {
    await inParallel(16, async (round) => {
      const [from, to] = [`renamed-twin${round}`, `renamed-twin${round}-to`];
      const tenant = round % 2 === 0 ? 'tenant' : undefined;
      expect(await codeOf('PUT', userUrl(from), {}, tenant)).toBe('M200');
      const codes = await Promise.all([
        codeOf('POST', BOTS, { bot_id: to, display_name: 'Bot' }),
        codeOf('PATCH', `${userUrl(from)}/change-user-id/${to}`, undefined, tenant),
      ]);
      expect(codes.toSorted()).toEqual(['M200', 'M40901']);
    });
    expect(await recount(server.database)).toEqual([]);
  });

  test('keeps a bot whole that is created, changed and deleted concurrently, and makes only one', async () => {
    await inParallel(8, async (round) => {
      const bot = { bot_id: `same-bot${round}`, display_name: 'Bot' };
      const codes = await inParallel(6, () => codeOf('POST', BOTS, bot));
      expect(tally(codes)).toEqual({ M200: 1, M40901: 5 });
      const url = `${BOTS}/${bot.bot_id}`;
      const [left, ...others] = await Promise.all([
        codeOf('DELETE', url),
        codeOf('PATCH', url, { webhook_url: 'https://a.example' }),
        codeOf('POST', `${url}/rotate-secret`),
        codeOf('POST', BOTS, bot),
        send(bot.bot_id, { user_ids: ['nobody'] }),
      ]);
      expect(left).toBe('M200');
      for (const code of others) expect(['M200', 'M40403', 'M40901', 'M40402']).toContain(code);
    });
    expect(await recount(server.database)).toEqual([]);
  });

  test('makes one user of concurrent puts, and batches in opposite order do not deadlock', async () => {
    const extIds = await inParallel(32, async (index) => {
      const body = { display_name: `name ${index}` };
      return (await server.ok('PUT', userUrl('same-user'), { body })).ext_user_id as string;
    });
    expect(new Set(extIds).size).toBe(1);

    const users = Array.from({ length: 50 }, (_, index) => ({ user_id: `batch${index}` }));
    const answers = await inParallel(16, (index) =>
      server.ok('POST', '/user/v1.0/users/batch', {
        body: { users: index % 2 === 0 ? users : users.toReversed() },
      }),
    );
    const ids = (data: { ext_user_id: string }[]) => data.map((user) => user.ext_user_id);
    for (const [index, data] of answers.entries()) {
      expect(ids(index % 2 === 0 ? data : data.toReversed())).toEqual(ids(answers[0]));
    }
    expect(await recount(server.database)).toEqual([]);
  });

  test('creates a bot eventually, however many users are created meanwhile', async () => {
    await outlasts(
      () => codeOf('POST', BOTS, { bot_id: 'patient', display_name: 'Bot' }),
      (lane, turn) => codeOf('PUT', userUrl(`busy${lane}-${turn}`), {}),
    );
  });
});

/** 24 lanes keep repeating `busy`; fails when `patient` is still waiting after 100 turns of each. */
async function outlasts(
  patient: () => Promise<string>,
  busy: (lane: number, turn: number) => Promise<string>,
): Promise<void> {
  let isDone = false;
  let turns = 0;
  const lanes = inParallel(24, async (lane) => {
    for (let turn = 0; turn < 100 && !isDone; turn += 1) {
      await busy(lane, turn);
      turns += 1;
    }
  });
  const code = await patient();
  isDone = true;
  await lanes;
  expect(code).toBe('M200');
  expect(turns).toBeLessThan(2_400);
}

import type { ExtUserId } from '@palaver/protocol/ids';
import { expect, test } from 'vitest';
import {
  findDueUsers,
  readThreads,
  recordDigest,
  sweepDigests,
} from '../../src/notifications/records/email-digests.ts';
import { fanOut } from '../../src/notifications/records/notification-batches.ts';
import { until } from '../harness/until.ts';
import { startEmailed } from './emailed.ts';

/** The mailer while a fan-out is in progress. */

const OPTIONS = { count: 1_000, delayMs: 0, onlineDelayMs: 0, emailMs: 3_600_000 };

/** Ann has written to Ben, and is about to write more. */
async function start() {
  const { server, away } = await startEmailed();
  const [ann] = [await away('ann'), await away('ben')];
  const [one, two] = [await server.group(['ann', 'ben']), await server.group(['ann', 'ben'])];
  const say = async (threadId: string) => {
    await ann.say(threadId);
    await server.relayed();
  };
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  /** Fans out, and commits when `release` is called. Resolves when everything but the commit is done. */
  const beginFanOut = async () => {
    const { promise: isDone, resolve: done } = Promise.withResolvers<void>();
    const committed = server.db.transaction(async (tx) => {
      await fanOut(tx, OPTIONS);
      done();
      await held;
    });
    await isDone;
    return { committed };
  };
  await say(one);
  await server.db.transaction((tx) => fanOut(tx, OPTIONS));
  return { server, sql: server.database.sql, one, two, say, beginFanOut, release };
}

test('a thread whose fan-out commits while an e-mail is recorded has an e-mail of its own', async () => {
  const { server, sql, two, say, beginFanOut, release } = await start();
  await sql(`update email_digests set due_at = now() - interval '1 second'`);
  const [due] = await findDueUsers(server.db, { after: '', except: [], count: 1 });
  const user = due?.user as ExtUserId;
  const settled = await readThreads(server.db, user);
  await say(two);
  const { committed } = await beginFanOut();
  const outcome = { user, settled, dueInMs: null, pauseMs: 3_600_000, tries: 0, attempt: null };
  const recorded = server.db.transaction((tx) => recordDigest(tx, outcome));
  await until(async () => {
    const waiting = await sql(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return waiting.length > 0 || undefined;
  });
  release();
  await Promise.all([committed, recorded]);
  expect(await sql('select thread_id from email_threads')).toEqual([{ thread_id: two }]);
  expect(await sql('select due_at > now() as waits from email_digests')).toEqual([{ waits: true }]);
});

test('the sweep leaves what a fan-out is about to make due', async () => {
  const { server, sql, one, say, beginFanOut, release } = await start();
  await sql(`update email_digests set due_at = null, updated_at = now() - interval '90 days'`);
  await sql('delete from email_threads');
  await say(one);
  const { committed } = await beginFanOut();
  const dayAgo = new Date(Date.now() - 86_400_000);
  await server.db.transaction((tx) => sweepDigests(tx, 1_000, dayAgo));
  release();
  await committed;
  expect(await sql('select due_at is not null as is_due from email_digests')).toEqual([{ is_due: true }]);
});

// @module-tag database
import type { ExtUserId, ThreadId } from '@palaver/protocol/ids';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SignedInContext } from '../../src/domain/context.ts';
import { findMyThreads, listMyThreads } from '../../src/domain/operations/threads/list-my-threads.ts';
import type { Transaction, Transactor } from '../../src/storage/database.ts';
import { type SignedIn, signInAll } from '../harness/client-api.ts';
import { explained, statementsOf } from '../harness/explained.ts';
import { useServer } from '../harness/use-server.ts';

/** A connection keeps the plans of the chat list, so they must be right for any size of the tables, also for a later one. */

const OWN = 1_000;
const OTHERS = 20_000;
const LIMIT = 30;
/** Rows read for a thread of a page, all its unread messages included. */
const PER_THREAD = 12;

const server = await useServer();
let ann: SignedIn;
let ben: SignedIn;
let threadId: ThreadId;
beforeAll(async () => {
  [ann, ben] = await signInAll(server, 2);
  threadId = (await server.group([ann.userId, ben.userId])) as ThreadId;
  await ann.say(threadId);
});

const list =
  (lastPosition: string, linked: boolean | 'both' = false) =>
  (db: Pick<Transactor, 'transactionAtOnce'>) =>
    listMyThreads({ db, space: {}, actingUser: { extUserId: ben.extUserId } } as unknown as SignedInContext, {
      lastPosition,
      limit: LIMIT,
      linked,
    });
const one = (db: Pick<Transactor, 'transactionAtOnce'>) =>
  findMyThreads(db, ben.extUserId as ExtUserId, [threadId]);

/**
 * `OWN` threads of Ann and Ben with five unread messages each, and `OTHERS` that are Ann's alone; or, `linked`, all of them are Ben's, too, and
 * the former are linked.
 */
async function grow(tx: Transaction, linked: boolean): Promise<void> {
  const range = `generate_series(1, ${OWN + OTHERS}) n`;
  await tx.query(
    `insert into threads (id, app_id, tenant_id, type, name, description, avatar_url)
     select 1000000 + n, 'test', '', 'group', 'Many', '', '' from ${range}`,
  );
  await tx.query(
    `insert into thread_heads (thread_id, last_seq, last_message_seq, message_count, active_at)
     select 1000000 + n, 5, 5, 5, now() - n * 7919 % 1000 * interval '1 minute' from ${range}`,
  );
  const members = `${range} cross join (values ($1::bigint, ${OWN + OTHERS}), ($2::bigint, ${linked ? OWN + OTHERS : OWN})) m (id, threads) where n <= threads`;
  const both = [ann.extUserId, ben.extUserId];
  await tx.query(
    `insert into members (thread_id, ext_user_id, role, state) select 1000000 + n, m.id, 'member', 'active' from ${members}`,
    both,
  );
  await tx.query(
    `insert into user_threads (ext_user_id, thread_id, is_member, is_linked)
     select m.id, 1000000 + n, true, $3 and n <= ${OWN} from ${members}`,
    [...both, linked],
  );
  await tx.query(
    `insert into messages (thread_id, seq, sender_ext_user_id, kind, text, metadata, link_count)
     select 1000000 + n, seq, $1, 'text', 'x', '{"type":"text"}', 0
     from generate_series(1, ${OWN}) n cross join generate_series(1, 5) seq`,
    [ann.extUserId],
  );
}

const TABLES = ['threads', 'thread_heads', 'members', 'user_threads', 'messages', 'users', 'log_entries'];
const analyze = async (tx: Transaction) => {
  for (const table of TABLES) await tx.query(`analyze ${table}`);
};

describe.each([
  ['have never been analyzed', false],
  // (PostgreSQL does so by itself, sooner or later.)
  ['have been analyzed', true],
])('when tables %s', (_when, isAnalyzed) => {
  // The statistics say nothing of what the former tests have left in the indexes: PostgreSQL 15 would look up each foreign key in an
  // index that does not begin with it, for half a minute, and a transaction that long keeps other databases' indexers waiting.
  beforeEach(async () => {
    if (isAnalyzed) await server.database.sql('vacuum full threads');
  });
  test.each([
    ['the first page', list('0'), OWN],
    ['a later page', list(`${'9'.repeat(16)}_1`), OWN],
    ['the first page of linked threads', list('0', true), OWN],
    ['the first page of all threads', list('0', 'both'), OWN],
    ['one thread', one, 0],
  ])(
    '%s is read by keys, also with the plan that a connection made while they were small',
    async (name, work, looked) => {
      const isLinked = name.includes('linked');
      const [settings, statement] = await statementsOf(work);
      const { text = '', values = [] } = statement ?? {};
      const most = 2 * (looked + 1) + PER_THREAD * (looked === 0 ? 1 : LIMIT + 1);
      const types = values.map((value) => (Array.isArray(value) ? 'bigint[]' : 'bigint'));
      const literals = values.map((value) => (Array.isArray(value) ? `'{${value.join()}}'` : String(value)));
      const execute = `execute shown (${literals.join()})`;
      const undone = new Error('undone');
      const growing = server.db.transaction(async (tx) => {
        if (isAnalyzed) await analyze(tx);
        await tx.query(settings?.text ?? '');
        await tx.query(`prepare shown (${types.join()}) as ${text}`);
        try {
          await tx.query(execute);
          await grow(tx, isLinked);
          for (const time of ['kept', 'new']) {
            const { plan, rows } = await explained(tx, execute);
            expect([time, plan]).toEqual([
              time,
              expect.not.stringMatching(/Seq Scan|Hash Join|Merge Join|Bitmap/),
            ]);
            expect(rows).toBeLessThan(most);
            if (looked > 0) expect(rows).toBeGreaterThan(2 * looked);
            // (While tables are small, another index is as good.)
            if (isLinked && time === 'new') expect(plan).toContain('user_threads_linked');
            // (This also makes the connection plan anew.)
            await analyze(tx);
          }
        } finally {
          await tx.query('deallocate shown');
        }
        throw undone;
      });
      await expect(growing).rejects.toBe(undone);
    },
  );
});

// @module-tag database
import { expect, test } from 'vitest';
import { joined } from '../../src/bus/publishing-database.ts';
import type { Context, Space } from '../../src/domain/context.ts';
import { listThreads } from '../../src/domain/operations/threads/list-threads.ts';
import { findOldestTied, type ThreadPage } from '../../src/domain/records/threads.ts';
import type { Transaction } from '../../src/storage/database.ts';
import { explained, statementsOf } from '../harness/explained.ts';
import { rowsRead } from '../harness/rows-read.ts';
import { useServer } from '../harness/use-server.ts';

/** A connection keeps the plans of these lists, so they must be right for any size of the tables, also for a later one. */

const LIMIT = 30;
const OTHERS = 20_000;
/** Threads of one reference: it may name a list of them. */
const TIED = 2_000;
/** Of these, the oldest are deleted. */
const DELETED = 1_000;
const REFERENCES = [
  ['one reference', { referenceId: 'order' }],
  ['the other reference', { satlReferenceId: 'list' }],
  ['both references', { referenceId: 'order', satlReferenceId: 'list' }],
] as const;

const SPACE = { appId: 'test', tenantId: '' } as Space;

const server = await useServer();

async function grow(tx: Transaction): Promise<void> {
  const tied = `case when n > ${OTHERS} then`;
  await tx.query(
    `insert into threads
       (id, app_id, tenant_id, type, name, description, avatar_url, reference_id, satl_reference_id, deleted_at)
     select 1000000 + n, 'test', '', 'group', 'Many', '', '', ${tied} 'order' end, ${tied} 'list' end,
       ${tied} case when n <= ${OTHERS + DELETED} then now() end end
     from generate_series(1, ${OTHERS + TIED}) n`,
  );
  await tx.query(
    `insert into thread_heads (thread_id) select 1000000 + n from generate_series(1, ${OTHERS + TIED}) n`,
  );
}

const analyze = (tx: Transaction) => tx.query('analyze threads, thread_heads');

const list = (db: unknown, page: Partial<ThreadPage>) =>
  listThreads({ db, space: SPACE } as Context, { lastId: '0', limit: LIMIT, onlyPublic: false, ...page });

test.each(REFERENCES)(
  'threads of %s are read by an index in order, also with the plan that a connection made while there were few',
  async (_, links) => {
    const [settings, statement] = await statementsOf((db) => list(db, links));
    const { text = '', values = [] } = statement ?? {};
    const execute = `execute listed (${values.map((value) => `'${String(value)}'`).join()})`;
    const undone = new Error('undone');
    const growing = server.db.transaction(async (tx) => {
      await tx.query(settings?.text ?? '');
      await tx.query(`prepare listed as ${text}`);
      try {
        await tx.query(execute);
        await grow(tx);
        for (const time of ['kept', 'new']) {
          const { plan, rows } = await explained(tx, execute);
          expect([time, plan]).toEqual([time, expect.not.stringMatching(/Seq Scan|Sort|Bitmap/)]);
          expect([time, rows]).toEqual([time, 2 * LIMIT]);
          // (This also makes the connection plan anew.)
          await analyze(tx);
        }
      } finally {
        await tx.query('deallocate listed');
      }
      throw undone;
    });
    await expect(growing).rejects.toBe(undone);
  },
);

test.each(REFERENCES)('no deleted threads are read for those of %s', async (_, links) => {
  const undone = new Error('undone');
  const oldest = String(1_000_000 + OTHERS + DELETED + 1);
  const growing = server.db.transaction(async (tx) => {
    await grow(tx);
    await analyze(tx);
    const same = { transaction: <T>(work: (own: typeof tx) => Promise<T>) => work(tx) };
    const readForOldest = await rowsRead(same, async () => {
      expect(await findOldestTied(tx, SPACE, links)).toBe(oldest);
    });
    const readForPage = await rowsRead(same, async () => {
      expect(await list(joined(tx), links)).toHaveProperty('[0].id', oldest);
    });
    expect([readForOldest, readForPage]).toEqual([1, 2 * LIMIT]);
    throw undone;
  });
  await expect(growing).rejects.toBe(undone);
});

test.each(REFERENCES)('no statement looks for public threads of %s', async (_, links) => {
  expect(await statementsOf((db) => list(db, { ...links, onlyPublic: true }))).toEqual([]);
});

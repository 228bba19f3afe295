// @module-tag database
import type { ThreadId } from '@palaver/protocol/ids';
import { expect, test } from 'vitest';
import { readEntries } from '../../src/domain/records/thread-log-reader.ts';
import { createLog } from '../../src/platform/log.ts';
import { Database } from '../../src/storage/database.ts';
import { useServer } from '../harness/use-server.ts';

/** A log is read from any position without looking at the rest, however long it is. */

const MESSAGES = 20_000;
const LIMITS = { perPosition: 10, entries: 10 };

const server = await useServer();

test.each(['without', 'with'])(
  'reading ten entries of a long log takes few rows, %s statistics',
  async (statistics) => {
    const threadId = (await server.group(await server.users(2))) as ThreadId;
    // Every tenth entry is not a message.
    await server.database.sql(
      `insert into messages (thread_id, seq, sender_ext_user_id, kind, text, metadata, link_count)
     select $1, n, 1, 'text', 'x', '{}', 0 from generate_series(2, ${MESSAGES}) n where n % 10 <> 0`,
      [threadId],
    );
    await server.database.sql(
      `insert into log_entries (thread_id, seq, type, message_seq)
     select $1, n, 'message.pinned', n - 1 from generate_series(2, ${MESSAGES}) n where n % 10 = 0`,
      [threadId],
    );
    if (statistics === 'with') await server.database.sql('analyze');
    const db = new Database(server.database.connection, { poolSize: 1, log: createLog('fatal') });
    const rowsRead = async () => {
      await db.query('select pg_stat_force_next_flush()');
      const [row] = await db.query<{ count: number }>(
        `select sum(idx_tup_fetch + seq_tup_read)::int as count from pg_stat_user_tables
       where relname in ('messages', 'log_entries')`,
      );
      return row?.count ?? Number.NaN;
    };
    const before = await rowsRead();
    for (const after of [0, MESSAGES / 2, MESSAGES - 11]) {
      const { entries } = await readEntries(db, null, [{ threadId, after }], LIMITS);
      const seqs = entries.get(threadId)?.map(({ entry }) => entry.seq);
      expect(seqs).toEqual(Array.from({ length: 10 }, (_, index) => after + index + 1));
    }
    // Ten of each range at most, and the message of each entry.
    expect((await rowsRead()) - before).toBeLessThan(200);
    await db.close();
  },
);

import { expect } from 'vitest';
import { connect, type TestDatabase } from './test-database.ts';

/** A transaction beside the server that holds the lock on a thread's head, as any change to the thread does. */
export interface LockedThread {
  /** Resolves when the server waits for a lock in this database. Waiting sends may be one batch or several. */
  hasWaiter: () => Promise<void>;
  /** Bans, mutes or removes a member, with its log entry and counters. */
  silence: (extUserId: string, how: 'banned' | 'muted' | 'removed') => Promise<void>;
  commit: () => Promise<void>;
}

export async function lockThread(database: TestDatabase, threadId: string): Promise<LockedThread> {
  const client = await connect(database.connection);
  await client.query('begin');
  await client.query('select from thread_heads where thread_id = $1 for no key update', [threadId]);
  return {
    hasWaiter: async () => {
      await expect.poll(async () => (await database.sql(WAITERS)).length, { interval: 5 }).toBeGreaterThan(0);
    },
    silence: async (extUserId, how) => {
      await client.query(SILENCE[how], [threadId, extUserId]);
      const lost = how === 'muted' ? 0 : 1;
      if (lost === 1) {
        await client.query(
          'update user_threads set is_member = false where thread_id = $1 and ext_user_id = $2',
          [threadId, extUserId],
        );
      }
      await client.query(APPEND, [threadId, `member.${how}`, lost, extUserId]);
    },
    commit: async () => {
      await client.query('commit');
      await client.end();
    },
  };
}

const WAITERS = `
  select pid from pg_stat_activity
  where datname = current_database() and application_name = 'palaver' and wait_event_type = 'Lock'`;

const SILENCE = {
  banned: "update members set state = 'banned' where thread_id = $1 and ext_user_id = $2",
  muted: "update members set muted_until = 'infinity' where thread_id = $1 and ext_user_id = $2",
  removed: "update members set state = 'removed' where thread_id = $1 and ext_user_id = $2",
};

// (To the millisecond, as the server's own entries: a message that follows at once must not seem earlier.)
const APPEND = `
  with head as (
    update thread_heads set last_seq = last_seq + 1, member_count = member_count - $3::int
    where thread_id = $1 returning thread_id, last_seq
  )
  insert into log_entries (thread_id, seq, at, type, change)
  select thread_id, last_seq, date_trunc('milliseconds', clock_timestamp()), $2, jsonb_build_object('members', jsonb_build_array(jsonb_build_object('ext_user_id', $4::text)))
  from head`;

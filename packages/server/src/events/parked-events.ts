import type { PublishingDatabase, PublishingTransaction } from '../bus/publishing-database.ts';
import type { Log } from '../platform/log.ts';
import type { Queryable } from '../storage/database.ts';
import type { Lease } from '../storage/lease.ts';
import { KEEP_INDEX_PLAN } from '../storage/plan-settings.ts';
import type { Consumer, RelayedEvent } from './consumer.ts';

/** Events that a consumer failed to take. They are offered to it again, one by one, until it takes them or they are removed. */

const MOST_RETRIED = 100;
const MAX_DELAY_S = 3_600;
const MAX_ERROR_CHARS = 1_000;

export async function parkEvent(
  tx: PublishingTransaction,
  { name }: Consumer,
  { app_id, position, at }: RelayedEvent,
  error: unknown,
): Promise<void> {
  await tx.query(PARK, [name, app_id, position, at, String(error).slice(0, MAX_ERROR_CHARS)]);
}

// 1 minute after the first failure, then twice as long each time.
const PARK = `
  insert into parked_events as parked (consumer, app_id, position, at, error, next_try_at)
  values ($1, $2, $3, $4, $5, clock_timestamp() + interval '1 minute')
  on conflict (consumer, app_id, position) do update set error = excluded.error, tries = parked.tries + 1,
    next_try_at = clock_timestamp() + make_interval(secs => least(${MAX_DELAY_S}, 60 * 2 ^ least(parked.tries, 10)))`;

const UNPARK = 'delete from parked_events where consumer = $1 and app_id = $2 and position = $3';

/** Offers parked events that are due to their consumers again. */
export async function retryParkedEvents(
  db: PublishingDatabase,
  lease: Lease,
  consumers: readonly Consumer[],
  log: Log,
): Promise<void> {
  for (const consumer of consumers) {
    const due = await db.query<RelayedEvent>(DUE, [consumer.name, MOST_RETRIED]);
    for (const event of due) {
      const { app_id, position } = event;
      try {
        await db.transaction(async (tx) => {
          await lease.check(tx);
          await tx.query(KEEP_INDEX_PLAN);
          await tx.query(UNPARK, [consumer.name, app_id, position]);
          await consumer.expand(tx, [event]);
        });
        log.info({ consumer: consumer.name, app: app_id, position }, 'a parked event was taken');
      } catch (error) {
        await db.transaction(async (tx) => {
          await lease.check(tx);
          await parkEvent(tx, consumer, event, error);
        });
      }
    }
  }
  await lease.query(REMOVE_GONE);
}

const DUE = `
  select e.app_id, e.position, e.at, e.tenant_id, e.type, e.thread_id, e.seq, e.message_seq
  from parked_events parked
  join events e on e.app_id = parked.app_id and e.position = parked.position and e.at = parked.at
  where parked.consumer = $1 and parked.next_try_at <= clock_timestamp()
  order by parked.app_id, parked.position limit $2`;

const REMOVE_GONE = `
  delete from parked_events parked
  using event_streams s where s.app_id = parked.app_id and parked.position <= s.dropped_through`;

/** Counts the parked events of all consumers, up to `most`. */
export async function countParked(db: Queryable, most: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    'select count(*)::int from (select from parked_events limit $1) parked',
    [most],
  );
  return row?.count ?? 0;
}

import { setTimeout as sleep } from 'node:timers/promises';
import { createPartitions } from '@palaver/server/src/events/partitions.ts';
import type { Database } from '@palaver/server/src/storage/database.ts';

/*
 * A clock that tests put forward. The server reads the time in two places:
 *
 *   Node        `Date`, which is replaced here before the server is loaded.
 *   PostgreSQL  the functions `now()`, `clock_timestamp()` and so on. Those of this file are in the schema `public`, which the server's role
 *               searches before PostgreSQL's own.
 *
 * Timers go on as ever: the server looks for what is due at least once a second, so it finds what has become due.
 */

let aheadMs = 0;
const realNow = Date.now;

/** Makes `Date` show the time of the clock. */
export function shiftDates(): void {
  const now = () => realNow() + aheadMs;
  Date.now = now;
  globalThis.Date = new Proxy(Date, {
    construct: (target, args: unknown[], newTarget: NewableFunction) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as object,
  });
}

const SHIFTED = ['now', 'transaction_timestamp', 'statement_timestamp'];

/** The clock of a database. It has to be there before the schema, whose defaults read it. `role`: of the server. */
export const createClock = (role: string): string => `
  create schema test_clock;
  create table test_clock.clock (ahead interval not null);
  insert into test_clock.clock values ('0');
  grant usage on schema test_clock to ${role};
  grant select, update on test_clock.clock to ${role};
  ${SHIFTED.map((name) => createFunction(name, 'stable')).join('\n')}
  ${createFunction('clock_timestamp', 'volatile')}
  alter role ${role} set search_path = public, pg_catalog;`;

const createFunction = (name: string, volatility: 'stable' | 'volatile'): string => `
  create function public.${name}() returns timestamptz language sql ${volatility} parallel safe
    as 'select pg_catalog.${name}() + ahead from test_clock.clock';`;

/** How long a step of the clock waits for what is due. */
const SETTLE_MS = 2_000;
const POLL_MS = 20;

/** Has a row when nothing is due: events, calls of webhooks, pushes and e-mails. */
const IS_SETTLED = `
  select where not exists (select from outbox) and not exists (select from notification_batches)
    and not exists (select from webhook_deliveries d join webhooks w on w.id = d.webhook_id
      where d.state = 'pending' and d.next_try_at <= now() and w.is_live)
    and not exists (select from notifications where is_claimed or due_at <= now())
    and not exists (select from email_digests where due_at <= now())`;

/** A call that has just failed, for instance, is to be repeated so long after now, and not after the later time. */
async function settle(db: Database): Promise<void> {
  const until = performance.now() + SETTLE_MS;
  while ((await db.query(IS_SETTLED)).length === 0 && performance.now() < until) await sleep(POLL_MS);
}

/**
 * Puts the clock forward, once everything that is due has happened, or after two seconds. Leases go along, so the server keeps them, and
 * events get a partition for the new day.
 * @returns the new time, in Unix milliseconds
 */
export async function advance(db: Database, ms: number): Promise<number> {
  await settle(db);
  await db.transaction(async (tx) => {
    await tx.query('update test_clock.clock set ahead = ahead + make_interval(secs => $1)', [ms / 1_000]);
    await tx.query(
      `update leases set expires_at = expires_at + make_interval(secs => $1),
         renewed_at = renewed_at + make_interval(secs => $1)`,
      [ms / 1_000],
    );
    await createPartitions(tx);
  });
  aheadMs += ms;
  return Date.now();
}

import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Log } from '../platform/log.ts';
import { Outage } from '../platform/outage.ts';
import { createClient, open } from '../storage/connections.ts';

const RETRY_MS = 1_000;
const CHECK_MS = 5_000;
/** A database that does not respond counts as lost. */
const PATIENCE = { connectionTimeoutMillis: 5_000, query_timeout: 5_000 };

/**
 * Runs `work` while this process is the leader among those that share the database: the holder of an advisory lock on a
 * connection of its own. PostgreSQL releases the lock when that connection ends, so another process takes over at once when
 * the leader is killed, and after 15 s when its machine vanishes (storage/connections.ts). The signal of `work` aborts when
 * the lock is lost; `work` runs again when the lock is regained. The returned function stops it, and resolves when `work` has
 * ended.
 */
export function whileLeader(
  connection: pg.ClientConfig,
  name: string,
  work: (signal: AbortSignal) => Promise<void>,
  log: Log,
): () => Promise<void> {
  const stopping = new AbortController();
  const outage = new Outage(log, `the ${name}`);
  const ended = (async () => {
    while (!stopping.signal.aborted) {
      const client = createClient({ ...connection, ...PATIENCE, application_name: `palaver ${name}` });
      const lost = new AbortController();
      client.on('error', () => lost.abort());
      client.on('end', () => lost.abort());
      try {
        await open(client);
        outage.over('lock');
        const signal = AbortSignal.any([stopping.signal, lost.signal]);
        while (!signal.aborted && !(await tryLock(client, name))) await pause(RETRY_MS, signal);
        if (!signal.aborted) await lead(client, signal);
      } catch (error) {
        outage.lost('lock', error);
      } finally {
        await client.end().catch(() => {});
      }
      await pause(RETRY_MS, stopping.signal);
    }
  })();

  async function lead(client: pg.Client, signal: AbortSignal): Promise<void> {
    const over = new AbortController();
    const leading = AbortSignal.any([signal, over.signal]);
    // `work` ends by itself only when it fails; that ends the leadership.
    const working = work(leading).finally(() => over.abort());
    try {
      while (!leading.aborted) {
        await client.query('select 1');
        await pause(CHECK_MS, leading);
      }
    } finally {
      over.abort();
      await working;
    }
  }

  return async () => {
    stopping.abort();
    await ended;
  };
}

const pause = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }).catch(() => {});

async function tryLock(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(
    `select pg_try_advisory_lock(hashtextextended('palaver ' || $1, 0)) as locked`,
    [name],
  );
  return rows[0]?.locked === true;
}

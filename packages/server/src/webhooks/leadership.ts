import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../platform/log.ts';

const RETRY_MS = 1_000;
const CHECK_MS = 5_000;
/** A database that has gone silent is one that is lost. */
const PATIENCE = { keepAlive: true, connectionTimeoutMillis: 5_000, query_timeout: 5_000 };

/**
 * Runs `work` while this process is the one, of all that share the database, that does it: who holds an advisory lock on
 * a connection of its own. PostgreSQL frees it when that connection ends, so another takes over when a process is
 * killed; `work` is told by its signal when the lock is lost, and is run again when it is had again. The answer stops
 * it, once `work` has ended.
 */
export function whileLeader(
  connection: pg.ClientConfig,
  name: string,
  work: (signal: AbortSignal) => Promise<void>,
  log: Log,
): () => Promise<void> {
  const stopping = new AbortController();
  const ended = (async () => {
    while (!stopping.signal.aborted) {
      const client = new pg.Client({ ...connection, ...PATIENCE, application_name: `palaver ${name}` });
      const lost = new AbortController();
      client.on('error', () => lost.abort());
      client.on('end', () => lost.abort());
      try {
        await client.connect();
        const signal = AbortSignal.any([stopping.signal, lost.signal]);
        while (!signal.aborted && !(await tryLock(client, name))) await pause(RETRY_MS, signal);
        if (!signal.aborted) await lead(client, signal);
      } catch (error) {
        log.warn({ err: error }, `the lock of the ${name} cannot be had`);
      } finally {
        await client.end().catch(() => {});
      }
      await pause(RETRY_MS, stopping.signal);
    }
  })();

  async function lead(client: pg.Client, signal: AbortSignal): Promise<void> {
    const over = new AbortController();
    const leading = AbortSignal.any([signal, over.signal]);
    // It ends by itself only when it fails: then that is why we stop.
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

import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { inSession } from '../backup/session.ts';
import type { Sealing } from '../backup/stored.ts';
import type { Log } from '../platform/log.ts';
import type { Objects } from '../storage/objects/objects.ts';
import type { WalSource } from '../storage/open-database.ts';
import { BaseKeeper } from './keep-bases.ts';
import { Outbox } from './outbox.ts';
import { WalUploads } from './wal-uploads.ts';

export interface ProtectionParts {
  /** As the role of servers. */
  connection: pg.ClientConfig;
  wal: WalSource;
  /** The files of the installation. */
  objects: Objects;
  place: Objects;
  sealing: Sealing;
  log: Log;
  /** For how long every time can be recovered. */
  recoveryMs: number;
  times?: Partial<typeof TIMES>;
}

const TIMES = {
  /** How soon a complete segment of WAL is stored. */
  uploadMs: 2_000,
  /** How soon a new file is copied. */
  upkeepMs: 60_000,
  reportMs: 10_000,
  /** How old the latest base backup becomes. */
  baseMs: 24 * 60 * 60 * 1000,
  /** How long a failed base backup delays the next one. */
  pauseMs: 5 * 60 * 1000,
};

/** For `/metrics`. */
export interface ProtectionState {
  /** For how long changes have been waiting that should have been stored. */
  lagMs: number;
  /** When the latest base backup was made (Unix milliseconds); undefined: there is none. */
  baseAt: number | undefined;
}

/**
 * Continuous protection: copies everything that changes to the place for backups, until `signal` aborts. PostgreSQL completes a segment
 * of WAL at least every minute; segments and new files are stored soon after. Failures are logged, and tried again.
 */
export async function protect(
  parts: ProtectionParts,
  signal: AbortSignal,
  report: (state: ProtectionState) => void,
): Promise<void> {
  const { wal, log, times } = parts;
  const { uploadMs, upkeepMs, reportMs, baseMs, pauseMs } = { ...TIMES, ...times };
  const outbox = new Outbox(wal.outbox);
  const currentSegment = async () => (await ofPostgres(wal.connection)).segment;
  let uploads: WalUploads | undefined;
  let keeper: BaseKeeper | undefined;
  const open = async () => {
    uploads ??= await WalUploads.open({ ...parts, outbox, currentSegment });
    keeper ??= new BaseKeeper({ ...parts, superuser: wal.connection, uploads, baseMs, pauseMs });
    return { uploads, keeper };
  };
  const loops = { signal, log };
  // (Both need it, and only one should open it.)
  await repeat({ ...loops, what: 'looking into the place for backups', everyMs: uploadMs }, async () => {
    await open();
    return DONE;
  });
  await Promise.all([
    repeat(
      { ...loops, what: 'storing the write-ahead log in the place for backups', everyMs: uploadMs },
      async () => (await open()).uploads.run(),
    ),
    repeat({ ...loops, what: 'making base backups and copying new files', everyMs: upkeepMs }, async () =>
      (await open()).keeper.run(),
    ),
    repeat({ ...loops, what: 'measuring the lag of the write-ahead log', everyMs: reportMs }, async () => {
      const { failingMs } = await ofPostgres(wal.connection);
      const waitingMs = (await uploads?.lagMs()) ?? 0;
      const base = keeper?.latest;
      const baseAt = base === undefined ? undefined : Date.parse(base.snapshot_at);
      report({ lagMs: Math.max(failingMs, waitingMs), baseAt });
    }),
  ]);
}

/** The result of work that need not be repeated. */
const DONE = Symbol('done');

interface Repeated {
  signal: AbortSignal;
  log: Log;
  what: string;
  everyMs: number;
}

/** Repeats work until the signal aborts, or it is done. Two lines are logged for a failure, at its beginning and at its end. */
async function repeat({ signal, log, what, everyMs }: Repeated, work: () => Promise<unknown>): Promise<void> {
  let hasFailed = false;
  while (!signal.aborted) {
    try {
      const result = await work();
      if (hasFailed) log.info({}, `${what} works again`);
      hasFailed = false;
      if (result === DONE) return;
    } catch (error) {
      if (signal.aborted) return;
      if (!hasFailed) log.error({ err: error }, `${what} has failed; it is tried again`);
      hasFailed = true;
    }
    await sleep(everyMs, undefined, { signal }).catch(() => {});
  }
}

/** The segment that PostgreSQL is writing, and for how long it has failed to fill the outbox. */
async function ofPostgres(superuser: pg.ClientConfig): Promise<{ segment: string; failingMs: number }> {
  return inSession(superuser, async (client) => {
    const { rows } = await client.query<{ segment: string; failingMs: number }>(
      `select pg_walfile_name(pg_current_wal_insert_lsn()) as segment,
         case when last_failed_time > coalesce(last_archived_time, '-infinity')
           then extract(epoch from now() - coalesce(last_archived_time, stats_reset)) * 1000 else 0 end::float8 as "failingMs"
       from pg_stat_archiver`,
    );
    if (rows[0] === undefined) throw new Error('a query that always returns a row returned none');
    return rows[0];
  });
}

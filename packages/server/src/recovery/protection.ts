import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { inSession } from '../backup/session.ts';
import type { Sealing } from '../backup/stored.ts';
import type { Log } from '../platform/log.ts';
import type { Objects } from '../storage/objects/objects.ts';
import type { WalSource } from '../storage/open-database.ts';
import { BaseKeeper } from './keep-bases.ts';
import { WalOutbox } from './wal-outbox.ts';
import { WalUploads } from './wal-uploads.ts';

export interface ProtectionParts {
  /** As the role of servers. */
  connection: pg.ClientConfig;
  wal: WalSource;
  /** The files of the installation. */
  objects: Objects;
  place: Objects;
  /**
   * The same place as base backups and copies of files see it; by default it is no other. It keeps to the reserve of the disk, unlike the
   * write-ahead log, which would otherwise wait on the disk of the database.
   */
  basePlace?: Objects;
  /** The setting that names it. */
  placeName: string;
  sealing: Sealing;
  log: Log;
  /** For how long every time can be recovered. */
  recoveryMs: number;
  times?: Partial<typeof TIMES>;
}

const TIMES = {
  /** No change waits longer until its segment is completed. */
  completeMs: 60_000,
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
  /** How old the oldest change is that may not be in the place yet: what would be lost with this machine. */
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
  const { completeMs, uploadMs, upkeepMs, reportMs, baseMs, pauseMs } = { ...TIMES, ...times };
  const outbox = new WalOutbox(wal.outbox);
  const safe = new SafeUntil();
  const loops = { signal, log };

  let uploads: WalUploads | undefined;
  await repeat({ ...loops, what: 'looking into the place for backups', everyMs: uploadMs }, async () => {
    report({ lagMs: safe.lagMs, baseAt: undefined });
    const currentSegment = () => ofPostgres(wal.connection, CURRENT_SEGMENT);
    uploads = await WalUploads.open({ ...parts, outbox, currentSegment });
    return DONE;
  });
  if (uploads === undefined) return;
  const opened = uploads;
  const [superuser, place] = [wal.connection, parts.basePlace ?? parts.place];
  const keeper = new BaseKeeper({ ...parts, superuser, place, uploads, baseMs, pauseMs });
  await Promise.all([
    repeat({ ...loops, what: 'completing the write-ahead log', everyMs: completeMs }, async () => {
      const now = Date.now();
      safe.expect(await ofPostgres(wal.connection, COMPLETE_SEGMENT), now);
    }),
    repeat(
      { ...loops, what: 'storing the write-ahead log in the place for backups', everyMs: uploadMs },
      () => opened.run(),
    ),
    repeat({ ...loops, what: 'making base backups', everyMs: upkeepMs }, () => keeper.keep()),
    repeat({ ...loops, what: 'copying new files to the place for backups', everyMs: upkeepMs }, () =>
      keeper.copyLater(),
    ),
    repeat({ ...loops, what: 'reporting', everyMs: reportMs }, async () => {
      const { latest } = keeper;
      if (latest !== undefined) safe.look((segment) => opened.has(segment));
      const baseAt = latest === undefined ? undefined : Date.parse(latest.snapshot_at);
      report({ lagMs: safe.lagMs, baseAt });
    }),
  ]);
}

/** Until when all changes are in the place. */
class SafeUntil {
  #at = Date.now();
  /** Segments that have what was committed until a time, oldest first. */
  readonly #expected: { segment: string; at: number }[] = [];

  get lagMs(): number {
    return Date.now() - this.#at;
  }

  expect(segment: string, at: number): void {
    if (this.#expected.length < MOST_EXPECTED) this.#expected.push({ segment, at });
  }

  look(isStored: (segment: string) => boolean): void {
    for (let [next] = this.#expected; next !== undefined && isStored(next.segment); [next] = this.#expected) {
      this.#at = next.at;
      this.#expected.shift();
    }
  }
}

/** While nothing is stored for hours, not every minute needs to be known. */
const MOST_EXPECTED = 1_000;

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

/** The segment that PostgreSQL is writing. */
const CURRENT_SEGMENT = 'pg_walfile_name(pg_current_wal_insert_lsn())';
/**
 * Completes it, and is its name. (If nothing was written since the last one, that is the one. PostgreSQL's `archive_timeout` would do
 * the same, but not in the first minutes after a start.)
 */
const COMPLETE_SEGMENT = 'pg_walfile_name(pg_switch_wal())';

async function ofPostgres(superuser: pg.ClientConfig, expression: string): Promise<string> {
  return inSession(superuser, async (client) => {
    const { rows } = await client.query<{ name: string }>(`select ${expression} as name`);
    if (rows[0] === undefined) throw new Error('a query that always returns a row returned none');
    return rows[0].name;
  });
}

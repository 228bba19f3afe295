import { Readable } from 'node:stream';
import type pg from 'pg';
import { BackupError } from '../backup/backup-error.ts';
import { describeDatabase, namedFiles } from '../backup/copy-database.ts';
import { copyFiles } from '../backup/copy-files.ts';
import { type BackupParts, type Making, makeBackup } from '../backup/create-backup.ts';
import { BASE, type BaseManifest, clusterManifestKey, partKey } from '../backup/manifest.ts';
import { inSession } from '../backup/session.ts';
import { type Form, type StoredBackupPart, store } from '../backup/stored.ts';
import { VERSION } from '../version.ts';
import { readBaseBackup } from './base-backup.ts';
import type { WalUploads } from './wal-uploads.ts';

export interface BaseParts extends BackupParts {
  /** The superuser's, in the cluster. */
  superuser: pg.ClientConfig;
  uploads: WalUploads;
}

/**
 * Makes a base backup while servers run, with copies of the files that rows name at its end. It is complete when the WAL that it needs
 * is in the place, too. Throws {@link BackupError}.
 */
export async function makeBase(parts: BaseParts): Promise<BaseManifest> {
  return makeBackup(parts, (making) => copyCluster(parts, making));
}

async function copyCluster(parts: BaseParts, { id, began, checkTime }: Making): Promise<BaseManifest> {
  const { superuser, connection, objects, place, sealing, uploads } = parts;
  const form = { isCompressed: true, isEncrypted: sealing.isEncrypting };
  const { archive } = uploads;
  const base = await readBaseBackup(superuser, async ({ files, manifest, ended }) => {
    const stored = await storeParts(parts, { id, checkTime, form }, files);
    const described = await store(place, clusterManifestKey(id), manifest, form, sealing);
    const { start, end } = await ended;
    return { parts: stored, manifest: described, ...(await segmentsOf(superuser, start, end)) };
  });
  const { description, named } = await inSession(connection, async (client) => ({
    description: await describeDatabase(client),
    named: await namedFiles(client),
  }));
  const copied = await copyFiles({ objects, place, sealing, id, checkTime }, named);
  const isLate = AbortSignal.timeout(STORING_MS);
  await uploads.reach(base.last_segment, () => {
    checkTime();
    if (isLate.aborted)
      throw new BackupError(
        'PostgreSQL does not copy its write-ahead log, or it cannot be stored. See postgres.log in DATA_DIR.',
      );
  });
  if (uploads.archive !== archive)
    throw new BackupError('The write-ahead log has a gap since the base backup began.');
  return {
    format: BASE,
    id,
    palaver: VERSION,
    began_at: began.toISOString(),
    ended_at: new Date().toISOString(),
    encrypted_for: [...sealing.recipients],
    ...description,
    files: copied,
    base: { archive, ...base },
  };
}

/** How long it may take to store the WAL that was written meanwhile. */
const STORING_MS = 10 * 60 * 1000;

/** The names of the segments that have two positions in the WAL. */
async function segmentsOf(superuser: pg.ClientConfig, start: string, end: string) {
  return inSession(superuser, async (client) => {
    const { rows } = await client.query<{ first_segment: string; last_segment: string }>(
      'select pg_walfile_name($1::pg_lsn) as first_segment, pg_walfile_name($2::pg_lsn) as last_segment',
      [start, end],
    );
    if (rows[0] === undefined) throw new Error('a query that always returns a row returned none');
    return rows[0];
  });
}

/** A part can be stored in one object of any store. */
const PART_BYTES = 1024 * 1024 * 1024;

async function storeParts(
  { place, sealing }: BaseParts,
  { id, checkTime, form }: Pick<Making, 'id' | 'checkTime'> & { form: Form },
  files: Readable,
): Promise<StoredBackupPart[]> {
  const chunks: AsyncIterator<Uint8Array> = files[Symbol.asyncIterator]();
  let next = await chunks.next();
  async function* part() {
    for (let bytes = 0; next.done !== true && bytes < PART_BYTES; next = await chunks.next()) {
      bytes += next.value.length;
      yield next.value;
    }
  }
  const stored: StoredBackupPart[] = [];
  while (next.done !== true) {
    checkTime();
    const content = Readable.from(part(), { objectMode: false });
    stored.push(await store(place, partKey(id, stored.length), content, form, sealing));
  }
  return stored;
}

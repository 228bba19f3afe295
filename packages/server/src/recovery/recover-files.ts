import type { FileId } from '@palaver/protocol/files';
import type pg from 'pg';
import { namedFiles } from '../backup/copy-database.ts';
import { type CopiedFile, laterLists, readLaterList, readList, rowOf } from '../backup/file-lists.ts';
import { type BaseManifest, listBackupIds, type Manifest, readManifest } from '../backup/manifest.ts';
import { eachOf, MAX_FAULTS, restoreFile, sizeIn } from '../backup/restore-files.ts';
import { inSession } from '../backup/session.ts';
import { DamagedBackupError, type Sealing } from '../backup/stored.ts';
import { loseFiles } from '../domain/operations/files/lose-files.ts';
import { contentKey, fileFolder } from '../domain/rules/file-paths.ts';
import type { Log } from '../platform/log.ts';
import { Database } from '../storage/database.ts';
import type { Objects } from '../storage/objects/objects.ts';

export interface RecoverFilesParts {
  /** Of the recovered database. */
  connection: pg.ClientConfig;
  objects: Objects;
  place: Objects;
  sealing: Sealing;
  log: Log;
}

export interface RecoveredFiles {
  /** How many objects the store did not have. */
  restored: number;
  /** What is wrong with copies, at most `MAX_FAULTS` sentences. */
  faults: string[];
  /** Files that rows name and that no longer exist anywhere. */
  gone: FileId[];
  /** How many messages say so now. */
  messages: number;
}

/**
 * Puts the files that rows of a recovered database name back into the store, unless they are there. Messages whose file no longer
 * exists anywhere say so then, unless a copy or a list could not be read.
 */
export async function recoverFiles(parts: RecoverFilesParts, base: BaseManifest): Promise<RecoveredFiles> {
  const { connection, objects, log } = parts;
  const restoring = new Restoring(parts);
  const gone = await inSession(connection, async (client) => {
    await restoring.restore(client, base, () => true);
    let missing = await missingFiles(client, objects);
    // A later backup may have copied the files that were stored just before the time.
    for await (const later of laterBackups(parts.place, base)) {
      if (missing.size === 0) break;
      const wanted = missing;
      await restoring.restore(client, later, (row) => wanted.has(row));
      missing = await stillMissing(objects, missing);
    }
    return missing;
  });
  const faults = [...restoring.faults];
  for (const [row, { isPack }] of gone)
    if (isPack) faults.push(`The sticker pack in the folder ${row} has lost files.`);
  const missing = [...gone].flatMap(([row, { isPack }]) => (isPack ? [] : [row as FileId]));
  // Files that a damaged copy or list hides may still be recovered; a message that has lost its file cannot get it back.
  const ids = missing.filter((id) => !restoring.unread.has(id) && !restoring.hasUnreadList).toSorted();
  if (ids.length < missing.length)
    faults.push(`${missing.length - ids.length} files are missing whose copies may only be damaged.`);
  const db = new Database(connection, { log, poolSize: 1, statementTimeoutMs: 0 });
  try {
    const messages = await loseFiles(db, ids);
    // (Of a removal that was killed, a thumbnail may be left.)
    await eachOf(ids, async (id) => objects.removeAll(fileFolder(id)));
    const { restored } = restoring;
    return { restored, faults: faults.slice(0, MAX_FAULTS), gone: ids, messages };
  } finally {
    await db.close();
  }
}

/** What has been restored from backups. */
class Restoring {
  restored = 0;
  readonly faults: string[] = [];
  /** The rows of files of which a copy could not be read. */
  readonly unread = new Set<string>();
  hasUnreadList = false;
  readonly #parts: RecoverFilesParts;

  constructor(parts: RecoverFilesParts) {
    this.#parts = parts;
  }

  /** Restores files of a backup that rows name. A list that cannot be read is a fault, and the others are restored. */
  async restore(client: pg.Client, backup: Manifest, isWanted: (row: string) => boolean): Promise<void> {
    const { objects } = this.#parts;
    for await (const files of this.#lists(backup)) {
      const wanted = files.filter(({ key }) => isWanted(rowOf(key)));
      await eachOf(await namedOf(client, wanted), async (file) => {
        const faults: string[] = [];
        if (await restoreFile(this.#parts, objects, file, faults)) this.restored += 1;
        if (faults.length > 0) this.unread.add(rowOf(file.key));
        if (this.faults.length < MAX_FAULTS) this.faults.push(...faults);
      });
    }
  }

  async *#lists(backup: Manifest): AsyncGenerator<CopiedFile[]> {
    const { place } = this.#parts;
    for (const number of backup.files.lists.keys())
      yield await this.#orFault(readList(place, backup, number));
    for (const name of await laterLists(place, backup))
      yield await this.#orFault(readLaterList(place, backup, name));
  }

  async #orFault(list: Promise<CopiedFile[]>): Promise<CopiedFile[]> {
    return list.catch((error: unknown) => {
      if (!(error instanceof DamagedBackupError)) throw error;
      this.faults.push(error.message);
      this.hasUnreadList = true;
      return [];
    });
  }
}

/** Backups of any kind that were made after this one, oldest first. */
async function* laterBackups(place: Objects, { id }: BaseManifest): AsyncGenerator<Manifest> {
  for (const later of await listBackupIds(place)) {
    if (later <= id) continue;
    const manifest = await readManifest(place, later).catch(() => undefined);
    if (manifest !== undefined) yield manifest;
  }
}

/** The files that rows name. */
async function namedOf(client: pg.Client, files: readonly CopiedFile[]): Promise<CopiedFile[]> {
  const { rows } = await client.query<{ name: string }>(
    `select id as name from files where state = 'stored' and id = any ($1)
     union all select folder from sticker_packs where folder = any ($1)`,
    [[...new Set(files.map(({ key }) => rowOf(key)))]],
  );
  const named = new Set(rows.map(({ name }) => name));
  return files.filter(({ key }) => named.has(rowOf(key)));
}

/** What the store lacks, by the names of rows. */
type Missing = Map<string, { keys: string[]; isPack: boolean }>;

async function missingFiles(client: pg.Client, objects: Objects): Promise<Missing> {
  const missing: Missing = new Map();
  const { pages, packs } = await namedFiles(client);
  for (const page of pages)
    await eachOf(page.split(' '), async (file) => {
      const id = file.slice(0, -1) as FileId;
      const keys = [contentKey(id)];
      if (await lacksOne(objects, keys)) missing.set(id, { keys, isPack: false });
    });
  await eachOf(packs, async ({ folder, keys, isStored }) => {
    if (isStored && (await lacksOne(objects, keys))) missing.set(folder, { keys, isPack: true });
  });
  return missing;
}

async function stillMissing(objects: Objects, before: Missing): Promise<Missing> {
  const missing: Missing = new Map();
  await eachOf([...before], async ([row, one]) => {
    if (await lacksOne(objects, one.keys)) missing.set(row, one);
  });
  return missing;
}

async function lacksOne(objects: Objects, keys: readonly string[]): Promise<boolean> {
  for (const key of keys) if ((await sizeIn(objects, key)) === undefined) return true;
  return false;
}

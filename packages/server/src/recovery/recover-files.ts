import type { FileId } from '@palaver/protocol/files';
import type pg from 'pg';
import { namedFiles } from '../backup/copy-database.ts';
import { allFilesOf, type CopiedFile, rowOf } from '../backup/file-lists.ts';
import { type BaseManifest, isBase, listBackupIds, readManifest } from '../backup/manifest.ts';
import { eachOf, MAX_FAULTS, restoreFile, sizeIn } from '../backup/restore-files.ts';
import { inSession } from '../backup/session.ts';
import type { Sealing } from '../backup/stored.ts';
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
  /** Files that rows name and that are nowhere any more. */
  gone: FileId[];
  /** How many messages say so now. */
  messages: number;
}

/**
 * Puts the files that rows of a recovered database name back into the store, unless they are there. Messages whose file is nowhere any
 * more say so then.
 */
export async function recoverFiles(parts: RecoverFilesParts, base: BaseManifest): Promise<RecoveredFiles> {
  const { connection, objects, log } = parts;
  const faults: string[] = [];
  const { restored, gone } = await inSession(connection, async (client) => ({
    restored: await restoreCopies(parts, client, base, faults),
    gone: await missingFiles(client, objects, faults),
  }));
  const db = new Database(connection, { log, poolSize: 1, statementTimeoutMs: 0 });
  try {
    const messages = await loseFiles(db, gone);
    // (Of a removal that was killed, a thumbnail may be left.)
    await eachOf(gone, async (id) => objects.removeAll(fileFolder(id)));
    return { restored, faults: faults.slice(0, MAX_FAULTS), gone, messages };
  } finally {
    await db.close();
  }
}

/** Restores from the copies of the base backup, those made after it, and those of the next one. */
async function restoreCopies(
  { objects, place, sealing }: RecoverFilesParts,
  client: pg.Client,
  base: BaseManifest,
  faults: string[],
): Promise<number> {
  let restored = 0;
  const restore = async (file: CopiedFile) => {
    if (await restoreFile({ place, sealing }, objects, file, faults)) restored += 1;
  };
  for (const manifest of [base, await nextBase(place, base)]) {
    if (manifest === undefined) continue;
    for await (const files of allFilesOf(place, manifest))
      await eachOf(await namedOf(client, files), restore);
  }
  return restored;
}

async function nextBase(place: Objects, { id, base }: BaseManifest): Promise<BaseManifest | undefined> {
  for (const later of await listBackupIds(place)) {
    if (later <= id) continue;
    const manifest = await readManifest(place, later).catch(() => undefined);
    if (manifest !== undefined && isBase(manifest) && manifest.base.archive === base.archive) return manifest;
  }
  return undefined;
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

async function missingFiles(client: pg.Client, objects: Objects, faults: string[]): Promise<FileId[]> {
  const gone: FileId[] = [];
  const { pages, packs } = await namedFiles(client);
  for (const page of pages)
    await eachOf(page.split(' '), async (file) => {
      const id = file.slice(0, -1) as FileId;
      if ((await sizeIn(objects, contentKey(id))) === undefined) gone.push(id);
    });
  await eachOf(packs, async ({ folder, keys: [icon] }) => {
    if (icon !== undefined && (await sizeIn(objects, icon)) === undefined)
      faults.push(`The sticker pack in the folder ${folder} has lost its files.`);
  });
  return gone.toSorted();
}

import { type NamedFiles, namedFiles } from '../backup/copy-database.ts';
import { copyNewFiles } from '../backup/copy-files.ts';
import { readDatabaseId, timeLimit, withBackupLease } from '../backup/create-backup.ts';
import { laterFilesOf, rowOf, writeLaterList } from '../backup/file-lists.ts';
import {
  type BaseManifest,
  hasManifest,
  isBase,
  listBackupIds,
  type Manifest,
  newBackupId,
  readManifest,
  readOrigin,
} from '../backup/manifest.ts';
import { removeBackups } from '../backup/prune-backups.ts';
import { inSession } from '../backup/session.ts';
import type { Objects } from '../storage/objects/objects.ts';
import { type BaseParts, makeBase } from './make-base.ts';
import { archiveFolder, listArchives, listSegments, removeSegment } from './wal-store.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** A file is created at most an hour before its bytes are stored (records/files.ts). */
const STORING_MS = 70 * 60 * 1000;
/** A base backup that failed took long, perhaps. */
const PAUSE_MS = 5 * 60 * 1000;
/** How many pages of files have one list. */
const LIST_PAGES = 10;

export interface KeepBasesParts extends BaseParts {
  /** For how long every time can be recovered. */
  recoveryMs: number;
  /** How old the latest base backup becomes. */
  baseMs?: number;
  /** How long a failure delays the next try. */
  pauseMs?: number;
}

/** Keeps base backups recent, copies files that were stored since, and removes what is no longer needed. */
export class BaseKeeper {
  readonly #parts: KeepBasesParts;
  /** The latest of the present archive. */
  #base: BaseManifest | undefined;
  #hasLooked = false;
  /** Files and packs that have been copied since, by the names of their rows. */
  readonly #copied = new Set<string>();
  /** Rows from before this time have been looked at. */
  #lookedUntil: Date | undefined;
  #notBefore = 0;

  constructor(parts: KeepBasesParts) {
    this.#parts = parts;
  }

  get latest(): BaseManifest | undefined {
    return this.#base;
  }

  async run(): Promise<void> {
    const { place, uploads, baseMs = DAY_MS, pauseMs = PAUSE_MS } = this.#parts;
    if (!this.#hasLooked) await this.#find();
    const isUsable =
      this.#base?.base.archive === uploads.archive && (await hasManifest(place, this.#base.id));
    if (!isUsable) this.#base = undefined;
    if (this.#base !== undefined) {
      await this.#copyLater(this.#base);
      if (Date.now() - Date.parse(this.#base.snapshot_at) < baseMs) return;
    }
    if (performance.now() < this.#notBefore) return;
    this.#notBefore = performance.now() + pauseMs;
    this.#use(await makeBase(this.#parts));
    this.#notBefore = 0;
    await this.#prune();
  }

  async #find(): Promise<void> {
    const { place, uploads } = this.#parts;
    for (const id of (await listBackupIds(place)).toReversed()) {
      const manifest = await readManifest(place, id).catch(() => undefined);
      if (manifest === undefined || !isBase(manifest) || manifest.base.archive !== uploads.archive) continue;
      this.#use(manifest);
      for await (const files of laterFilesOf(place, manifest))
        for (const { key } of files) this.#copied.add(rowOf(key));
      break;
    }
    this.#hasLooked = true;
  }

  #use(base: BaseManifest): void {
    this.#base = base;
    this.#copied.clear();
    this.#lookedUntil = new Date(base.snapshot_at);
  }

  async #copyLater(base: BaseManifest): Promise<void> {
    const { connection, objects, place, sealing } = this.#parts;
    const from = new Date((this.#lookedUntil?.getTime() ?? 0) - STORING_MS);
    const { until, named } = await inSession(connection, async (client) => {
      const { rows } = await client.query<{ now: Date }>('select now()');
      return { until: rows[0]?.now, named: await namedFiles(client, from.toISOString()) };
    });
    for (const some of this.#notCopied(named)) {
      const copier = newBackupId(new Date());
      const files = await copyNewFiles({ objects, place, sealing, id: copier }, some);
      if (files.length > 0) await writeLaterList(place, base, copier, files);
      for (const page of some.pages) for (const file of page.split(' ')) this.#copied.add(file.slice(0, -1));
      for (const { folder } of some.packs) this.#copied.add(folder);
    }
    this.#lookedUntil = until;
  }

  *#notCopied({ pages, packs }: NamedFiles): Generator<NamedFiles> {
    const newPacks = packs.filter(({ folder }) => !this.#copied.has(folder));
    if (newPacks.length > 0) yield { pages: [], packs: newPacks };
    const newPages = pages
      .map((page) =>
        page
          .split(' ')
          .filter((file) => !this.#copied.has(file.slice(0, -1)))
          .join(' '),
      )
      .filter((page) => page !== '');
    for (let at = 0; at < newPages.length; at += LIST_PAGES)
      yield { pages: newPages.slice(at, at + LIST_PAGES), packs: [] };
  }

  async #prune(): Promise<void> {
    const { connection, log, place, recoveryMs, uploads } = this.#parts;
    await withBackupLease({ connection, log }, async (lease, db) => {
      const checkTime = timeLimit(lease);
      const all = await readManifests(place);
      const own = [];
      const database = await readDatabaseId(db);
      for (const manifest of all.filter(isBase))
        if ((await readOrigin(place, manifest.id)) === database) own.push(manifest);
      const expired = expiredOf(own, Date.now() - recoveryMs);
      const kept = all.filter((manifest) => !expired.includes(manifest.id));
      if (expired.length > 0) await removeBackups(place, expired, kept, checkTime);
      await removeWal(place, kept.filter(isBase), uploads.archive, recoveryMs, checkTime);
    });
  }
}

async function readManifests(place: Objects): Promise<Manifest[]> {
  const manifests: Manifest[] = [];
  for (const id of await listBackupIds(place)) {
    const manifest = await readManifest(place, id);
    if (manifest !== undefined) manifests.push(manifest);
  }
  return manifests;
}

/** Base backups, oldest first, of which a later one is older than `before`. */
export function expiredOf(
  bases: readonly Pick<BaseManifest, 'id' | 'snapshot_at'>[],
  before: number,
): string[] {
  return bases
    .filter((_, index) => {
      const next = bases[index + 1];
      return next !== undefined && Date.parse(next.snapshot_at) < before;
    })
    .map(({ id }) => id);
}

/** Removes WAL from before the base backups that are kept. Archives that have none go when they are as old. */
async function removeWal(
  place: Objects,
  kept: readonly BaseManifest[],
  current: string,
  recoveryMs: number,
  checkTime: () => void,
): Promise<void> {
  for (const archive of await listArchives(place)) {
    const [first] = kept
      .filter(({ base }) => base.archive === archive)
      .map(({ base }) => base.first_segment)
      .toSorted();
    if (first !== undefined) {
      for (const segment of await listSegments(place, archive)) {
        checkTime();
        if (segment.name < first) await removeSegment(place, archive, segment);
      }
    } else if (archive !== current) {
      const changedAt = await place.changedAt(archiveFolder(archive));
      if (changedAt !== undefined && Date.now() - changedAt.getTime() > recoveryMs + DAY_MS)
        await place.removeAll(archiveFolder(archive));
    }
  }
}

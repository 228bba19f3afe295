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
import { archiveFolder, endOfArchive, listArchives, listSegments, removeSegment } from './wal-store.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** A file is created at most an hour before its bytes are stored (records/files.ts). */
const STORING_MS = 70 * 60 * 1000;
/** The pause after a failed base backup, which may have taken long. */
const PAUSE_MS = 5 * 60 * 1000;
/** Pages of files in one list. */
const LIST_PAGES = 10;

export interface KeepBasesParts extends BaseParts {
  /** For how long every time can be recovered. */
  recoveryMs: number;
  /** The age at which a new base backup is made. */
  baseMs?: number;
  /** How long a failure delays the next try. */
  pauseMs?: number;
}

/** A base backup, and what has been copied since. */
interface KeptBase {
  manifest: BaseManifest;
  /** Files and packs that have been copied, by the names of their rows. */
  copied: Set<string>;
  /** Rows from before this time have been looked at. */
  lookedUntil: Date;
}

/** Keeps base backups recent, copies files that were stored since, and removes what is no longer needed. */
export class BaseKeeper {
  readonly #parts: KeepBasesParts;
  /** The latest of the present archive. */
  #kept: KeptBase | undefined;
  #hasLooked = false;
  #notBefore = 0;

  constructor(parts: KeepBasesParts) {
    this.#parts = parts;
  }

  /** The latest base backup from which the present can be recovered. */
  get latest(): BaseManifest | undefined {
    const latest = this.#kept?.manifest;
    return latest?.base.archive === this.#parts.uploads.archive ? latest : undefined;
  }

  /** Makes a base backup if one is due, and removes old ones. */
  async keep(): Promise<void> {
    const { place, uploads, baseMs = DAY_MS, pauseMs = PAUSE_MS } = this.#parts;
    await uploads.checkPlace();
    if (!this.#hasLooked) this.#kept = await this.#find();
    this.#hasLooked = true;
    const { latest } = this;
    if (latest === undefined || !(await hasManifest(place, latest.id))) this.#kept = undefined;
    else if (isRecent(latest, baseMs)) return;
    if (performance.now() < this.#notBefore) return;
    const { archive } = uploads;
    try {
      this.#kept = keptOf(await makeBase(this.#parts));
    } catch (error) {
      // (When another archive has begun, nothing can be recovered until it has a base backup.)
      if (uploads.archive === archive) this.#notBefore = performance.now() + pauseMs;
      throw error;
    }
    await this.#prune();
  }

  async #find(): Promise<KeptBase | undefined> {
    const { place, uploads } = this.#parts;
    for (const id of (await listBackupIds(place)).toReversed()) {
      const manifest = await readManifest(place, id).catch(() => undefined);
      if (manifest === undefined || !isBase(manifest) || manifest.base.archive !== uploads.archive) continue;
      const kept = keptOf(manifest);
      // (Files of lists that cannot be read are copied again.)
      const lists = await Array.fromAsync(laterFilesOf(place, manifest)).catch(() => []);
      for (const files of lists) for (const { key } of files) kept.copied.add(rowOf(key));
      return kept;
    }
    return undefined;
  }

  /** Copies files that have been stored since the latest base backup, also while the next one is being made. */
  async copyLater(): Promise<void> {
    const kept = this.#kept;
    if (kept === undefined) return;
    await this.#parts.uploads.checkPlace();
    const { connection, objects, place, sealing } = this.#parts;
    const from = new Date(kept.lookedUntil.getTime() - STORING_MS);
    const { until, named } = await inSession(connection, async (client) => {
      const { rows } = await client.query<{ now: Date }>('select now()');
      return { until: rows[0]?.now, named: await namedFiles(client, from.toISOString()) };
    });
    let failure: Error | undefined;
    for (const some of newIn(kept, named)) {
      const copier = newBackupId(new Date());
      const { copied, others } = await copyNewFiles({ objects, place, sealing, id: copier }, some);
      if (copied.length > 0) await writeLaterList(place, kept.manifest, copier, copied);
      // (Most of them have just been deleted, and no longer have a row in the next round.)
      const notCopied = new Set([...others.keys()].map(rowOf));
      for (const row of rowsOf(some)) if (!notCopied.has(row)) kept.copied.add(row);
      for (const [key, cause] of others)
        if (cause !== undefined) failure = new Error(`Files such as ${key} could not be copied.`, { cause });
    }
    if (failure !== undefined) throw failure;
    kept.lookedUntil = until ?? kept.lookedUntil;
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
      const before = Date.now() - recoveryMs;
      const expired: string[] = [];
      for (const bases of Map.groupBy(own, ({ base }) => base.archive).values()) {
        const archive = bases[0]?.base.archive ?? '';
        const endsAt = archive === uploads.archive ? Date.now() : await endOfArchive(place, archive);
        expired.push(...expiredOf(bases, endsAt, before));
      }
      const kept = all.filter((manifest) => !expired.includes(manifest.id));
      if (expired.length > 0) await removeBackups(place, expired, kept, checkTime);
      await removeWal(place, kept.filter(isBase), uploads.archive, recoveryMs, checkTime);
    });
  }
}

const keptOf = (manifest: BaseManifest): KeptBase => ({
  manifest,
  copied: new Set(),
  lookedUntil: new Date(manifest.snapshot_at),
});

/** (One of the future was made with a wrong clock.) */
function isRecent({ snapshot_at }: BaseManifest, baseMs: number): boolean {
  const ageMs = Date.now() - Date.parse(snapshot_at);
  return ageMs < baseMs && ageMs > -DAY_MS;
}

/** What has not been copied, a list at a time. Packs that are not stored yet come later. */
function* newIn({ copied }: KeptBase, { pages, packs }: NamedFiles): Generator<NamedFiles> {
  const newPacks = packs.filter(({ folder, isStored }) => isStored && !copied.has(folder));
  if (newPacks.length > 0) yield { pages: [], packs: newPacks };
  const newPages = pages
    .map((page) =>
      page
        .split(' ')
        .filter((file) => !copied.has(file.slice(0, -1)))
        .join(' '),
    )
    .filter((page) => page !== '');
  for (let at = 0; at < newPages.length; at += LIST_PAGES)
    yield { pages: newPages.slice(at, at + LIST_PAGES), packs: [] };
}

const rowsOf = ({ pages, packs }: NamedFiles): string[] => [
  ...pages.flatMap((page) => page.split(' ').map((file) => file.slice(0, -1))),
  ...packs.map(({ folder }) => folder),
];

async function readManifests(place: Objects): Promise<Manifest[]> {
  const manifests: Manifest[] = [];
  for (const id of await listBackupIds(place)) {
    const manifest = await readManifest(place, id);
    if (manifest !== undefined) manifests.push(manifest);
  }
  return manifests;
}

/** At most so many are removed after each new one: a clock that was wrong for a moment must not remove them all. */
const MOST_EXPIRED = 2;

/** Of the base backups of one archive, oldest first: those that recover only times before `before`. `endsAt`: when its WAL ends. */
export function expiredOf(
  bases: readonly Pick<BaseManifest, 'id' | 'snapshot_at'>[],
  endsAt: number,
  before: number,
): string[] {
  const usedUntil = (index: number) => {
    const next = bases[index + 1];
    return next === undefined ? endsAt : Date.parse(next.snapshot_at);
  };
  return bases
    .filter((_, index) => usedUntil(index) < before)
    .map(({ id }) => id)
    .slice(0, MOST_EXPIRED);
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

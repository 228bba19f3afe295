import { createHash, randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { Ajv } from 'ajv';
import Type, { type Static } from 'typebox';
import type { Objects } from '../storage/objects/objects.ts';
import { DamagedBackupError } from './stored.ts';

/**
 * The manifest of a backup, which is written last: without it, there is no backup. It says what the backup has, with checksums, and has
 * one itself. The checksum detects damage, and not forgery: anybody who can write to the place can make a backup with users of their own.
 */
const StoredSchema = Type.Object({
  bytes: Type.Integer({ minimum: 0 }),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
});
const Rows = Type.Object({ rows: Type.Integer({ minimum: 0 }) });
const Count = Type.Integer({ minimum: 0 });

/** What all kinds of backups have. */
const Common = Type.Object({
  id: Type.String(),
  /** The version of Palaver that made it. */
  palaver: Type.String(),
  began_at: Type.String(),
  ended_at: Type.String(),
  /** The backup has all that was committed before, and may have what was committed within milliseconds after. */
  snapshot_at: Type.String(),
  postgres: Type.String(),
  /** The migrations of its schema, in order. */
  migrations: Type.Array(Type.String(), { minItems: 1 }),
  /** Which key seals the secrets in it; the key itself is not in the backup. */
  secrets_key: Type.Union([Type.String(), Type.Null()]),
  /** The public keys for which it is encrypted; none: it is not encrypted. */
  encrypted_for: Type.Array(Type.String()),
  files: Type.Object({
    count: Count,
    /** Of all files together, as they are stored. */
    bytes: Count,
    /** How many were not copied again, because an earlier backup has them. */
    reused: Count,
    /** Objects that rows name and the store did not have, at most {@link MAX_MISSING}. */
    missing: Type.Array(Type.String()),
    missing_count: Count,
    lists: Type.Array(StoredSchema),
  }),
  counts: Type.Object({ applications: Count, users: Count, threads: Count, messages: Count }),
});

/** A dump of all tables, which every version of PostgreSQL can load: `palaver backup create`. */
const DumpSchema = Type.Intersect([
  Type.Object({ format: Type.Literal(1) }),
  Common,
  Type.Object({
    tables: Type.Array(
      Type.Intersect([
        Type.Object({ name: Type.String({ pattern: '^[a-z0-9_]+$' }), columns: Type.Array(Type.String()) }),
        Rows,
        StoredSchema,
      ]),
    ),
    /** Pending jobs. */
    jobs: Type.Intersect([Rows, StoredSchema]),
    sequences: Type.Array(
      Type.Object({
        name: Type.String(),
        value: Type.String({ pattern: '^[0-9]+$' }),
        is_called: Type.Boolean(),
      }),
    ),
    /** Days of UTC that have a partition of `events`. */
    event_days: Type.Array(Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' })),
  }),
]);

const Segment = Type.String({ pattern: '^[0-9A-F]{24}$' });

/**
 * A base backup of PostgreSQL's files, from which a database is recovered together with the WAL that was written since (recovery/).
 * `snapshot_at` is the earliest time to which it can be recovered.
 */
const BaseSchema = Type.Intersect([
  Type.Object({ format: Type.Literal(2) }),
  Common,
  Type.Object({
    base: Type.Object({
      /** Names the WAL that belongs to it. */
      archive: Type.String({ pattern: '^[0-9a-f]{16}$' }),
      /** The first segment of WAL that recovery needs. */
      first_segment: Segment,
      /** The last segment that it needs to reach `snapshot_at`. */
      last_segment: Segment,
      /** The files, as a tar archive in parts. */
      parts: Type.Array(StoredSchema, { minItems: 1 }),
      /** PostgreSQL's own manifest, with a checksum for each file. */
      manifest: StoredSchema,
    }),
  }),
]);

export type DumpManifest = Static<typeof DumpSchema>;
export type BaseManifest = Static<typeof BaseSchema>;
export type Manifest = DumpManifest | BaseManifest;
export type TableDump = DumpManifest['tables'][number];
export type FilesOfBackup = Manifest['files'];

export const DUMP = 1;
export const BASE = 2;
export const isBase = (manifest: Manifest): manifest is BaseManifest => manifest.format === BASE;

export const MAX_MISSING = 100;
/** Tens of thousands of tables and lists fit. */
const MAX_MANIFEST_BYTES = 16 * 1024 * 1024;

const isManifest = new Ajv({ strict: false }).compile<Manifest>(Type.Union([DumpSchema, BaseSchema]));

export const BACKUPS = 'backups';
export const backupFolder = (id: string) => `${BACKUPS}/${id}`;
export const tableKey = (id: string, table: string) => `${backupFolder(id)}/tables/${table}`;
export const jobsKey = (id: string) => `${backupFolder(id)}/jobs`;
export const filesFolder = (id: string) => `${backupFolder(id)}/files`;
/** Lists of files that were stored after a base backup. */
export const laterFolder = (id: string) => `${backupFolder(id)}/later`;
export const partKey = (id: string, part: number) =>
  `${backupFolder(id)}/base/${String(part).padStart(6, '0')}`;
export const clusterManifestKey = (id: string) => `${backupFolder(id)}/base/manifest`;
export const fileListKey = (id: string, list: string) => `${filesFolder(id)}/${list}`;
const manifestKey = (id: string) => `${backupFolder(id)}/manifest.json`;

/** Names of backups sort by time, to the millisecond. */
export function newBackupId(at: Date): string {
  const time = at.toISOString().replace(/[-:.]/g, '').toLowerCase();
  return `${time}-${randomBytes(2).toString('hex')}`;
}

const ID = /^(\d{4})(\d\d)(\d\d)t(\d\d)(\d\d)(\d\d)\d{3}z-[0-9a-f]{4}$/;
const isBackupId = (given: string): boolean => ID.test(given);

/** No backup takes as long (`LONGEST_MS` in create-backup.ts), so one that was begun earlier has ended. */
const LONG_AGO_MS = 7 * 60 * 60 * 1000;

/** Whether the backup of this name is too old to be in progress. */
export function isLongAgo(id: string): boolean {
  const at = Date.parse(id.replace(ID, '$1-$2-$3T$4:$5:$6Z'));
  return !(Date.now() - at <= LONG_AGO_MS);
}

/** A valid file contains two numbers, but a forged one may have any size. */
const MAX_ORIGIN_BYTES = 100;

const originKey = (id: string) => `${backupFolder(id)}/database`;

/** Notes which database a backup is made of: the next one of the same database knows that this one is no longer in progress. */
export async function writeOrigin(place: Objects, id: string, database: string): Promise<void> {
  await place.put(originKey(id), Buffer.from(database));
}

/** Undefined if nothing says it. */
export async function readOrigin(place: Objects, id: string): Promise<string | undefined> {
  const found = await place.get(originKey(id), { start: 0, end: MAX_ORIGIN_BYTES - 1 });
  return found === undefined ? undefined : text(found.content);
}

export async function writeManifest(place: Objects, manifest: Manifest): Promise<void> {
  const content = { ...manifest, checksum: checksumOf(manifest) };
  await place.put(manifestKey(manifest.id), Buffer.from(`${JSON.stringify(content, null, 1)}\n`));
}

export async function removeManifest(place: Objects, id: string): Promise<void> {
  await place.remove(manifestKey(id));
}

/** Whether the backup was completed. */
export async function hasManifest(place: Objects, id: string): Promise<boolean> {
  return (await place.changedAt(manifestKey(id))) !== undefined;
}

/** Undefined if there is no such backup, or it was not completed. Throws {@link DamagedBackupError}. */
export async function readManifest(place: Objects, id: string): Promise<Manifest | undefined> {
  const found = await place.get(manifestKey(id));
  if (found === undefined) return undefined;
  if (found.size > MAX_MANIFEST_BYTES) {
    found.content.destroy();
    throw damaged(id, 'it is too large');
  }
  const { checksum, ...manifest } = parse(await text(found.content), id);
  if (typeof manifest.format === 'number' && manifest.format > BASE)
    throw new DamagedBackupError(
      `Backup ${id} has format ${manifest.format}, which this version of Palaver does not know: use a later one.`,
    );
  if (checksum !== checksumOf(manifest)) throw damaged(id, 'its checksum is wrong');
  if (!isManifest(manifest) || manifest.id !== id) throw damaged(id, 'it does not describe this backup');
  return manifest;
}

function parse(content: string, id: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(content);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed))
      return parsed as Record<string, unknown>;
  } catch {
    // Told below.
  }
  throw damaged(id, 'it is no JSON object');
}

const damaged = (id: string, why: string) =>
  new DamagedBackupError(`The manifest of backup ${id} is damaged: ${why}.`);

const checksumOf = (manifest: object) => createHash('sha256').update(JSON.stringify(manifest)).digest('hex');

/** The names of all backups, complete or not, oldest first. */
export async function listBackupIds(place: Objects): Promise<string[]> {
  const ids: string[] = [];
  for await (const names of place.list(BACKUPS)) ids.push(...names.filter(isBackupId));
  return ids.toSorted();
}

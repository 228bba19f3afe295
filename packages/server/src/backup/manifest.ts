import { createHash, randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import type { Objects } from '../storage/objects/objects.ts';
import { DamagedBackupError, type Stored } from './stored.ts';

/**
 * The manifest of a backup, which is written last: without it, there is no backup. It says what the backup has, with checksums, and has
 * one itself.
 */
export interface Manifest {
  format: typeof FORMAT;
  id: string;
  /** The version of Palaver that made it. */
  palaver: string;
  began_at: string;
  ended_at: string;
  /** The snapshot: the backup has exactly what was committed before. */
  snapshot_at: string;
  postgres: string;
  /** The migrations of its schema, in order. */
  migrations: string[];
  /** Which key seals the secrets in it; the key itself is not in the backup. */
  secrets_key: string | null;
  /** The public keys for which it is encrypted; none: it is not encrypted. */
  encrypted_for: readonly string[];
  tables: TableDump[];
  /** Pending jobs. */
  jobs: Stored & { rows: number };
  sequences: SequenceValue[];
  /** Days of UTC (YYYY-MM-DD) that have a partition of `events`. */
  event_days: string[];
  files: FilesOfBackup;
  counts: { applications: number; users: number; threads: number; messages: number };
}

export interface TableDump extends Stored {
  name: string;
  columns: string[];
  rows: number;
}

export interface SequenceValue {
  name: string;
  value: string;
  is_called: boolean;
}

export interface FilesOfBackup {
  count: number;
  /** Of all files together, as they are stored. */
  bytes: number;
  /** How many were not copied again, because an earlier backup has them. */
  reused: number;
  /** Objects that rows name and the store did not have, at most {@link MAX_MISSING}. */
  missing: string[];
  missing_count: number;
  lists: Stored[];
}

export const FORMAT = 1;
export const MAX_MISSING = 100;
/** Tens of thousands of tables and lists fit. */
const MAX_MANIFEST_BYTES = 16 * 1024 * 1024;

export const BACKUPS = 'backups';
export const backupFolder = (id: string) => `${BACKUPS}/${id}`;
export const tableKey = (id: string, table: string) => `${backupFolder(id)}/tables/${table}`;
export const jobsKey = (id: string) => `${backupFolder(id)}/jobs`;
export const filesFolder = (id: string) => `${backupFolder(id)}/files`;
export const fileListKey = (id: string, list: string) => `${filesFolder(id)}/${list}`;
const manifestKey = (id: string) => `${backupFolder(id)}/manifest.json`;

/** Names of backups sort by time, to the millisecond. */
export function newBackupId(at: Date): string {
  const time = at.toISOString().replace(/[-:.]/g, '').toLowerCase();
  return `${time}-${randomBytes(2).toString('hex')}`;
}

const ID = /^[0-9]{8}t[0-9]{9}z-[0-9a-f]{4}$/;
export const isBackupId = (given: string): boolean => ID.test(given);

export async function writeManifest(place: Objects, manifest: Manifest): Promise<void> {
  const content = { ...manifest, checksum: checksumOf(manifest) };
  await place.put(manifestKey(manifest.id), Buffer.from(`${JSON.stringify(content, null, 1)}\n`));
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
    throw new DamagedBackupError(`The manifest of backup ${id} is damaged: it is too large.`);
  }
  const { checksum, ...manifest } = parse(await text(found.content), id);
  if (manifest.format !== FORMAT)
    throw new DamagedBackupError(
      `Backup ${id} has format ${String(manifest.format)}, which this version of Palaver does not know.`,
    );
  if (checksum !== checksumOf(manifest) || manifest.id !== id)
    throw new DamagedBackupError(`The manifest of backup ${id} is damaged: its checksum is wrong.`);
  return manifest;
}

function parse(content: string, id: string): Manifest & { checksum?: string } {
  try {
    const parsed: unknown = JSON.parse(content);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed as Manifest;
  } catch {
    // Told below.
  }
  throw new DamagedBackupError(`The manifest of backup ${id} is damaged: it is no JSON object.`);
}

const checksumOf = (manifest: Manifest) =>
  createHash('sha256').update(JSON.stringify(manifest)).digest('hex');

/** The names of all backups, complete or not, oldest first. */
export async function listBackupIds(place: Objects): Promise<string[]> {
  const ids: string[] = [];
  for await (const names of place.list(BACKUPS)) ids.push(...names.filter(isBackupId));
  return ids.toSorted();
}

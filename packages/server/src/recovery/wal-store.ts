import { Readable } from 'node:stream';
import { DamagedBackupError, read, type Sealing, store } from '../backup/stored.ts';
import type { Objects } from '../storage/objects/objects.ts';
import { isSegment, SEGMENT_BYTES } from './segments.ts';

/**
 * WAL in the place for backups, compressed: `wal/<archive>/<segment>`, in lower case, and with `.age` at the end if it is encrypted. An archive is the WAL of one
 * cluster without a gap. Another one begins where one cannot go on.
 */
const WAL = 'wal';
export const archiveFolder = (archive: string): string => `${WAL}/${archive}`;
const segmentKey = (archive: string, { name, isEncrypted }: StoredSegment) =>
  `${archiveFolder(archive)}/${name.toLowerCase()}${isEncrypted ? ENCRYPTED : ''}`;
const ENCRYPTED = '.age';
const ownerKey = (archive: string) => `${archiveFolder(archive)}/owner`;

/** A segment that is in the place. */
export interface StoredSegment {
  name: string;
  /** (The setting may have changed since the base backup.) */
  isEncrypted: boolean;
}

/** The segments of an archive that are in the place, ascending. */
export async function listSegments(place: Objects, archive: string): Promise<StoredSegment[]> {
  const segments = new Map<string, StoredSegment>();
  for await (const names of place.list(archiveFolder(archive)))
    for (const stored of names) {
      const isEncrypted = stored.endsWith(ENCRYPTED);
      const name = (isEncrypted ? stored.slice(0, -ENCRYPTED.length) : stored).toUpperCase();
      if (isSegment(name)) segments.set(name, { name, isEncrypted });
    }
  return [...segments.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** When the last segment of an archive was stored (Unix milliseconds); 0 if there is none. */
export async function endOfArchive(place: Objects, archive: string): Promise<number> {
  const last = (await listSegments(place, archive)).at(-1);
  if (last === undefined) return 0;
  return (await place.changedAt(segmentKey(archive, last)))?.getTime() ?? 0;
}

export async function storeSegment(
  place: Objects,
  archive: string,
  name: string,
  content: Readable,
  sealing: Sealing,
): Promise<void> {
  const isEncrypted = sealing.isEncrypting;
  const form = { isCompressed: true, isEncrypted };
  await store(place, segmentKey(archive, { name, isEncrypted }), content, form, sealing);
}

/** Throws {@link DamagedBackupError}. */
export async function readSegment(
  place: Objects,
  archive: string,
  segment: StoredSegment,
  sealing: Sealing,
): Promise<Readable> {
  const key = segmentKey(archive, segment);
  const form = { isCompressed: true, isEncrypted: segment.isEncrypted };
  const content = await read(place, key, undefined, form, sealing);
  return Readable.from(whole(content, key), { objectMode: false });
}

async function* whole(content: Readable, key: string): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of content as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > SEGMENT_BYTES) break;
    yield chunk;
  }
  if (bytes !== SEGMENT_BYTES)
    throw new DamagedBackupError(`${key} in the backup is damaged: it is no whole segment`);
}

export async function removeSegment(place: Objects, archive: string, segment: StoredSegment): Promise<void> {
  await place.remove(segmentKey(archive, segment));
}

/** The archives in the place. */
export async function listArchives(place: Objects): Promise<string[]> {
  return (await Array.fromAsync(place.list(WAL))).flat();
}

const MAX_OWNER_BYTES = 64;

/** Who stores WAL in an archive: a random text of the process that does. */
export async function readOwner(place: Objects, archive: string): Promise<string | undefined> {
  const found = await place.get(ownerKey(archive), { start: 0, end: MAX_OWNER_BYTES - 1 });
  if (found === undefined) return undefined;
  return Buffer.concat(await found.content.toArray()).toString();
}

export async function writeOwner(place: Objects, archive: string, owner: string): Promise<void> {
  await place.put(ownerKey(archive), Buffer.from(owner));
}

import type { FileId } from '@palaver/protocol/files';
import { contentKey, thumbnailKey } from '../domain/rules/file-paths.ts';
import { PACKS_FOLDER } from '../domain/rules/sticker-paths.ts';
import type { Objects } from '../storage/objects/objects.ts';
import type { NamedFiles } from './copy-database.ts';
import {
  type CopiedFile,
  copyKey,
  EarlierCopies,
  LIST_FILES,
  listName,
  writeFileList,
} from './file-lists.ts';
import { type FilesOfBackup, MAX_MISSING } from './manifest.ts';
import { type Sealing, store } from './stored.ts';

export interface CopyFilesParts {
  objects: Objects;
  place: Objects;
  sealing: Sealing;
  /** Of the backup. */
  id: string;
  /** Throws when the backup must end. */
  checkTime: () => void;
}

const COPIES_AT_ONCE = 8;

/** Lists are written at least as often, so that the next backup finds what a killed one has copied. */
const LIST_MS = 60_000;

/** Copies the files that no earlier backup has copied. */
export async function copyFiles(parts: CopyFilesParts, named: NamedFiles): Promise<FilesOfBackup> {
  const { place, id, sealing } = parts;
  const earlier = await EarlierCopies.find(place, sealing);
  const result: FilesOfBackup = { count: 0, bytes: 0, reused: 0, missing: [], missing_count: 0, lists: [] };
  const list = new FileList();
  const finishList = async () => {
    const files = list.take();
    if (files.length > 0) result.lists.push(await writeFileList(place, id, result.lists.length, files));
  };
  try {
    for await (const keys of keysOf(named, parts.objects)) {
      parts.checkTime();
      const known: (CopiedFile | undefined)[] = [];
      for (const key of keys) known.push(await earlier.get(key));
      const folder = `${id}/${listName(result.lists.length)}`;
      const copying = keys.map(async (key, index) => known[index] ?? (await copyFile(parts, key, folder)));
      for (const [index, copied] of (await Promise.allSettled(copying)).entries()) {
        if (copied.status === 'rejected') throw copied.reason;
        if (copied.value === undefined) noteMissing(result, keys[index] ?? '');
        else noteFile(result, list.add(copied.value), known[index] !== undefined);
      }
      if (list.isDue()) await finishList();
    }
  } catch (error) {
    // For the next backup. (The first failure tells more than a second one.)
    await finishList().catch(() => {});
    throw error;
  }
  await finishList();
  return result;
}

export interface NewCopies {
  copied: CopiedFile[];
  /** The keys of files that were not copied, and why; undefined: the store does not have them. */
  others: Map<string, unknown>;
}

/** Copies files that are new, as far as the store has them. (`id` is the name of a backup that there is not.) */
export async function copyNewFiles(
  parts: Omit<CopyFilesParts, 'checkTime'>,
  named: NamedFiles,
): Promise<NewCopies> {
  const copied: CopiedFile[] = [];
  const others = new Map<string, unknown>();
  const copy = async (key: string) => {
    const file = await copyFile(parts, key, `${parts.id}/${listName(0)}`);
    if (file === undefined) others.set(key, undefined);
    else copied.push(file);
  };
  for await (const keys of keysOf(named, parts.objects))
    await Promise.all(keys.map((key) => copy(key).catch((error: unknown) => others.set(key, error))));
  return { copied, others };
}

/** The files for the next list. */
class FileList {
  #files: CopiedFile[] = [];
  #since = performance.now();

  add(file: CopiedFile): CopiedFile {
    this.#files.push(file);
    return file;
  }

  isDue(): boolean {
    return this.#files.length >= LIST_FILES || performance.now() - this.#since > LIST_MS;
  }

  take(): CopiedFile[] {
    const files = this.#files;
    this.#files = [];
    this.#since = performance.now();
    return files;
  }
}

function noteMissing(result: FilesOfBackup, key: string): void {
  result.missing_count += 1;
  if (result.missing.length < MAX_MISSING) result.missing.push(key);
}

function noteFile(result: FilesOfBackup, { bytes }: CopiedFile, isReused: boolean): void {
  result.count += 1;
  result.bytes += bytes;
  if (isReused) result.reused += 1;
}

/** A few at a time, in ascending order. */
async function* keysOf({ pages, packs }: NamedFiles, objects: Objects): AsyncGenerator<string[]> {
  for (const page of pages)
    yield* inGroups(
      page.split(' ').flatMap((file) => {
        const id = file.slice(0, -1) as FileId;
        return file.endsWith('+') ? [contentKey(id), thumbnailKey(id)] : [contentKey(id)];
      }),
    );
  for (const { folder, keys } of packs) {
    // A pack that is being stored also has its archive.
    const all = new Set(keys);
    for await (const names of objects.list(`${PACKS_FOLDER}/${folder}`))
      for (const name of names) all.add(`${PACKS_FOLDER}/${folder}/${name}`);
    yield* inGroups([...all].toSorted());
  }
}

function* inGroups(keys: readonly string[]): Generator<string[]> {
  for (let at = 0; at < keys.length; at += COPIES_AT_ONCE) yield keys.slice(at, at + COPIES_AT_ONCE);
}

/** Undefined if the store does not have it. */
async function copyFile(
  { objects, place, sealing }: Pick<CopyFilesParts, 'objects' | 'place' | 'sealing'>,
  key: string,
  folder: string,
): Promise<CopiedFile | undefined> {
  const found = await objects.get(key);
  if (found === undefined) return undefined;
  const form = { isCompressed: false, isEncrypted: sealing.isEncrypting };
  const stored = await store(place, copyKey({ in: folder, key }), found.content, form, sealing);
  return { key, size: found.size, in: folder, encrypted_for: sealing.recipients.join(','), ...stored };
}

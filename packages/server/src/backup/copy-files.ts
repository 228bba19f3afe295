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

/** Copies the files that no earlier backup has copied. */
export async function copyFiles(parts: CopyFilesParts, named: NamedFiles): Promise<FilesOfBackup> {
  const { place, id } = parts;
  const earlier = await EarlierCopies.find(place, parts.sealing);
  const result: FilesOfBackup = { count: 0, bytes: 0, reused: 0, missing: [], missing_count: 0, lists: [] };
  let list: CopiedFile[] = [];
  const finishList = async () => {
    if (list.length > 0) result.lists.push(await writeFileList(place, id, result.lists.length, list));
    list = [];
  };
  for await (const keys of keysOf(named, parts.objects)) {
    parts.checkTime();
    const known: (CopiedFile | undefined)[] = [];
    for (const key of keys) known.push(await earlier.get(key));
    const folder = `${id}/${listName(result.lists.length)}`;
    const files = await Promise.all(
      keys.map(async (key, index) => known[index] ?? (await copyFile(parts, key, folder))),
    );
    for (const [index, file] of files.entries()) {
      if (file === undefined) noteMissing(result, keys[index] ?? '');
      else noteFile(result, file, known[index] !== undefined);
    }
    list.push(...files.filter((file) => file !== undefined));
    if (list.length >= LIST_FILES) await finishList();
  }
  await finishList();
  return result;
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
async function* keysOf({ pages, packFolders }: NamedFiles, objects: Objects): AsyncGenerator<string[]> {
  for (const page of pages)
    yield* inGroups(
      page.split(' ').flatMap((file) => {
        const id = file.slice(0, -1) as FileId;
        return file.endsWith('+') ? [contentKey(id), thumbnailKey(id)] : [contentKey(id)];
      }),
    );
  for (const pack of packFolders) {
    const folder = `${PACKS_FOLDER}/${pack}`;
    const names: string[] = [];
    for await (const some of objects.list(folder)) names.push(...some);
    yield* inGroups(names.toSorted().map((name) => `${folder}/${name}`));
  }
}

function* inGroups(keys: readonly string[]): Generator<string[]> {
  for (let at = 0; at < keys.length; at += COPIES_AT_ONCE) yield keys.slice(at, at + COPIES_AT_ONCE);
}

/** Undefined if the store does not have it. */
async function copyFile(
  { objects, place, sealing }: CopyFilesParts,
  key: string,
  folder: string,
): Promise<CopiedFile | undefined> {
  const found = await objects.get(key);
  if (found === undefined) return undefined;
  const form = { isCompressed: false, isEncrypted: sealing.isEncrypting };
  const stored = await store(place, copyKey({ in: folder, key }), found.content, form, sealing);
  return { key, in: folder, encrypted_for: sealing.recipients.join(','), ...stored };
}

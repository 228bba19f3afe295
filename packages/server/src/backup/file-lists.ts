import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { checkKey, type Objects } from '../storage/objects/objects.ts';
import {
  fileListKey,
  filesFolder,
  isBase,
  laterFolder,
  listBackupIds,
  type Manifest,
  readManifest,
} from './manifest.ts';
import { DamagedBackupError, read, Sealing, type StoredBackupPart, store } from './stored.ts';

/**
 * The files of backups. Files never change, so each is copied only once, however many backups have it: a backup has lists of its
 * files, by key in ascending order, and most of them were copied by earlier ones. A copy is never replaced. The lists are compressed,
 * but not encrypted: a server that makes a backup reads the lists of earlier ones, and cannot decrypt.
 */
export interface CopiedFile extends StoredBackupPart {
  key: string;
  /** The size of the file, in bytes. */
  size: number;
  /** Where its copy is: `<id of the backup that made it>/<number of the list>`. */
  in: string;
  /** The public keys for which it is encrypted, separated by commas. */
  encrypted_for: string;
}

/** Below it are all copies, with keys such as `copies/<in>/files.4f.4f1c….content`. */
export const COPIES = 'copies';
export const copyKey = ({ in: folder, key }: Pick<CopiedFile, 'in' | 'key'>): string =>
  `${COPIES}/${folder}/${key.replaceAll('/', '.')}`;
/** What names the file in the database: the id of its row; of a sticker pack, the folder. */
export const rowOf = (key: string): string => key.split('/').at(-2) ?? '';
export const listName = (number: number): string => String(number).padStart(6, '0');

const LISTED = { isCompressed: true, isEncrypted: false };
const NO_SEALING = new Sealing({ recipients: [], identity: undefined });

/** A list is written when it has so many files, so that a killed backup leaves behind what it has copied. */
export const LIST_FILES = 10_000;

export async function writeFileList(
  place: Objects,
  id: string,
  number: number,
  files: readonly CopiedFile[],
): Promise<StoredBackupPart> {
  return writeList(place, fileListKey(id, listName(number)), files);
}

async function writeList(
  place: Objects,
  key: string,
  files: readonly CopiedFile[],
): Promise<StoredBackupPart> {
  const lines = Readable.from(files.map((file) => `${JSON.stringify(file)}\n`));
  return store(place, key, lines, LISTED, NO_SEALING);
}

/** Lists files that were stored after a base backup. `copier` is the name of a backup that there is not, and names their folder. */
export async function writeLaterList(
  place: Objects,
  { id }: Pick<Manifest, 'id'>,
  copier: string,
  files: readonly CopiedFile[],
): Promise<void> {
  await writeList(place, `${laterFolder(id)}/${copier}`, files);
}

/** The files that were stored after a base backup, list by list, oldest first. Throws `DamagedBackupError`. */
export async function* laterFilesOf(place: Objects, manifest: Manifest): AsyncGenerator<CopiedFile[]> {
  for (const name of await laterLists(place, manifest)) yield await readLaterList(place, manifest, name);
}

/** The names of the lists of files that were stored after a base backup, oldest first; none for other backups. */
export async function laterLists(place: Objects, manifest: Manifest): Promise<string[]> {
  if (!isBase(manifest)) return [];
  return (await Array.fromAsync(place.list(laterFolder(manifest.id)))).flat().toSorted();
}

/** Throws `DamagedBackupError`. */
export async function readLaterList(place: Objects, { id }: Manifest, name: string): Promise<CopiedFile[]> {
  return readFileList(place, `${laterFolder(id)}/${name}`, undefined);
}

/** All files of which a backup needs copies, list by list. Throws `DamagedBackupError`. */
export async function* allFilesOf(place: Objects, manifest: Manifest): AsyncGenerator<CopiedFile[]> {
  yield* filesOf(place, manifest);
  yield* laterFilesOf(place, manifest);
}

/** The files of a backup at its snapshot, list by list. Throws `DamagedBackupError`. */
export async function* filesOf(place: Objects, manifest: Manifest): AsyncGenerator<CopiedFile[]> {
  for (const number of manifest.files.lists.keys()) yield await readList(place, manifest, number);
}

/** One list of a backup. Throws `DamagedBackupError`. */
export async function readList(
  place: Objects,
  { id, files }: Manifest,
  number: number,
): Promise<CopiedFile[]> {
  return readFileList(place, fileListKey(id, listName(number)), files.lists[number]);
}

/** In clear. {@link LIST_FILES} entries have a tenth of it; more would fill the memory. */
const MAX_LIST_BYTES = 64 * 1024 * 1024;

/** `stored` is undefined if nothing says what it should be. */
async function readFileList(
  place: Objects,
  key: string,
  stored: StoredBackupPart | undefined,
): Promise<CopiedFile[]> {
  const content = await read(place, key, stored, LISTED, NO_SEALING);
  const files: CopiedFile[] = [];
  try {
    const limited = Readable.from(upTo(MAX_LIST_BYTES, content, key), { objectMode: false });
    for await (const line of createInterface({ input: limited })) files.push(parse(line, key));
  } finally {
    content.destroy();
  }
  return files;
}

async function* upTo(maxBytes: number, chunks: AsyncIterable<Uint8Array>, list: string) {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new DamagedBackupError(`${list} in the backup is damaged: it is too large`);
    yield chunk;
  }
}

const SHAPE = {
  bytes: 'number',
  sha256: 'string',
  key: 'string',
  size: 'number',
  in: 'string',
  encrypted_for: 'string',
};

function parse(line: string, list: string): CopiedFile {
  try {
    const parsed = JSON.parse(line) as Record<string, unknown>;
    const isFile = Object.entries(SHAPE).every(([name, type]) => typeof parsed[name] === type);
    if (isFile) {
      const file = parsed as unknown as CopiedFile;
      checkKey(file.key);
      checkKey(copyKey(file));
      return file;
    }
  } catch {
    // Told below.
  }
  throw new DamagedBackupError(`${list} in the backup is damaged: it is no list of files`);
}

/** What a backup that was not completed has copied. */
async function* filesOfIncomplete(place: Objects, id: string): AsyncGenerator<CopiedFile[]> {
  const names: string[] = [];
  for await (const page of place.list(filesFolder(id))) names.push(...page);
  for (const name of names.toSorted())
    yield await readFileList(place, `${filesFolder(id)}/${name}`, undefined);
}

/** Each has a list in memory. Backups that fail every night leave many behind. */
const MAX_INCOMPLETE = 10;

/** Finds the files that earlier backups have copied: the latest complete one, and the latest that were not completed since. */
export class EarlierCopies {
  readonly #backups: Earlier[];
  /** Copied after the latest base backup. They are those of a day, so they fit into the memory. */
  readonly #later: ReadonlyMap<string, CopiedFile>;
  readonly #encryptedFor: string;
  readonly #copies: ExistingCopies;

  private constructor(place: Objects, backups: Earlier[], later: CopiedFile[], encryptedFor: string) {
    this.#backups = backups;
    this.#later = new Map(later.map((file) => [file.key, file]));
    this.#encryptedFor = encryptedFor;
    this.#copies = new ExistingCopies(place);
  }

  static async find(place: Objects, { recipients }: Sealing): Promise<EarlierCopies> {
    const backups: Earlier[] = [];
    let later: CopiedFile[] = [];
    for (const id of (await listBackupIds(place)).toReversed()) {
      const manifest = await readManifest(place, id).catch(() => undefined);
      if (manifest === undefined && backups.length === MAX_INCOMPLETE) continue;
      const lists = manifest === undefined ? filesOfIncomplete(place, id) : filesOf(place, manifest);
      backups.push({ lists, files: new Map(), last: '' });
      if (manifest === undefined) continue;
      later = await readLater(place, manifest);
      break;
    }
    return new EarlierCopies(place, backups, later, recipients.join(','));
  }

  /**
   * Only a copy that is there, and encrypted for the same keys. Call it with ascending keys: it has one list of each backup in memory.
   */
  async get(key: string): Promise<CopiedFile | undefined> {
    for (const backup of this.#backups) {
      while (backup.last < key) await nextList(backup);
      const found = backup.files.get(key);
      if (found !== undefined && (await this.#isUsable(found))) return found;
    }
    const found = this.#later.get(key);
    return found !== undefined && (await this.#isUsable(found)) ? found : undefined;
  }

  async #isUsable(file: CopiedFile): Promise<boolean> {
    return file.encrypted_for === this.#encryptedFor && (await this.#copies.has(file));
  }
}

/** (Lists that cannot be read are no reason to fail: their files are copied again.) */
async function readLater(place: Objects, manifest: Manifest): Promise<CopiedFile[]> {
  return Array.fromAsync(laterFilesOf(place, manifest)).then(
    (lists) => lists.flat(),
    () => [],
  );
}

/** Which copies are in a place. It reads the names in a folder once. */
class ExistingCopies {
  readonly #place: Objects;
  /** By folder. */
  readonly #names = new Map<string, Set<string>>();

  constructor(place: Objects) {
    this.#place = place;
  }

  async has(file: CopiedFile): Promise<boolean> {
    const [folder, name] = splitKey(copyKey(file));
    let names = this.#names.get(folder);
    if (names === undefined) {
      names = new Set((await Array.fromAsync(this.#place.list(folder))).flat());
      this.#names.set(folder, names);
    }
    return names.has(name);
  }
}

/** The folder, and the name in it. */
function splitKey(key: string): [folder: string, name: string] {
  const end = key.lastIndexOf('/');
  return [key.slice(0, end), key.slice(end + 1)];
}

/** A backup, and the list of it that is being read. */
interface Earlier {
  lists: AsyncGenerator<CopiedFile[]>;
  files: Map<string, CopiedFile>;
  /** The last key in the list. */
  last: string;
}

/** After every key. */
const END = '\uffff';

/** A list that cannot be read is no reason to fail: its files are copied again, and so are those behind it. */
async function nextList(backup: Earlier): Promise<void> {
  const next = await backup.lists.next().catch(() => undefined);
  const files = next?.done === false ? next.value : [];
  backup.files = new Map(files.map((file) => [file.key, file]));
  backup.last = files.at(-1)?.key ?? END;
}

import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createTarDecoder } from 'modern-tar';
import { type BaseManifest, clusterManifestKey, partKey } from '../backup/manifest.ts';
import { DamagedBackupError, read, type Sealing } from '../backup/stored.ts';
import type { Objects } from '../storage/objects/objects.ts';

export interface ExtractParts {
  place: Objects;
  sealing: Sealing;
}

/**
 * Puts the files of a base backup into an existing folder, and compares each with PostgreSQL's own manifest, as `pg_verifybackup` does.
 * Throws {@link DamagedBackupError}.
 */
export async function extractBase(
  { place, sealing }: ExtractParts,
  { id, base, encrypted_for }: BaseManifest,
  folder: string,
): Promise<void> {
  const form = { isCompressed: true, isEncrypted: encrypted_for.length > 0 };
  async function* files() {
    for (const [part, stored] of base.parts.entries())
      yield* await read(place, partKey(id, part), stored, form, sealing);
  }
  const found = await extract(Readable.from(files(), { objectMode: false }), folder);
  const key = clusterManifestKey(id);
  const manifest = await text(await read(place, key, base.manifest, form, sealing));
  compare(found, filesIn(manifest, key));
}

interface ExtractedFile {
  bytes: number;
  /** In hex. */
  sha256: string;
}

/** Returns the files by their paths in the folder. */
async function extract(tar: Readable, folder: string): Promise<Map<string, ExtractedFile>> {
  const found = new Map<string, ExtractedFile>();
  for await (const { header, body } of Readable.toWeb(tar).pipeThrough(createTarDecoder())) {
    const { name, type } = header;
    const path = join(folder, name);
    if (path !== folder && !path.startsWith(`${folder}/`)) throw damaged(`${name} is outside of its folder`);
    if (type === 'directory') {
      await mkdir(path, { recursive: true, mode: 0o700 });
      await body.cancel();
    } else if (type === 'file') {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      found.set(name, await writeHashed(Readable.fromWeb(body), path));
    } else throw damaged(`${name} is neither a file nor a folder`);
  }
  return found;
}

async function writeHashed(content: Readable, path: string): Promise<ExtractedFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  async function* hashed(chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  }
  await pipeline(content, hashed, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  return { bytes, sha256: hash.digest('hex') };
}

interface ListedFile extends ExtractedFile {
  path: string;
}

/** As PostgreSQL writes it. */
interface ManifestFile {
  Path?: string;
  /** In hex, if it is not text in UTF-8. */
  'Encoded-Path'?: string;
  Size: number;
  Checksum: string;
}

/** The last line of the manifest has the checksum of all lines before it. */
const LAST_LINE = /^"Manifest-Checksum": "([0-9a-f]{64})"\}\n?$/;

function filesIn(manifest: string, key: string): ListedFile[] {
  const end = manifest.lastIndexOf('\n', manifest.length - 2) + 1;
  const [, checksum] = LAST_LINE.exec(manifest.slice(end)) ?? [];
  if (checksum !== createHash('sha256').update(manifest.slice(0, end)).digest('hex'))
    throw new DamagedBackupError(`${key} in the backup is damaged: its checksum is wrong`);
  const { Files: files } = JSON.parse(manifest) as { Files: ManifestFile[] };
  return files.map(({ Path: path, 'Encoded-Path': encoded = '', Size: bytes, Checksum: sha256 }) => ({
    path: path ?? Buffer.from(encoded, 'hex').toString(),
    bytes,
    sha256,
  }));
}

function compare(found: Map<string, ExtractedFile>, listed: readonly ListedFile[]): void {
  for (const { path, bytes, sha256 } of listed) {
    const file = found.get(path);
    if (file === undefined) throw damaged(`${path} is missing`);
    if (file.bytes !== bytes || file.sha256 !== sha256)
      throw damaged(`${path} has changed since it was copied`);
    found.delete(path);
  }
  const [other] = found.keys();
  if (other !== undefined) throw damaged(`${other} is not in its manifest`);
}

const damaged = (why: string) => new DamagedBackupError(`The base backup is damaged: ${why}`);

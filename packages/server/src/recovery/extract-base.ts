import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { unpackTar } from 'modern-tar/fs';
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
  const content = Readable.from(files(), { objectMode: false });
  await pipeline(content, unpackTar(folder, { fmode: 0o600, dmode: 0o700 }));
  const key = clusterManifestKey(id);
  const manifest = await text(await read(place, key, base.manifest, form, sealing));
  await compare(folder, filesIn(manifest, key));
}

interface ListedFile {
  path: string;
  bytes: number;
  sha256: string;
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

async function compare(folder: string, files: readonly ListedFile[]): Promise<void> {
  for (const { path, bytes, sha256 } of files) {
    const hash = createHash('sha256');
    let found = 0;
    try {
      for await (const chunk of createReadStream(join(folder, path)) as AsyncIterable<Buffer>) {
        hash.update(chunk);
        found += chunk.length;
      }
    } catch (error) {
      throw new DamagedBackupError(`The base backup is damaged: ${path} is missing`, { cause: error });
    }
    if (found !== bytes || hash.digest('hex') !== sha256)
      throw new DamagedBackupError(`The base backup is damaged: ${path} has changed since it was copied`);
  }
}

import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FileId } from '@palaver/protocol/files';
import type { AppId, ExtUserId, TenantId } from '@palaver/protocol/ids';
import { NO_QUOTAS } from '../../src/domain/records/file-usage.ts';
import { insertFile, markStored } from '../../src/domain/records/files.ts';
import { contentKey } from '../../src/domain/rules/file-paths.ts';
import type { TestServer } from './test-server.ts';

export const CONTENT = Buffer.from(Array.from({ length: 1_000 }, (_, index) => index % 251));

export interface PlantedFile {
  mimeType: string;
  name?: string;
  /** In bytes; by default that of {@link CONTENT}. */
  size?: number;
  /** By default the back end. */
  uploader?: string;
}

/** Adds the row of a file, without its bytes. (An upload decides the type by the content.) */
export async function plantRow(
  { db }: TestServer,
  { mimeType, name = 'x', size = CONTENT.length, uploader }: PlantedFile,
): Promise<FileId> {
  const id = randomBytes(16).toString('hex') as FileId;
  const space = { appId: 'test' as AppId, tenantId: '' as TenantId };
  const nothing = { width: null, height: null, durationMs: null, thumbnailSize: null, isAnimated: false };
  const facts = { kind: 'file', ...nothing } as const;
  const by = (uploader ?? null) as ExtUserId | null;
  await db.transaction((tx) =>
    insertFile(tx, space, { ...facts, id, name, mimeType, size, uploader: by }, NO_QUOTAS),
  );
  await markStored(db, id, 3_600_000);
  return id;
}

/** Adds a file; returns its path. */
export async function plantFile(
  server: TestServer,
  file: PlantedFile,
  content: Buffer | Readable = CONTENT,
): Promise<string> {
  const id = await plantRow(server, file);
  await server.objects.put(contentKey(id), content);
  return `/file/v1.0/file/${id}/x`;
}

/** A content that cannot be read further than this. */
export function breaksAfter(bytes: number): Readable {
  const read = function* () {
    if (bytes > 0) yield CONTENT.subarray(0, bytes);
    throw new Error('the disk broke');
  };
  return Readable.from(read());
}

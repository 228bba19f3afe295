import type { Fault } from '@palaver/protocol/errors';
import type { ExtUserId } from '@palaver/protocol/ids';
import type { Metadata, SentMetadata } from '@palaver/protocol/message-kinds';
import type { Queryable } from '../../../storage/database.ts';
import type { Space } from '../../context.ts';
import { findFile, findFileToSend } from '../../records/files.ts';
import { isUsableSticker } from '../../records/sticker-packs.ts';
import {
  namesFile,
  type SentFileMetadata,
  suits,
  withFile,
  withoutIsGone,
} from '../../rules/file-metadata.ts';
import type { ResolvedMetadata } from '../../rules/message-content.ts';

interface Finder {
  db: Queryable;
  space: Space;
}

/** What the metadata of a request names, and the fault if that does not exist for the caller. */
export interface MetadataLookup extends ResolvedMetadata {
  fault: Fault | undefined;
}

/**
 * Looks up the sticker or the file that metadata names, before the message is stored and without a lock. A sticker that is deleted a
 * moment later is like any other whose pack was deleted afterwards; the file is looked up once more when the message is stored,
 * under a lock. `sender` is null for the back end, which may name any file. `baseUrl` is the base of the addresses of files.
 */
export async function resolveMetadata(
  ctx: Finder,
  sender: ExtUserId | null,
  sent: SentMetadata,
  baseUrl: string,
): Promise<MetadataLookup> {
  const metadata = withoutIsGone(sent);
  if (namesFile(metadata)) return resolveFile(ctx, sender, metadata, baseUrl);
  // The request was checked: without a file, metadata has everything that a message needs.
  const resolved = { metadata: metadata as Metadata, fileId: null };
  if (metadata.type !== 'sticker') return { ...resolved, fault: undefined };
  const isUsable = await isUsableSticker(ctx.db, ctx.space, metadata.pack_id, metadata.sticker_id);
  return { ...resolved, fault: isUsable ? undefined : STICKER_NOT_FOUND };
}

async function resolveFile(
  { db, space }: Finder,
  sender: ExtUserId | null,
  metadata: SentFileMetadata & { file_id: NonNullable<SentFileMetadata['file_id']> },
  baseUrl: string,
): Promise<MetadataLookup> {
  const id = metadata.file_id;
  const file = await (sender === null
    ? findFile(db, space, id, null)
    : findFileToSend(db, space, id, sender));
  if (file === undefined) return { metadata: metadata as Metadata, fileId: null, fault: FILE_NOT_FOUND };
  const fault = suits(metadata.type, file) ? undefined : wrongKind(metadata.type, file.kind);
  return { metadata: withFile(metadata, file, baseUrl), fileId: file.id, fault };
}

const FILE_FIELD = 'body.metadata[0].file_id';

export const FILE_NOT_FOUND: Fault = {
  code: 'M40411',
  field: FILE_FIELD,
  rule: 'exists',
  message: 'names no file that the sender may read',
};

function wrongKind(type: string, kind: string): Fault {
  return {
    code: 'M40003',
    field: FILE_FIELD,
    rule: 'file_kind',
    message: `names a file of kind ${kind}, not ${type}`,
  };
}

const STICKER_NOT_FOUND: Fault = {
  code: 'M40404',
  field: 'body.metadata[0].sticker_id',
  rule: 'exists',
  message: 'names no sticker of an uploaded pack',
};

import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { dirname } from 'node:path';
import type { FallbackReason, FileId, UploadedFile } from '@palaver/protocol/files';
import type { DiskRoom } from '../../../storage/disk-room.ts';
import { type Objects, ObjectsUnavailableError } from '../../../storage/objects/objects.ts';
import { type Context, viewerOf } from '../../context.ts';
import {
  MediaUnavailable,
  type PreparedFile,
  RefusedMedia,
  type RefusedMediaReason,
  type Thumbnail,
} from '../../media/media-facts.ts';
import type { Fallback, MediaWorkers } from '../../media/media-workers.ts';
import type { Quotas } from '../../records/file-usage.ts';
import { giveUpFile, insertFile, markStored } from '../../records/files.ts';
import type { IdempotencyKey } from '../../records/idempotency-keys.ts';
import type { Upload } from '../../records/uploads.ts';
import { Refusal } from '../../refusal.ts';
import { type StoredFile, shownFile } from '../../rules/file-metadata.ts';
import { contentKey, fileFolder, fileNameOf, thumbnailKey } from '../../rules/file-paths.ts';
import type { Scanner } from '../../scan/scanner.ts';
import { findFirstOr, type IdempotentResult, runOnce } from '../idempotency/run-once.ts';
import { closeUpload } from '../uploads/end-upload.ts';
import type { UploadReservation } from '../uploads/reserve-upload.ts';
import { scanFiles } from './scan-files.ts';

export interface FileLimits {
  quotas: Quotas;
  /** How long a file is kept that no message and no picture names. */
  unnamedMs: number;
}

/** How often a file is on the disk until its request has ended: as it came, and as an object. */
export const COPIES = 2;

export interface FileServices {
  objects: Objects;
  media: MediaWorkers;
  scanner: Scanner;
  fileLimits: FileLimits;
  /** That of the disk on which files are received and prepared. */
  room: DiskRoom;
  /** The base of the URLs of files. */
  baseUrl: string;
}

/** A file that has been received. */
export interface ReceivedFile {
  /** In a folder of its own, which the caller removes. */
  path: string;
  /** In bytes. */
  size: number;
  /** As the client gave it. */
  name: string;
  /** A picture to show in place of a file that is none, on disk as well. */
  posterPath: string | undefined;
  /** Any other file is refused. */
  mustBePicture?: boolean;
  /** What becomes of a picture that is larger than pictures may be, or cannot be read. Undefined: it is refused. */
  fallback?: Fallback;
  /** The resumable upload that brought the content; it ends when the file is stored. */
  upload?: Upload;
  /** What the request has reserved of the quotas; it ends when the file counts toward them. */
  reservation?: UploadReservation | undefined;
  /** Aborts when the client has left. */
  left: AbortSignal;
}

/**
 * Stores an uploaded file, which a message or a picture may name from then on: has it scanned for viruses, finds out what it is, takes metadata such
 * as places out of pictures, and makes a thumbnail. Its row comes first and its bytes follow, so that a kill in between leaves no bytes without a
 * row; the sweep removes them. Refuses with M40014 (the file), M41300 (larger than files of its kind may be), M41301 (quotas),
 * M50300 (too many uploads wait, the client has left, or the store or the virus scanner is away), M40412 (the resumable upload has
 * ended meanwhile). Rejects with `NoRoomError` if the disk has no room for it.
 */
export async function storeUpload(
  ctx: Context,
  services: FileServices,
  received: ReceivedFile,
  idempotency: IdempotencyKey | undefined,
): Promise<IdempotentResult<UploadedFile>> {
  if (received.size === 0)
    throw new Refusal('M40014', [{ field: 'file', rule: 'empty', message: 'is empty' }]);
  return findFirstOr(ctx, idempotency, () => store(ctx, services, received, idempotency));
}

async function store(
  ctx: Context,
  { objects, media, scanner, fileLimits, room, baseUrl }: FileServices,
  received: ReceivedFile,
  idempotency: IdempotencyKey | undefined,
): Promise<IdempotentResult<UploadedFile>> {
  const name = fileNameOf(received.name);
  await checkSize(media, received, name);
  const paths = { file: received.path, poster: received.posterPath };
  await scanFiles(ctx, scanner, { paths, code: 'M40014', left: received.left });
  // A picture is written once more, without its metadata.
  await room.take(received.size);
  const { prepared, thumbnail } = await prepare(media, ownerOf(ctx), received, name);
  const { kind, mimeType, size, width, height, durationMs, isAnimated = false } = prepared;
  if (received.mustBePicture === true && kind !== 'image')
    throw new Refusal('M40014', [{ field: 'file', rule: 'not_a_picture', message: 'is not a picture' }]);
  const id = randomBytes(16).toString('hex') as FileId;
  const thumbnailSize = thumbnail?.size ?? null;
  const found = { kind, mimeType, size, width, height, durationMs, isAnimated };
  const file: StoredFile = { id, name, thumbnailSize, ...found };
  const row = { ...file, uploader: viewerOf(ctx) };
  await ctx.db.transaction(async (tx) => {
    await received.reservation?.release(tx);
    await insertFile(tx, ctx.space, row, fileLimits.quotas, received.upload?.length);
  });
  received.reservation?.forget();
  try {
    await objects.put(contentKey(id), createReadStream(prepared.path));
    if (thumbnail !== null) await objects.put(thumbnailKey(id), createReadStream(thumbnail.path));
    const result = await runOnce(ctx, idempotency, ({ db }) =>
      db.transaction(async (tx) => {
        if (!(await markStored(tx, id, fileLimits.unnamedMs))) throw new Refusal('M50300');
        if (received.upload !== undefined) await closeUpload(tx, received.upload);
        return { ...shownFile(file, baseUrl), ...reasonOf(prepared) };
      }),
    );
    // The first upload with this key counts, not this repetition.
    if (result.isReplay) await giveUpFile(ctx.db, id, 0);
    return result;
  } catch (error) {
    // (If this fails as well, the row expires by itself.)
    const lateMs = error instanceof ObjectsUnavailableError ? LATE_MS : 0;
    await giveUp(ctx, objects, id, lateMs).catch(() => undefined);
    throw error;
  }
}

/** A store that did not answer in time may still finish what it was asked for: its requests have 60 s, and a few retries. */
const LATE_MS = 120_000;

/** If storing took so long that the sweep has taken the row already, nothing else names what was stored since. */
async function giveUp({ db }: Context, objects: Objects, id: FileId, lateMs: number): Promise<void> {
  const state = await giveUpFile(db, id, lateMs);
  if (state === undefined || state === 'removing') await objects.removeAll(fileFolder(id));
}

/** Callers take turns: a user, or the back end of a space. */
const ownerOf = (ctx: Context) => [ctx.space.appId, ctx.space.tenantId, viewerOf(ctx)].join('\n');

/** Before the scan: a file that is too large for its kind may be too large for the scanner as well. */
async function checkSize(media: MediaWorkers, { path, fallback }: ReceivedFile, name: string): Promise<void> {
  await media.checkSize(path, name, fallback).catch((error: unknown) => {
    throw error instanceof RefusedMedia ? refusalOf(error, 'file') : error;
  });
}

async function prepare(
  media: MediaWorkers,
  owner: string,
  { path, posterPath, fallback }: ReceivedFile,
  name: string,
): Promise<{ prepared: PreparedFile; thumbnail: Thumbnail | null }> {
  const folder = dirname(path);
  try {
    const prepared = await media.prepare(owner, path, name, folder, fallback);
    const isShown = posterPath !== undefined && prepared.thumbnail === null;
    const thumbnail = isShown ? await preparePoster(media, owner, posterPath, folder) : prepared.thumbnail;
    return { prepared, thumbnail };
  } catch (error) {
    if (error instanceof RefusedMedia) throw refusalOf(error, 'file');
    if (error instanceof MediaUnavailable) throw new Refusal('M50300');
    throw error;
  }
}

async function preparePoster(
  media: MediaWorkers,
  owner: string,
  path: string,
  folder: string,
): Promise<Thumbnail> {
  try {
    return await media.preparePoster(owner, path, folder);
  } catch (error) {
    throw error instanceof RefusedMedia ? refusalOf(error, 'poster') : error;
  }
}

/** Why a picture became a file. */
function reasonOf({ refusedAsPicture: reason }: PreparedFile): Pick<UploadedFile, 'fallback_reason'> {
  return reason === undefined ? {} : { fallback_reason: ruleOf(reason) as FallbackReason };
}

const ruleOf = (reason: RefusedMediaReason) => reason.replaceAll('-', '_');

function refusalOf({ reason, message }: RefusedMedia, field: string): Refusal {
  const code = reason === 'too-many-bytes' ? 'M41300' : 'M40014';
  return new Refusal(code, [{ field, rule: ruleOf(reason), message }]);
}

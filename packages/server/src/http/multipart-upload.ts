import { createHash, type Hash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import type { Fault } from '@palaver/protocol/errors';
import { COPIES } from '../domain/operations/files/store-upload.ts';
import type { UploadReservation } from '../domain/operations/uploads/reserve-upload.ts';
import { Refusal } from '../domain/refusal.ts';
import { isUnstorable } from '../platform/json.ts';
import type { Hold } from '../storage/disk-room.ts';
import type { Temporary } from '../storage/temporary.ts';
import type { ApiRequest } from './exchange.ts';
import { bodyOf, inFairChunks } from './upload-body.ts';

/** A file of an upload, on disk until the upload is disposed of. */
export interface UploadedFile {
  path: string;
  /** The name that the client gave it; possibly empty. */
  name: string;
  /** In bytes. */
  size: number;
  /** SHA-256 of its content in hex. */
  hash: string;
}

/** The files of an upload, by the names of their parts. */
export interface FileParts {
  names: readonly string[];
  /** Those of them that may be absent. */
  optional: readonly string[];
  /** The fields that may take the place of a file. */
  inPlaceOf: Readonly<Record<string, string>>;
}

/** The parts of a `multipart/form-data` body. Disposing of it removes the files. */
export interface Upload extends AsyncDisposable {
  /** The form fields, which take the place of a JSON body. */
  value: Record<string, string>;
  files: Record<string, UploadedFile>;
  faults: Fault[];
  /** Where they are. */
  folder: string;
  /** What they take of the quotas until they are stored. */
  reservation: UploadReservation | undefined;
}

/** What a form takes before it is written. */
interface Taking {
  hold: Hold;
  reservation: UploadReservation | undefined;
}

/** What identifies a body for idempotency: its fields, and the hashes of its files. */
export function identityOf(body: unknown, upload: Upload | undefined): unknown {
  if (upload === undefined) return body;
  const hashes = Object.fromEntries(Object.entries(upload.files).map(([name, { hash }]) => [name, hash]));
  return { body, files: hashes };
}

/** Form fields are short. Longer ones are truncated here and then fail the length limit of their schema. */
const MAX_FIELD_BYTES = 64 * 1024;
const MAX_PARTS = 100;
/** What usually surrounds the files in a body. */
export const FORM_BYTES = 64 * 1024;
const PARTS_ERROR = { field: '(body)', rule: 'max_parts', message: `has more than ${MAX_PARTS} parts` };

/**
 * Reads an upload as a stream: files are written to a temporary folder as they arrive, so memory stays flat. Parts with
 * unknown names are ignored. Refuses with M41300 (more than `maxBytes`), M41301 (by the reservation) and M40001 (malformed, cut off, too
 * many parts or small chunks); rejects with `NoRoomError` if the disk has no room. Reports a missing file (M40002) or a repeated one
 * (M40003) among the faults. After a failure nothing is left on disk, and nothing reserved; the caller discards the rest of the body.
 */
export async function receiveUpload(
  request: ApiRequest,
  { names, optional, inPlaceOf }: FileParts,
  maxBytes: number,
  temporary: Temporary,
  reservation?: UploadReservation,
): Promise<Upload> {
  await using opened = new AsyncDisposableStack();
  if (reservation !== undefined) opened.use(reservation);
  const announced = Number(request.headers['content-length'] ?? 0);
  await reservation?.begin(announced - FORM_BYTES);
  const hold = opened.use(await temporary.room.hold(announced * COPIES));
  const folder = opened.use(await temporary.folder());
  const parts = await readParts(
    request,
    { names: new Set(names), folder: folder.path, maxBytes },
    { hold, reservation },
  );
  const isGiven = (name: string) => name in parts.files || name in parts.value;
  const missing = names.filter(
    (name) => !(optional.includes(name) || isGiven(name) || isGiven(inPlaceOf[name] ?? name)),
  );
  const faults = missing.map(
    (field): Fault => ({ code: 'M40002', field, rule: 'required', message: 'is required' }),
  );
  const doubled = Object.entries(inPlaceOf).filter((both) => both.every(isGiven));
  const conflicts = doubled.map(
    ([file, field]): Fault => ({
      code: 'M40003',
      field,
      rule: 'exclusive',
      message: `must not be given with ${file}`,
    }),
  );
  const kept = opened.move();
  return {
    ...parts,
    folder: folder.path,
    reservation,
    faults: [...parts.faults, ...faults, ...conflicts],
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

async function readParts(
  request: ApiRequest,
  { names: fileNames, folder, maxBytes }: { names: ReadonlySet<string>; folder: string; maxBytes: number },
  taking: Taking,
): Promise<Pick<Upload, 'value' | 'files' | 'faults'>> {
  const value: Upload['value'] = {};
  const files: Upload['files'] = {};
  const faults: Fault[] = [];
  const contents: Readable[] = [];
  const writing: Promise<void>[] = [];
  let writeFailure: Error | undefined;
  const seen = new Set<string>();
  const isRepeated = (field: string) => {
    if (seen.has(field))
      faults.push({ code: 'M40003', field, rule: 'single', message: 'must be given once' });
    return seen.size === seen.add(field).size;
  };

  const form = openForm(request);
  form.on('field', (name, text) => {
    // A part may have no name, although busboy's types do not say so.
    if (name === undefined || isRepeated(name)) return;
    if (fileNames.has(name))
      faults.push({ code: 'M40003', field: name, rule: 'type', message: 'must be a file' });
    // Invalid UTF-8 has been decoded to U+FFFD; refuse it instead of storing a changed text.
    if (isUnstorable(text) || text.includes('\uFFFD'))
      faults.push({ code: 'M40003', field: name, rule: 'storable', message: 'cannot be stored' });
    value[name] = text;
  });
  // Skipping parts takes as long as reading them, and a large body can have millions.
  form.once('partsLimit', () => form.destroy(new Refusal('M40001', [PARTS_ERROR])));
  form.on('file', (name, content, fileName) => {
    if (!fileNames.has(name) || isRepeated(name)) {
      content.resume();
      return;
    }
    const hash = createHash('sha256');
    const path = join(folder, name);
    const file = { path, name: fileName ?? '', size: 0, hash: '' };
    files[name] = file;
    contents.push(content);
    const written = pipeline(
      content,
      counting(hash, file, taking),
      createWriteStream(path, { mode: 0o600 }),
    ).then(() => {
      file.hash = hash.digest('hex');
    });
    writing.push(written);
    // A failed write ends the upload, and so does a lack of room.
    written.catch((error: Error) => {
      writeFailure ??= error;
      form.destroy(error);
    });
  });

  try {
    await pipeline(inFairChunks(bodyOf(request)), limited(maxBytes), form);
    await Promise.all(writing);
  } catch (error) {
    const failure = writeFailure ?? (error instanceof Refusal ? error : new Refusal('M40001'));
    // Streams that were cut off do not end by themselves.
    for (const content of contents) content.destroy();
    await Promise.allSettled(writing);
    throw failure;
  }
  return { value, files, faults };
}

function openForm(request: ApiRequest): BusboyInstance {
  try {
    return new Busboy({
      headers: { ...request.headers, 'content-type': request.headers['content-type'] ?? '' },
      limits: { fieldSize: MAX_FIELD_BYTES, parts: MAX_PARTS },
    });
  } catch {
    // The boundary is missing.
    throw new Refusal('M40001');
  }
}

function counting(hash: Hash, counted: { size: number }, { hold, reservation }: Taking): Transform {
  return new Transform({
    async transform(chunk: Buffer, _encoding, done) {
      try {
        await reservation?.take(chunk.length);
        await hold.take(chunk.length);
      } catch (error) {
        return done(error as Error);
      }
      hash.update(chunk);
      counted.size += chunk.length;
      done(null, chunk);
    },
  });
}

function limited(maxBytes: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > maxBytes) done(new Refusal('M41300'));
      else done(null, chunk);
    },
  });
}

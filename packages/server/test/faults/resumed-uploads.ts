import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { UploadedFile } from '@palaver/protocol/files';
import { myFilesUrl } from '../harness/client-api.ts';
import { BYTES, createdPath, finishForm, LEAST, TUS, UPLOADS } from '../harness/tus.ts';
import type { Random } from './random.ts';

/** A resumable upload that a client has begun; any of its requests may have met a kill. */
export interface BegunUpload {
  path: string;
  content: Buffer;
  /** It makes the last request safe to repeat. */
  key: string;
}

export interface Client {
  url: string;
  token: string;
  random: Random;
}

const TIMEOUT_MS = 10_000;

type Request = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> };

async function ask({ url, token }: Client, method: string, path: string, init: Request = {}) {
  const headers = { authorization: `Bearer ${token}`, ...TUS, ...init.headers };
  return fetch(url + path, { ...init, method, headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
}

/** Repeats a request that exceeds the user's rate limit after the time that the server asks for. */
async function askWithinLimit(...request: Parameters<typeof ask>) {
  for (;;) {
    const response = await ask(...request);
    const wait = response.headers.get('retry-after');
    if (response.status !== 429 || wait === null) return response;
    await sleep(Number(wait) * 1_000);
  }
}

export async function beginUpload(client: Client): Promise<BegunUpload> {
  const content = randomBytes(client.random.between(1, 5 * LEAST));
  const response = await askWithinLimit(client, 'POST', UPLOADS, {
    headers: { 'upload-length': String(content.length) },
  });
  const location = response.headers.get('location');
  if (location === null) throw new Error(`the creation was refused with ${response.status}`);
  return { path: createdPath(location), content, key: randomBytes(8).toString('hex') };
}

/** Sends what is missing, in pieces, some of which are cut off; then stores the file. Undefined: the client leaves it at that for now. */
export async function continueUpload(
  client: Client,
  { path, content, key }: BegunUpload,
  thread: string,
  isPatient = false,
): Promise<UploadedFile | undefined> {
  const { random } = client;
  for (;;) {
    const { status, ok, headers } = await askWithinLimit(client, 'HEAD', path);
    // It was stored, but a kill took the response.
    if (status === 404) break;
    if (!ok) throw new Error(`the offset was refused with ${status}`);
    const offset = Number(headers.get('upload-offset'));
    if (offset === content.length) break;
    if (!isPatient && random.chance(0.2)) return undefined;
    const rest = content.length - offset;
    const size = rest <= LEAST || random.chance(0.3) ? rest : random.between(LEAST, rest);
    const piece = content.subarray(offset, offset + size);
    const sent = ask(client, 'PATCH', path, {
      headers: { 'upload-offset': String(offset), 'content-type': BYTES },
      ...(!isPatient && random.chance(0.2)
        ? { body: ReadableStream.from(cutOff(piece, random)), duplex: 'half' as const }
        : { body: new Uint8Array(piece) }),
    });
    await sent.catch((error: unknown) => {
      if (isPatient) throw error;
    });
  }
  const response = await askWithinLimit(client, 'POST', myFilesUrl(thread), {
    headers: { 'idempotency-key': key },
    body: finishForm({ upload_id: path.split('/').at(-1) ?? '' }),
  });
  const { data } = (await response.json()) as { data?: UploadedFile };
  if (data === undefined) throw new Error(`the upload was refused with ${response.status}`);
  return data;
}

async function* cutOff(piece: Buffer, random: Random) {
  yield piece.subarray(0, random.between(0, piece.length));
  throw new Error('cut off');
}

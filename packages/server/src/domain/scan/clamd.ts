import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ScannerAddress } from '../../platform/scanner-address.ts';
import { shorten } from '../../platform/shorten.ts';

/** What clamd says about a file. */
export type Finding =
  | { outcome: 'clean' }
  | { outcome: 'infected'; signature: string }
  /** The file exceeds a limit of clamd, so nobody knows what is in it. */
  | { outcome: 'unscannable'; reason: string };

/** Clamd cannot be reached, or did not answer as it should. Nothing is known about the file. */
export class ClamdError extends Error {
  override readonly name = 'ClamdError';
}

/** In milliseconds. */
export interface ClamdTimeouts {
  /** Until the connection is there. */
  connect: number;
  /** Until clamd answers that it is there. */
  ping: number;
  /** Without progress: clamd takes nothing, or does not answer. (It scans a file for 120 s at most, by default.) */
  idle: number;
}

export const CLAMD_TIMEOUTS: ClamdTimeouts = { connect: 5_000, ping: 5_000, idle: 150_000 };

const CHUNK_BYTES = 256 * 1024;
const MAX_ANSWER_BYTES = 4_096;
const MAX_QUOTED_CHARS = 200;
const END_OF_FILE = Buffer.alloc(4);

/** Sends a file to clamd, piece by piece, and returns what it finds. Rejects with {@link ClamdError}, or errors of the file system. */
export async function scanWithClamd(
  address: ScannerAddress,
  path: string,
  timeouts: ClamdTimeouts,
  signal: AbortSignal,
): Promise<Finding> {
  let isSent = false;
  const answer = await ask(address, timeouts, timeouts.idle, signal, async (write) => {
    // Clamd may answer and close the connection as soon as it has the length of a piece, so nothing is written between a length and its
    // piece, or between the last piece and the end.
    let piece = Buffer.from('zINSTREAM\0');
    const chunks: AsyncIterable<Buffer> = createReadStream(path, { highWaterMark: CHUNK_BYTES });
    for await (const chunk of chunks) {
      if (!(await write(piece))) return;
      const length = Buffer.alloc(4);
      length.writeUInt32BE(chunk.length);
      piece = Buffer.concat([length, chunk]);
    }
    isSent = await write(Buffer.concat([piece, END_OF_FILE]));
  });
  return findingOf(answer, isSent);
}

/** Rejects with {@link ClamdError} unless clamd is there. */
export async function pingClamd(
  address: ScannerAddress,
  timeouts: ClamdTimeouts,
  signal: AbortSignal,
): Promise<void> {
  const answer = await ask(address, timeouts, timeouts.ping, signal, async (write) => {
    await write(Buffer.from('zPING\0'));
  });
  if (answer !== 'PONG') throw unexpected(answer);
}

/** Waits until more may be written; false if the connection is lost. */
type Write = (bytes: Buffer) => Promise<boolean>;

/** Asks on a connection of its own, as clamd wants it. The answer may come before everything is sent, and ends the sending. */
async function ask(
  address: ScannerAddress,
  timeouts: ClamdTimeouts,
  idleMs: number,
  signal: AbortSignal,
  send: (write: Write) => Promise<void>,
): Promise<string> {
  const socket = connect({ ...address, signal });
  const answer = readAnswer(socket);
  // It may fail when nobody awaits it.
  answer.catch(() => {});
  socket.setTimeout(timeouts.connect);
  socket.once('connect', () => socket.setTimeout(idleMs));
  const closing = new AbortController();
  socket.once('close', () => closing.abort());
  const write: Write = async (bytes) => {
    // An answer that has arrived is read first: a write after the end of the connection would discard it.
    await nextTurn();
    if (socket.destroyed) return false;
    if (!socket.write(bytes)) await once(socket, 'drain', { signal: closing.signal }).catch(() => {});
    return !socket.destroyed;
  };
  const sending = send(write);
  try {
    await Promise.race([sending, answer]);
    return await answer;
  } finally {
    socket.destroy();
    // Then the file is closed as well. (If this fails, the race has failed, too, or nobody needs the result.)
    await sending.catch(() => {});
  }
}

function readAnswer(socket: Socket): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const chunks: Buffer[] = [];
  let size = 0;
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    const end = chunk.indexOf(0);
    if (end === chunk.length - 1) resolve(Buffer.concat(chunks).subarray(0, -1).toString());
    else if (end !== -1 || size > MAX_ANSWER_BYTES) reject(unexpected(Buffer.concat(chunks).toString()));
  });
  socket.once('timeout', () => reject(new ClamdError('the virus scanner does not respond')));
  socket.once('error', (error) =>
    reject(new ClamdError(`the virus scanner cannot be reached: ${error.message}`, { cause: error })),
  );
  socket.once('close', () =>
    reject(new ClamdError('the virus scanner closed the connection without an answer')),
  );
  return promise;
}

function findingOf(answer: string, isSent: boolean): Finding {
  const [, signature] = /^stream: (\S+) FOUND$/.exec(answer) ?? [];
  if (signature?.startsWith('Heuristics.Limits.Exceeded'))
    return { outcome: 'unscannable', reason: signature };
  if (signature !== undefined) return { outcome: 'infected', signature };
  if (answer === 'stream: OK' && isSent) return { outcome: 'clean' };
  if (answer === 'INSTREAM size limit exceeded. ERROR') return { outcome: 'unscannable', reason: answer };
  throw unexpected(answer);
}

const unexpected = (answer: string) =>
  new ClamdError(
    `the virus scanner gave an unexpected answer: ${JSON.stringify(shorten(answer, MAX_QUOTED_CHARS))}`,
  );

import { setTimeout as sleep } from 'node:timers/promises';
import type { Contract } from '../harness/contract.ts';
import { RawConnection, type RawResponse } from '../harness/raw-http.ts';
import { handshakeBytes } from '../harness/raw-websocket.ts';
import { type Attempt, bytesOf, type FrameSequence, type RawRequest, type Request } from './request.ts';
import { BODY_LIMIT } from './values.ts';

/** The result of an attempt. */
export interface Outcome {
  answers: RawResponse[];
  /** Its problems. */
  problem: string | undefined;
}

/** Longer than any response on a busy machine, where many requests wait for the same lock. */
const PATIENCE_MS = 30_000;

/** Sends attempts in sequence, and checks each response against the rules for all responses. */
export class Client {
  readonly #port: number;
  readonly #contract: Contract;
  /** Requests share one connection, as long as the server keeps it open. */
  #kept: RawConnection | undefined;

  constructor(port: number, contract: Contract) {
    this.#port = port;
    this.#contract = contract;
  }

  async send(attempt: Attempt): Promise<Outcome> {
    const answers: RawResponse[] = [];
    try {
      if ('writes' in attempt) await this.#sendRaw(attempt, answers);
      else if ('frames' in attempt) await this.#sendFrames(attempt, answers);
      else await this.#sendRequest(attempt, answers);
      return { answers, problem: undefined };
    } catch (error) {
      this.close();
      return { answers, problem: error instanceof Error ? error.message : String(error) };
    }
  }

  close(): void {
    this.#kept?.destroy();
    this.#kept = undefined;
  }

  async #sendRequest(request: Request, answers: RawResponse[]): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      const answer = await this.#ask(request);
      if (answer === undefined) return;
      answers.push(answer);
      const retryAfterSeconds = answer.headers['retry-after'];
      if (answer.status !== BUSY || retryAfterSeconds === undefined || tries === MOST_TRIES) {
        this.#check(answer, request);
        checkSize(answer, bytesOf(request).length);
        return;
      }
      await sleep(Number(retryAfterSeconds) * 1_000);
    }
  }

  /** The response; undefined where none is allowed. */
  async #ask(request: Request): Promise<RawResponse | undefined> {
    this.#kept ??= await RawConnection.open(this.#port);
    const connection = this.#kept;
    connection.write(bytesOf(request));
    const answer = await finalAnswer(connection, request.method === 'HEAD');
    if (answer?.headers.connection !== 'keep-alive') this.close();
    if (answer === undefined) {
      // The request is refused and the connection closed before it has arrived; a client that is still writing gets no
      // response.
      if (request.body === undefined || request.body.length <= BODY_LIMIT)
        throw new Error('the connection was closed without an answer');
    }
    return answer;
  }

  /**
   * Whatever the bytes mean to the server: each response is valid, there is at least one, and the connection is closed
   * at the end.
   */
  async #sendRaw({ writes, isUnfinished }: RawRequest, answers: RawResponse[]): Promise<void> {
    const connection = await RawConnection.open(this.#port);
    try {
      for (const bytes of writes) connection.write(bytes);
      if (isUnfinished !== true) connection.write(END);
      for (;;) {
        const answer = await finalAnswer(connection);
        if (answer === undefined) break;
        answers.push(answer);
        this.#check(answer);
      }
      if (answers.length === 0) throw new Error('the connection was closed without an answer');
      checkNumber(answers.length, writes);
    } finally {
      connection.destroy();
    }
  }

  /** Whatever the frames mean to the server: it answers the handshake, and closes the connection at the end. */
  async #sendFrames({ frames }: FrameSequence, answers: RawResponse[]): Promise<void> {
    const connection = await RawConnection.open(this.#port);
    try {
      connection.write(Buffer.concat([Buffer.from(handshakeBytes()), frames]));
      const answer = await finalAnswer(connection, true, 101);
      if (answer?.status !== 101) throw new Error(`the handshake is answered with ${answer?.status}`);
      answers.push(answer);
      const received = await inTime(connection, () => connection.closed());
      if (received.length > SOCKET_BYTES + MOST_BYTES_PER_BYTE * frames.length)
        throw new Error(`${frames.length} bytes of frames are answered with ${received.length}`);
    } finally {
      connection.destroy();
    }
  }

  /** @param request undefined when it is unknown what the server took for a request */
  #check({ status, headers, text, json }: RawResponse, request?: Request): void {
    const path = request?.url.split(/[?#]/, 1)[0] ?? '';
    if (status >= 500) throw new Error(`the status is ${status}`);
    if (!/^[\x21-\x7e]{1,128}$/.test(headers['x-request-id'] ?? ''))
      throw new Error('there is no X-Request-Id');
    const isForPages = headers['access-control-allow-origin'] !== undefined;
    if (isForPages && request !== undefined && !FOR_PAGES.test(path))
      throw new Error('pages of any origin may read it');
    // A browser's preflight request.
    if (status === 204 && isForPages && text === '' && (request?.method ?? 'OPTIONS') === 'OPTIONS') return;
    if (request?.status !== undefined && status !== request.status && status !== TOO_SLOW)
      throw new Error(`the status is ${status}, not ${request.status}`);
    if (status === 200 && NO_API.test(path)) return;
    if (headers['content-type'] !== JSON_TYPE) throw new Error(`the type is ${headers['content-type']}`);
    if (headers['cache-control'] !== 'no-store') throw new Error('it may be cached');
    if (request?.method === 'HEAD') return;
    if (json?.request_id !== undefined && json.request_id !== headers['x-request-id']) {
      throw new Error('it has two request ids');
    }
    if (request === undefined && status === 200 && json?.message_code === 'M200') return;
    this.#contract.check(request?.method ?? '', path, status, json);
  }
}

/** The maximum size of a refusal beyond its share of the request's size: 100 faults with names of 255 characters. */
const REFUSAL_BYTES = 100 * 1_024;
/** The response bytes per request byte, for echoed values and listed resources. */
const MOST_BYTES = 8 * 1024 * 1024;

/** A small request must not get a large response. */
function checkSize({ status, text }: RawResponse, requestBytes: number): void {
  const bytes = Buffer.byteLength(text);
  const most = status >= 400 ? REFUSAL_BYTES + 2 * requestBytes : MOST_BYTES;
  if (bytes > most) throw new Error(`${requestBytes} bytes are answered with ${bytes}`);
}

/** What every realtime connection gets, and the most for each byte of a frame: an error, for the smallest one. */
const SOCKET_BYTES = 16 * 1_024;
const MOST_BYTES_PER_BYTE = 100;

/** The shortest request: `GET / HTTP/1.1`. */
const LEAST_REQUEST_BYTES = 18;

/** Bytes get no more responses than they may contain requests, and one for what follows, and one for an error. */
function checkNumber(answers: number, writes: readonly Buffer[]): void {
  const bytes = writes.reduce((sum, { length }) => sum + length, 0);
  if (answers > bytes / LEAST_REQUEST_BYTES + 2)
    throw new Error(`${bytes} bytes are answered with ${answers} responses`);
}

/** On a busy machine any request may be refused, because the server's timeouts are short here. */
const TOO_SLOW = 408;
/** The same for a send that waited for its thread; a retry must soon get another answer. */
const BUSY = 503;
const MOST_TRIES = 5;

const JSON_TYPE = 'application/json; charset=utf-8';

/** Addresses outside the API have no envelope. */
const NO_API = /^\/(docs|metrics|openapi\.json|sticker\/v1\.0\/file)/;

/** Addresses that pages of other origins may call. */
const FOR_PAGES = /^\/(client|(sticker|file)\/v1\.0\/file)\//;

/**
 * Sent after raw bytes, to make the server close the connection, whatever it takes this for: a request that asks to
 * close, the rest of another request, or garbage. It is long, so that no body ends exactly at its end.
 */
const END = `GET /health/live HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n${'X'.repeat(1_000)}`;

/** The next response that is final, or has the status `wanted`; undefined if the server has closed the connection. */
function finalAnswer(
  connection: RawConnection,
  toHead = false,
  wanted = 200,
): Promise<RawResponse | undefined> {
  return inTime(connection, async () => {
    for (;;) {
      const answer = await connection.next({ toHead });
      if (answer === undefined || answer.status >= 200 || answer.status === wanted) return answer;
    }
  });
}

/** Rejects if a connection neither gets what it waits for in time, nor is closed. */
async function inTime<T>(connection: RawConnection, wait: () => Promise<T>): Promise<T> {
  let isLate = false;
  const late = setTimeout(() => {
    isLate = true;
    connection.destroy();
  }, PATIENCE_MS);
  try {
    const result = await wait();
    if (isLate) throw new Error(`there is neither an answer nor an end after ${PATIENCE_MS} ms`);
    return result;
  } finally {
    clearTimeout(late);
  }
}

const LIVE = 'GET /health/live HTTP/1.1\r\nhost: a\r\n\r\n';
const PROBE_PAUSE_MS = 50;

/**
 * Asks again and again on a connection of its own, until `work` is done: whatever others send, the server does not stand still. Rejects
 * if there is no answer in time.
 */
export async function probing<T>(port: number, work: Promise<T>): Promise<T> {
  let isDone = false;
  const end = () => {
    isDone = true;
  };
  work.then(end, end);
  const connection = await RawConnection.open(port);
  try {
    while (!isDone) {
      connection.write(LIVE);
      const answer = await finalAnswer(connection).catch(() => undefined);
      if (answer?.status !== 200) throw new Error('another connection is not answered meanwhile');
      await sleep(PROBE_PAUSE_MS);
    }
  } finally {
    connection.destroy();
  }
  return work;
}

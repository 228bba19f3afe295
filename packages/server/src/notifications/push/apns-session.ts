import { once } from 'node:events';
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect as connectHttp2,
  constants,
} from 'node:http2';
import { isIP, type Socket } from 'node:net';
import { connect as connectTls, type SecureContext, type TLSSocket } from 'node:tls';
import type { buildConnector } from 'undici';
import { retryAfterOf, storable } from '../../platform/http-response.ts';
import type { ServiceResponse } from './outcomes.ts';

export interface ApnsPost {
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** More would hold up other sessions; Apple allows 1,000. */
const MAX_STREAMS = 500;
/** How much of a response is read before its stream is cancelled. */
const READ_BYTES = 4_096;
/** How often a session is checked. */
const PING_MS = 60_000;
/** A session that had nothing to do for so long is closed. */
const IDLE_MS = 10 * 60_000;

/** A session of HTTP/2. After GOAWAY it takes no new streams, and closes when the others have ended. */
export class ApnsSession {
  readonly #session: ClientHttp2Session;
  readonly #timeoutMs: number;
  readonly #pinging: NodeJS.Timeout;
  /** Streams that are open or reserved. */
  #streams = 0;
  #usedAt = performance.now();
  /** A request was not answered in time; until the answer to a ping, no more are sent. */
  #isSuspect = false;
  #isLeaving = false;
  /** There may be room for one more stream. */
  onRoom = (): void => {};
  onClose = (): void => {};

  constructor(session: ClientHttp2Session, timeoutMs: number) {
    this.#session = session;
    this.#timeoutMs = timeoutMs;
    this.#pinging = setInterval(() => this.#check(), PING_MS).unref();
    session.on('error', () => {});
    session.on('remoteSettings', () => this.onRoom());
    session.on('goaway', () => {
      this.#isLeaving = true;
      this.onRoom();
    });
    session.once('close', () => {
      clearInterval(this.#pinging);
      this.#isLeaving = true;
      this.onClose();
    });
  }

  get isUsable(): boolean {
    const { closed, destroyed } = this.#session;
    return !(this.#isLeaving || this.#isSuspect || closed || destroyed);
  }

  /** Reserves a stream for {@link post}; false if there is no room. */
  reserve(): boolean {
    if (!this.isUsable) return false;
    const { maxConcurrentStreams = MAX_STREAMS } = this.#session.remoteSettings;
    if (this.#streams >= Math.min(MAX_STREAMS, maxConcurrentStreams)) return false;
    this.#streams += 1;
    return true;
  }

  /** Uses a reserved stream. Rejects if there is no response. */
  async post({ path, headers, body }: ApnsPost, signal: AbortSignal): Promise<ServiceResponse> {
    let stream: ClientHttp2Stream;
    try {
      stream = this.#session.request({ ':method': 'POST', ':path': path, ...headers }, { signal });
    } catch (error) {
      this.#release();
      throw error;
    }
    this.#usedAt = performance.now();
    stream.once('close', () => this.#release());
    const response = responseOf(stream);
    stream.end(body);
    return await response;
  }

  #release(): void {
    this.#streams -= 1;
    this.onRoom();
  }

  /** Takes no new streams until the peer answers a ping; if it does not, the session ends. */
  probe(): void {
    if (!this.isUsable) return;
    this.#isSuspect = true;
    this.#ping();
  }

  #check(): void {
    if (this.#streams === 0 && performance.now() - this.#usedAt > IDLE_MS) {
      this.#isLeaving = true;
      this.#session.close();
    } else if (this.isUsable) this.#ping();
  }

  #ping(): void {
    const timer = setTimeout(() => this.#session.destroy(), this.#timeoutMs).unref();
    const isSent = this.#session.ping((error) => {
      clearTimeout(timer);
      if (error !== null) return;
      this.#isSuspect = false;
      this.onRoom();
    });
    if (!isSent) this.#session.destroy();
  }

  async close(): Promise<void> {
    if (this.#session.destroyed) return;
    const closed = once(this.#session, 'close');
    this.#session.destroy();
    await closed;
  }
}

/** Rejects if the stream ends without a status. Of the body only the start is read. */
function responseOf(stream: ClientHttp2Stream): Promise<ServiceResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<ServiceResponse>();
  const chunks: Buffer[] = [];
  let size = 0;
  let status = 0;
  let retryAfter: string | undefined;
  const settle = (error: Error) => {
    if (status === 0) return reject(error);
    const text = storable(Buffer.concat(chunks).subarray(0, READ_BYTES));
    resolve({ status, text, retryAfterMs: retryAfterOf(retryAfter, Date.now()) });
  };
  stream.on('response', (headers) => {
    status = headers[':status'] ?? 0;
    retryAfter = headers['retry-after'];
  });
  stream.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    if (size > READ_BYTES) stream.close(constants.NGHTTP2_CANCEL);
  });
  stream.on('error', settle);
  stream.on('close', () => settle(new Error(`the stream was closed without a response (${stream.rstCode})`)));
  return promise;
}

/** Opens sessions. The guard sees the address that is really connected to, before anything is sent to it. */
export class Connector {
  readonly #connect: buildConnector.connector;
  readonly #tls: { secureContext?: SecureContext };
  readonly #timeoutMs: number;

  constructor(connect: buildConnector.connector, tls: { secureContext?: SecureContext }, timeoutMs: number) {
    this.#connect = connect;
    this.#tls = tls;
    this.#timeoutMs = timeoutMs;
  }

  /** Resolves when the peer's settings have arrived. */
  async connect(url: URL, closing: AbortSignal): Promise<ApnsSession> {
    const late = AbortSignal.timeout(this.#timeoutMs);
    const signal = AbortSignal.any([closing, late]);
    let socket: Socket | undefined;
    try {
      signal.throwIfAborted();
      const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
      socket = await this.#connectTcp(host, url.port === '' ? '443' : url.port, signal);
      const secure = await this.#secure(socket, host, signal);
      socket = secure;
      const http2 = connectHttp2(url.origin, {
        createConnection: () => secure,
        settings: { enablePush: false },
      });
      const session = new ApnsSession(http2, this.#timeoutMs);
      await once(http2, 'remoteSettings', { signal });
      return session;
    } catch (error) {
      socket?.destroy();
      throw late.aborted && !closing.aborted
        ? new Error(`no connection within ${this.#timeoutMs / 1_000} s`)
        : error;
    }
  }

  #connectTcp(hostname: string, port: string, signal: AbortSignal): Promise<Socket> {
    const { promise, resolve, reject } = Promise.withResolvers<Socket>();
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    this.#connect({ hostname, protocol: 'http:', port }, (...[error, socket]) => {
      signal.removeEventListener('abort', abort);
      if (error !== null) reject(error);
      else if (signal.aborted) socket.destroy();
      else resolve(socket);
    });
    return promise;
  }

  async #secure(socket: Socket, host: string, signal: AbortSignal): Promise<TLSSocket> {
    const names = isIP(host) === 0 ? { host, servername: host } : { host };
    const secure = connectTls({ socket, ...names, ALPNProtocols: ['h2'], ...this.#tls });
    await once(secure, 'secureConnect', { signal });
    if (secure.alpnProtocol !== 'h2') throw new Error(`${host} does not speak HTTP/2`);
    return secure;
  }
}

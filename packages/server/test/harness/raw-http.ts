import { connect, type Socket } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/** One response on a bare socket, byte for byte. */
export interface RawResponse {
  status: number;
  /** Lower-case names; repeated headers are joined with a comma. */
  headers: Record<string, string>;
  /** Of a compressed response what it was before. */
  text: string;
  /** The text as JSON; undefined if it is not JSON. */
  // Tests reach into it with what they expect of it.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  json: any;
}

/**
 * One connection, for requests that no HTTP client would send. A strict parser reads the responses, so that a response
 * inside another one is not mistaken for something else.
 */
export class RawConnection {
  readonly #socket: Socket;
  #received = Buffer.alloc(0);
  #isClosed = false;
  #wake: () => void = () => {};

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk: Buffer) => {
      this.#received = Buffer.concat([this.#received, chunk]);
      this.#wake();
    });
    socket.on('close', () => {
      this.#isClosed = true;
      this.#wake();
    });
    // The server may close by a reset.
    socket.on('error', () => {});
  }

  static async open(port: number): Promise<RawConnection> {
    const socket = connect(port, '127.0.0.1');
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('error', reject);
    });
    return new RawConnection(socket);
  }

  write(bytes: string | Buffer): void {
    this.#socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
  }

  /** The next response; undefined if the server closed without one. `toHead`: the request was a HEAD. */
  async next(options: { toHead?: boolean } = {}): Promise<RawResponse | undefined> {
    for (;;) {
      const parsed = parse(this.#received, this.#isClosed, options.toHead === true);
      if (parsed !== undefined) {
        this.#received = this.#received.subarray(parsed.length);
        return parsed.response;
      }
      if (this.#isClosed) {
        if (this.#received.length > 0)
          throw new Error(`half a response: ${this.#received.toString('latin1')}`);
        return undefined;
      }
      await this.#more();
    }
  }

  /** The next `count` bytes; undefined if the server closed before them. */
  async take(count: number): Promise<Buffer | undefined> {
    while (this.#received.length < count) {
      if (this.#isClosed) return undefined;
      await this.#more();
    }
    const bytes = this.#received.subarray(0, count);
    this.#received = this.#received.subarray(count);
    return bytes;
  }

  /** Resolves when the server has closed the connection, to the unread bytes. */
  async closed(): Promise<string> {
    while (!this.#isClosed) await this.#more();
    return this.#received.toString('latin1');
  }

  /** Reads nothing from here on. */
  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  async #more(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
  }
}

/** Sends these bytes on a new connection and returns the first response. */
export async function rawRequest(
  port: number,
  bytes: string | Buffer,
  options: { toHead?: boolean } = {},
): Promise<RawResponse> {
  const connection = await RawConnection.open(port);
  try {
    connection.write(bytes);
    const response = await connection.next(options);
    if (response === undefined) throw new Error('closed without an answer');
    return response;
  } finally {
    connection.destroy();
  }
}

function parse(
  bytes: Buffer,
  isClosed: boolean,
  hasNoBody: boolean,
): { response: RawResponse; length: number } | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd === -1) return undefined;
  const [statusLine = '', ...lines] = bytes.subarray(0, headEnd).toString('latin1').split('\r\n');
  const [, status = ''] = /^HTTP\/1\.1 (\d{3}) [^\r\n]*$/.exec(statusLine) ?? [];
  if (status === '') throw new Error(`not a status line: ${statusLine}`);
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const [, name = '', value = ''] = /^([\w-]+):[ \t]*(.*?)[ \t]*$/.exec(line) ?? [];
    if (name === '') throw new Error(`not a header: ${line}`);
    const key = name.toLowerCase();
    headers[key] = headers[key] === undefined ? value : `${headers[key]}, ${value}`;
  }
  const start = headEnd + 4;
  const respond = (body: Buffer, length: number) => {
    const text = unpack(body, headers['content-encoding']).toString('utf8');
    return { response: { status: Number(status), headers, text, json: toJson(text) }, length };
  };
  if (status.startsWith('1') || hasNoBody) return respond(Buffer.alloc(0), start);
  if (headers['transfer-encoding'] === 'chunked') {
    const chunks: Buffer[] = [];
    for (let at = start; ; ) {
      const lineEnd = bytes.indexOf('\r\n', at);
      if (lineEnd === -1) return undefined;
      const size = Number.parseInt(bytes.subarray(at, lineEnd).toString('latin1'), 16);
      const end = lineEnd + 2 + size + 2;
      if (bytes.length < end) return undefined;
      if (size === 0) return respond(Buffer.concat(chunks), end);
      chunks.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
      at = end;
    }
  }
  const length = headers['content-length'];
  if (length === undefined) return isClosed ? respond(bytes.subarray(start), bytes.length) : undefined;
  const end = start + Number(length);
  return bytes.length < end ? undefined : respond(bytes.subarray(start, end), end);
}

function unpack(body: Buffer, encoding: string | undefined): Buffer {
  if (encoding === undefined || body.length === 0) return body;
  return encoding === 'br' ? brotliDecompressSync(body) : gunzipSync(body);
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

/** Connections that count frames and do as little else as possible, because they share the machine with the server. */
export class Listeners {
  readonly #sockets: Socket[] = [];
  #turn = 0;
  /** Frames received, over all sockets. */
  frames = 0;
  /** Size of the latest frame in bytes. */
  frameBytes = 0;
  /** Sockets that the server has closed. */
  lost = 0;
  onFrames: () => void = () => {};

  get count(): number {
    return this.#sockets.length;
  }

  /** Opens a connection and sends these frames; resolves when the handshake is done. */
  async open(port: number, path: string, frames: readonly object[]): Promise<void> {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.#sockets.push(socket);
    socket.on('error', () => {});
    socket.on('close', () => {
      this.lost += 1;
    });
    const { promise: isOpen, resolve } = Promise.withResolvers<void>();
    let head = '';
    let skip = 0;
    let header = Buffer.alloc(0);
    const count = (chunk: Buffer) => {
      let bytes = chunk;
      while (bytes.length > 0) {
        if (skip >= bytes.length) {
          skip -= bytes.length;
          return;
        }
        bytes = skip === 0 ? bytes : bytes.subarray(skip);
        skip = 0;
        if (header.length > 0) {
          bytes = Buffer.concat([header, bytes]);
          header = Buffer.alloc(0);
        }
        const length = frameLength(bytes);
        if (length === undefined) {
          header = Buffer.from(bytes);
          return;
        }
        this.frames += 1;
        this.frameBytes = length;
        skip = length;
      }
    };
    socket.on('data', (chunk: Buffer) => {
      if (head.endsWith('\r\n\r\n')) {
        count(chunk);
        this.onFrames();
        return;
      }
      const end = chunk.indexOf('\r\n\r\n');
      head += chunk.subarray(0, end === -1 ? undefined : end + 4).toString('latin1');
      if (end === -1) return;
      count(chunk.subarray(end + 4));
      for (const frame of frames) socket.write(maskedFrame(frame));
      resolve();
    });
    const lines = [
      `GET ${path} HTTP/1.1`,
      'Host: localhost',
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
    ];
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    await isOpen;
  }

  /** Sends a frame over the next connection, round-robin. */
  send(frame: Buffer): void {
    this.#sockets[this.#turn % this.#sockets.length]?.write(frame);
    this.#turn += 1;
  }

  /** Resolves when this many frames have arrived. */
  async reach(frames: number): Promise<void> {
    while (this.frames < frames) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  close(): void {
    for (const socket of this.#sockets.splice(0)) socket.destroy();
  }
}

/** The size of a server frame including its header; undefined until the header is complete. */
function frameLength(bytes: Buffer): number | undefined {
  const short = (bytes[1] ?? 0) & 0x7f;
  const headerLength = short < 126 ? 2 : short === 126 ? 4 : 10;
  if (bytes.length < headerLength) return undefined;
  if (short < 126) return 2 + short;
  return short === 126 ? 4 + bytes.readUInt16BE(2) : 10 + Number(bytes.readBigUInt64BE(2));
}

/** A client's text frame, of 126 bytes or more. */
export function maskedFrame(frame: object): Buffer {
  const payload = Buffer.from(JSON.stringify(frame).padEnd(126));
  const header = Buffer.from([0x81, 0x80 | 126, payload.length >> 8, payload.length & 0xff]);
  // A mask of zeroes is valid.
  return Buffer.concat([header, Buffer.alloc(4), payload]);
}

import { REALTIME_PATH } from '@palaver/protocol/realtime';
import { RawConnection } from './raw-http.ts';

interface Handshake {
  method?: string;
  path?: string;
  version?: string;
  /** Added to those of a valid handshake, or replacing them; undefined removes one. */
  headers?: Record<string, string | undefined>;
}

/** The bytes of a handshake, valid by default. */
export function handshakeBytes({
  method = 'GET',
  path = REALTIME_PATH,
  version = 'HTTP/1.1',
  headers = {},
}: Handshake = {}): string {
  const all = {
    host: 'palaver.test',
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    ...headers,
  };
  const lines = Object.entries(all).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${value}`],
  );
  return [`${method} ${path} ${version}`, ...lines, '', ''].join('\r\n');
}

export const OPCODES = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

interface FrameOptions {
  isLast?: boolean;
  isMasked?: boolean;
  /** The three reserved bits at their place in the first byte. */
  reserved?: number;
  /** The bytes of the length, without the mask bit. */
  length?: number[];
}

/** The bytes of a frame, by default a valid one of a client. */
export function frameBytes(
  opcode: number,
  payload: string | Buffer = '',
  options: FrameOptions = {},
): Buffer {
  const { isLast = true, isMasked = true, reserved = 0 } = options;
  const content = Buffer.from(payload);
  const [first = 0, ...rest] = options.length ?? lengthBytes(content.length);
  const mask = isMasked ? [1, 2, 3, 4] : [];
  const head = [(isLast ? 0x80 : 0) | reserved | opcode, first | (isMasked ? 0x80 : 0), ...rest, ...mask];
  return Buffer.from([...head, ...content.map((byte, index) => byte ^ (mask[index % 4] ?? 0))]);
}

function lengthBytes(length: number): number[] {
  if (length < 126) return [length];
  if (length < 65_536) return [126, length >> 8, length & 0xff];
  return [127, 0, 0, 0, 0, ...[24, 16, 8, 0].map((bits) => (length >> bits) & 0xff)];
}

/** The payload of a close frame. */
export function closePayload(code: number, reason: string | Buffer = ''): Buffer {
  return Buffer.concat([Buffer.from([code >> 8, code & 0xff]), Buffer.from(reason)]);
}

export const textBytes = (frame: object) => frameBytes(OPCODES.text, JSON.stringify(frame));

/** A connection with hand-written frames. */
export class RawWebSocket {
  readonly connection: RawConnection;

  private constructor(connection: RawConnection) {
    this.connection = connection;
  }

  /** Connects with a valid handshake, directly followed by these bytes. */
  static async open(
    port: number,
    following: Buffer = Buffer.alloc(0),
    headers: Record<string, string> = {},
  ): Promise<RawWebSocket> {
    const connection = await RawConnection.open(port);
    connection.write(Buffer.concat([Buffer.from(handshakeBytes({ headers })), following]));
    const answer = await connection.next();
    if (answer?.status !== 101) throw new Error(`the handshake was answered with ${answer?.status}`);
    return new RawWebSocket(connection);
  }

  write(...bytes: Buffer[]): void {
    this.connection.write(Buffer.concat(bytes));
  }

  /** The next frame of the server; undefined if it has closed. */
  async next(): Promise<{ opcode: number; payload: Buffer } | undefined> {
    const head = await this.connection.take(2);
    if (head === undefined) return undefined;
    const [first = 0, short = 0] = head;
    const longer = short < 126 ? undefined : await this.connection.take(short === 126 ? 2 : 8);
    const length = longer === undefined ? short : Number(`0x${longer.toString('hex')}`);
    const payload = await this.connection.take(length);
    return payload && { opcode: first & 0x0f, payload };
  }

  /** The next text frame of this type. */
  async nextOf(type: string): Promise<Record<string, unknown>> {
    for (;;) {
      const frame = await this.next();
      if (frame === undefined) throw new Error(`the server has closed before a frame "${type}"`);
      const content: unknown = frame.opcode === OPCODES.text ? JSON.parse(frame.payload.toString()) : {};
      if (isOfType(content, type)) return content;
    }
  }

  /** Waits until the server has closed the connection, and returns its close code; undefined if it gave none. */
  async closeCode(): Promise<number | undefined> {
    for (;;) {
      const frame = await this.next();
      if (frame === undefined) return undefined;
      if (frame.opcode !== OPCODES.close) continue;
      await this.connection.closed();
      return frame.payload.length < 2 ? 1005 : frame.payload.readUInt16BE();
    }
  }
}

function isOfType(content: unknown, type: string): content is Record<string, unknown> {
  return typeof content === 'object' && content !== null && 'type' in content && content.type === type;
}

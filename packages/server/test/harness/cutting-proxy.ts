import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import type { Random } from '../faults/random.ts';

export interface Harm {
  /** A connection is harmed after at most this many bytes, even in the middle of a frame or response. */
  maxCarriedBytes: number;
  /** How often it is delayed instead of cut, and for how long at most. */
  delays?: { probability: number; maxMs: number };
  /** How often it silently drops one direction instead of being cut. */
  halves?: { probability: number };
}

/** Forwards connections to a server and disturbs them as networks do. */
export class CuttingProxy {
  readonly #server: Server;
  readonly #random: Random;
  readonly #harm: Harm;
  readonly #open = new Set<Socket>();
  /** The port of the server. */
  target = 0;
  isHarmful = true;
  cuts = 0;
  delays = 0;
  halves = 0;

  constructor(random: Random, harm: Harm) {
    this.#random = random;
    this.#harm = harm;
    this.#server = createServer((client) => this.#carry(client));
  }

  /** Returns its own port. */
  async listen(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return (this.#server.address() as AddressInfo).port;
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#open) socket.destroy();
  }

  #carry(client: Socket): void {
    const upstream = connect(this.target, '127.0.0.1');
    const { maxCarriedBytes, delays, halves } = this.#harm;
    let left = this.#random.between(1, maxCarriedBytes);
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    const cut = (to: Socket, chunk: Buffer) => {
      this.cuts += 1;
      to.write(chunk, end);
    };
    const stall = (from: Socket, to: Socket, chunk: Buffer, maxMs: number) => {
      this.delays += 1;
      left = this.#random.between(1, maxCarriedBytes);
      from.pause();
      to.write(chunk);
      setTimeout(() => from.resume(), this.#random.between(0, maxMs)).unref();
    };
    const pass = (from: Socket, to: Socket) => (chunk: Buffer) => {
      left -= chunk.length;
      if (left > 0 || !this.isHarmful) {
        to.write(chunk);
        return;
      }
      const rest = chunk.subarray(0, Math.max(0, chunk.length + left));
      if (delays !== undefined && this.#random.chance(delays.probability))
        stall(from, to, chunk, delays.maxMs);
      else if (halves !== undefined && this.#random.chance(halves.probability)) {
        this.halves += 1;
        from.removeAllListeners('data');
        from.on('data', () => {});
      } else cut(to, rest);
    };
    client.on('data', pass(client, upstream));
    upstream.on('data', pass(upstream, client));
    for (const socket of [client, upstream]) {
      this.#open.add(socket);
      socket.on('error', end);
      socket.on('close', () => {
        this.#open.delete(socket);
        end();
      });
    }
  }
}

import { connect, type Socket } from 'node:net';
import type { Load, Subject } from './harness.ts';

/** How often it looks for sends that are due. */
const LOOK_EVERY_MS = 5;

/**
 * Sends without a pause, from the process of the benchmark, so that turns begin and end while the load goes on. `rate`: sends a second; null: as
 * many as the connections take, each with one in progress.
 */
export class SteadySends {
  readonly #sockets: Socket[] = [];
  readonly #free: Socket[] = [];
  readonly #requests: readonly Buffer[];
  readonly #rate: number | null;
  readonly #timer: NodeJS.Timeout;
  readonly #startedAt = performance.now();
  #sent = 0;
  /** Answers with the status 200. */
  accepted = 0;
  /** Others, and connections that broke. */
  failures = 0;

  constructor(
    { port }: Subject,
    load: Load,
    { rate, connections }: { rate: number | null; connections: number },
  ) {
    const { method, path, headers, bodies = [] } = load;
    const head = [
      `${method} ${path} HTTP/1.1`,
      'host: 127.0.0.1',
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ].join('\r\n');
    this.#requests = bodies.map((body) =>
      Buffer.from(`${head}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`),
    );
    this.#rate = rate;
    for (let opened = 0; opened < connections; opened += 1) this.#open(port);
    this.#timer = setInterval(() => this.#sendDue(), LOOK_EVERY_MS);
  }

  #open(port: number): void {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.#sockets.push(socket);
    this.#free.push(socket);
    let answer = '';
    socket.setEncoding('latin1').on('data', (part: string) => {
      answer += part;
      const end = answer.indexOf('\r\n\r\n');
      const length = /\r\ncontent-length: (\d+)/i.exec(answer)?.[1];
      if (end === -1 || length === undefined || answer.length < end + 4 + Number(length)) return;
      if (answer.startsWith('HTTP/1.1 200 ')) this.accepted += 1;
      else this.failures += 1;
      answer = '';
      this.#free.push(socket);
      if (this.#rate === null) this.#sendDue();
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      this.failures += 1;
    });
  }

  /** Sends that find no connection free come later. */
  #sendDue(): void {
    const due =
      this.#rate === null
        ? Number.POSITIVE_INFINITY
        : Math.floor(((performance.now() - this.#startedAt) / 1_000) * this.#rate) - this.#sent;
    const count = Math.min(due, this.#free.length);
    for (const socket of this.#free.splice(0, count)) {
      socket.write(this.#requests[this.#sent % this.#requests.length] ?? '');
      this.#sent += 1;
    }
  }

  close(): void {
    clearInterval(this.#timer);
    for (const socket of this.#sockets) socket.removeAllListeners('close').destroy();
  }
}

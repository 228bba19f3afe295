import { connect, type Socket } from 'node:net';
import type { Load, Subject } from './harness.ts';

export interface Pace {
  sends: number;
  everyMs: number;
}

/**
 * Sends without a pause, from the process of the benchmark, so that turns begin and end while the load goes on. `pace`: so many at once, and never
 * more, also if they are late: how many sends the server stores together is then the same in all turns. Null: each connection has one in progress.
 */
export class SteadySends {
  readonly #sockets: Socket[] = [];
  readonly #free: Socket[] = [];
  readonly #requests: readonly Buffer[];
  readonly #timer: NodeJS.Timeout | undefined;
  readonly #isPaced: boolean;
  #sent = 0;
  /** Only those with a pace can pause. */
  isPaused = false;
  /** Answers with the status 200. */
  accepted = 0;
  /** Others, and connections that broke. */
  failures = 0;

  constructor(
    { port }: Subject,
    load: Load,
    { pace, connections }: { pace: Pace | null; connections: number },
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
    this.#isPaced = pace !== null;
    for (let opened = 0; opened < connections; opened += 1) this.#open(port);
    if (pace === null) this.#send(connections);
    else this.#timer = setInterval(() => this.#send(this.isPaused ? 0 : pace.sends), pace.everyMs);
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
      if (!this.#isPaced) this.#send(1);
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      this.failures += 1;
    });
  }

  /** Fewer, if so many connections are not free. */
  #send(count: number): void {
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

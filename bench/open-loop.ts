/**
 * A load generator in a process of its own: requests come at a rate, however fast the server is. Each comes on a connection that waits
 * for no response, or on a new one; if there are too many, it is counted as held back. Reads an {@link OpenLoop} from stdin, and writes {@link OpenLoopFigures}.
 */
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

export interface OpenLoop {
  port: number;
  /** Maximum number. */
  connections: number;
  /** Requests a second; null: each connection has one in progress all the time. */
  rate: number | null;
  warmUpSeconds: number;
  seconds: number;
  method: string;
  path: string;
  headers: Record<string, string>;
  bodies: readonly string[];
}

export interface OpenLoopFigures {
  /** Requests that should have been sent. */
  offered: number;
  /** Those for which no connection was free. */
  heldBack: number;
  accepted: number;
  refused: number;
  /** Connections that broke, and responses other than 200 and 503. */
  failures: number;
  seconds: number;
  /** Of accepted requests, in milliseconds. */
  medianMs: number;
  p99Ms: number;
}

const load = JSON.parse(await text(process.stdin)) as OpenLoop;
const lines = [
  `${load.method} ${load.path} HTTP/1.1`,
  'host: 127.0.0.1',
  ...Object.entries(load.headers).map(([name, value]) => `${name}: ${value}`),
];
const requests = load.bodies.map((body) =>
  Buffer.from(`${[...lines, `content-length: ${Buffer.byteLength(body)}`].join('\r\n')}\r\n\r\n${body}`),
);

const free: Connection[] = [];
const times: number[] = [];
const counts = { offered: 0, heldBack: 0, accepted: 0, refused: 0, failures: 0 };
let isCounting = false;
let sent = 0;
let opened = 0;

class Connection {
  readonly #socket: Socket;
  #sentAt = 0;
  #answer = '';

  constructor() {
    this.#socket = connect({ port: load.port, host: '127.0.0.1', noDelay: true });
    this.#socket.setEncoding('latin1').on('data', (part: string) => this.#read(part));
    this.#socket.on('error', () => {});
    this.#socket.on('close', () => {
      counts.failures += 1;
      opened -= 1;
    });
    opened += 1;
  }

  send(): void {
    this.#sentAt = performance.now();
    sent += 1;
    this.#socket.write(requests[sent % requests.length] ?? '');
  }

  #read(part: string): void {
    this.#answer += part;
    const end = this.#answer.indexOf('\r\n\r\n');
    const length = /\r\ncontent-length: (\d+)/i.exec(this.#answer)?.[1];
    if (end < 0 || length === undefined || this.#answer.length < end + 4 + Number(length)) return;
    const status = this.#answer.slice(9, 12);
    this.#answer = '';
    free.push(this);
    if (!isCounting) return;
    if (status === '200') {
      counts.accepted += 1;
      times.push(performance.now() - this.#sentAt);
    } else if (status === '503') counts.refused += 1;
    else counts.failures += 1;
  }
}

/** Sends what is due until then. */
async function run(seconds: number): Promise<void> {
  const startedAt = performance.now();
  let offered = 0;
  for (let elapsed = 0; elapsed < seconds; elapsed = (performance.now() - startedAt) / 1_000) {
    const usable = free.length + load.connections - opened;
    const due = load.rate === null ? usable : Math.floor(elapsed * load.rate) - offered;
    offered += due;
    const sending = Math.min(due, usable);
    for (let index = 0; index < sending; index += 1) (free.pop() ?? new Connection()).send();
    counts.offered += due;
    counts.heldBack += due - sending;
    await (free.length > 0 ? sleep(1) : nextTurn());
  }
}

await run(load.warmUpSeconds);
Object.assign(counts, { offered: 0, heldBack: 0, failures: 0 });
isCounting = true;
const startedAt = performance.now();
await run(load.seconds);
const seconds = (performance.now() - startedAt) / 1_000;
isCounting = false;
times.sort((a, b) => a - b);
const at = (part: number) => times[Math.floor(times.length * part)] ?? Number.NaN;
const figures: OpenLoopFigures = { ...counts, seconds, medianMs: at(0.5), p99Ms: at(0.99) };
process.stdout.write(JSON.stringify(figures), () => process.exit());

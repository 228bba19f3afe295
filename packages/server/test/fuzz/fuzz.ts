import fc from 'fast-check';
import { Contract } from '../harness/contract.ts';
import { Client, type Outcome, probing } from './client.ts';
import { corpus } from './corpus.ts';
import { FuzzedServer } from './fuzzed-server.ts';
import { attempts } from './generate.ts';
import { Holds } from './holds.ts';
import type { Attempt } from './request.ts';
import { makeWorlds, type World } from './world.ts';

export interface FuzzOptions {
  /** The total number of attempts; the corpus is always sent in full. */
  requests: number;
  /** The minimum number of random ones. */
  random?: number;
  seed: number;
  /** The database of the server; by default its own embedded one. */
  databaseUrl?: string;
  onRound?: (sent: number) => void;
  signal?: AbortSignal;
}

export interface Failure {
  problem: string;
  /** Undefined if no single attempt is to blame. */
  attempt?: Attempt;
  outcome?: Outcome;
  /** A run with this seed repeats the attempt among its first random ones. */
  seed: number;
}

export interface Report {
  sent: number;
  /** The number of responses of each status class, by the labels of attempts. */
  counts: Map<string, Map<string, number>>;
  /** The number of long turns of the event loop, and of attempts repeated because of them. */
  holds: { seen: number; longestMs: number; tried: number };
  failures: Failure[];
}

const LANES = 32;
/** Requests per world: removals wear a world out. */
const ROUND = 4_000;
/** The number generated at a time, while the server waits. */
const CHUNK = 100;
/** The memory that the server may keep after a round: its code and caches, but no request data. */
const MOST_MEMORY_BYTES = 200 * 1024 * 1024;
/** This many failures are enough. */
const MOST_FAILURES = 10;

/** Sends the corpus and then random requests, and returns the problems of responses and server. */
export async function fuzz(options: FuzzOptions): Promise<Report> {
  const server = await FuzzedServer.start(options.databaseUrl);
  const run = new Run(server, options);
  try {
    await run.all();
  } catch (error) {
    run.fail(`the run broke off: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    await server.stop();
  }
  const { failures } = run.report;
  // The server's own complaints first: they may explain all the others.
  failures.unshift(...server.complaints.map((problem) => ({ problem, seed: options.seed })));
  return run.report;
}

class Run {
  readonly report: Report;
  readonly #server: FuzzedServer;
  readonly #options: FuzzOptions;
  readonly #holds: Holds;
  /** Of the round. */
  #seed: number;

  constructor(server: FuzzedServer, options: FuzzOptions) {
    this.#server = server;
    this.#options = options;
    this.#holds = new Holds(server);
    this.#seed = options.seed;
    this.report = { sent: 0, counts: new Map(), holds: this.#holds, failures: [] };
  }

  fail(problem: string, more: Pick<Failure, 'attempt' | 'outcome'> = {}): void {
    this.report.failures.push({ problem, ...more, seed: this.#seed });
  }

  async all(): Promise<void> {
    const { requests, random = 0, seed, onRound } = this.#options;
    const contract = new Contract(await this.#get('/openapi.json'));
    const clients = Array.from({ length: LANES }, () => new Client(this.#server.port, contract));
    let worlds = await makeWorlds(this.#server, 'first');
    const [world] = worlds;
    if (world !== undefined) await this.#send(clients, corpus(world));
    const total = Math.max(requests, this.report.sent + random);
    for (let round = 0; this.report.sent < total && !this.#isOver(); round += 1) {
      onRound?.(this.report.sent);
      this.#seed = seed + round;
      if (round > 0) worlds = await makeWorlds(this.#server, `round-${round}`);
      await this.#send(clients, this.#random(worlds, Math.min(ROUND, total - this.report.sent)));
    }
    for (const client of clients) client.close();
    // The server must be as healthy as before, and its data consistent.
    await this.#get('/health/ready');
    for (const difference of await this.#server.differences()) this.fail(`verify: ${difference}`);
  }

  async #get(path: string): Promise<unknown> {
    const signal = AbortSignal.timeout(30_000);
    const response = await fetch(`http://127.0.0.1:${this.#server.port}${path}`, { signal });
    if (response.status !== 200) this.fail(`${path} has the status ${response.status}`);
    return response.json();
  }

  #isOver(): boolean {
    const problems = this.report.failures.length + this.#server.complaints.length;
    return problems >= MOST_FAILURES || this.#options.signal?.aborted === true;
  }

  *#random(worlds: readonly World[], count: number): Generator<Attempt> {
    const arbitrary = fc.oneof(...worlds.map(attempts));
    for (let from = 0; from < count; from += CHUNK) {
      // Far apart from the seeds of the rounds to come.
      const seed = this.#seed + from * 1_000_003;
      yield* fc.sample(arbitrary, { seed, numRuns: Math.min(CHUNK, count - from) });
    }
  }

  /**
   * Sends all attempts, one at a time per client, while a probe on another connection must be answered. Then repeats, alone, those that may
   * have blocked the event loop, and checks that memory has been released.
   */
  async #send(clients: readonly Client[], all: Iterator<Attempt>): Promise<void> {
    const lane = async (client: Client) => {
      for (let next = all.next(); next.done !== true && !this.#isOver(); next = all.next()) {
        await this.#sendOne(client, next.value);
      }
    };
    await probing(this.#server.port, Promise.all(clients.map(lane)));
    const [client] = clients;
    if (client !== undefined) await this.#tryHolds(client);
    const bytes = await this.#server.memory();
    if (bytes > MOST_MEMORY_BYTES) this.fail(`the server keeps ${bytes} bytes of memory`);
  }

  async #tryHolds(client: Client): Promise<void> {
    const again = async (attempt: Attempt) => {
      if (!this.#isOver()) await this.#sendOne(client, attempt);
    };
    for await (const { attempt, heldMs } of this.#holds.guilty(again)) {
      this.fail(`holds the event loop for ${heldMs.map(Math.round).join(', ')} ms`, { attempt });
    }
  }

  async #sendOne(client: Client, attempt: Attempt): Promise<void> {
    const outcome = await this.#holds.during(attempt, () => client.send(attempt));
    this.report.sent += 1;
    this.#count(attempt, outcome);
    if (outcome.problem !== undefined) this.fail(outcome.problem, { attempt, outcome });
  }

  #count({ label }: Attempt, { answers }: Outcome): void {
    const counts = this.report.counts.get(label) ?? new Map<string, number>();
    this.report.counts.set(label, counts);
    const statuses = answers.map(({ status }) => `${Math.floor(status / 100)}xx`);
    for (const status of statuses.length === 0 ? ['none'] : statuses) {
      counts.set(status, (counts.get(status) ?? 0) + 1);
    }
  }
}

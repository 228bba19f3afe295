import fc from 'fast-check';
import { Contract } from '../harness/contract.ts';
import { Client, type Outcome } from './client.ts';
import { corpus } from './corpus.ts';
import { FuzzedServer } from './fuzzed-server.ts';
import { attempts } from './generate.ts';
import { Holds } from './holds.ts';
import type { Attempt } from './request.ts';
import { makeWorlds, type World } from './world.ts';

export interface FuzzOptions {
  /** How many there are in all; the corpus is sent in full, whatever this says. */
  requests: number;
  /** How many of them are random at least. */
  random?: number;
  seed: number;
  /** The database of the server; it has one of its own without it. */
  databaseUrl?: string;
  onRound?: (sent: number) => void;
  signal?: AbortSignal;
}

export interface Failure {
  problem: string;
  /** Undefined when it is the fault of none in particular. */
  attempt?: Attempt;
  outcome?: Outcome;
  /** A run with this seed makes the same attempt, among its first random ones. */
  seed: number;
}

export interface Report {
  sent: number;
  /** How many answers of each status class there were, by the labels of attempts. */
  counts: Map<string, Map<string, number>>;
  /** Turns of the event loop that were long, and how many attempts were tried again for them. */
  holds: { seen: number; longestMs: number; tried: number };
  failures: Failure[];
}

const LANES = 32;
/** Requests until there are new worlds: those that remove things wear them out. */
const ROUND = 4_000;
/** So many are made at a time, while the server waits. */
const CHUNK = 100;
/** What the server may keep when all is done: its code, its caches, and nothing of what was sent. */
const MOST_MEMORY_BYTES = 200 * 1024 * 1024;
/** Whoever has seen so many knows enough. */
const MOST_FAILURES = 10;

/** Sends the corpus and then what chance makes of it, and says what is wrong with the answers or the server. */
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
  // First what the server says: it may explain all the others.
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
    // It must be as fit as before, and what it has stored must add up.
    await this.#get('/health/ready');
    const bytes = await this.#server.memory();
    if (bytes > MOST_MEMORY_BYTES) this.fail(`the server keeps ${bytes} bytes of memory`);
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

  /** Sends all of them, one at a time by each client; then again, alone, those that may have held the event loop. */
  async #send(clients: readonly Client[], all: Iterator<Attempt>): Promise<void> {
    const lane = async (client: Client) => {
      for (let next = all.next(); next.done !== true && !this.#isOver(); next = all.next()) {
        await this.#sendOne(client, next.value);
      }
    };
    await Promise.all(clients.map(lane));
    const [client] = clients;
    if (client !== undefined) await this.#tryHolds(client);
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

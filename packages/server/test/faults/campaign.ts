import { setTimeout as sleep } from 'node:timers/promises';
import { createLog } from '../../src/platform/log.ts';
import { Database } from '../../src/storage/database.ts';
import { compare, type Findings } from './compare.ts';
import { type Aftermath, FAULTS, type Fault, ORPHAN_LIMIT_MS, strike } from './faults.ts';
import { buildGates } from './gates.ts';
import { Installation } from './installation.ts';
import { emptyLedger, Load, makeWorld, type World } from './load.ts';
import { NO_PLANT, type Plant } from './plants.ts';
import { Random } from './random.ts';
import { signal } from './signal.ts';

export interface CampaignOptions {
  rounds: number;
  seed: number;
  /** Each kind occurs once before any repeats. */
  faults?: readonly Fault[];
  clients?: number;
  plant?: Plant;
  /** The data folder that each installation starts with a copy of; without it, each makes a first start. */
  usedFolder?: string;
  onRound?: (round: Round) => void;
  signal?: AbortSignal;
}

/** The result of one kill under load. */
export interface Round extends Findings {
  number: number;
  fault: Fault;
  /** The requests of this round that were answered M200. Any missing one is a problem. */
  answered: number;
  /** The number of resends, and of resends whose effect already existed. */
  retries: number;
  replays: number;
  /** From the kill until the server could serve again. */
  backAfterMs: number;
  /** From the kill until the last process of that PostgreSQL was gone. */
  goneAfterMs: number;
}

/** Rounds per data folder: answers of earlier rounds must survive the kills of later ones. */
const ROUNDS_A_FOLDER = 20;
/** Load that continues after the server is back. */
const AFTERWARDS_MS = 100;

/** Kills a server under load repeatedly. Ends early when `signal` is aborted. */
export async function runCampaign(options: CampaignOptions): Promise<Round[]> {
  const random = new Random(options.seed);
  const rounds: Round[] = [];
  let faults: Fault[] = [];
  const isOver = () => rounds.length === options.rounds || options.signal?.aborted === true;
  while (!isOver()) {
    const place = await Place.make(options, random.fork());
    try {
      for (let left = ROUNDS_A_FOLDER; left > 0 && !isOver(); left -= 1) {
        const [fault, ...others] = faults.length > 0 ? faults : random.shuffle(options.faults ?? FAULTS);
        if (fault === undefined) throw new RangeError('there is no fault to try');
        faults = others;
        const number = rounds.length + 1;
        const round = await place.round(number, fault).catch((cause: unknown) => {
          throw new Error(`round ${number} broke off (${fault.moment}: ${fault.victim})`, { cause });
        });
        rounds.push(round);
        options.onRound?.(round);
        // Damage persists, so the next round needs a new folder.
        if (round.problems.length > 0) break;
      }
    } finally {
      await place.remove();
    }
  }
  return rounds;
}

/** One data folder with a server, and the answers that its clients got. */
class Place {
  readonly #installation: Installation;
  readonly #world: World;
  readonly #random: Random;
  readonly #clients: number;
  readonly #ledger = emptyLedger();

  private constructor(installation: Installation, world: World, random: Random, clients: number) {
    this.#installation = installation;
    this.#world = world;
    this.#random = random;
    this.#clients = clients;
  }

  static async make(
    { plant = NO_PLANT, clients = 32, usedFolder }: CampaignOptions,
    random: Random,
  ): Promise<Place> {
    const installation = new Installation({ nodeArguments: plant.nodeArguments, usedFolder });
    try {
      await installation.beReady();
      const world = await makeWorld(installation, random);
      await withDatabase(installation, async (db) => {
        await buildGates(db);
        for (const statement of plant.sql) await db.query(statement);
      });
      return new Place(installation, world, random, clients);
    } catch (error) {
      await installation.remove();
      throw error;
    }
  }

  async round(number: number, fault: Fault): Promise<Round> {
    const before = { ...this.#ledger, answered: this.#answered() };
    const installation = this.#installation;
    const load = new Load(
      { installation, world: this.#world, random: this.#random.fork(), ledger: this.#ledger },
      { name: `r${number}`, clients: this.#clients },
    );
    await load.isAnswered();
    const random = this.#random.fork();
    const aftermath = await strike(fault, installation, random);
    const problems = await this.#comeBack(fault, aftermath, random);
    const backAfterMs = performance.now() - aftermath.atMs;
    const goneAfterMs = await aftermath.gone;
    await aftermath.leave();
    await sleep(AFTERWARDS_MS);
    await load.finish();

    if (goneAfterMs > ORPHAN_LIMIT_MS) problems.push(`PostgreSQL was still there after ${goneAfterMs} ms`);
    const findings = await withDatabase(installation, (db) => compare(db, this.#ledger));
    const { retries, replays } = this.#ledger;
    return {
      ...findings,
      problems: [...problems, ...findings.problems],
      number,
      fault,
      answered: this.#answered() - before.answered,
      retries: retries - before.retries,
      replays: replays - before.replays,
      backAfterMs,
      goneAfterMs,
    };
  }

  /** Restarts the server if the kill ended it, and waits until it can serve. */
  async #comeBack({ victim }: Fault, aftermath: Aftermath, random: Random): Promise<string[]> {
    const installation = this.#installation;
    if (victim === 'postmaster' || victim === 'a process of PostgreSQL') {
      // The server must have noticed before we ask.
      await aftermath.gone;
      await installation.beReady();
      return [];
    }
    const end = await installation.ended();
    const problems = victim === 'nobody: SIGTERM' && end !== 0 ? [`after SIGTERM it ended with ${end}`] : [];
    // Without its guard only the next start ends an orphan. Otherwise the start may come before or after its end.
    if (victim !== 'Node and guard' && random.chance(0.5)) await aftermath.gone;
    if (random.chance(0.2)) {
      installation.launch();
      await sleep(random.between(0, 700));
      signal(-installation.node, 'SIGKILL');
      await installation.ended();
    }
    await installation.beReady();
    return problems;
  }

  #answered(): number {
    return this.#ledger.operations.filter(({ answered }) => answered !== undefined).length;
  }

  async remove(): Promise<void> {
    await this.#installation.remove();
  }
}

async function withDatabase<T>(installation: Installation, work: (db: Database) => Promise<T>): Promise<T> {
  const db = new Database(await installation.connection(), { poolSize: 1, log: createLog('fatal') });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

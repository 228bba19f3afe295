import { setTimeout as sleep } from 'node:timers/promises';
import {
  CONNECTIONS,
  exactProcessorTimes,
  type Load,
  mainThread,
  measure,
  median,
  type Row,
  whileTheyLast,
} from '../harness.ts';
import { Listeners } from '../listeners.ts';
import { type Palaver, postgresBackendsOf } from '../palaver.ts';
import { SteadySends } from '../steady-sends.ts';
import { prepareSends } from './sends.ts';

const AGENTS = 10;
const THREADS = 10_000;
const ROUNDS = Number(process.env.DESK_ROUNDS ?? 20);
/** Four reports long. Short, because the speed of a shared machine changes within seconds. */
const TURN_MS = 2_000;
/** In this time the agents of the turn before are gone, or the first report of new ones is made. */
const SETTLE_MS = 600;
const IDLE_TURNS = 5;
/** Node compiles the code of a send in several steps, the last one after so many. */
const WARM_UP_SENDS = 20_000;

/**
 * Sends a second (null: as many as the server takes), each to the next one of so many groups. Reports of a thread are joined for half a second:
 * at the low rates, each send is a frame to each agent.
 */
const CASES = [
  { rate: 20, threads: 1_000 },
  { rate: 500, threads: 1_000 },
  { rate: null, threads: 1_000 },
  { rate: null, threads: THREADS },
] as const;
type Case = (typeof CASES)[number];

const TARGET = '≤ 1.10';

/** What ten agents of the support desk, who watch all groups, add to the processor time of a send. */
export async function desk(palaver: Palaver): Promise<Row[]> {
  const world = { palaver, load: await prepareSends(palaver, THREADS), tokens: await hireAgents(palaver) };
  const [chosen, rows]: [Case[], Row[]] = [casesOf(process.env.DESK_CASES), []];
  await warmUp(world);
  for (const one of chosen) rows.push(...rowsOf(one, await measureInTurns(world, one)));
  return rows;
}

/** Numbers of cases, from 1 on. */
function casesOf(numbers: string | undefined): Case[] {
  const named = numbers?.split(',').map(Number);
  return CASES.filter((_, index) => named?.includes(index + 1) ?? true);
}

interface World {
  palaver: Palaver;
  load: Load;
  tokens: readonly string[];
}

async function hireAgents(palaver: Palaver): Promise<string[]> {
  const names = Array.from({ length: AGENTS }, (_, index) => `agent-${index}`);
  await palaver.post('/user/v1.0/users/batch', { users: names.map((user_id) => ({ user_id })) });
  const tokens: string[] = [];
  for (const name of names) {
    await palaver.put(`/user/v1.0/user/${name}/desk`, {});
    const { token } = (await palaver.post(`/user/v1.0/user/${name}/token`, {})) as { token: string };
    tokens.push(token);
  }
  return tokens;
}

async function warmUp({ palaver: { subject }, load, tokens }: World): Promise<void> {
  for (const isWatched of [false, true]) {
    const agents = isWatched ? await watch(subject.port, tokens) : undefined;
    for (let sent = 0; sent < WARM_UP_SENDS / 2; ) sent += (await measure(subject, load, 1)).count;
    agents?.close();
  }
}

/** Resolves when they watch: each has got the answer to its sign-in and to its command. */
async function watch(port: number, tokens: readonly string[]): Promise<Listeners> {
  const agents = new Listeners();
  for (const token of tokens) {
    const frames = [
      { type: 'authenticate', token },
      { type: 'watch_all', id: '1' },
    ];
    await agents.open(port, '/client/v1.0/realtime', frames);
    await agents.reach(2 * agents.count);
  }
  return agents;
}

/** `idle`: without sends and agents. */
type Kind = 'idle' | 'alone' | 'watched';

interface Turn {
  sends: number;
  ms: number;
  /** Of processor time, in microseconds. */
  node: number;
  postgres: number;
  /** To all agents. */
  frames: number;
}

async function turn({ palaver, tokens }: World, kind: Kind, sends?: SteadySends): Promise<Turn> {
  const { subject, dataDir } = palaver;
  const agents = kind === 'watched' ? await watch(subject.port, tokens) : undefined;
  await sleep(SETTLE_MS);
  const look = () => ({
    node: exactProcessorTimes([mainThread(subject)]),
    postgres: whileTheyLast(() => exactProcessorTimes(postgresBackendsOf(dataDir))),
    frames: agents?.frames ?? 0,
    sends: sends?.accepted ?? 0,
    at: performance.now(),
  });
  const before = look();
  await sleep(TURN_MS);
  const after = look();
  if ((agents?.lost ?? 0) > 0) throw new Error('the server has closed connections of agents');
  if ((sends?.failures ?? 0) > 0) throw new Error('answers were not M200');
  agents?.close();
  const used = (of: 'node' | 'postgres') =>
    [...after[of]].reduce((sum, [pid, time]) => sum + time - (before[of].get(pid) ?? 0), 0);
  const grown = (of: 'sends' | 'frames' | 'at') => after[of] - before[of];
  return {
    ...{ sends: grown('sends'), frames: grown('frames'), ms: grown('at') },
    ...{ node: used('node'), postgres: used('postgres') },
  };
}

type Turns = Record<Kind, Turn[]>;

async function measureInTurns(world: World, { rate, threads }: Case): Promise<Turns> {
  const { palaver, load } = world;
  const turns: Turns = { idle: [], alone: [], watched: [] };
  // (At full speed, what the server does by the clock hardly counts.)
  if (rate !== null)
    turns.idle = await takeTurns(
      world,
      Array.from({ length: IDLE_TURNS }, () => 'idle'),
    );
  const bodies = load.bodies?.slice(0, threads) ?? [];
  const sends = new SteadySends(palaver.subject, { ...load, bodies }, { rate, connections: CONNECTIONS });
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      // The order alternates, in case a turn influences the next one.
      const order: Kind[] = round % 2 === 0 ? ['alone', 'watched'] : ['watched', 'alone'];
      for (const kind of order) turns[kind].push(await turn(world, kind, sends));
    }
  } finally {
    sends.close();
  }
  return turns;
}

async function takeTurns(world: World, kinds: readonly Kind[]): Promise<Turn[]> {
  const turns: Turn[] = [];
  for (const kind of kinds) turns.push(await turn(world, kind));
  return turns;
}

/** The processor time that counts: of the thread of Node that serves, of PostgreSQL's processes for connections, of both. */
const PARTS: Record<string, (turn: Turn) => number> = {
  Node: ({ node }) => node,
  PostgreSQL: ({ postgres }) => postgres,
  both: ({ node, postgres }) => node + postgres,
};

/**
 * What the server does by the clock, it does anyway: it is subtracted, so that agents are compared with the sends alone. Other work on the machine
 * only adds to a turn, so the least of all turns is shown, too.
 */
function rowsOf(one: Case, { idle, alone, watched }: Turns): Row[] {
  const perSecond = median(alone.map(({ sends, ms }) => (sends * 1_000) / ms)).toFixed(0);
  const name = `${perSecond} sends/s, ${one.threads} groups`;
  const frames = median(watched.map((turn) => (turn.frames * 1_000) / turn.ms / AGENTS));
  const rows: Row[] = [{ figure: `${name}: frames/s to an agent`, value: frames.toFixed(0), target: '' }];
  for (const [part, usedIn] of Object.entries(PARTS)) {
    const idleRate = idle.length === 0 ? 0 : median(idle.map((turn) => usedIn(turn) / turn.ms));
    const costOf = (turn: Turn) => (usedIn(turn) - idleRate * turn.ms) / turn.sends;
    const [costsAlone, costsWatched] = [alone.map(costOf), watched.map(costOf)];
    const ratios = costsWatched.map((cost, round) => cost / (costsAlone[round] ?? Number.NaN));
    const [least, leastWatched] = [Math.min(...costsAlone), Math.min(...costsWatched)];
    const target = part === 'both' ? TARGET : '';
    const costs = [costsAlone, costsWatched].map((some) => median(some).toFixed(0));
    rows.push(
      { figure: `… ${part}, µs a send without and with agents`, value: costs.join(', '), target: '' },
      { figure: `… … ratio, median of ${ROUNDS} rounds (quartiles)`, value: quartiles(ratios), target },
      { figure: '… … ratio of the least', value: (leastWatched / least).toFixed(2), target },
    );
  }
  return rows;
}

function quartiles(numbers: readonly number[]): string {
  const sorted = numbers.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(2);
  return `${at(0.5)} (${at(0.25)}, ${at(0.75)})`;
}

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
import { Listeners, maskedFrame } from '../listeners.ts';
import { type Palaver, postgresBackendsOf } from '../palaver.ts';
import { type Pace, SteadySends } from '../steady-sends.ts';
import { prepareSends } from './sends.ts';

const AGENTS = 10;
const THREADS = 10_000;
const ROUNDS = Number(process.env.DESK_ROUNDS ?? 12);
/** Four reports long. Short, because the speed of a shared machine changes within seconds. */
const TURN_MS = 2_000;
/** In this time the agents have begun to watch and got their first report, or ended it, and what the last turn has left is done. */
const SETTLE_MS = 600;
/** Node compiles the code of a send in several steps, the last one after so many. */
const WARM_UP_SENDS = 20_000;

interface Case {
  /** Null: as many as the server takes. */
  pace: Pace | null;
  /** Each send is to the next one of so many groups. */
  threads: number;
}

/** Reports of a thread are joined for half a second: but in the third case, each send is a frame to each agent. */
const CASES: readonly Case[] = [
  { pace: { sends: 1, everyMs: 50 }, threads: 1_000 },
  { pace: { sends: 10, everyMs: 20 }, threads: 1_000 },
  { pace: null, threads: 1_000 },
  { pace: null, threads: THREADS },
];

const TARGET = '≤ 1.10';

/** What ten agents of the support desk, who watch all groups, add to the processor time of a send. */
export async function desk(palaver: Palaver): Promise<Row[]> {
  const load = await prepareSends(palaver, THREADS);
  const world = { palaver, load, agents: await hireAgents(palaver) };
  const [chosen, rows]: [Case[], Row[]] = [casesOf(process.env.DESK_CASES), []];
  try {
    await warmUp(world);
    for (const one of chosen) rows.push(...rowsOf(one, await measureInTurns(world, one)));
  } finally {
    world.agents.close();
  }
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
  /** They are connected in all turns: a connection that does not watch costs what it costs any user. */
  agents: Listeners;
}

async function hireAgents(palaver: Palaver): Promise<Listeners> {
  const names = Array.from({ length: AGENTS }, (_, index) => `agent-${index}`);
  await palaver.post('/user/v1.0/users/batch', { users: names.map((user_id) => ({ user_id })) });
  const agents = new Listeners();
  for (const name of names) {
    await palaver.put(`/user/v1.0/user/${name}/desk`, {});
    const { token } = (await palaver.post(`/user/v1.0/user/${name}/token`, {})) as { token: string };
    await agents.open(palaver.subject.port, '/client/v1.0/realtime', [{ type: 'authenticate', token }]);
  }
  await agents.reach(AGENTS);
  return agents;
}

function setWatching(agents: Listeners, isWatching: boolean): void {
  const command = maskedFrame({ type: isWatching ? 'watch_all' : 'unwatch_all' });
  for (let index = 0; index < AGENTS; index += 1) agents.send(command);
}

async function warmUp({ palaver: { subject }, load, agents }: World): Promise<void> {
  for (const isWatching of [false, true]) {
    setWatching(agents, isWatching);
    for (let sent = 0; sent < WARM_UP_SENDS / 2; ) sent += (await measure(subject, load, 1)).count;
  }
}

/** `idle`: without sends; nobody watches. */
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

async function turn({ palaver, agents }: World, kind: Kind, sends: SteadySends): Promise<Turn> {
  const { subject, dataDir } = palaver;
  setWatching(agents, kind === 'watched');
  sends.isPaused = kind === 'idle';
  await sleep(SETTLE_MS);
  const look = () => ({
    node: exactProcessorTimes([mainThread(subject)]),
    postgres: whileTheyLast(() => exactProcessorTimes(postgresBackendsOf(dataDir))),
    frames: agents.frames,
    sends: sends.accepted,
    at: performance.now(),
  });
  const before = look();
  await sleep(TURN_MS);
  const after = look();
  if (agents.lost > 0) throw new Error('the server has closed connections of agents');
  if (sends.failures > 0) throw new Error('answers were not M200');
  const used = (of: 'node' | 'postgres') =>
    [...after[of]].reduce((sum, [pid, time]) => sum + time - (before[of].get(pid) ?? 0), 0);
  const grown = (of: 'sends' | 'frames' | 'at') => after[of] - before[of];
  return {
    ...{ sends: grown('sends'), frames: grown('frames'), ms: grown('at') },
    ...{ node: used('node'), postgres: used('postgres') },
  };
}

type Turns = Record<Kind, Turn[]>;

async function measureInTurns(world: World, { pace, threads }: Case): Promise<Turns> {
  const { palaver, load } = world;
  const turns: Turns = { idle: [], alone: [], watched: [] };
  const bodies = load.bodies?.slice(0, threads) ?? [];
  const sends = new SteadySends(palaver.subject, { ...load, bodies }, { pace, connections: CONNECTIONS });
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      // The order alternates, in case a turn influences the next one.
      const order: Kind[] = round % 2 === 0 ? ['alone', 'watched'] : ['watched', 'alone'];
      // (At full speed, what the server does by the clock hardly counts.)
      if (pace !== null) order.push('idle');
      for (const kind of order) turns[kind].push(await turn(world, kind, sends));
    }
  } finally {
    sends.close();
  }
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
    const rateOf = (turn: Turn | undefined) => (turn === undefined ? 0 : usedIn(turn) / turn.ms);
    const costOf = (turn: Turn, idleRate: number) => (usedIn(turn) - idleRate * turn.ms) / turn.sends;
    const costsOf = (turns: Turn[]) => turns.map((turn, round) => costOf(turn, rateOf(idle[round])));
    const [costsAlone, costsWatched] = [costsOf(alone), costsOf(watched)];
    const ratios = costsWatched.map((cost, round) => cost / (costsAlone[round] ?? Number.NaN));
    const leastIdle = idle.length === 0 ? 0 : Math.min(...idle.map(rateOf));
    const leastOf = (turns: Turn[]) => Math.min(...turns.map((turn) => costOf(turn, leastIdle)));
    // (Microseconds in a millisecond are milliseconds in a second.)
    const added = median(watched.map((turn, round) => rateOf(turn) - rateOf(alone[round])));
    const target = part === 'both' ? TARGET : '';
    const costs = [costsAlone, costsWatched].map((some) => median(some).toFixed(0));
    rows.push(
      { figure: `… ${part}, µs a send without and with agents`, value: costs.join(', '), target: '' },
      { figure: `… … ratio, median of ${ROUNDS} rounds (quartiles)`, value: quartiles(ratios), target },
      { figure: '… … ratio of the least', value: (leastOf(watched) / leastOf(alone)).toFixed(2), target },
    );
    // (At full speed, the server has no more time to spend.)
    if (idle.length > 0)
      rows.push({ figure: '… … added by agents, ms a second', value: added.toFixed(1), target: '' });
  }
  return rows;
}

function quartiles(numbers: readonly number[]): string {
  const sorted = numbers.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(2);
  return `${at(0.5)} (${at(0.25)}, ${at(0.75)})`;
}

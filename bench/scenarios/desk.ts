import { setTimeout as sleep } from 'node:timers/promises';
import {
  CONNECTIONS,
  exactProcessorTimes,
  generate,
  type Load,
  mainThread,
  measure,
  median,
  type Row,
  whileTheyLast,
} from '../harness.ts';
import { Listeners } from '../listeners.ts';
import { type Palaver, postgresBackendsOf } from '../palaver.ts';
import { prepareSends } from './sends.ts';

const AGENTS = 10;
const THREADS = 10_000;
const ROUNDS = Number(process.env.DESK_ROUNDS ?? 12);
const SECONDS = 4;
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

async function turn({ palaver, load, tokens }: World, one: Case, kind: Kind): Promise<Turn> {
  const { subject, dataDir } = palaver;
  const look = () => ({
    node: exactProcessorTimes([mainThread(subject)]),
    postgres: whileTheyLast(() => exactProcessorTimes(postgresBackendsOf(dataDir))),
  });
  const agents = kind === 'watched' ? await watch(subject.port, tokens) : undefined;
  // (The sign-in, or the end of the agents of the last turn, is over.)
  await sleep(500);
  const framesBefore = agents?.frames ?? 0;
  const [before, began] = [look(), performance.now()];
  const sends = kind === 'idle' ? await sleep(SECONDS * 1_000, 0) : await send(subject, load, one);
  const [after, ms] = [look(), performance.now() - began];
  const frames = (agents?.frames ?? 0) - framesBefore;
  if ((agents?.lost ?? 0) > 0) throw new Error('the server has closed connections of agents');
  agents?.close();
  const used = (of: 'node' | 'postgres') =>
    [...after[of]].reduce((sum, [pid, time]) => sum + time - (before[of].get(pid) ?? 0), 0);
  return { sends, ms, node: used('node'), postgres: used('postgres'), frames };
}

/** Sends for one turn; returns how many sends were accepted. */
async function send(subject: Palaver['subject'], load: Load, { rate, threads }: Case): Promise<number> {
  const bodies = load.bodies?.slice(0, threads) ?? [];
  if (rate === null) {
    const { count, failures } = await measure(subject, { ...load, bodies }, SECONDS);
    if (failures > 0) throw new Error(`${failures} answers were not M200`);
    return count;
  }
  const { method, path, headers } = load;
  const pace = { connections: CONNECTIONS, rate, warmUpSeconds: 0, seconds: SECONDS };
  const { accepted, refused, failures } = await generate({
    ...pace,
    ...{ port: subject.port, method, path, headers, bodies },
  });
  if (refused + failures > 0) throw new Error(`${refused + failures} answers were not M200`);
  return accepted;
}

type Turns = Record<Kind, Turn[]>;

/** The order alternates, in case a turn influences the next one. */
async function measureInTurns(world: World, one: Case): Promise<Turns> {
  const turns: Turns = { idle: [], alone: [], watched: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    const order: Kind[] = round % 2 === 0 ? ['alone', 'watched'] : ['watched', 'alone'];
    // (At full speed, what the server does by the clock is no part of the cost that counts.)
    if (one.rate !== null) order.unshift('idle');
    for (const kind of order) turns[kind].push(await turn(world, one, kind));
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
    const idleRate = idle.length === 0 ? 0 : median(idle.map((turn) => usedIn(turn) / turn.ms));
    const costOf = (turn: Turn) => (usedIn(turn) - idleRate * turn.ms) / turn.sends;
    const [costsAlone, costsWatched] = [alone.map(costOf), watched.map(costOf)];
    const ratios = costsWatched.map((cost, round) => cost / (costsAlone[round] ?? Number.NaN));
    const [least, leastWatched] = [Math.min(...costsAlone), Math.min(...costsWatched)];
    const target = part === 'both' ? TARGET : '';
    const costs = [costsAlone, costsWatched].map((some) => median(some).toFixed(0));
    rows.push(
      { figure: `… ${part}, µs a send without and with agents`, value: costs.join(', '), target: '' },
      { figure: '… … ratio, median of the rounds', value: median(ratios).toFixed(2), target },
      { figure: '… … ratio of the least', value: (leastWatched / least).toFixed(2), target },
    );
  }
  return rows;
}

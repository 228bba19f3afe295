import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { until } from '../../harness/until.ts';
import { signal } from '../signal.ts';
import type { FloodKind, Target } from './floods.ts';
import { beHonest, failuresOf, percentile, type Sample } from './honest-user.ts';
import type { Totals } from './lines.ts';
import { highest, type Memory, memoryOf, processorTimeOf, slownessBetween } from './measurements.ts';
import { lockDatabase, makePlace, type Place } from './place.ts';
import type { ProxyName } from './proxies.ts';

const FLOODER = fileURLToPath(new URL('flooder.ts', import.meta.url));
const MIB = 1024 * 1024;
const LOOK_MS = 1_000;
/** What a flood may leave behind: compiled code, and caches of bounded size. */
const LEFT_BYTES = 48 * MIB;
const RELEASED_WITHIN_SECONDS = 60;
/** What is promised to others, if the server has a processor to itself. */
const MOST_P99_MS = 500;

export interface FloodOptions {
  kinds: readonly FloodKind[];
  seconds: number;
  /** For how long the honest user is measured before each flood. */
  secondsBefore: number;
  connections: number;
  through?: ProxyName;
  /** Whether others must be served in time. */
  judgesTime: boolean;
  /** The data folder that the installation starts with a copy of. */
  usedFolder?: string;
  onFlood?: (flood: FloodReport) => void;
}

export interface FloodReport extends Totals {
  kind: FloodKind;
  before: Sample[];
  during: Sample[];
  /** How many times longer the server's work took than on a processor of its own, because other processes ran. */
  slowness: number;
  /** What is referenced before and afterwards, and the highest values of the time between. */
  memory: { before: Memory; peak: Memory; after: Memory };
  problems: string[];
}

/** Floods one server, one kind after another, while an honest user measures. Ends early when the server has ended. */
export async function runFloods(options: FloodOptions): Promise<FloodReport[]> {
  const place = await makePlace(options.through ?? 'none', options.usedFolder);
  const reports: FloodReport[] = [];
  try {
    for (const kind of options.kinds) {
      const report = await flood(place, kind, options);
      reports.push(report);
      options.onFlood?.(report);
      if (!place.installation.isRunning) break;
    }
  } finally {
    await place.proxy.close();
    await place.installation.remove();
  }
  return reports;
}

async function flood(place: Place, kind: FloodKind, options: FloodOptions): Promise<FloodReport> {
  const { installation, proxy, honest } = place;
  const measure = async (seconds: number) => {
    const isOver = new AbortController();
    const experience = beHonest({ ...honest, url: proxy.url }, isOver.signal);
    const looks = lookAt(installation.url, isOver.signal);
    await sleep(seconds * 1_000);
    isOver.abort();
    return { experience: await experience, peak: highest(await looks) };
  };
  const memoryBefore = await collected(place);
  const { experience: before } = await measure(options.secondsBefore);
  const unlock = kind === 'pipelined requests' ? await lockDatabase(place) : async () => {};
  const flooder = await startFlooder(kind, { ...place.target, connections: options.connections });
  const processorTime = processorTimeOf(installation.node);
  const { experience: during, peak } = await measure(options.seconds);
  const slowness = slownessBetween(processorTime, processorTimeOf(installation.node));
  const totals = await flooder.stop();
  await unlock();
  const report = { kind, before, during, slowness, ...totals };
  if (!installation.isRunning) {
    const problems = [`the server has ended: ${installation.lastWords}`];
    return { ...report, memory: { before: memoryBefore, peak, after: peak }, problems };
  }
  const after = await released(place, memoryBefore);
  const problems = [...problemsOf(report, options.judgesTime), ...after.problems];
  return { ...report, memory: { before: memoryBefore, peak, after: after.memory }, problems };
}

/** The memory of the server, once a second. One that does not answer has none. */
async function lookAt(url: string, over: AbortSignal): Promise<Memory[]> {
  const looks: Memory[] = [];
  while (!over.aborted) {
    const memory = await memoryOf(url).catch(() => undefined);
    if (memory !== undefined) looks.push(memory);
    await sleep(LOOK_MS);
  }
  return looks;
}

/** The memory that is referenced. */
async function collected({ installation }: Place): Promise<Memory> {
  signal(installation.node, 'SIGUSR2');
  // (The signal is handled in a turn of its own.)
  await memoryOf(installation.url);
  return memoryOf(installation.url);
}

/** The memory once the server has released everything that it held for the flood. */
async function released(place: Place, before: Memory): Promise<{ memory: Memory; problems: string[] }> {
  let memory = before;
  const isBack = async () => {
    memory = await collected(place);
    return (memory.held === 0 && memory.used <= before.used + LEFT_BYTES) || undefined;
  };
  try {
    await until(isBack, RELEASED_WITHIN_SECONDS);
    return { memory, problems: [] };
  } catch (error) {
    const { installation } = place;
    const why = installation.isRunning ? String(error) : `it has ended: ${installation.lastWords}`;
    const { held, used } = memory;
    const what = `afterwards the server holds ${held} bytes for others, and uses ${used}, before ${before.used}`;
    return { memory, problems: [`${what} (${why})`] };
  }
}

function problemsOf(
  { during, slowness }: Pick<FloodReport, 'during' | 'slowness'>,
  judgesTime: boolean,
): string[] {
  const problems = [...failuresOf(during)].map(
    ([outcome, times]) => `others got, ${times} times: ${outcome}`,
  );
  const p99 = percentile(during, 99);
  const most = MOST_P99_MS * slowness;
  if (judgesTime && p99 > most)
    problems.push(`the p99 of others is ${p99.toFixed(0)} ms, more than ${most.toFixed(0)} ms`);
  return problems;
}

/** A flood that has begun, until it is stopped. */
async function startFlooder(kind: FloodKind, target: Target): Promise<{ stop: () => Promise<Totals> }> {
  // (Without the options of a worker of Vitest.)
  const child = fork(FLOODER, { execArgv: [] });
  let totals: Totals = { opened: 0, sentBytes: 0 };
  child.on('message', (message: Totals) => {
    totals = message;
  });
  child.send({ kind, target });
  await until(async () => totals.opened > 0 || undefined, 60);
  return {
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL');
        await once(child, 'exit');
      }
      return totals;
    },
  };
}

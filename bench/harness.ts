import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { OpenLoop, OpenLoopFigures } from './open-loop.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
export const CONNECTIONS = 64;

/** A server in its own process. */
export interface Subject {
  name: string;
  port: number;
  process: ChildProcess;
}

export interface SubjectOptions {
  /** Options of Node. */
  flags?: readonly string[];
  args?: readonly string[];
  environment?: Record<string, string>;
  /** The checkout that the script belongs to: this one unless stated. */
  root?: string;
  /** A free one unless stated. */
  port?: number;
  /** Gets what the server prints; otherwise only its errors are shown. */
  logFile?: string | undefined;
}

/** A busy machine may take so long for a new database. */
const START_MS = 60_000;

/** Other benchmarks may run on this machine. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts a server and waits until it accepts connections. */
export async function startSubject(
  name: string,
  script: string,
  { flags = [], args = [], environment = {}, root = ROOT, port: given, logFile }: SubjectOptions = {},
): Promise<Subject> {
  const port = given ?? (await freePort());
  const log = logFile === undefined ? undefined : openSync(logFile, 'a');
  const child = spawn(process.execPath, [...flags, join(root, script), ...args], {
    env: { ...process.env, ...environment, PORT: String(port) },
    stdio: ['ignore', log ?? 'ignore', log ?? 'inherit'],
  });
  if (log !== undefined) closeSync(log);
  const giveUpAt = performance.now() + START_MS;
  while (performance.now() < giveUpAt && child.exitCode === null) {
    const answered = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => undefined);
    if (answered !== undefined) return { name, port, process: child };
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  child.kill('SIGTERM');
  throw new Error(`${name} does not listen`);
}

export async function stopSubject({ process: child }: Subject): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

export interface Load {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  /** Request bodies, sent one after another over all connections. */
  bodies?: readonly string[];
  /** Instead of bodies: calls of signed-in users, sent one after another. */
  calls?: readonly { path: string; token: string; body?: string }[];
  /** Adds this header with a unique value to each request. */
  uniqueHeader?: string;
}

export interface Figures {
  perSecond: number;
  p99Ms: number;
  /** Responses with a status other than 200. */
  failures: number;
}

/** Sends requests at full speed for this many seconds. `count` is the number of responses. */
export async function measure(
  subject: Subject,
  load: Load,
  seconds: number,
  connections = CONNECTIONS,
): Promise<Figures & { count: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'palaver-load-'));
  const lines =
    load.calls?.map(({ path, token, body = '' }) => [path, token, body].join('\t')) ?? load.bodies;
  const bodies = lines === undefined ? '' : join(folder, 'bodies');
  if (lines !== undefined) writeFileSync(bodies, lines.join('\n'));
  try {
    const { stdout } = await promisify(execFile)('wrk', [
      ...['--threads', '1', '--connections', String(connections), '--duration', `${seconds}s`],
      ...['--script', `${ROOT}/bench/load.lua`],
      ...Object.entries(load.headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`]),
      `http://127.0.0.1:${subject.port}${load.path}`,
      ...['--', load.method, bodies, load.uniqueHeader ?? ''],
    ]);
    const { count, microseconds, p99, failures } = JSON.parse(
      stdout.trim().split('\n').at(-1) ?? '',
    ) as Outcome;
    return { count, perSecond: (count / microseconds) * 1e6, p99Ms: p99 / 1000, failures };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The report of load.lua. */
interface Outcome {
  count: number;
  microseconds: number;
  /** In microseconds. */
  p99: number;
  failures: number;
}

/** Runs `open-loop.ts`; `core`: on this core alone. */
export async function generate(load: OpenLoop, core?: number): Promise<OpenLoopFigures> {
  const script = join(ROOT, 'bench/open-loop.ts');
  const command = [process.execPath, script];
  const [file = '', ...args] =
    core === undefined ? command : ['taskset', '--cpu-list', `${core}`, ...command];
  const child = spawn(file, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(load));
  return JSON.parse(await text(child.stdout)) as OpenLoopFigures;
}

/** Measures the subjects in rounds, after warming up each, and returns the median of each figure. */
export async function compare(
  pairs: readonly { subject: Subject; load: Load }[],
  { rounds = 5, seconds = 3, warmUpSeconds = 5 } = {},
): Promise<Figures[]> {
  const runs: Figures[][] = pairs.map(() => []);
  for (const { subject, load } of pairs) await measure(subject, load, warmUpSeconds);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, { subject, load }] of pairs.entries()) {
      runs[index]?.push(await measure(subject, load, seconds));
    }
  }
  return runs.map((figures) => ({
    perSecond: median(figures.map(({ perSecond }) => perSecond)),
    p99Ms: median(figures.map(({ p99Ms }) => p99Ms)),
    failures: figures.reduce((sum, { failures }) => sum + failures, 0),
  }));
}

/** One line of the results. */
export interface Row {
  figure: string;
  value: string;
  target: string;
}

export function ratio(
  figure: string,
  ours: number | undefined,
  theirs: number | undefined,
  target: string,
): Row {
  return { figure, value: ((ours ?? Number.NaN) / (theirs ?? Number.NaN)).toFixed(2), target };
}

export function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

/** Resident memory of a process in MB (Linux). */
export function residentMegabytes(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes ?? Number.NaN) / 1024;
}

/** The clock of `/proc`, per second (Linux). */
const TICKS = 100;

/** The processor time that these processes and their dead children have used, or threads (`<pid>/task/<tid>`) (Linux). */
export function processorMicroseconds(pids: readonly (number | string)[]): number {
  const ticks = pids.map((pid) => {
    // The fields from the third on: the second, the name, may contain anything.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  });
  return (ticks.reduce((sum, some) => sum + some, 0) / TICKS) * 1e6;
}

/**
 * A thread for {@link exactProcessorTimes}. It does the work of requests, and its part of collecting garbage. The others compile and help to
 * collect; on a busy machine their time grows several-fold.
 */
export function mainThread({ process: { pid = 0 } }: Subject): string {
  return `${pid}/task/${pid}`;
}

/** The processor time of each of these single-threaded processes, or threads, so far, to the nanosecond; in microseconds (Linux). */
export function exactProcessorTimes(pids: readonly (number | string)[]): Map<number | string, number> {
  return new Map(
    pids.map((pid) => [pid, Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ', 1)[0]) / 1_000]),
  );
}

/** Processes may end while they are looked at. */
export function whileTheyLast<T>(look: () => T): T {
  for (let tries = 0; ; tries += 1) {
    try {
      return look();
    } catch (error) {
      if (tries === 10) throw error;
    }
  }
}

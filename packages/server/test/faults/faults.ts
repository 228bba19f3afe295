import { setTimeout as sleep } from 'node:timers/promises';
import { listProcesses } from '../harness/processes.ts';
import { GATES, ShutGate } from './gates.ts';
import type { Installation, PostgresProcesses } from './installation.ts';
import type { Random } from './random.ts';
import { signal } from './signal.ts';

/** The moment of a kill. */
export type Moment =
  | 'at a random moment'
  | 'between the writes of a batch'
  | 'before the commit'
  | 'after the commit, before the answer';

/** The killed processes. All but the last are hit by kill -9. */
export type Victim =
  | 'process group of Node'
  | 'Node'
  | 'Node and guard'
  | 'postmaster'
  | 'a process of PostgreSQL'
  | 'everything'
  | 'nobody: SIGTERM';

export interface Fault {
  moment: Moment;
  victim: Victim;
}

const AT_RANDOM: readonly Victim[] = [
  'process group of Node',
  'Node',
  'Node and guard',
  'postmaster',
  'a process of PostgreSQL',
  'everything',
  'nobody: SIGTERM',
];
const IN_A_TRANSACTION: readonly Victim[] = ['process group of Node', 'Node', 'postmaster', 'everything'];
/** Node is frozen meanwhile, so that it cannot continue. */
const UNANSWERED: readonly Victim[] = ['process group of Node', 'Node', 'everything'];

export const FAULTS: readonly Fault[] = [
  ...AT_RANDOM.map((victim): Fault => ({ moment: 'at a random moment', victim })),
  ...IN_A_TRANSACTION.map((victim): Fault => ({ moment: 'between the writes of a batch', victim })),
  ...IN_A_TRANSACTION.map((victim): Fault => ({ moment: 'before the commit', victim })),
  ...UNANSWERED.map((victim): Fault => ({ moment: 'after the commit, before the answer', victim })),
];

/** The state after a kill. */
export interface Aftermath {
  /** `performance.now()` of the kill. */
  atMs: number;
  /**
   * Resolves, to the milliseconds since the kill, when all hit or orphaned PostgreSQL processes are gone or overdue.
   */
  gone: Promise<number>;
  /** Undoes the preparations for the moment. */
  leave: () => Promise<void>;
}

/** A PostgreSQL still running this long after its server was killed is an orphan that nothing stops. */
export const ORPHAN_LIMIT_MS = 5_000;

/** Waits for the moment, and kills. */
export async function strike(
  { moment, victim }: Fault,
  installation: Installation,
  random: Random,
): Promise<Aftermath> {
  const gate = await reach(moment, installation, random);
  const postgres = await installation.postgres();
  const atMs = performance.now();
  kill(victim, installation, postgres, random);
  // A transaction whose client is dead may still commit: it may continue or be cut off.
  if (victim.includes('Node') && random.chance(0.5)) await gate?.leave();
  return { atMs, gone: untilGone(doomedBy(victim, postgres), atMs), leave: async () => gate?.leave() };
}

async function reach(
  moment: Moment,
  installation: Installation,
  random: Random,
): Promise<ShutGate | undefined> {
  await sleep(random.between(50, 500));
  const shut = async (gate: number) => {
    const isShut = await ShutGate.shut(installation, gate);
    // The first to arrive may be a send to several users. A batch arrives in the meantime.
    await sleep(random.between(30, 200));
    return isShut;
  };
  switch (moment) {
    case 'at a random moment':
      return undefined;
    case 'between the writes of a batch':
      return shut(GATES.betweenWrites);
    case 'before the commit':
      return shut(GATES.beforeCommit);
    case 'after the commit, before the answer': {
      const gate = await shut(GATES.beforeCommit);
      // While frozen, Node cannot answer for commits that happen once the gate opens.
      signal(installation.node, 'SIGSTOP');
      await gate.open();
      return gate;
    }
  }
}

function kill(
  victim: Victim,
  { node }: Installation,
  { postmaster, children, guard }: PostgresProcesses,
  random: Random,
): void {
  const pids: Record<Victim, readonly (number | undefined)[]> = {
    'process group of Node': [-node],
    Node: [node],
    // The guard first, because it reacts quickly.
    'Node and guard': [guard, node],
    postmaster: [postmaster],
    'a process of PostgreSQL': [random.pick(children)],
    everything: [guard, -node, postmaster, ...children],
    'nobody: SIGTERM': [],
  };
  for (const pid of pids[victim]) if (pid !== undefined) signal(pid, 'SIGKILL');
  if (victim === 'nobody: SIGTERM') signal(node, 'SIGTERM');
}

function doomedBy(victim: Victim, { postmaster, children, guard }: PostgresProcesses): number[] {
  // PostgreSQL replaces its children itself.
  if (victim === 'a process of PostgreSQL') return children;
  return [postmaster, ...children, ...(guard === undefined ? [] : [guard])];
}

async function untilGone(doomed: readonly number[], sinceMs: number): Promise<number> {
  for (;;) {
    const alive = new Set(listProcesses().map(({ pid }) => pid));
    const afterMs = Math.round(performance.now() - sinceMs);
    if (afterMs > ORPHAN_LIMIT_MS || !doomed.some((pid) => alive.has(pid))) return afterMs;
    await sleep(50);
  }
}

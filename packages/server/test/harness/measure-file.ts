/*
 * Loaded before each test file when `TEST_TIMES` names a file: appends a line of JSON with what the test file took, for
 * `scripts/gate/show-times.ts`.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { afterAll, expect } from 'vitest';

export interface TestFileTimes {
  /** From the root of the repository. */
  file: string;
  wallMs: number;
  /** Processor time of the worker process, which runs one file at a time. */
  ownCpuMs: number;
  /** Processor time of the processes that the file started and that have ended. (PostgreSQL's are not among them.) */
  childCpuMs: number;
}

/** `/proc` counts in hundredths of a second, on every Linux. */
const TICK_MS = 10;

/** Reads the processor time of this process's ended children; 0 where there is no `/proc`. */
function childCpuMs(): number {
  try {
    // The second field is a name in parentheses, which may contain spaces.
    const stat = readFileSync('/proc/self/stat', 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // `cutime` and `cstime`: the 16th and 17th field, of which two are cut off.
    return (Number(fields[13]) + Number(fields[14])) * TICK_MS;
  } catch {
    return 0;
  }
}

function ownCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

const atStart = { wall: performance.now(), own: ownCpuMs(), children: childCpuMs() };

// Registered first, and hooks run in reverse order, so this runs after all others of the file.
afterAll(() => {
  const times: TestFileTimes = {
    file: relative(process.cwd(), expect.getState().testPath ?? ''),
    wallMs: Math.round(performance.now() - atStart.wall),
    ownCpuMs: Math.round(ownCpuMs() - atStart.own),
    childCpuMs: childCpuMs() - atStart.children,
  };
  appendFileSync(process.env.TEST_TIMES ?? '', `${JSON.stringify(times)}\n`);
});

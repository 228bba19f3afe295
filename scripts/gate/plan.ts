import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { changedPaths, committedFiles, hashOf, isInput, PASSED, treeHash } from './inputs.ts';
import { ROOT, STEPS, type Step } from './steps.ts';

export interface PlannedStep {
  step: Step;
  /** Why it runs as it does, or why not. */
  reason: string;
  /** Undefined: it is left out. */
  command: readonly string[] | undefined;
}

/** The hashes by the names of steps. */
export type Passed = Record<string, string>;

export function readPassed(): Passed {
  try {
    return JSON.parse(readFileSync(join(ROOT, PASSED), 'utf8')) as Passed;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}

/** The hashes of all steps, for the files of HEAD. */
export function currentHashes(): Passed {
  const files = committedFiles();
  return Object.fromEntries(STEPS.map((step) => [step.name, hashOf(step, files)]));
}

/** Whether `.ci/all` has passed with the files of HEAD. */
export function hasPassed(): boolean {
  const passed = readPassed();
  return Object.entries(currentHashes()).every(([name, hash]) => passed[name] === hash);
}

/** A number that changes with the files of HEAD. */
export const seedOfTree = (): number => Number.parseInt(treeHash().slice(0, 7), 16);

/** What the gate runs: everything, or only what has changed since `.ci/all` passed. */
export function planSteps(isWhole: boolean): PlannedStep[] {
  if (isWhole)
    return STEPS.map((step) => ({ step, reason: '.ci/all runs everything', command: step.command }));
  const [passed, current, changed] = [readPassed(), currentHashes(), changedPaths()];
  return STEPS.map((step) => {
    const reason = reasonToRun(step);
    if (reason === undefined)
      return { step, reason: 'its inputs are as they were when .ci/all passed', command: undefined };
    const { command, short, shares, shift = 0 } = step;
    const reasons = [reason, ...(short === undefined ? [] : ['its tagged tests'])];
    if (shares === undefined) return { step, reason: reasons.join('; '), command: short ?? command };
    const share = ((seedOfTree() + shift) % shares) + 1;
    reasons.push(`share ${share} of ${shares} of its files`);
    return {
      step,
      reason: reasons.join('; '),
      command: [...(short ?? command), `--shard=${share}/${shares}`],
    };
  });

  function reasonToRun(step: Step): string | undefined {
    if (step.always) return 'it always runs';
    if (passed[step.name] === undefined) return 'it is not known to have passed';
    if (passed[step.name] !== current[step.name]) return 'its inputs have changed';
    const path = changed.find((one) => isInput(step, one));
    return path === undefined ? undefined : `${path} is not committed`;
  }
}

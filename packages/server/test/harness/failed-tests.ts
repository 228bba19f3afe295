import { appendFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

/** A failed test; without a name, a file that could not be loaded. */
export interface FailedTest {
  file: string;
  /** As vitest's `-t` matches it. */
  name?: string;
}

/** Appends each failed test to the file named by `FAILED_TESTS`, as a line of JSON: `.ci/tests` runs it again. */
export default class FailedTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const module of modules) for (const failed of failuresOf(module)) write(failed);
  }
}

function failuresOf(module: TestModule): FailedTest[] {
  const file = module.moduleId;
  const failed = [...module.children.allTests('failed')].map(({ fullName }) => ({ file, name: fullName }));
  return module.state() === 'failed' && failed.length === 0 ? [{ file }] : failed;
}

function write(failed: FailedTest): void {
  appendFileSync(process.env.FAILED_TESTS ?? '', `${JSON.stringify(failed)}\n`);
}

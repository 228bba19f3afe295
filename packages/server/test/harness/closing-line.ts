import type { Reporter, TestModule } from 'vitest/node';

/** Ends the output with one plain line, `N passed, N failed, N skipped`, for tools to read. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    for (const module of modules) {
      for (const test of module.children.allTests()) count[test.result().state] += 1;
      // A file that could not even be loaded has no tests to fail.
      if (module.state() === 'failed' && [...module.children.allTests('failed')].length === 0)
        count.failed += 1;
    }
    // After the default reporter's own summary.
    setImmediate(() => {
      process.stdout.write(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped\n`);
    });
  }
}

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterEach } from 'vitest';

/** A page of a test, and the errors in it. */
export interface WatchedPage {
  page: Page;
  complaints: readonly string[];
}

/** For each file of tests: the error of a failed test says what it waited for, and this what was there instead. */
export function showFailed(open: ReadonlySet<WatchedPage>): void {
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return;
    for (const { page, complaints } of open) {
      // Its file may have ended without closing it.
      if (page.isClosed()) continue;
      const seen = [await page.locator('body').ariaSnapshot(), ...complaints].join('\n');
      process.stdout.write(`\nThe page in the failed test "${task.name}":\n${seen}\n`);
    }
  });
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds in a page: of each violation the rule, its impact, and the elements. */
export async function findings({ page }: { page: Page }): Promise<string[]> {
  await page.evaluate(AXE);
  return page.evaluate<string[]>(
    `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
      violations.map(({ id, impact, nodes }) => [impact, id, ...nodes.map(({ html, failureSummary }) => html.slice(0, 120) + failureSummary)].join(' ')))`,
  );
}

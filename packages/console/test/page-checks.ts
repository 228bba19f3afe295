import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { BROWSER } from '../../client/test/browsers.ts';

/**
 * Whether tests with axe are left out: in Firefox, except in `.ci/all`. Axe judges roles, names and colours, in which the browsers agree, and
 * takes half of the time of a run.
 */
export const leavesOutAxe = BROWSER === 'firefox' && process.env.ALL_ROUNDS !== '1';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds in a page: of each violation the rule, its impact, and the elements. */
export async function findings({ page }: { page: Page }): Promise<string[]> {
  await page.evaluate(AXE);
  return page.evaluate<string[]>(
    `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
      violations.map(({ id, impact, nodes }) => [impact, id, ...nodes.map(({ html, failureSummary }) => html.slice(0, 120) + failureSummary)].join(' ')))`,
  );
}

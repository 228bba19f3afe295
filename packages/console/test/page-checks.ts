import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds in a page: of each violation the rule, its impact, and the elements. */
export async function findings({ page }: { page: Page }): Promise<string[]> {
  await page.evaluate(AXE);
  return page.evaluate<string[]>(
    `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
      violations.map(({ id, impact, nodes }) => [impact, id, ...nodes.map(({ html, failureSummary }) => html.slice(0, 120) + failureSummary)].join(' ')))`,
  );
}

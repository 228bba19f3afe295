import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const SRC = fileURLToPath(new URL('../../src', import.meta.url));

/** One place escapes what a terminal obeys, so all output goes through it. */
test('only cli/print.ts writes to standard output and standard error, and the log', () => {
  const writing = globSync('**/*.ts', { cwd: SRC }).filter((file) =>
    /process\.std(?:out|err)\.write\((?!'')|\bconsole\.|pino\.destination|\bwriteSync\([12],/.test(
      readFileSync(join(SRC, file), 'utf8'),
    ),
  );
  expect(writing.toSorted()).toEqual(['cli/print.ts', 'platform/log.ts']);
});

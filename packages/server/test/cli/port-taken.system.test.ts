import { expect, test } from 'vitest';
import { runPalaver, startPalaver, usedDataDir } from '../harness/palaver.ts';

test('a port that is taken is said, and the database is not left behind', async () => {
  const first = await startPalaver();
  const dataDir = usedDataDir();
  const second = await runPalaver(['start'], { DATA_DIR: dataDir, PORT: new URL(first.url).port });
  expect(second.code).toBe(1);
  expect(second.stderr).toContain(
    `PORT: another program listens at 127.0.0.1:${new URL(first.url).port} (EADDRINUSE)`,
  );
  const third = await runPalaver(['app', 'list'], { DATA_DIR: dataDir });
  expect(third.stdout).toContain('demo');
});

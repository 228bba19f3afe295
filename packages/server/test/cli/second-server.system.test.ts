import { expect, test } from 'vitest';
import { runPalaver, startPalaver } from '../harness/palaver.ts';

test('a second server on the same data folder names the first one', async () => {
  const first = await startPalaver();
  const second = await runPalaver(['start'], { DATA_DIR: first.dataDir, PORT: '0' });
  expect(second.code).toBe(1);
  expect(second.stderr).toContain(`in use by palaver start (pid ${first.process.pid})`);
  expect((await fetch(`${first.url}/health/ready`)).status).toBe(200);
});

import { test } from 'vitest';
import { expectDocumentedOutput, hasCurl } from '../harness/documented-commands.ts';
import { startPalaver } from '../harness/palaver.ts';

test.skipIf(!hasCurl)('the commands of the tour print what it shows (needs curl)', async () => {
  const { url, key } = await startPalaver();
  await expectDocumentedOutput('docs/tour.md', url, key());
});

import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { bundle } from './bundle.ts';

const MAX_BYTES = 40 * 1024;

test('a page loads at most 40 KB for the components, without React and the SDK', async () => {
  const external = [/^react(-dom)?($|\/)/, '@palaver/client'];
  const [first, ...later] = await bundle('../src/index.ts', { external });
  expect(gzipSync(first?.code ?? '').length).toBeLessThan(MAX_BYTES);
  // The player of animated stickers comes with the first of them.
  expect(later.map(({ name }) => name)).toContain('lottie_light');
});

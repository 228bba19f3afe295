import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BROWSER, isMissing } from '../../client/test/browsers.ts';
import { ROOT } from '../../server/test/harness/command.ts';
import { scratchFolder } from '../../server/test/harness/scratch.ts';
import { PlaygroundWorld } from './playground-world.ts';

/** SCREENSHOTS=1 takes the pictures of the README again. */
const FOLDER = process.env.SCREENSHOTS ? join(ROOT, 'docs/images') : scratchFolder();

/** The font of the pictures, where it is installed (`fonts-inter`): the one of the system is that of the visitor. */
const FONT = `:root, .pv { --pv-font: Inter, "Noto Color Emoji", system-ui, sans-serif; }`;

// (Those of the documents are of Chromium.)
describe.skipIf(isMissing || BROWSER === 'firefox')('pictures of the demo (needs a browser)', () => {
  let world: PlaygroundWorld;
  beforeAll(async () => {
    mkdirSync(FOLDER, { recursive: true });
    world = await PlaygroundWorld.start({ hasDemo: true });
  });
  afterAll(() => world.close());

  test('the demo, by day and by night', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      // (The policy of the page allows no styles of others.)
      const page = await world.open({
        ...{ viewport: { width: 1440, height: 960 }, deviceScaleFactor: 1.25, colorScheme },
        ...{ reducedMotion: 'reduce', bypassCSP: true },
      });
      await page.page.addStyleTag({ content: FONT });
      const mia = page.seat('Mia Lindqvist');
      await mia.message('Coffee at the new counter');
      await mia.place.getByRole('img', { name: 'Sticker: hooray' }).locator('svg').waitFor();
      const sign = mia.place.getByRole('img', { name: 'shop.webp' });
      await expect.poll(() => sign.evaluate((one) => (one as HTMLImageElement).complete)).toBe(true);
      await page.page.mouse.move(0, 0);
      const path = join(FOLDER, `demo-${colorScheme}.png`);
      await page.page.screenshot({ path });
      expect(statSync(path).size).toBeGreaterThan(50_000);
    }
  });
});

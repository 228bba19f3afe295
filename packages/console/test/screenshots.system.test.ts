import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BROWSER, isMissing } from '../../client/test/browsers.ts';
import { ROOT } from '../../server/test/harness/command.ts';
import { scratchFolder } from '../../server/test/harness/scratch.ts';
import type { PlaygroundPage } from './playground-page.ts';
import { PlaygroundWorld } from './playground-world.ts';

/** SCREENSHOTS=1 takes the pictures of the README again. */
const FOLDER = process.env.SCREENSHOTS ? join(ROOT, 'docs/images') : scratchFolder();

// (Those of the documents are of Chromium.)
describe.skipIf(isMissing || BROWSER === 'firefox')('pictures (needs a browser)', () => {
  let world: PlaygroundWorld;
  beforeAll(async () => {
    mkdirSync(FOLDER, { recursive: true });
    world = await PlaygroundWorld.start();
  });
  afterAll(() => world.close());

  /** The content of every picture. */
  async function chatAway(page: PlaygroundPage): Promise<void> {
    const [ann, ben] = [page.seat('Ann'), page.seat('Ben')];
    await ann.write('Morning! Shall we meet for coffee later? https://example.com/coffee');
    await ben.message('Morning!');
    await ben.act('Morning!', 'React with 🎉');
    await ben.act('Morning!', 'Reply');
    await ben.write('Gladly. What do they have?');
    await ann.message('Gladly.');
    await ann.attach('A card with buttons, from a bot');
    const card = await ben.message('Two coffees for one');
    await card.getByRole('button', { name: 'A flat white' }).click();
    await ann.message('A flat white');
    await ann.click('Stickers');
    await ann.click('Upload one');
    await ann.place.getByRole('button', { name: 'Sticker: happy' }).click();
    await ben.place.getByRole('article').getByRole('img', { name: 'Sticker: happy' }).waitFor();
    await ben.field.pressSequentially('See you');
    await ann.sees('Ben is typing …');
    await page.page.getByRole('button', { name: 'ann send' }).last().click();
  }

  test('the playground, by day and by night', async () => {
    const page = await world.open({
      viewport: { width: 1280, height: 940 },
      reducedMotion: 'reduce',
      deviceScaleFactor: 1.5,
    });
    await chatAway(page);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.page.emulateMedia({ colorScheme });
      const path = join(FOLDER, `playground-${colorScheme}.png`);
      await page.page.mouse.move(0, 0);
      await page.page.screenshot({ path });
      expect(statSync(path).size).toBeGreaterThan(20_000);
    }
  });
});

/** The font of the pictures, where it is installed (`fonts-inter`): the one of the system is that of the visitor. */
const FONT = `:root, .pv { --pv-font: Inter, "Noto Color Emoji", system-ui, sans-serif; }`;

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

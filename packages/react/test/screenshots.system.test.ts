import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isMissing } from '../../client/test/browsers.ts';
import { ROOT } from '../../server/test/harness/command.ts';
import { scratchFolder } from '../../server/test/harness/scratch.ts';
import { ChatSite } from './chat-page.ts';
import { PEOPLE, type Seeded, seed } from './seeded-chats.ts';

/** SCREENSHOTS=1 takes the pictures of the documentation again. */
const FOLDER = process.env.SCREENSHOTS ? join(ROOT, 'docs/images') : scratchFolder();
/** The widths of a phone, a tablet, a laptop and a large screen, and the height of each, in CSS pixels. */
const SIZES = [
  [390, 844],
  [768, 1024],
  [1280, 800],
  [1920, 1080],
] as const;

describe.skipIf(isMissing)('pictures of a chat (needs a browser)', () => {
  let site: ChatSite;
  let seeded: Seeded;
  beforeAll(async () => {
    mkdirSync(FOLDER, { recursive: true });
    site = await ChatSite.start(PEOPLE);
    seeded = await seed(site);
  });
  afterAll(() => site.close());

  test.each(SIZES)('%i pixels wide, by day and by night', async (width, height) => {
    const viewport = { width, height };
    await seeded.forget();
    const page = await site.open(seeded.me, { browser: { viewport, reducedMotion: 'reduce' } });
    await page.message('I do');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.page.emulateMedia({ colorScheme });
      const path = join(FOLDER, `chat-${width}-${colorScheme}.png`);
      await page.page.screenshot({ path });
      expect(statSync(path).size).toBeGreaterThan(10_000);
    }
    await page.close();
  });
});

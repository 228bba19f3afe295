import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isMissing } from '../../client/test/browsers.ts';
import { findings, leavesOutAxe } from './page-checks.ts';
import { SENT } from './playground-page.ts';
import { PlaygroundWorld } from './playground-world.ts';

const NEWEST = 'Coffee at the new counter';

describe.skipIf(isMissing)('the demo (needs a browser)', () => {
  let world: PlaygroundWorld;
  beforeAll(async () => {
    world = await PlaygroundWorld.start({ hasDemo: true });
  });
  afterAll(() => world.close());

  test('the page opens as one person in one pane, whose pictures are there, and asks no other host', async () => {
    const page = await world.open({ reducedMotion: 'reduce' });
    const hosts = new Set<string>();
    page.page.on('request', (request) => hosts.add(new URL(request.url()).host));
    await page.page.reload();
    const mia = page.seat('Mia Lindqvist');
    await mia.message(NEWEST);
    expect(await page.page.locator('.seat').count()).toBe(1);
    expect(await page.page.getByRole('region', { name: 'Traffic' }).count()).toBe(0);
    await mia.place.getByRole('img', { name: 'Sticker: hooray' }).locator('svg').waitFor();
    await mia.place.getByRole('slider').waitFor();
    await mia.sees('The permit is here!');
    // (Another message answers it, and quotes it.)
    const sign = mia.place.getByRole('img', { name: 'shop.webp' });
    await sign.scrollIntoViewIfNeeded();
    const width = () => sign.evaluate((one) => (one as HTMLImageElement).naturalWidth);
    await expect.poll(width).toBeGreaterThan(100);
    const avatars = mia.place.locator('.pv-chats .pv-avatar img');
    await expect.poll(() => avatars.count()).toBe(8);
    const widths = await avatars.evaluateAll((all) =>
      all.map((one) => (one as HTMLImageElement).naturalWidth),
    );
    expect(Math.min(...widths)).toBeGreaterThan(0);
    await mia.write('I am there');
    await (await mia.message('I am there')).getByRole('img', { name: SENT }).waitFor();
    expect([...hosts]).toEqual([new URL(world.url).host]);
    await page.close();
  });

  test('a second person is in a drawer, and so is what goes over the wire', async () => {
    const page = await world.open({ reducedMotion: 'reduce' });
    const mia = page.seat('Mia Lindqvist');
    await mia.message(NEWEST);
    const second = page.page.getByRole('button', { name: 'Second person' });
    await second.click();
    const tomas = page.seat('Tomás Rey');
    await tomas.message(NEWEST);
    await tomas.write('Or at eleven?');
    await mia.message('Or at eleven?');
    await page.page.getByRole('button', { name: 'What goes over the wire' }).click();
    await expect.poll(() => page.traffic()).toContain('↑ tomas send');
    if (!leavesOutAxe) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.page.emulateMedia({ colorScheme });
        expect(await findings(page)).toEqual([]);
      }
    }
    await second.click();
    await tomas.place.waitFor({ state: 'detached' });
    await mia.write('Ten is fine');
    await mia.message('Ten is fine');
    await page.close();
  });

  test('a browser keeps its person, and two tabs may be two people', async () => {
    const page = await world.open();
    await page.page.getByRole('combobox', { name: 'You are' }).selectOption('Jonas Weber');
    await page.seat('Jonas Weber').message(NEWEST);
    const tab = await page.page.context().newPage();
    await tab.goto(`${world.url}/playground`);
    await tab.getByRole('region', { name: 'Jonas Weber', exact: true }).waitFor();
    await tab.getByRole('combobox', { name: 'You are' }).selectOption('Leo Tanaka');
    await tab.getByRole('region', { name: 'Leo Tanaka', exact: true }).waitFor();
    await page.page.reload();
    await page.seat('Jonas Weber').message(NEWEST);
    await page.close();
  });

  test('the application for real use is one click away, with two people side by side', async () => {
    const page = await world.open();
    await page.seat('Mia Lindqvist').message(NEWEST);
    await page.page.getByRole('button', { name: 'Your app' }).click();
    const [ann, ben] = [page.seat('Ann'), page.seat('Ben')];
    await ann.write('For real');
    await ben.message('For real');
    expect(await page.traffic()).toContain('↑ ann send');
    await page.page.reload();
    await ann.message('For real');
    await page.page.getByRole('button', { name: 'Demo' }).click();
    await page.seat('Mia Lindqvist').message(NEWEST);
    await page.close();
  });

  test('a phone begins with the chats, and shows one person at a time', async () => {
    const page = await world.open({
      ...{ viewport: { width: 390, height: 844 }, hasTouch: true, reducedMotion: 'reduce' },
    });
    const mia = page.seat('Mia Lindqvist');
    const chat = mia.place.getByRole('button', { name: /^Harbour Street opening/ });
    await chat.waitFor();
    expect(await mia.field.isVisible()).toBe(false);
    if (!leavesOutAxe) expect(await findings(page)).toEqual([]);
    await chat.click();
    await mia.message(NEWEST);
    await page.page.getByRole('button', { name: 'Second person' }).click();
    await page.seat('Tomás Rey').message(NEWEST);
    expect(await mia.place.isVisible()).toBe(false);
    await page.page.getByRole('button', { name: 'mia', exact: true }).click();
    await mia.message(NEWEST);
    if (!leavesOutAxe) expect(await findings(page)).toEqual([]);
    const overflow = await page.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBe(0);
    await page.close();
  });

  // (At the end: then its chat is the first.)
  test('the name of the person is whole at every width', async () => {
    const page = await world.open({ viewport: { width: 1440, height: 900 } });
    const name = page.page.getByRole('combobox', { name: 'You are' });
    await page.seat('Mia Lindqvist').message(NEWEST);
    const whole = (await name.boundingBox())?.width;
    for (const width of [768, 1024]) {
      await page.page.setViewportSize({ width, height: 900 });
      await expect.poll(async () => (await name.boundingBox())?.width).toBeCloseTo(whole ?? 0, 0);
    }
    await page.close();
  });

  test('the bot answers what is written to it, and a button', async () => {
    const page = await world.open();
    const mia = page.seat('Mia Lindqvist');
    await mia.place.getByRole('button', { name: /^Northlight Bot/ }).click();
    await (await mia.message('Two shops, one first cup'))
      .getByRole('button', { name: 'A filter coffee' })
      .click();
    await mia.message('A filter coffee? With pleasure');
    await mia.write('When do you open?');
    await mia.message('opens on Saturday at 8 am');
    expect(await mia.place.getByRole('article').filter({ hasText: 'With pleasure' }).count()).toBe(1);
    await page.close();
  });
});

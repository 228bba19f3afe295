import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isMissing } from '../../client/test/browsers.ts';
import { FILM, HILLS, PAPER } from './demo-files.ts';
import { findings, leavesOutAxe } from './page-checks.ts';
import { SENT } from './playground-page.ts';
import { PlaygroundWorld } from './playground-world.ts';

describe.skipIf(isMissing)('accessibility (needs a browser)', () => {
  let world: PlaygroundWorld;
  beforeAll(async () => {
    world = await PlaygroundWorld.start();
  });
  afterAll(() => world.close());

  test.skipIf(leavesOutAxe)('axe finds no violations, in light and dark mode', async () => {
    // Contrast cannot be judged during a colour transition.
    const page = await world.open({ reducedMotion: 'reduce' });
    const [ann, ben] = [page.seat('Ann'), page.seat('Ben')];
    await ann.sees('No messages yet.');
    expect(await findings(page)).toEqual([]);
    await ann.write('Look at https://example.com');
    for (const label of ['An image', 'A video', 'A file', 'A kind of your own']) await ann.attach(label);
    await ann.attach('A card with buttons, from a bot');
    await ben.act('Two coffees for one', 'React with 👍');
    await ben.act('Two coffees for one', 'Reply');
    await ann.click('Members and settings');
    await ann.click('Attach');
    await page.page.getByRole('button', { name: 'ann send' }).first().click();
    // (The browser answers the question itself: no.)
    await ann.click('Notifications');
    await ann.sees('Notifications are off for this site');
    await ben.click('Cut the network');
    await ben.sees('Offline: what you write waits.');
    await ben.write('Later');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.page.emulateMedia({ colorScheme });
      expect(await findings(page)).toEqual([]);
    }
    await ann.click('New chat');
    expect(await findings(page)).toEqual([]);
    await page.close();
  });

  test.skipIf(leavesOutAxe)(
    'axe finds no violations in files that are chosen, sent, recorded and shown',
    async () => {
      const page = await world.open({ reducedMotion: 'reduce', permissions: ['microphone'] });
      const [ann, ben] = [page.seat('Ann'), page.seat('Ben')];
      await ann.sees('Online');
      await ben.click('Record a voice message');
      await ben.place
        .getByRole('timer')
        .getByText(/^0:(0[1-9]|[1-5]\d)$/)
        .waitFor();
      await ben.click('Send the recording');
      await ann.place.getByRole('slider').waitFor();
      await ben.click('Record a voice message');
      await ann.attach('An image');
      await ben.place.getByRole('link', { name: 'hills.png' }).waitFor();
      await page.page.route(/\/files$/, () => {});
      const files = [HILLS, FILM, PAPER];
      await ann.pick('Photo or video', files);
      await ann.click('Send');
      await expect.poll(() => ann.place.getByRole('progressbar').count()).toBe(files.length);
      await ann.pick('File', files);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.page.emulateMedia({ colorScheme });
        expect(await findings(page)).toEqual([]);
      }
      await ben.place.getByRole('link', { name: 'hills.png' }).click();
      await page.page.getByRole('dialog').getByRole('img').waitFor();
      expect(await findings(page)).toEqual([]);
      await page.close();
    },
  );

  test('the keyboard alone can write, select a message, react and reply', async () => {
    const page = await world.open();
    const { keyboard } = page.page;
    const ann = page.seat('Ann');
    await ann.field.focus();
    await keyboard.type('First');
    await keyboard.press('Enter');
    await keyboard.type('Second');
    await keyboard.press('Enter');
    // Nothing can be done with a message that is still being sent.
    for (const text of ['First', 'Second'])
      await (await ann.message(text)).getByRole('img', { name: SENT }).waitFor();
    await ann.place.getByRole('log').focus();
    await keyboard.press('ArrowUp');
    await keyboard.press('ArrowUp');
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    await keyboard.press('Enter');
    await (await ann.message('First')).getByRole('button', { name: '👍 1' }).waitFor();
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    await keyboard.type('Third');
    await keyboard.press('Enter');
    expect(await (await ann.message('Third')).locator('.pv-quote').textContent()).toBe('Ann First');
    await page.close();
  });

  test('a phone shows one pane at a time', async () => {
    const page = await world.open({
      viewport: { width: 375, height: 700 },
    });
    const [ann, ben] = [page.seat('Ann'), page.seat('Ben')];
    await ann.field.waitFor();
    expect(await ben.place.isVisible()).toBe(false);
    await ann.write('From my phone');
    const written = await ann.message('From my phone');
    await written.getByRole('img', { name: SENT }).waitFor();
    // Ben's chat is hidden, so he has not read the message.
    expect(await written.getByRole('img', { name: 'Seen' }).count()).toBe(0);
    await page.page.getByRole('button', { name: 'ben', exact: true }).click();
    await ben.message('From my phone');
    expect(await ann.place.isVisible()).toBe(false);
    await page.page.getByRole('button', { name: 'ann', exact: true }).click();
    await written.getByRole('img', { name: 'Seen' }).waitFor();
    await page.page.getByRole('button', { name: 'ben', exact: true }).click();
    await ben.click('Back to the chats');
    await ben.place.getByRole('button', { name: /^Ann/ }).waitFor();
    expect(await ben.field.isVisible()).toBe(false);
    const overflow = await page.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBe(0);
    expect(await findings(page)).toEqual([]);
    await page.close();
  });
});

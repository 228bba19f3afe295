import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isMissing } from '../../client/test/browsers.ts';
import { MESSAGES } from '../../server/test/harness/api.ts';
import { middleOf, movedByOlder, type PlaygroundPage, type Seat, scrolled } from './playground-page.ts';
import { PlaygroundWorld } from './playground-world.ts';

describe.skipIf(isMissing)(
  'the message list stays at its end until the user scrolls (needs a browser)',
  () => {
    let world: PlaygroundWorld;
    let page: PlaygroundPage;
    let ann: Seat;
    let list: Locator;
    let threadId: string;
    beforeAll(async () => {
      world = await PlaygroundWorld.start();
      for (const id of ['ann', 'cleo'])
        await world.server.ok('PUT', `/user/v1.0/user/${id}`, { body: { display_name: id } });
      const body = { name: 'Group', owner_id: 'cleo', member_ids: ['ann'], id_type: 2 };
      ({ thread_id: threadId } = await world.server.ok('POST', '/open-api/v1.0/chat/threads', { body }));
      for (let number = 1; number <= 120; number += 1) await say(`Line ${number}`);
      page = await world.open();
      ann = page.seat('Ann');
      list = ann.place.getByRole('log');
      await ann.place.getByRole('button', { name: /^Group/ }).click();
      await ann.message('Line 120');
    });
    afterAll(() => world.close());

    const say = (text: string, user_id = 'cleo') =>
      world.server.ok('POST', MESSAGES, {
        body: {
          sender: { user_id },
          target: { thread_id: threadId },
          body: { text, metadata: [{ type: 'text' }] },
        },
      });
    const toEnd = () => list.evaluate((one) => one.scrollHeight - one.clientHeight - one.scrollTop);
    const wheel = async (y: number) => {
      await list.hover();
      await scrolled(list, () => page.page.mouse.wheel(0, y));
    };
    /** The position of this text on the screen. */
    const topOf = async (text: string) => {
      const box = await list.getByText(text, { exact: true }).boundingBox();
      return box?.y ?? Number.NaN;
    };
    /** (Playwright's own `hover` scrolls if something covers the element for a moment.) */
    const pointAt = async (one: Locator) => {
      await one.waitFor();
      await list.evaluate(
        () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
      );
      const { x, y, width, height } = (await one.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      await page.page.mouse.move(x + width / 2, y + height / 2);
    };

    test('older messages that load do not move the visible ones', async () => {
      await expect.poll(toEnd).toBeLessThan(2);
      const up = () => list.hover().then(() => page.page.mouse.wheel(0, -600));
      expect(await movedByOlder(page, list, up)).toBeLessThan(2);
    });

    test('the oldest messages, with which the button for older ones disappears, do not either', async () => {
      const up = () => page.page.mouse.wheel(0, -2_000);
      expect(await movedByOlder(page, list, up)).toBeLessThan(2);
      await ann.sees('The beginning');
    });

    test('the label of the beginning is visible only at the start of the list', async () => {
      const distance = () =>
        list.evaluate((one) => {
          const label = one.querySelector('.pv-older');
          return (label?.getBoundingClientRect().top ?? Number.NaN) - one.getBoundingClientRect().top;
        });
      await wheel(1_000);
      expect(await distance()).toBeLessThan(-100);
      const place = await list.evaluate((one) => one.scrollTop);
      const seen = await middleOf(list);
      // (Rows are measured when they first appear, which moves those above them.)
      const toStart = () => list.evaluate((one) => one.scrollTo({ top: 0 }));
      await expect.poll(() => toStart().then(distance)).toBeGreaterThanOrEqual(0);
      await list.getByText('Line 1', { exact: true }).waitFor();
      await list.evaluate((one, top) => one.scrollTo({ top }), place);
      await list.getByText(seen, { exact: true }).waitFor();
    });

    test('a new message does not scroll a user who reads above the end; a button returns to the end', async () => {
      const seen = await middleOf(list);
      const before = await topOf(seen);
      await say('Line 121');
      await ann.place.getByRole('button', { name: /^Group.*Line 121.*1 unread$/s }).waitFor();
      expect(Math.abs((await topOf(seen)) - before)).toBeLessThan(2);
      await ann.click('1 new');
      await ann.message('Line 121');
      await expect.poll(toEnd).toBeLessThan(2);
      await ann.place.getByRole('button', { name: /^Group(?!.*unread)/s }).waitFor();
    });

    test('Reply, Edit and Delete keep the list at its end', async () => {
      await say('Mine', 'ann');
      await ann.message('Mine');
      const press = async (one: Locator) => {
        await pointAt(one);
        await page.page.mouse.down();
        await page.page.mouse.up();
      };
      for (const [action, shows] of [
        ['Reply', 'Reply to ann'],
        ['Edit', 'Change your message'],
        ['Delete', 'This message was deleted.'],
      ] as const) {
        const message = await ann.message('Mine');
        await pointAt(message);
        await press(message.getByRole('button', { name: action === 'Reply' ? action : 'More', exact: true }));
        if (action !== 'Reply') await press(message.getByRole('menuitem', { name: action }));
        await ann.sees(shows);
        await expect.poll(toEnd).toBeLessThan(2);
        await say(`After ${action}`);
        await ann.message(`After ${action}`);
        await expect.poll(toEnd).toBeLessThan(2);
        expect(await ann.place.getByRole('button', { name: /Latest/ }).count()).toBe(0);
        await ann.field.press('Escape');
        await ann.place.getByRole('button', { name: 'Cancel' }).waitFor({ state: 'detached' });
      }
    });

    test('a click works even if a message arrives while the mouse button is down', async () => {
      const message = await ann.message('After Delete');
      await pointAt(message);
      await pointAt(message.getByRole('button', { name: 'Reply', exact: true }));
      await page.page.mouse.down();
      await say('Meanwhile');
      await ann.message('Meanwhile');
      await page.page.mouse.up();
      await ann.sees('Reply to cleo');
      await expect.poll(toEnd).toBeLessThan(2);
      await ann.field.press('Escape');
    });

    test('rows can be clicked right after they moved', async () => {
      await list.evaluate((one) => {
        const hitTest = () => {
          const { x, y, width, height } = one.getBoundingClientRect();
          const hit = document.elementFromPoint(x + width / 2, y + height / 2);
          one.setAttribute('data-hit', hit === one ? 'the list' : 'a row');
        };
        const drawn = () => requestAnimationFrame(() => requestAnimationFrame(hitTest));
        one.addEventListener('scroll', drawn, { once: true });
      });
      await say('It moves');
      await expect.poll(() => list.getAttribute('data-hit')).toBe('a row');
    });
  },
);

import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isMissing } from '../../client/test/browsers.ts';
import { until } from '../../server/test/harness/until.ts';
import { movedByOlder, type PlaygroundPage, type Seat } from './playground-page.ts';
import { PlaygroundWorld } from './playground-world.ts';

const MESSAGES = 10_000;
const AT_ONCE = 500;
/** More than fit on a screen, but a small part of all. */
const MOST_ROWS = 80;

describe.skipIf(isMissing)('ten thousand messages (needs a browser)', () => {
  let world: PlaygroundWorld;
  let page: PlaygroundPage;
  let ann: Seat;
  let list: Locator;
  beforeAll(async () => {
    world = await PlaygroundWorld.start();
    await write(world);
    page = await world.open();
    ann = page.seat('Ann');
    list = ann.place.getByRole('log');
  });
  afterAll(() => world.close());

  /** Sends as both users, without the test harness, which would check each response. */
  async function write({ server }: PlaygroundWorld): Promise<void> {
    for (const [id, display_name] of [
      ['ann', 'Ann'],
      ['ben', 'Ben'],
    ])
      await server.ok('PUT', `/user/v1.0/user/${id}`, { body: { display_name } });
    const tokens = await Promise.all(['ann', 'ben'].map((id) => server.token(id)));
    const body = { type: 'direct', user_id: 'ben' };
    const { id } = await server.ok('POST', '/client/v1.0/threads', { token: tokens[0] ?? '', body });
    const send = async (number: number) => {
      const { statusCode } = await server.app.inject({
        method: 'POST',
        url: `/client/v1.0/threads/${id}/messages`,
        headers: { authorization: `Bearer ${tokens[number % 3 === 0 ? 0 : 1]}` },
        payload: { body: { text: `Message ${number}${' and so on'.repeat(number % 7)}` } },
      });
      expect(statusCode).toBe(200);
    };
    // Messages that are sent concurrently have no defined order.
    await send(1);
    for (let from = 2; from < MESSAGES; from += AT_ONCE)
      await Promise.all(
        Array.from({ length: Math.min(AT_ONCE, MESSAGES - from) }, (_, index) => send(from + index)),
      );
    await send(MESSAGES);
  }

  /** How many messages are in the document. */
  const count = () => list.getByRole('article').count();
  /** With one press, whatever is not rendered and measured on the way. */
  const goHome = async () => {
    await list.press('Home');
    await list.getByText(/^Message 1 and so on$/).waitFor();
  };
  const older = () => ann.place.getByRole('button', { name: 'Load older' });

  test('the list opens at its end; older messages that load do not move the visible ones', async () => {
    await ann.message(`Message ${MESSAGES}`);
    const up = () => list.hover().then(() => page.page.mouse.wheel(0, -2_200));
    expect(await movedByOlder(page, list, up)).toBeLessThan(2);
  });

  test('only visible messages are in the document, wherever the user scrolls', async () => {
    await older().evaluate(async (button) => {
      const next = () => new Promise(requestAnimationFrame);
      while (button.isConnected) {
        (button as HTMLButtonElement).click();
        await next();
      }
    });
    const places = [];
    for (const part of [0, 0.25, 0.5, 0.75, 1]) {
      await list.evaluate((one, at) => one.scrollTo({ top: at * one.scrollHeight }), part);
      await until(async () => (await count()) > 3 || undefined);
      places.push(await count());
    }
    expect(Math.max(...places)).toBeLessThan(MOST_ROWS);
    await goHome();
    await ann.click(/Latest/);
    await ann.message(`Message ${MESSAGES}`);
    expect(await count()).toBeLessThan(MOST_ROWS);
  });

  test('a user who goes up while a row changes its size leaves the end', async () => {
    await ann.message(`Message ${MESSAGES}`);
    const isAtEnd = () => list.evaluate((one) => one.scrollHeight - one.clientHeight - one.scrollTop <= 1);
    await until(async () => (await isAtEnd()) || undefined);
    await list.evaluate(async (one) => {
      one.dispatchEvent(new KeyboardEvent('keydown', { key: 'PageUp' }));
      one.scrollTop -= 300;
      for (const text of one.querySelectorAll<HTMLElement>('.pv-text')) text.style.paddingBottom = '5px';
      for (let frames = 0; frames < 10; frames += 1) await new Promise(requestAnimationFrame);
    });
    expect(await isAtEnd()).toBe(false);
    await ann.click(/Latest/);
  });

  test('the list scrolls to a message that the user sends', async () => {
    await goHome();
    await list.press('End');
    await ann.message(`Message ${MESSAGES}`);
    await goHome();
    await ann.write('The last word');
    await ann.message('The last word');
  });
});

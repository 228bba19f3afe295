import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isMissing } from '../../client/test/browsers.ts';
import { MESSAGES } from '../../server/test/harness/api.ts';
import { quietFor } from '../../server/test/harness/waits.ts';
import { type PlaygroundPage, SENT, type Seat } from './playground-page.ts';
import { PlaygroundWorld } from './playground-world.ts';

describe.skipIf(isMissing)('reading and writing are not interrupted (needs a browser)', () => {
  let world: PlaygroundWorld;
  let page: PlaygroundPage;
  let ann: Seat;
  beforeAll(async () => {
    world = await PlaygroundWorld.start();
    for (const id of ['ann', 'ben', 'cleo'])
      await world.server.ok('PUT', `/user/v1.0/user/${id}`, { body: { display_name: id } });
  });
  afterAll(() => world.close());

  const group = async (name: string): Promise<string> => {
    const body = { name, owner_id: 'cleo', member_ids: ['ann'], id_type: 2 };
    return (await world.server.ok('POST', '/open-api/v1.0/chat/threads', { body })).thread_id;
  };
  const say = (thread_id: string, text: string) =>
    world.server.ok('POST', MESSAGES, {
      body: {
        sender: { user_id: 'cleo' },
        target: { thread_id },
        body: { text, metadata: [{ type: 'text' }] },
      },
    });

  test('a message in another chat does not open that chat', async () => {
    const other = await group('Other');
    await group('Latest');
    page = await world.open();
    ann = page.seat('Ann');
    // The playground starts a chat with Ben, which comes first in the list and moves the others.
    await ann.place.getByRole('button', { name: /^ben/ }).waitFor();
    await ann.place.getByRole('button', { name: /^Latest/ }).click();
    await ann.place.getByRole('heading', { name: 'Latest' }).waitFor();
    await ann.field.fill('half a sentence');
    await say(other, 'Over here');
    await ann.place.getByRole('button', { name: /^Other.*1 unread$/s }).waitFor();
    expect(await ann.place.getByRole('heading', { name: 'Latest' }).count()).toBe(1);
    expect(await ann.field.inputValue()).toBe('half a sentence');
  });

  test('a refused message does not scroll the list to its end', async () => {
    const long = await group('Long');
    await Promise.all(Array.from({ length: 99 }, (_, index) => say(long, `Line ${index}`)));
    await say(long, 'Last line');
    await ann.place.getByRole('button', { name: /^Long/ }).click();
    await ann.message('Last line');
    // (The server cannot store U+0000.)
    await ann.write('Refused: \u0000');
    await ann.sees('Not sent');
    const list = ann.place.getByRole('log');
    await list.hover();
    const toEnd = () => list.evaluate((one) => one.scrollHeight - one.clientHeight - one.scrollTop);
    const scrollUp = async () => {
      await page.page.mouse.wheel(0, -300);
      return toEnd();
    };
    await expect.poll(scrollUp).toBeGreaterThan(600);
    await ann.place.getByRole('button', { name: 'Latest', exact: true }).waitFor();
    await say(long, 'One more');
    await ann.place.getByRole('button', { name: /^Long.*One more/s }).waitFor();
    await quietFor(500);
    expect(await toEnd()).toBeGreaterThan(600);
    await ann.write('Here');
    await expect.poll(toEnd).toBeLessThan(60);
  });

  test('other actions keep the text in the field', async () => {
    await ann.click('Discard');
    await ann.field.fill('half a sentence');
    await ann.attach('A file');
    await ann.message('menu.pdf');
    expect(await ann.field.inputValue()).toBe('half a sentence');
    await ann.act('Here', 'Reply');
    await ann.field.press('Escape');
    expect(await ann.field.inputValue()).toBe('half a sentence');
    await ann.field.press('Enter');
    await (await ann.message('half a sentence')).getByRole('img', { name: SENT }).waitFor();
    await ann.field.press('ArrowUp');
    await ann.field.fill('a whole sentence');
    await ann.click('Cut the network');
    await ann.field.press('Enter');
    await ann.place.getByRole('alert').getByText('network').waitFor();
    expect(await ann.field.inputValue()).toBe('a whole sentence');
    await ann.click('Connect the network');
    await ann.field.press('Enter');
    await ann.message('a whole sentence');
    expect(await ann.field.inputValue()).toBe('');
  });

  test('unsent text is kept per chat, and during an edit', async () => {
    await ann.field.fill('for later');
    await ann.place.getByRole('button', { name: /^Other/ }).click();
    await ann.place.getByRole('heading', { name: 'Other' }).waitFor();
    expect(await ann.field.inputValue()).toBe('');
    await ann.place.getByRole('button', { name: /^Long/ }).click();
    await ann.isWriting('for later');
    await ann.act('a whole sentence', 'Edit');
    await ann.isWriting('a whole sentence');
    await ann.field.press('Escape');
    await ann.isWriting('for later');
    await ann.act('a whole sentence', 'Edit');
    await ann.act('Here', 'Reply');
    await ann.isWriting('for later');
    await ann.field.press('Escape');
    await ann.act('a whole sentence', 'Edit');
    await ann.field.fill('a careful sentence');
    await ann.click('Cut the network');
    await ann.field.press('Enter');
    await ann.place.getByRole('alert').getByText('network').waitFor();
    await ann.isWriting('a careful sentence');
    await ann.click('Connect the network');
    await ann.field.press('Enter');
    await ann.message('a careful sentence');
    await ann.isWriting('for later');
    await page.page.reload();
    await ann.place.getByRole('button', { name: /^Long/ }).click();
    await ann.isWriting('for later');
    await ann.field.fill('');
  });

  test('the focus stays when the focused element disappears', async () => {
    const focused = () => page.page.evaluate(() => document.activeElement?.textContent ?? '');
    const message = await ann.message('a careful sentence');
    await message.focus();
    await message.getByRole('button', { name: 'More' }).press('Enter');
    await ann.place.getByRole('menuitem', { name: 'Delete' }).press('Enter');
    await ann.place.getByRole('button', { name: 'Undo' }).waitFor();
    expect(await focused()).toContain('Message deleted');
    await ann.sees('This message was deleted.');
    expect(await focused()).toContain('This message was deleted.');
    await ann.click('New chat');
    await page.page.getByRole('dialog').getByRole('button', { name: 'Close' }).press('Enter');
    await page.page.getByRole('dialog').waitFor({ state: 'detached' });
    expect((await focused()).trim()).toBe('New chat');
  });

  test('a rendering error in one seat does not affect the other', async () => {
    const body = { name: 'Broken', owner_id: 'cleo', member_ids: ['ben'], id_type: 2 };
    const { thread_id } = await world.server.ok('POST', '/open-api/v1.0/chat/threads', { body });
    await say(thread_id, 'hello');
    const broken = await world.open();
    const answer = { message_code: 'M200', message: 'Success', data: [{ seq: 2, sender: {} }] };
    await broken.page.route(`**/threads/${thread_id}/messages*`, (route) => route.fulfill({ json: answer }));
    const open = () =>
      broken
        .seat('Ben')
        .place.getByRole('button', { name: /^Broken/ })
        .click();
    await open();
    await broken.page.getByRole('alert').getByText('Something went wrong here.').waitFor();
    const hers = broken.seat('Ann');
    await hers.write('Are you there?');
    await hers.message('Are you there?');
    await broken.page.unroute(`**/threads/${thread_id}/messages*`);
    await broken.page.getByRole('button', { name: 'Load the page again' }).click();
    await open();
    await broken.seat('Ben').message('hello');
    // (Browsers report it once or twice, some of them late.)
    expect(broken.complaints).not.toEqual([]);
    broken.complaints.length = 0;
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isMissing } from '../../client/test/browsers.ts';
import { MESSAGES, memberUrl } from '../../server/test/harness/api.ts';
import { type PlaygroundPage, SENT, type Seat } from './playground-page.ts';
import { PlaygroundWorld } from './playground-world.ts';

describe.skipIf(isMissing)('messages that could not be sent (needs a browser)', () => {
  let world: PlaygroundWorld;
  let page: PlaygroundPage;
  let ann: Seat;
  let threadId: string;
  beforeAll(async () => {
    world = await PlaygroundWorld.start();
    for (const id of ['ann', 'cleo'])
      await world.server.ok('PUT', `/user/v1.0/user/${id}`, { body: { display_name: id } });
    const body = { name: 'Group', owner_id: 'cleo', member_ids: ['ann'], id_type: 2 };
    ({ thread_id: threadId } = await world.server.ok('POST', '/open-api/v1.0/chat/threads', { body }));
    for (let line = 1; line <= 20; line += 1) await say(`Line ${line}`);
    page = await world.open();
    ann = page.seat('Ann');
    await ann.place.getByRole('button', { name: /^Group/ }).click();
    await ann.message('Line 20');
  });
  afterAll(() => world.close());

  const say = (text: string) =>
    world.server.ok('POST', MESSAGES, {
      body: {
        sender: { user_id: 'cleo' },
        target: { thread_id: threadId },
        body: { text, metadata: [{ type: 'text' }] },
      },
    });
  const texts = () => ann.place.getByRole('article').locator('.pv-text > span').allInnerTexts();

  test('a text at the limit is sent; a longer one is not', async () => {
    const send = ann.place.getByRole('button', { name: 'Send', exact: true });
    await ann.field.fill('x'.repeat(10_001));
    await ann.sees('1 character too many: a message has at most 10,000.');
    expect(await send.isDisabled()).toBe(true);
    await ann.field.press('Enter');
    expect((await ann.field.inputValue()).length).toBe(10_001);
    // Each of these is two UTF-16 units, and one character for the server.
    await ann.field.fill('🌍'.repeat(10_000));
    expect(await send.isDisabled()).toBe(false);
    await ann.field.press('Enter');
    await ann.isWriting('');
    await ann.place.getByRole('article').last().getByRole('img', { name: SENT }).waitFor();
  });

  test('an edit that is too long is not saved, and can be shortened', async () => {
    await ann.write('Short');
    await (await ann.message('Short')).getByRole('img', { name: SENT }).waitFor();
    await ann.field.press('ArrowUp');
    await ann.isWriting('Short');
    await ann.field.fill('x'.repeat(10_001));
    await ann.sees('1 character too many: a message has at most 10,000.');
    await ann.field.press('Enter');
    expect((await ann.field.inputValue()).length).toBe(10_001);
    await ann.message('Short');
    await ann.field.fill('Shortened');
    await ann.field.press('Enter');
    await ann.isWriting('');
    await (await ann.message('Shortened')).getByText('edited').waitFor();
  });

  test('a refused message hides no later ones, and can be retried if that may help', async () => {
    await say('Before');
    await ann.message('Before');
    await ann.click('Cut the network');
    await ann.write('Not now');
    await ann.message('Not now');
    // An older message is not what they want to edit.
    await ann.field.press('ArrowUp');
    expect(await ann.field.inputValue()).toBe('');
    await world.server.ok('POST', memberUrl(threadId, 'ann', 'mute'), { body: {} });
    await ann.click('Connect the network');
    await ann.sees('Not sent');
    for (let line = 1; line <= 3; line += 1) await say(`After ${line}`);
    await ann.message('After 3');
    const last = ann.place.getByRole('article').last();
    expect(await last.textContent()).toContain('After 3');
    expect((await texts()).at(-1)).toBe('After 3');
    await world.server.ok('POST', memberUrl(threadId, 'ann', 'unmute'), { body: {} });
    const failed = ann.place.getByRole('article').filter({ hasText: 'Not sent' });
    await failed.getByRole('button', { name: 'Try again' }).click();
    await failed.waitFor({ state: 'detached' });
    await expect.poll(async () => (await texts()).at(-1)).toBe('Not now');
  });

  test('a message with refused content can be edited, stays a reply, and cannot be retried', async () => {
    await ann.act('Not now', 'Reply');
    await ann.field.fill('A character that cannot be stored: \u0000');
    await ann.field.press('Enter');
    await ann.sees('Not sent');
    const failed = ann.place.getByRole('article').filter({ hasText: 'Not sent' });
    expect(await failed.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    await ann.field.fill('half a sentence');
    await failed.getByRole('button', { name: 'Edit', exact: true }).click();
    await failed.waitFor({ state: 'detached' });
    await ann.sees('Reply to Ann');
    expect(await ann.field.inputValue()).toMatch(/^A character that cannot be stored: .\nhalf a sentence$/);
    await ann.write('Characters that everybody stores');
    const sent = await ann.message('Characters that everybody');
    await sent.getByRole('img', { name: SENT }).waitFor();
    expect(await sent.locator('.pv-quote').textContent()).toContain('Not now');
  });
});

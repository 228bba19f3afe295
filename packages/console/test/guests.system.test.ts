import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isMissing } from '../../client/test/browsers.ts';
import type { PlaygroundPage } from './playground-page.ts';
import { PlaygroundWorld } from './playground-world.ts';

describe.skipIf(isMissing)('guests and their permissions (needs a browser)', () => {
  let world: PlaygroundWorld;
  let page: PlaygroundPage;
  beforeAll(async () => {
    world = await PlaygroundWorld.start();
    const guest = { display_name: 'Gwen on her phone', is_guest: true };
    await world.server.ok('PUT', '/user/v1.0/user/guest-7', { body: guest });
    page = await world.open();
    await page.seat('Ann').sees('No messages yet.');
  });
  afterAll(() => world.close());

  /** Puts another user into the right seat. */
  const seatRight = async (userId: string) => {
    const right = page.page.locator('[data-place=right]');
    await right.getByLabel('user', { exact: false }).first().fill(userId);
    return right;
  };

  test('an existing guest is shown by name and as a guest', async () => {
    const right = await seatRight('guest-7');
    await right.getByRole('button', { name: 'Sign in' }).click();
    const header = page.seat('Gwen on her phone').place.locator('.seat-header');
    await header.getByText('Guest', { exact: true }).waitFor();
  });

  test('a guest who does not exist is created', async () => {
    const right = await seatRight('guest-8');
    await right.getByLabel('as a guest').check();
    await right.getByRole('button', { name: 'Sign in' }).click();
    await page.seat('Guest').place.locator('.seat-header .tag').waitFor();
    expect(await world.server.ok('GET', '/user/v1.0/user/guest-8')).toMatchObject({
      display_name: 'Guest',
      is_guest: true,
    });
  });

  test('a refusal by the policy is explained in words, with its code once', async () => {
    await page.seat('Guest').click('New chat');
    const dialog = page.page.getByRole('dialog', { name: 'New chat' });
    await dialog.getByLabel('Ann').check();
    await dialog.getByLabel('Name of the group').fill('Guests');
    await dialog.getByRole('button', { name: 'Make the group' }).click();
    const alert = dialog.getByRole('alert');
    await expect
      .poll(() => alert.textContent())
      .toBe('The rules of this app do not let you do this. (M40306)');
    await dialog.getByLabel('Name of the group').fill('');
    await dialog.getByLabel('Ann').uncheck();
    await dialog.getByLabel('Other users').fill('nobody-of-that-id');
    await dialog.getByRole('button', { name: 'Start the chat' }).click();
    await expect.poll(async () => (await alert.textContent())?.match(/M\d{5}/g)).toEqual(['M40402']);
  });
});

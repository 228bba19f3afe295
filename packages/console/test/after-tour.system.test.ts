import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isMissing } from '../../client/test/browsers.ts';
import { expectDocumentedOutput, hasCurl } from '../../server/test/harness/documented-commands.ts';

import { PlaygroundWorld } from './playground-world.ts';

describe.skipIf(isMissing || !hasCurl)('after the tour (needs a browser and curl)', () => {
  let world: PlaygroundWorld;
  beforeAll(async () => {
    world = await PlaygroundWorld.start();
    await expectDocumentedOutput('docs/tour.md', world.url, world.server.key);
  });
  afterAll(() => world.close());

  test('both users see their shared chat, even if one of them has other chats', async () => {
    const page = await world.open();
    const [ann, ben] = [page.seat('Ann'), page.seat('Ben')];
    await ann.sees('Order 4711');
    await ann.sees('No messages yet.');
    await ann.write('Is this for you?');
    await ben.message('Is this for you?');
    await ben.write('It is');
    await ann.message('It is');
  });

  test('a user who takes a seat sees the latest chat shared with the other seat', async () => {
    const page = await world.open();
    const right = page.seat('Ben');
    await right.place.getByRole('combobox', { name: 'user' }).fill('bob');
    await right.click('Sign in');
    const bob = page.seat('Bob');
    await bob.write('It has arrived');
    // In the group of the tour, whatever the bot has sent since.
    const lastOfGroup = async () => {
      const messages = await world.server.ok('GET', '/open-api/v1.0/chat/threads/1/messages');
      return messages.at(-1).body.text;
    };
    await expect.poll(lastOfGroup).toBe('It has arrived');
    await page.seat('Ann').sees('It has arrived');
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isMissing } from '../../client/test/browsers.ts';
import { myMessageUrl, signIn } from '../../server/test/harness/client-api.ts';
import type { Seat } from './playground-page.ts';
import { PlaygroundWorld } from './playground-world.ts';

describe.skipIf(isMissing)('a reply quotes its message (needs a browser)', () => {
  let world: PlaygroundWorld;
  let ann: Seat;
  beforeAll(async () => {
    world = await PlaygroundWorld.start();
  });
  afterAll(() => world.close());

  test('even if it is not loaded, and in its current state', async () => {
    const { server } = world;
    for (const id of ['ann', 'cleo'])
      await server.ok('PUT', `/user/v1.0/user/${id}`, { body: { display_name: id } });
    const body = { name: 'Group', owner_id: 'cleo', member_ids: ['ann'], id_type: 2 };
    const { thread_id } = await server.ok('POST', '/open-api/v1.0/chat/threads', { body });
    const cleo = await signIn(server, 'cleo');
    const { seq } = await cleo.say(thread_id, 'Lunch?');
    for (let line = 1; line <= 60; line += 1) await cleo.say(thread_id, `Line ${line}`);
    await cleo.say(thread_id, { body: { text: 'Nobody?' }, reply_to: seq });
    ann = (await world.open()).seat('Ann');
    // The playground starts a chat with Ben, which comes first in the list and moves the others.
    await ann.place.getByRole('button', { name: /^ben/i }).waitFor();
    await ann.place.getByRole('button', { name: /^Group/ }).click();
    const quote = (await ann.message('Nobody?')).locator('.pv-quote');
    expect(await quote.textContent()).toBe('cleo Lunch?');
    await cleo.ok('DELETE', myMessageUrl(thread_id, seq));
    await expect.poll(() => quote.textContent()).toBe('cleo Message deleted');
  });
});

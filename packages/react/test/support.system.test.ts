import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isMissing } from '../../client/test/browsers.ts';
import { deskUrl, userUrl } from '../../server/test/harness/api.ts';
import { DESK_READINGS, MY_THREADS, type SignedIn } from '../../server/test/harness/client-api.ts';
import { ChatSite } from './chat-page.ts';

/** Messages of the support desk, as members see them. */

describe.skipIf(isMissing)('messages of support (needs a browser)', () => {
  let site: ChatSite;
  let ann: SignedIn;
  let ben: SignedIn;
  let agent: SignedIn;
  beforeAll(async () => {
    site = await ChatSite.start(3);
    [ann, ben, agent] = site.chats.people as [SignedIn, SignedIn, SignedIn];
    const { server } = site.chats;
    await server.ok('PUT', userUrl(ben.userId), { body: { display_name: 'Ben Okafor' } });
    await server.ok('PUT', userUrl(agent.userId), {
      body: { display_name: 'Maximiliane von Hohenzollern-Sigmaringen und zu Donaueschingen' },
    });
    await server.ok('PUT', deskUrl(agent.userId), { body: { direct_threads: true } });
    const write = { group: true, direct: true };
    await server.ok('PATCH', '/app/v1.0/policy', { body: { support: { write } } });
  });
  afterAll(() => site.close());

  test.each([
    ['en', 'Support'],
    ['vi', 'Hỗ trợ'],
    ['ar', 'الدعم'],
  ] as const)('in a group, in %s: beside the name, and for screen readers', async (language, label) => {
    const group = await site.chats.group(ann, ben);
    await ben.say(group, 'My parcel is late');
    const browser = { viewport: { width: 390, height: 844 } };
    const chat = await site.open(ann, { browser, language });
    await chat.message('My parcel is late');
    await agent.say(group, 'Let me look');
    const said = chat.page.locator('.pv-unseen[aria-live=polite]').filter({ hasText: 'Let me look' });
    await said.filter({ hasText: label }).waitFor({ state: 'attached' });
    await agent.say(group, 'It is on its way');
    const [first, second] = [await chat.message('Let me look'), await chat.message('It is on its way')];
    for (const message of [first, second])
      expect(await message.getAttribute('aria-label')).toMatch(new RegExp(`^Maximiliane .*${label}`));
    const tags = chat.log.locator('.pv-tag');
    expect(await tags.allTextContents()).toEqual([label]);
    // A long name leaves room for it, in one line.
    const [tag, message] = [await tags.boundingBox(), await first.boundingBox()];
    expect(tag?.height).toBeLessThan(24);
    expect(tag?.x).toBeGreaterThan(message?.x ?? 0);
    expect((tag?.x ?? 0) + (tag?.width ?? 0)).toBeLessThan((message?.x ?? 0) + (message?.width ?? 0));
    await chat.close();
  });

  test('in a direct thread, where the other user has no name beside their messages', async () => {
    const { id } = await ann.ok('POST', MY_THREADS, { body: { type: 'direct', user_id: ben.userId } });
    await ben.say(id, 'You owe me 20');
    await agent.ok('POST', DESK_READINGS, { body: { thread_id: id, reason: 'Complaint 4711' } });
    await agent.say(id, 'We have read your complaint');
    const chat = await site.open(ann);
    const message = await chat.message('We have read your complaint');
    expect(await message.locator('.pv-sender').textContent()).toMatch(/^Maximiliane .*Support$/);
    expect(await message.getAttribute('aria-label')).toMatch(/, Support, /);
    expect(await chat.log.locator('.pv-sender').count()).toBe(1);
    await chat.close();
  });
});

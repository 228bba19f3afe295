import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BROWSER, isMissing } from '../../client/test/browsers.ts';
import { animation, claimingPng, fixture } from '../../server/test/domain/media/media-harness.ts';
import type { SignedIn } from '../../server/test/harness/client-api.ts';
import { upload } from '../../server/test/harness/upload.ts';
import { type ChatPage, type ChatPageOptions, ChatSite } from './chat-page.ts';

describe.skipIf(isMissing)('pictures that move, and recordings (needs a browser)', () => {
  let site: ChatSite;
  let people: SignedIn[];
  beforeAll(async () => {
    site = await ChatSite.start(2);
    people = site.chats.people;
  });
  afterAll(() => site.close());

  /** Ben sends files to a new group, which Ann opens. */
  async function show(
    files: Record<string, Buffer | string>,
    options: ChatPageOptions = {},
  ): Promise<ChatPage> {
    const [ann, ben] = people as [SignedIn, SignedIn];
    const thread = await site.chats.group(ann, ben);
    for (const [name, content] of Object.entries(files)) {
      const { token } = ben;
      const { kind, file_id } = await upload(
        site.chats.server,
        { content, fileName: name },
        { token, threadId: thread },
      );
      await ben.say(thread, { body: { text: name, metadata: [{ type: kind, file_id }] } });
    }
    const page = await site.open(ann, options);
    await page.message(Object.keys(files).at(-1) ?? '');
    return page;
  }
  const media = (name: string) => readFileSync(fixture(name));
  const still = /\/thumbnail\//;

  test('an animated picture is still until the user plays it, and has a button for that', async () => {
    const chat = await show({
      'dot.png': claimingPng(80, 60, 60),
      'waves.gif': await animation('gif'),
      'waves.webp': await animation('webp'),
    });
    expect(await chat.page.getByText('GIF', { exact: true }).count()).toBe(2);
    for (const name of ['waves.gif', 'waves.webp']) {
      const picture = chat.page.getByRole('img', { name });
      const button = chat.page.getByRole('button', { name: `Play ${name}`, exact: true });
      expect(await button.getAttribute('aria-pressed')).toBe('false');
      expect(await picture.getAttribute('src')).toMatch(still);
      await button.focus();
      await chat.page.keyboard.press('Space');
      expect(await button.getAttribute('aria-pressed')).toBe('true');
      expect(await picture.getAttribute('src')).toContain(name);
      await button.click();
      expect(await picture.getAttribute('src')).toMatch(still);
    }
    await chat.close();
  });

  test('the viewer shows it as the list does: still, unless the user has played it', async () => {
    const chat = await show({ 'first.gif': await animation('gif'), 'second.gif': await animation('gif') });
    const lightbox = chat.page.getByRole('dialog');
    const viewed = (name: string) => lightbox.getByRole('img', { name });
    const buttonOf = (name: string) => lightbox.getByRole('button', { name: `Play ${name}`, exact: true });
    await chat.page.getByRole('button', { name: 'Play second.gif', exact: true }).click();
    await chat.page.getByRole('link', { name: 'second.gif' }).first().click();
    expect(await viewed('second.gif').getAttribute('src')).not.toMatch(still);
    const box = await viewed('second.gif').boundingBox();
    await buttonOf('second.gif').click();
    expect(await viewed('second.gif').getAttribute('src')).toMatch(still);
    // The thumbnail is smaller.
    expect(await viewed('second.gif').boundingBox()).toEqual(box);
    await chat.page.keyboard.press('ArrowLeft');
    expect(await viewed('first.gif').getAttribute('src')).toMatch(still);
    expect(await buttonOf('first.gif').getAttribute('aria-pressed')).toBe('false');
    await buttonOf('first.gif').click();
    expect(await viewed('first.gif').getAttribute('src')).not.toMatch(still);
    await chat.page.keyboard.press('Escape');
    await lightbox.waitFor({ state: 'hidden' });
    await chat.close();
  });

  test('with playsAnimations it plays by itself, unless the user prefers reduced motion', async () => {
    const chat = await show(
      { 'waves.gif': await animation('gif') },
      { playsAnimations: true, browser: { reducedMotion: 'no-preference' } },
    );
    const button = chat.page.getByRole('button', { name: 'Play waves.gif', exact: true });
    const isPressed = () => button.getAttribute('aria-pressed');
    // (The Firefox of the tests always prefers it.)
    if (BROWSER === 'chromium') {
      expect(await isPressed()).toBe('true');
      await chat.page.emulateMedia({ reducedMotion: 'reduce' });
    }
    await expect.poll(isPressed).toBe('false');
    await button.click();
    expect(await isPressed()).toBe('true');
    await chat.page.getByRole('link', { name: 'waves.gif' }).first().click();
    const viewed = chat.page.getByRole('dialog').getByRole('button', { name: 'Play waves.gif', exact: true });
    expect(await viewed.getAttribute('aria-pressed')).toBe('true');
    await chat.close();
  });

  test('QuickTime, WAVE and FLAC play in the message; what the browser cannot play is a file', async () => {
    // (Debian's Firefox decodes H.264 only where libavcodec is installed.)
    const unsure = BROWSER === 'firefox' ? ['video.mov'] : [];
    const recordings = ['audio.wav', 'audio.flac', ...(BROWSER === 'firefox' ? [] : ['video.mov'])];
    const broken = media('audio.wav');
    // A format that nobody knows.
    broken.writeUInt16LE(0x77_77, 20);
    const chat = await show({
      'broken.wav': broken,
      ...Object.fromEntries([...unsure, ...recordings].map((name) => [name, media(name)])),
    });
    for (const name of recordings) {
      const message = await chat.message(name);
      // The recordings take 1.5 s.
      const position = await message.locator('video, audio').evaluate(async (one: HTMLMediaElement) => {
        one.muted = true;
        const ended = new Promise((resolve) => one.addEventListener('ended', resolve, { once: true }));
        await one.play();
        await ended;
        return one.currentTime;
      });
      expect(position, name).toBeGreaterThan(1);
    }
    await chat.page.locator('.pv-file').getByText('broken.wav', { exact: true }).waitFor();
    await chat.close();
  });

  test('a too large picture is sent as a file, with a notice', async () => {
    const chat = await show({ 'dot.png': claimingPng(80, 60, 60) });
    const chooser = chat.page.waitForEvent('filechooser');
    await chat.click('Attach');
    await chat.click('File');
    const wide = { name: 'panorama.png', mimeType: 'image/png', buffer: claimingPng(20_001, 1) };
    await (await chooser).setFiles([wide]);
    await chat.field.press('Enter');
    await chat.page.locator('.pv-file').getByText('panorama.png', { exact: true }).waitFor();
    await chat.page
      .getByRole('alert')
      .getByText('This picture is too large to show and was sent as a file.')
      .waitFor();
    await chat.close();
  });

  describe('a place', () => {
    const gate = { type: 'location', latitude: 52.5163, longitude: -0.000_000_4, name: 'The “Gate” & co' };
    const ANDROID =
      'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36';
    const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1';

    async function open(options: ChatPageOptions, ...places: object[]) {
      const [ann, ben] = people as [SignedIn, SignedIn];
      const thread = await site.chats.group(ann, ben);
      for (const metadata of places) await ben.say(thread, { body: { text: '', metadata: [metadata] } });
      await ben.say(thread, { body: { text: 'These are all.', metadata: [{ type: 'text' }] } });
      const chat = await site.open(ann, options);
      await chat.message('These are all.');
      return chat;
    }
    const mapOf = (chat: ChatPage) => chat.log.getByRole('link', { name: 'Open the map' });

    test('opens the map that the app names, and without one has no button', async () => {
      const { name: _, ...nameless } = gate;
      const places = [gate, { ...nameless, address: 'Pariser Platz, 10117 Berlin' }, nameless];
      const chat = await open({ mapAt: 'https://map.example' }, ...places);
      const addresses = await mapOf(chat).evaluateAll((all) => all.map((one) => one.getAttribute('href')));
      expect(addresses).toEqual(Array(3).fill('https://map.example/52.5163/-4e-7'));
      expect(await chat.log.locator('.pv-location').allInnerTexts()).toEqual([
        expect.stringMatching(/^The “Gate” & co\s+Open the map$/),
        expect.stringMatching(/^Location\s+Pariser Platz, 10117 Berlin\s+Open the map$/),
        expect.stringMatching(/^Location\s+52\.516300, -0\.000000\s+Open the map$/),
      ]);
      await chat.close();
      const without = await open({}, gate);
      expect(await mapOf(without).count()).toBe(0);
      await without.close();
      const unsafe = await open({ mapAt: 'javascript:alert(1)//' }, gate);
      expect(await mapOf(unsafe).count()).toBe(0);
      await unsafe.close();
    });

    test.each([
      [ANDROID, 'geo:52.516300,-0.000000?q=52.516300,-0.000000(The%20%E2%80%9CGate%E2%80%9D%20%26%20co)'],
      [IPHONE, 'maps:?ll=52.516300,-0.000000&q=The%20%E2%80%9CGate%E2%80%9D%20%26%20co'],
    ])('opens the map of a phone: %s', async (userAgent, address) => {
      const chat = await open({ mapAt: 'https://map.example', browser: { userAgent } }, gate);
      expect(await mapOf(chat).getAttribute('href')).toBe(address);
      await chat.close();
    });
  });
});

import { readFileSync } from 'node:fs';
import type { FileId } from '@palaver/protocol/files';
import type { Locator, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BROWSER, isMissing } from '../../client/test/browsers.ts';
import { loseFiles } from '../../server/src/domain/operations/files/lose-files.ts';
import { memberUrl } from '../../server/test/harness/api.ts';
import { type DemoFile, FILM, HILLS, ICON, PAPER } from './demo-files.ts';
import { type PlaygroundPage, SENT, type Seat } from './playground-page.ts';
import { PlaygroundWorld } from './playground-world.ts';

describe.skipIf(isMissing)('files in the playground (needs a browser)', () => {
  let world: PlaygroundWorld;
  let page: PlaygroundPage;
  let ann: Seat;
  let ben: Seat;
  let threadId: string;
  beforeAll(async () => {
    world = await PlaygroundWorld.start();
    for (const id of ['ann', 'ben', 'cleo'])
      await world.server.ok('PUT', `/user/v1.0/user/${id}`, { body: { display_name: id } });
    for (const name of ['Other', 'Group']) {
      const body = { name, owner_id: 'cleo', member_ids: ['ann', 'ben'], id_type: 2 };
      ({ thread_id: threadId } = await world.server.ok('POST', '/open-api/v1.0/chat/threads', { body }));
    }
    // Tall, because messages out of sight are not in the document.
    page = await world.open({ viewport: { width: 1280, height: 2_000 } });
    [ann, ben] = [page.seat('Ann'), page.seat('Ben')];
    await ann.sees('No messages yet.');
  });
  afterAll(() => world.close());

  const chosen = (seat: Seat) =>
    seat.place.getByRole('list', { name: 'Files to send' }).getByRole('listitem').count();
  /** Pastes or drops files as a browser does, which the test cannot do with the system's clipboard. */
  const give = (target: Locator, type: 'paste' | 'dragenter' | 'drop', files: DemoFile[], text = '') =>
    target.evaluate(
      (element, { type, files, text }) => {
        const data = new DataTransfer();
        for (const { name, mimeType, base64 } of files) {
          const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
          data.items.add(new File([bytes], name, { type: mimeType }));
        }
        if (text !== '') for (const kind of ['text/plain', 'text/html']) data.setData(kind, text);
        const common = { bubbles: true, cancelable: true };
        // (Firefox takes no files for a ClipboardEvent.)
        element.dispatchEvent(
          type === 'paste'
            ? Object.assign(new Event(type, common), { clipboardData: data })
            : new DragEvent(type, { ...common, dataTransfer: data }),
        );
      },
      {
        type,
        text,
        files: files.map(({ buffer, ...file }) => ({ ...file, base64: buffer.toString('base64') })),
      },
    );
  const isLoaded = (picture: Locator) =>
    expect.poll(() => picture.evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);

  test('a picture that is picked is shown on both sides, and after a reload', async () => {
    await ann.pick('Photo or video', [HILLS]);
    await ann.write('The view from here');
    const mine = (await ann.message('The view from here')).getByRole('img', { name: 'hills.png' });
    const box = await mine.boundingBox();
    await (await ann.message('The view from here')).getByRole('img', { name: SENT }).waitFor();
    expect(await chosen(ann)).toBe(0);
    const theirs = (await ben.message('The view from here')).getByRole('img', { name: 'hills.png' });
    await isLoaded(theirs);
    // Its place has been kept since before it was sent.
    expect(await mine.boundingBox()).toEqual(box);
    expect(await theirs.getAttribute('src')).toContain('/thumbnail/');
    await page.page.reload();
    await isLoaded((await ann.message('The view from here')).getByRole('img', { name: 'hills.png' }));
  });

  test('files that are pasted, dropped and picked wait in the tray; the text and the reply go with the first', async () => {
    await ann.act('The view from here', 'Reply');
    await give(ann.field, 'paste', [ICON]);
    // Office programs copy a text together with a picture of it.
    await give(ann.field, 'paste', [ICON], 'a table');
    const thread = ann.place.getByRole('region', { name: 'Chat: Group' });
    await give(thread, 'dragenter', [], 'a text');
    expect(await ann.place.getByText('Drop files').count()).toBe(0);
    await give(thread, 'dragenter', [FILM]);
    await ann.sees('Drop files to attach them');
    await give(thread.locator('.pv-drop-target'), 'drop', [FILM]);
    await ann.seesNoMore('Drop files to attach them');
    await ann.pick('File', [PAPER, ICON]);
    await expect.poll(() => chosen(ann)).toBe(4);
    await ann.place.getByRole('button', { name: 'Remove icon.png' }).last().click();
    await ann.field.fill('All of it');
    // Other chats do not lose them.
    await ann.place.getByRole('button', { name: /^Other/ }).click();
    await ann.place.getByRole('heading', { name: 'Other' }).waitFor();
    expect(await chosen(ann)).toBe(0);
    await ann.place.getByRole('button', { name: /^Group/ }).click();
    await ann.isWriting('All of it');
    expect(await chosen(ann)).toBe(3);
    await ann.click('Send');
    await isLoaded((await ben.message('All of it')).getByRole('img', { name: 'icon.png' }));
    const video = ben.place.locator('video[aria-label="sunrise.webm"]');
    await video.evaluate((one) => (one as HTMLVideoElement).play());
    expect(await video.getAttribute('poster')).toContain('/thumbnail/');
    const [saved] = await Promise.all([
      page.page.waitForEvent('download'),
      (await ben.message('menu.pdf')).getByRole('link', { name: 'Save menu.pdf' }).click(),
    ]);
    expect(readFileSync(await saved.path()).equals(PAPER.buffer)).toBe(true);
  });

  test('more than ten files at once are too many', async () => {
    await give(
      ann.field,
      'paste',
      Array.from({ length: 9 }, () => ICON),
    );
    await give(ann.field, 'paste', [ICON, ICON]);
    await ann.place.getByRole('alert').getByText('At most 10 files can be sent at once.').waitFor();
    expect(await chosen(ann)).toBe(10);
    for (let left = 10; left > 0; left -= 1) await ann.click('Remove icon.png');
    expect(await chosen(ann)).toBe(0);
  });

  test('the keyboard shows a picture, the ones beside it, and returns', async () => {
    const { keyboard } = page.page;
    const link = ben.place.getByRole('link', { name: 'hills.png' });
    await link.press('Enter');
    const lightbox = page.page.getByRole('dialog');
    await isLoaded(lightbox.getByRole('img', { name: 'hills.png' }));
    await lightbox.getByText('1 of 2').waitFor();
    await keyboard.press('ArrowLeft');
    await keyboard.press('ArrowRight');
    await isLoaded(lightbox.getByRole('img', { name: 'icon.png' }));
    const [saved] = await Promise.all([
      page.page.waitForEvent('download'),
      lightbox.getByRole('link', { name: 'Save icon.png' }).click(),
    ]);
    expect(saved.suggestedFilename()).toBe('icon.png');
    await keyboard.press('Escape');
    await lightbox.waitFor({ state: 'detached' });
    expect(await link.evaluate((one) => one === document.activeElement)).toBe(true);
  });

  test('an upload can be cancelled', async () => {
    // (It stays on its way until the test is over.)
    await page.page.route(/\/files$/, () => {});
    await ann.field.fill('Never mind');
    await give(ann.field, 'paste', [HILLS]);
    await ann.click('Send');
    const waiting = await ann.message('Never mind');
    await isLoaded(waiting.getByRole('img', { name: 'hills.png' }));
    await waiting.getByRole('progressbar', { name: 'Upload of hills.png' }).waitFor();
    // Texts do not wait for files.
    await ann.write('Instead of it');
    await (await ann.message('Instead of it')).getByRole('img', { name: SENT }).waitFor();
    await waiting.getByRole('button', { name: 'Cancel the upload' }).click();
    await waiting.waitFor({ state: 'detached' });
    // Nor does the edit of the latest text.
    await give(ann.field, 'paste', [PAPER]);
    await ann.click('Send');
    await ann.place.getByRole('progressbar', { name: 'Upload of menu.pdf' }).waitFor();
    await ann.field.press('ArrowUp');
    await ann.isWriting('Instead of it');
    await ann.field.press('Escape');
    await ann.click('Cancel the upload');
    await ann.place.getByRole('progressbar').waitFor({ state: 'detached' });
    await page.page.unroute(/\/files$/);
  });

  test('a picture that the server refuses says why, in its place', async () => {
    const damaged = { ...HILLS, name: 'damaged.png', buffer: HILLS.buffer.subarray(0, 200) };
    await give(ann.field, 'paste', [damaged]);
    await ann.click('Send');
    const refused = ann.place.getByRole('article').filter({ hasText: 'Not sent' });
    await refused.getByText('M40014').waitFor();
    await refused.getByRole('button', { name: 'Discard' }).click();
    await refused.waitFor({ state: 'detached' });
  });

  test('a removed member can no longer read files', async () => {
    const picture = ben.place.getByRole('img', { name: 'hills.png' });
    const address = (await picture.getAttribute('src')) ?? '';
    const status = () => page.page.evaluate(async (url) => (await fetch(url)).status, address);
    expect(await status()).toBe(200);
    await world.server.ok('DELETE', memberUrl(threadId, 'ben'));
    await expect.poll(status).toBe(404);
    await ben.place.getByRole('button', { name: /^Group/ }).waitFor({ state: 'detached' });
  });

  test('a voice message is recorded, and played on the other side', async () => {
    const speaking = await world.open({ permissions: ['microphone'] });
    const [one, other] = [speaking.seat('Ann'), speaking.seat('Ben')];
    await one.place.getByRole('button', { name: /^Other/ }).click();
    await one.sees('No messages yet.');
    await one.click('Record a voice message');
    await one.click('Discard the recording');
    expect(await one.field.evaluate((field) => field === document.activeElement)).toBe(true);
    await one.click('Record a voice message');
    await one.place
      .getByRole('timer')
      .getByText(/^0:(0[2-9]|[1-5]\d)$/)
      .waitFor();
    await one.click('Send the recording');
    await other.place.getByRole('button', { name: /^Other/ }).click();
    const player = other.place.getByRole('article').last();
    // (So that it does not end by itself.)
    await player.locator('audio').evaluate((audio) => audio.toggleAttribute('loop', true));
    await player.getByRole('button', { name: /^Play voice-message/ }).click();
    const position = player.getByRole('slider');
    await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThan(0);
    await player.getByRole('button', { name: /^Pause/ }).click();
    await position.fill('1.5');
    await expect
      .poll(() => player.locator('audio').evaluate((audio) => (audio as HTMLAudioElement).currentTime))
      .toBe(1.5);
    await player.getByRole('button', { name: /^Play voice-message/ }).click();
    await player.getByRole('button', { name: 'Speed: 1×' }).click();
    await player.getByRole('button', { name: 'Speed: 1.5×' }).waitFor();
    const rate = () => player.locator('audio').evaluate((audio) => (audio as HTMLAudioElement).playbackRate);
    expect(await rate()).toBe(1.5);
    // One message plays at a time.
    const mine = one.place.getByRole('article').last();
    await mine.getByRole('button', { name: /^Play voice-message/ }).click();
    await mine.getByRole('button', { name: /^Pause/ }).waitFor();
    await player.getByRole('button', { name: /^Play voice-message/ }).waitFor();
    const heights = await player
      .locator('.pv-waveform rect')
      .evaluateAll((bars) => bars.map((bar) => Number(bar.getAttribute('height'))));
    // A beep, and silence. (Firefox measures no loudness on a machine without a loudspeaker.)
    if (BROWSER === 'chromium') {
      expect(Math.max(...heights)).toBe(100);
      expect(Math.min(...heights)).toBeLessThan(50);
    }
    await speaking.close();
  });

  test('a recording that is discarded as it begins, or cannot begin, gives the microphone back', async () => {
    const speaking = await world.open({ permissions: ['microphone'] });
    const one = speaking.seat('Ann');
    await one.place.getByRole('button', { name: /^Other/ }).click();
    // The user presses between the beginning of the recording and the next picture on the screen.
    await speaking.page.evaluate(() => {
      const { mediaDevices } = navigator;
      const streams: MediaStream[] = [];
      const ask = mediaDevices.getUserMedia.bind(mediaDevices);
      const discard = async () => {
        for (let turn = 0; turn < 100; turn += 1) await Promise.resolve();
        document.querySelector<HTMLElement>('[aria-label="Discard the recording"]')?.click();
      };
      mediaDevices.getUserMedia = async (wanted) => {
        const stream = await ask(wanted);
        streams.push(stream);
        void discard();
        return stream;
      };
      Object.assign(window, { streams });
    });
    const states = () =>
      speaking.page.evaluate(() =>
        (window as unknown as { streams: MediaStream[] }).streams.flatMap((stream) =>
          stream.getTracks().map(({ readyState }) => readyState),
        ),
      );
    await one.click('Record a voice message');
    await expect.poll(states).toEqual(['ended']);
    await one.place.getByRole('button', { name: 'Record a voice message' }).waitFor();
    await speaking.page.evaluate(() => {
      class Unsupported {
        constructor() {
          throw new DOMException('This type cannot be recorded', 'NotSupportedError');
        }
      }
      Object.assign(window, { MediaRecorder: Unsupported });
    });
    await one.click('Record a voice message');
    await one.place.getByRole('alert').getByText('The microphone cannot be used at the moment.').waitFor();
    await expect.poll(states).toEqual(['ended', 'ended']);
    await speaking.close();
  });

  test('a recording ends by itself after ten minutes, and can still be sent', async () => {
    const speaking = await world.open({ permissions: ['microphone'] });
    const one = speaking.seat('Ann');
    await one.place.getByRole('button', { name: /^Other/ }).click();
    await one.click('Cut the network');
    await speaking.page.clock.install();
    await one.click('Record a voice message');
    // (A recording in which the browser has recorded nothing yet cannot be played, and is shown as a file.)
    await one.place
      .getByRole('timer')
      .getByText(/^0:(0[2-9]|[1-5]\d)$/)
      .waitFor();
    await speaking.page.clock.fastForward(700_000);
    await one.place.getByRole('timer').getByText('10:00').waitFor();
    await one.click('Send the recording');
    await (await one.message('10:00')).getByRole('img', { name: 'Waiting' }).waitFor();
    await one.click('Cancel the upload');
    await speaking.close();
  });

  // (Firefox would ask the user, and nobody answers.)
  test.skipIf(BROWSER === 'firefox')(
    'without permission to use the microphone, a sentence says so',
    async () => {
      await ann.click('Record a voice message');
      await ann.place.getByRole('alert').getByText('This page may not use the microphone.').waitFor();
      await ann.write('In writing then');
      await ann.message('In writing then');
    },
  );

  test('a file that is gone leaves its name and a sentence, and is not requested', async () => {
    const named = await world.server.database.sql<{ file_id: FileId }>(
      'select distinct file_id from messages where file_id is not null',
    );
    await loseFiles(
      world.server.db,
      named.map(({ file_id: id }) => id),
    );
    const requested: string[] = [];
    const note = (request: Request) => requested.push(request.url());
    page.page.on('request', note);
    await page.page.reload();
    await ann.place.getByRole('button', { name: /^Group/ }).click();
    for (const name of ['hills.png', 'icon.png', 'sunrise.webm', 'menu.pdf'])
      await (await ann.message(name)).getByText('This file is no longer available.').waitFor();
    const inChat = ann.place.getByRole('article').locator('img, video, audio, a');
    expect(await inChat.count()).toBe(0);
    expect(requested.filter((url) => url.includes('/file/v1.0/'))).toEqual([]);
    page.page.off('request', note);
  });
});

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BROWSER, isMissing } from '../../client/test/browsers.ts';
import { packForm, zipOf } from '../../server/test/harness/sticker-pack.ts';
import { until } from '../../server/test/harness/until.ts';
import { type PlaygroundPage, SENT, type Seat } from './playground-page.ts';
import { PlaygroundWorld } from './playground-world.ts';

describe.skipIf(isMissing)('a chat of two users (needs a browser)', () => {
  let world: PlaygroundWorld;
  let page: PlaygroundPage;
  let ann: Seat;
  let ben: Seat;
  beforeAll(async () => {
    world = await PlaygroundWorld.start();
    page = await world.open();
    [ann, ben] = [page.seat('Ann'), page.seat('Ben')];
  });
  afterAll(() => world.close());

  test('both users can write as soon as the page opens', async () => {
    await ann.sees('No messages yet.');
    await ann.write('Hello Ben');
    await ben.message('Hello Ben');
    await ben.write('Hello Ann');
    await ann.message('Hello Ann');
    // Announced to users of screen readers.
    await ann.place
      .locator('[aria-live=polite]', { hasText: 'Ben: Hello Ann' })
      .waitFor({ state: 'attached' });
    await (await ann.message('Hello Ben')).getByRole('img', { name: 'Seen' }).waitFor();
    await ann.sees('Online');
    // The chat is fetched once; by its creator once more, when their subscription starts.
    const calls = await page.traffic();
    const fetched = (who: string, what: string) =>
      calls.filter((call) => call.startsWith(`⇄ ${who} GET`) && call.includes(`/${what}?`)).length;
    for (const what of ['messages', 'members', 'read']) {
      expect(fetched('ben', what), calls.join('\n')).toBe(1);
      expect(fetched('ann', what)).toBeLessThanOrEqual(2);
    }
  });

  test('while the user is offline, the peer is not shown as online', async () => {
    const header = ann.place.locator('.pv-thread-title');
    await header.getByText('Online').waitFor();
    await ann.click('Cut the network');
    await ann.sees(/^Offline: what you write waits/);
    expect(await header.textContent()).toMatch(/^Ben\s*$/);
    await ann.click('Connect the network');
    await header.getByText('Online').waitFor();
  });

  test('text is shown literally, except for links', async () => {
    const evil =
      '<img src=x onerror="document.title=1"> javascript:alert(1) [x](javascript:alert(2)) <script>document.title=2</script>';
    await ann.write(`${evil} see https://example.com/a?b=c.`);
    const message = await ben.message('<script>');
    expect(await message.locator('.pv-text > span').textContent()).toBe(
      `${evil} see https://example.com/a?b=c.`,
    );
    const links = await message
      .getByRole('link')
      .evaluateAll((all) => all.map((one) => one.getAttribute('href')));
    expect(links).toEqual(['https://example.com/a?b=c']);
    expect(await page.page.title()).toBe('Palaver playground');
  });

  test('images, videos and files are rendered; a custom kind is shown as raw data', async () => {
    await ann.attach('An image');
    await ann.attach('A video');
    await ann.attach('A file');
    await ann.attach('A kind of your own');
    await ann.attach('A place');
    const map = (await ben.message('Brandenburg Gate')).getByRole('link', { name: 'Open the map' });
    expect(await map.getAttribute('href')).toContain('openstreetmap.org/?mlat=52.5163&mlon=13.3777');
    const image = (await ben.message('The view from here.')).getByRole('img', { name: 'hills.png' });
    const width = () => image.evaluate((one) => (one as HTMLImageElement).naturalWidth);
    await until(async () => (await width()) === 640 || undefined);
    const video = (await ben.message('It moves, too.')).locator('video');
    await video.evaluate((one) => (one as HTMLVideoElement).play());
    const time = () => video.evaluate((one) => (one as HTMLVideoElement).currentTime);
    await until(async () => (await time()) > 0 || undefined);
    const file = (await ben.message('menu.pdf')).getByRole('link').first();
    expect(await file.getAttribute('href')).toBe(`${world.url}/playground/demo/menu.pdf`);
    expect(await file.textContent()).toContain('application/pdf · 13.1 kB');
    const custom = (await ben.message('order')).locator('pre');
    expect(await custom.textContent()).toBe('{"number":4711}');
  });

  test('the buttons of a card work', async () => {
    await ben.attach('A card with buttons, from a bot');
    const card = await ann.message('Two coffees for one');
    expect(await card.getByText('Palaver Bot').isVisible()).toBe(true);
    expect(await card.getByRole('link').getAttribute('href')).toBe('https://www.openstreetmap.org/');
    await card.getByRole('button', { name: 'A flat white' }).click();
    await ben.place.getByRole('article', { name: /^Ann/ }).filter({ hasText: 'A flat white' }).waitFor();
  });

  test('an animated sticker, from a pack that is uploaded if there is none', async () => {
    await ann.click('Stickers');
    await ann.sees('No sticker packs yet.');
    await ann.click('Upload one');
    await ann.place.getByRole('group', { name: 'Moods' }).getByRole('button').last().click();
    const picture = ben.place
      .getByRole('article')
      .getByRole('img', { name: 'Sticker: heart' })
      .locator('svg');
    await picture.waitFor();
    const before = await picture.innerHTML();
    // (Firefox runs with reduced motion.)
    if (BROWSER === 'chromium') await until(async () => (await picture.innerHTML()) !== before || undefined);
    await ben.click('Stickers');
    await ben.place.getByRole('group', { name: 'Moods' }).getByRole('button').first().click();
    await ann.place.getByRole('article').getByRole('img', { name: 'Sticker: happy' }).waitFor();
    // Fits into the chat list.
    const preview = ben.place.getByText('You: Sticker');
    await preview.waitFor();
    expect(await preview.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
    // A sticker has no text to edit.
    await ben.field.press('ArrowUp');
    await ben.isWriting('Hello Ann');
    await ben.field.press('Escape');
  });

  test('an animated sticker plays without its expressions', async () => {
    const program = "document.title = 'mine'; var $bm_rt = 45;";
    const at = (k: unknown, x?: string) => ({ a: 0, k, ...(x && { x }) });
    const layer = {
      ty: 4,
      ip: 0,
      op: 60,
      st: 0,
      ks: { o: at(100), r: at(0, program), p: at([50, 50, 0]), a: at([0, 0, 0]), s: at([100, 100, 100]) },
      shapes: [
        { ty: 'rc', p: at([0, 0]), s: at([60, 60]), r: at(0) },
        { ty: 'fl', c: at([1, 0, 0, 1]), o: at(100) },
      ],
    };
    const animation = { v: '5.7.0', fr: 60, ip: 0, op: 60, w: 100, h: 100, layers: [layer] };
    const stickers = zipOf({ 'square.json': JSON.stringify(animation) });
    const body = packForm({ name: 'Programs', stickers });
    const { id } = await world.server.ok('POST', '/sticker/v1.0/pack', { body });
    const status = async () => (await world.server.ok('GET', `/sticker/v1.0/pack/${id}`)).status;
    await until(async () => (await status()) === 'uploaded' || undefined);
    await ann.click('Stickers');
    await ann.place.getByRole('group', { name: 'Programs' }).getByRole('button').click();
    await ben.place.getByRole('img', { name: 'Sticker: square' }).locator('svg path').waitFor();
    // The page's policy would have reported even an attempt.
    expect(await page.page.title()).toBe('Palaver playground');
    expect(page.complaints).toEqual([]);
  });

  test('replies, reactions, edits and deletion', async () => {
    await ann.write('Shall we go?');
    await ben.act('Shall we go?', 'React with 🎉');
    await ben.act('Shall we go?', 'Reply');
    await ben.sees('Reply to Ann');
    await ben.write('Now');
    const quote = (await ann.message('Now')).locator('.pv-quote');
    expect(await quote.textContent()).toBe('Ann Shall we go?');
    await ann.place.getByRole('button', { name: '🎉 1' }).click();
    await ben.place.getByRole('button', { name: '🎉 2' }).waitFor();
    await ann.field.press('ArrowUp');
    await page.page.keyboard.type('!');
    await ann.isWriting('Shall we go?!');
    await ann.write('Shall we leave?');
    await (await ben.message('edited')).getByText('Shall we leave?').waitFor();
    await ben.act('Now', 'Delete');
    await ben.click('Undo');
    await ben.message('Now');
    await ben.act('Now', 'Delete');
    await ann.sees('This message was deleted.');
    await ann.field.press('ArrowUp');
    await ann.field.press('Escape');
    await ann.isWriting('');
  });

  test('what was deleted a moment ago is deleted, even if the page is closed', async () => {
    await ann.write('A mistake');
    await (await ann.message('A mistake')).getByRole('img', { name: SENT }).waitFor();
    const other = await world.open();
    await other.seat('Ann').act('A mistake', 'Delete');
    await other.seat('Ann').place.getByRole('button', { name: 'Undo' }).waitFor();
    await other.page.goto('about:blank');
    await ben.seesNoMore('A mistake');
    await other.close();
  });

  test('the peer sees who is typing', async () => {
    await ben.field.pressSequentially('I am');
    await ann.sees('Ben is typing …');
    await ben.field.fill('');
    await ann.seesNoMore('Ben is typing …');
  });

  test('the drawer lists the traffic, and curl can repeat a call', async () => {
    await page.page.getByRole('button', { name: 'Clear' }).click();
    await ann.write("It's on the wire");
    await ben.message('on the wire');
    await until(async () => (await page.traffic()).includes('↓ ben entry: message.created') || undefined);
    expect(await page.traffic()).toContain('↑ ann send');
    if (BROWSER === 'chromium')
      await page.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.page.getByRole('button', { name: 'ann send' }).click();
    const details = page.page.getByRole('region', { name: 'send' });
    expect(await details.textContent()).toContain("It's on the wire");
    await details.getByRole('button', { name: 'Copy curl' }).click();
    const command = await page.page.evaluate(() => navigator.clipboard.readText());
    const [, token = ''] = /Bearer (\S+)'/.exec(command) ?? [];
    expect(token.length).toBeGreaterThan(100);
    expect(await details.textContent()).not.toContain(token);
    const [id] = /"client_message_id": "[^"]+"/.exec((await details.textContent()) ?? '') ?? [];
    expect(command).toMatch(/"client_message_id":"[\w-]{36}"/);
    expect(command).not.toContain(JSON.parse(`{${id}}`).client_message_id);
    const { stdout } = await promisify(execFile)('sh', ['-c', `${command} -s`]);
    expect(JSON.parse(stdout)).toMatchObject({
      message_code: 'M200',
      data: { body: { text: "It's on the wire" } },
    });
    const twice = ben.place.getByRole('article').filter({ hasText: "It's on the wire" });
    await expect.poll(() => twice.count()).toBe(2);
  });
});

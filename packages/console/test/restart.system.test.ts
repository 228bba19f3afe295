import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isMissing, launchBrowser } from '../../client/test/browsers.ts';
import { startPalaver, usedDataDir } from '../../server/test/harness/palaver.ts';
import { PlaygroundPage, SENT } from './playground-page.ts';

describe.skipIf(isMissing)('a killed server (needs a browser)', () => {
  test('messages written meanwhile are shown as waiting, and arrive once after the restart', async ({
    onTestFinished,
  }) => {
    const dataDir = usedDataDir();
    const start = (port = '0') => startPalaver({ PALAVER_PLAYGROUND: 'auto', PORT: port }, dataDir);
    const [first, browser] = await Promise.all([start(), launchBrowser()]);
    onTestFinished(() => browser.close());
    const address = () => readFileSync(join(dataDir, 'playground-address'), 'utf8').trim();
    const page = await PlaygroundPage.open(browser, address());
    const [ann, ben] = [page.seat('Ann'), page.seat('Ben')];
    await ann.write('Before');
    await ben.message('Before');
    first.process.kill('SIGKILL');
    await first.exited;
    await ann.sees('Offline: what you write waits.');
    await ann.write('Meanwhile 1');
    await ben.write('Meanwhile 2');
    await (await ann.message('Meanwhile 1')).getByRole('img', { name: 'Waiting' }).waitFor();
    await start(new URL(first.url).port);
    // A device fires this event when its network returns.
    await page.page.evaluate(() => dispatchEvent(new Event('online')));
    await ben.message('Meanwhile 1');
    await ann.message('Meanwhile 2');
    await ann.seesNoMore('Offline: what you write waits.');
    await (await ann.message('Meanwhile 1')).getByRole('img', { name: SENT }).waitFor();
    // Each start has a new address; a tab with the previous one says where to find it.
    await page.page.reload();
    await page.page.getByText('This page needs the address that Palaver prints').waitFor();
    await page.page.goto(address());
    await ann.message('Meanwhile 2');
    const secondTab = await page.page.context().newPage();
    await secondTab.goto(`${first.url}/playground`);
    await secondTab.getByText('Meanwhile 2').first().waitFor();
    for (const text of ['Before', 'Meanwhile 1', 'Meanwhile 2'])
      expect(await ann.place.getByRole('article').filter({ hasText: text }).count()).toBe(1);
  });
});

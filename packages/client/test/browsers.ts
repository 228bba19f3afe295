import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, firefox } from 'playwright-core';
import { findChromium, launch } from './browser-page.ts';
import { findFirefox } from './firefox/firefox.ts';
import { watchPages } from './harness/watched-pages.ts';

/** What the tests of pages run in: Firefox with `BROWSER=firefox`, otherwise Chromium. */
export const BROWSER = process.env.BROWSER === 'firefox' ? 'firefox' : 'chromium';

const path = BROWSER === 'firefox' ? findFirefox() : findChromium();
export const isMissing = path === undefined;
if (isMissing && process.env.CI)
  throw new Error(`${BROWSER} is needed: apt-get install chromium firefox-esr`);

/** Its microphone hears a beep. `args`: for Chromium. */
export const launchBrowser = (args: string[] = []): Promise<Browser> =>
  BROWSER === 'firefox'
    ? launchFirefox(path ?? '')
    : launch(path ?? '', ['--use-fake-device-for-media-stream', ...args]);

/**
 * In place of what Playwright cannot ask of this Firefox: media, permissions and reduced motion for a single page. Without a loudspeaker, Firefox
 * plays no recording, unless its audio context is one for tests.
 */
const PREFERENCES = {
  'media.navigator.streams.fake': true,
  'media.cubeb.force_mock_context': true,
  'media.navigator.permission.disabled': true,
  'permissions.default.desktop-notification': 2,
  'ui.prefersReducedMotion': 1,
  'dom.events.testing.asyncClipboard': true,
};

/** `path`: that of Debian's Firefox. */
export async function launchFirefox(path: string): Promise<Browser> {
  const folder = mkdtempSync(join(tmpdir(), 'palaver-firefox-'));
  const script = join(folder, 'firefox');
  const driven = fileURLToPath(new URL('firefox/bidi-firefox.ts', import.meta.url));
  writeFileSync(script, `#!/bin/sh\nexec '${process.execPath}' '${driven}' '${path}' "$@"\n`);
  chmodSync(script, 0o755);
  const browser = await firefox.launch({
    channel: 'moz-firefox',
    executablePath: script,
    firefoxUserPrefs: PREFERENCES,
  });
  watchPages(browser);
  browser.once('disconnected', () => rmSync(folder, { recursive: true }));
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    await context.addInitScript(TYPE_AS_USERS_DO);
    return context;
  };
  return browser;
}

/** `fill()` sets the value of a field, which React takes for its own doing; in its place, the browser inserts the text. */
const TYPE_AS_USERS_DO = `Object.defineProperty(window, '__pw_bidiInsertText', {
  get: () => (text) => void document.execCommand('insertText', false, text),
  set: () => {},
})`;

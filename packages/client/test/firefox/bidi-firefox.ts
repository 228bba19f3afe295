/**
 * `bidi-firefox.ts <path of Firefox> <arguments…>`: a Firefox that Playwright can drive. Playwright sends commands that Debian's Firefox does
 * not know yet, and gives up when they fail, although no test needs what they do. This stands between the two: such a command counts as
 * done.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { WebSocket, WebSocketServer } from 'ws';

/** Preferences for the whole browser do this instead: see `firefox.ts`. */
const UNKNOWN = new Set(['emulation.setMediaFeaturesOverride']);

const [path = '', ...args] = process.argv.slice(2);
const firefox = spawn(path, args, { stdio: ['ignore', 'inherit', 'pipe'] });
firefox.once('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => firefox.kill(signal));

for await (const line of createInterface(firefox.stderr)) {
  const [, address] = /WebDriver BiDi listening on (ws:\S+)/.exec(line) ?? [];
  const shown = address === undefined ? line : line.replace(address, await standBefore(address));
  process.stderr.write(`${shown}\n`);
}

/** Resolves to the address to use in place of the given one. */
async function standBefore(address: string): Promise<string> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  server.on('connection', (driver, { url }) => {
    const browser = new WebSocket(`${address}${url}`);
    const isOpen = once(browser, 'open');
    driver.on('message', (data: Buffer) => {
      const text = data.toString();
      const { id, method } = JSON.parse(text) as { id: number; method: string };
      if (UNKNOWN.has(method)) driver.send(JSON.stringify({ type: 'success', id, result: {} }));
      else void isOpen.then(() => browser.send(text));
    });
    browser.on('message', (data: Buffer) => driver.send(data.toString()));
    driver.on('close', () => browser.close());
    browser.on('close', () => driver.close());
  });
  await once(server, 'listening');
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

import { describe, expect, test } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';

/** The settings of the virus scanner. */

const withUrl = (url: string) => loadConfig({ PALAVER_SCAN_URL: url }).config.scanUrl;
/** A path of so many bytes. */
const path = (bytes: number) => `/${'p'.repeat(bytes - 1)}`;

describe('PALAVER_SCAN_URL', () => {
  test.each([
    ['tcp://127.0.0.1:3310', { host: '127.0.0.1', port: 3_310 }],
    ['tcp://scanner.example.com:1', { host: 'scanner.example.com', port: 1 }],
    ['tcp://[::1]:65535', { host: '::1', port: 65_535 }],
    ['unix:/run/clamav/clamd.ctl', { path: '/run/clamav/clamd.ctl' }],
    ['unix:///run/clamav/clamd.ctl', { path: '/run/clamav/clamd.ctl' }],
    [`unix:${path(102)}`, { path: path(102) }],
    [`unix:${path(103)}`, { path: path(103) }],
  ])('%s', (url, address) => {
    expect(withUrl(url)).toEqual(address);
  });

  test.each([
    '/run/clamav/clamd.ctl',
    '127.0.0.1:3310',
    'tcp://127.0.0.1',
    'tcp://127.0.0.1:0',
    'tcp://127.0.0.1:65536',
    'tcp://:3310',
    'tcp://user@127.0.0.1:3310',
    'tcp://127.0.0.1:3310/path',
    'http://127.0.0.1:3310',
    'unix:',
    'unix:/',
    'unix:run/clamd.ctl',
    'unix://run/clamd.ctl',
    `unix:${path(104)}`,
  ])('%s is refused', (url) => {
    expect(() => withUrl(url)).toThrow(/^PALAVER_SCAN_URL must be tcp:\/\/host:port or unix:\/path/);
  });
});

test('PALAVER_SCAN_UNAVAILABLE is one of two words', () => {
  const whenAway = (text?: string) =>
    loadConfig(text === undefined ? {} : { PALAVER_SCAN_UNAVAILABLE: text }).config.scanUnavailable;
  expect([whenAway(), whenAway('wait'), whenAway('refuse')]).toEqual(['wait', 'wait', 'refuse']);
  expect(() => whenAway('accept')).toThrow('PALAVER_SCAN_UNAVAILABLE must be one of wait, refuse');
});

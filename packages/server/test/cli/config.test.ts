import { expect, test } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';

test('the server warns when others can reach it without HTTPS', () => {
  const isWarnedOf = (environment: Record<string, string>) =>
    loadConfig(environment).warnings.some((warning) => warning.includes('clear text'));
  for (const HOST of ['0.0.0.0', '::', '192.0.2.1', 'chat.example.com']) {
    expect([HOST, isWarnedOf({ HOST })]).toEqual([HOST, true]);
    const [clear, secure] = ['http://chat.example.com', 'HTTPS://chat.example.com'];
    expect(isWarnedOf({ HOST, PALAVER_PUBLIC_URL: clear })).toBe(true);
    expect(isWarnedOf({ HOST, PALAVER_PUBLIC_URL: secure })).toBe(false);
  }
  for (const HOST of ['', '127.0.0.1', '127.8.8.8', '::1', 'localhost'])
    expect([HOST, isWarnedOf({ HOST })]).toEqual([HOST, false]);
});

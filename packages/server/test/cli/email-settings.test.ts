import { describe, expect, test } from 'vitest';
import { type Config, ConfigError } from '../../src/config/config.ts';
import { loadConfig } from '../../src/config/load.ts';

/** The settings of the mail server. */

const PUBLIC_URL = 'https://chat.example.com';
const load = (environment: Record<string, string>): Config =>
  loadConfig({
    PALAVER_EMAIL_FROM: 'chat@example.com',
    PALAVER_PUBLIC_URL: PUBLIC_URL,
    ...environment,
  }).config;
const withUrl = (url: string) => load({ PALAVER_SMTP_URL: url }).smtp;

describe('PALAVER_SMTP_URL', () => {
  test.each([
    ['smtp://mail.example.com', { host: 'mail.example.com', port: 587, tls: 'starttls', login: undefined }],
    [
      'smtp://mail.example.com:25?tls=off',
      { host: 'mail.example.com', port: 25, tls: 'off', login: undefined },
    ],
    ['smtps://mail.example.com/', { host: 'mail.example.com', port: 465, tls: 'implicit', login: undefined }],
    ['smtp://127.0.0.1:2525', { host: '127.0.0.1', port: 2_525, tls: 'off', login: undefined }],
    ['smtp://localhost?tls=required', { host: 'localhost', port: 587, tls: 'starttls', login: undefined }],
    ['smtp://[::1]:25', { host: '::1', port: 25, tls: 'off', login: undefined }],
    [
      'smtp://pal%40aver:pa%3Ass%2Fw%40rd@mail.example.com',
      {
        host: 'mail.example.com',
        port: 587,
        tls: 'starttls',
        login: { user: 'pal@aver', password: 'pa:ss/w@rd' },
      },
    ],
  ])('%s', (url, server) => {
    expect(withUrl(url)).toEqual(server);
  });

  test.each([
    'mail.example.com',
    'http://mail.example.com',
    'smtp://',
    'smtp://mail.example.com/path',
    'smtp://mail.example.com?tls=maybe',
    'smtp://mail.example.com?tls=off&tls=off',
    'smtp://mail.example.com?other=1',
    'smtps://mail.example.com?tls=off',
    'smtp://mail.example.com#x',
    'smtp://user@mail.example.com',
    'smtp://:password@mail.example.com',
    'smtp://us%zzer:password@mail.example.com',
    'smtp://mail.example.com:99999',
    'smtp://mail example.com',
  ])('%s is refused, and the message does not repeat it', (url) => {
    expect(() => withUrl(url)).toThrow(
      /^PALAVER_SMTP_URL must be smtp:\/\/user:password@host:port or [^"]*$/,
    );
  });

  test('needs a sender and an address for its links; all that is missing is named at once', () => {
    const smtp = { PALAVER_SMTP_URL: 'smtp://mail.example.com' };
    expect(() => loadConfig(smtp)).toThrow(
      new ConfigError(
        'PALAVER_SMTP_URL is set, so PALAVER_EMAIL_FROM must be set, too\nPALAVER_SMTP_URL is set, so PALAVER_PUBLIC_URL must be set, too',
      ),
    );
    expect(() => loadConfig({ ...smtp, PALAVER_PUBLIC_URL: PUBLIC_URL })).toThrow('PALAVER_EMAIL_FROM');
    expect(() => loadConfig({ ...smtp, PALAVER_EMAIL_FROM: 'chat@example.com' })).toThrow(
      'PALAVER_PUBLIC_URL',
    );
    expect(loadConfig({}).config.smtp).toBeUndefined();
  });

  test('is a secret', () => {
    const { shown } = loadConfig({
      PALAVER_SMTP_URL: 'smtp://user:secret@mail.example.com',
      PALAVER_EMAIL_FROM: 'chat@example.com',
      PALAVER_PUBLIC_URL: PUBLIC_URL,
    });
    expect(JSON.stringify(shown)).not.toContain('secret@');
  });
});

describe('PALAVER_EMAIL_FROM', () => {
  test.each([
    ['chat@example.com', { name: '', address: 'chat@example.com' }],
    ['Example Chat <chat@example.com>', { name: 'Example Chat', address: 'chat@example.com' }],
    ['Łódź, Ltd. <chat@example.com>', { name: 'Łódź, Ltd.', address: 'chat@example.com' }],
    [`${'n'.repeat(99)} <chat@example.com>`, { name: 'n'.repeat(99), address: 'chat@example.com' }],
  ])('%s', (text, sender) => {
    expect(load({ PALAVER_EMAIL_FROM: text }).emailFrom).toEqual(sender);
  });

  test.each([
    'Example',
    'Example <>',
    '<chat@example.com',
    'Example <chat@example.com> x',
    'A <a@example.com>, B <b@example.com>',
    'Example\r\nBcc: x <chat@example.com>',
    '"Example" <chat@example.com>',
    `${'n'.repeat(100)} <chat@example.com>`,
  ])('%j is refused', (text) => {
    expect(() => load({ PALAVER_EMAIL_FROM: text })).toThrow('PALAVER_EMAIL_FROM must be an e-mail address');
  });
});

test.each([
  ['1', 60_000],
  ['60', 3_600_000],
  ['10080', 7 * 86_400_000],
])('PALAVER_EMAIL_UNREAD_MINUTES=%s', (text, ms) => {
  expect(load({ PALAVER_EMAIL_UNREAD_MINUTES: text }).emailUnreadMs).toBe(ms);
});

test.each(['0', '10081', '-1', '1.5'])('PALAVER_EMAIL_UNREAD_MINUTES=%s is refused', (text) => {
  expect(() => load({ PALAVER_EMAIL_UNREAD_MINUTES: text })).toThrow(
    'PALAVER_EMAIL_UNREAD_MINUTES must be a whole number from 1 to 10080',
  );
});

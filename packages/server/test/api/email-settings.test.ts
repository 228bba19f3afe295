// @module-tag database
import { DEFAULT_EMAIL_SETTINGS, MAX_UNREAD_MINUTES } from '@palaver/protocol/emails';
import { MAX_TEMPLATE_BYTES, MAX_TEMPLATE_LANGUAGES } from '@palaver/protocol/templates';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { expectRefused } from '../harness/api.ts';
import type { CallOptions } from '../harness/calls.ts';
import { startTestServer } from '../harness/test-server.ts';
import { useServer } from '../harness/use-server.ts';

/** E-mail, per application and tenant: whether there is any, when, and what it says. */

const SETTINGS = '/notification/v1.0/settings';

const server = await useServer();
beforeEach(() => server.database.sql('delete from notification_settings'));

const put = async (email: unknown, options: CallOptions = {}) =>
  (await server.ok('PUT', SETTINGS, { ...options, body: { email } })).email;
const get = async (options: CallOptions = {}) => (await server.ok('GET', SETTINGS, options)).email;
const refused = (email: unknown, code: 'M40003' | 'M40004' | 'M40005', ...fields: string[]) =>
  expectRefused(server, ['PUT', SETTINGS, { body: { email } }], code, fields);

test('is off by default', async () => {
  expect(await get()).toEqual({ enabled: false, unread_minutes: 0, link: '', templates: {} });
});

test('fields that are left out stay, null resets one or all of them', async () => {
  const all = {
    enabled: true,
    unread_minutes: 30,
    link: 'https://app.example.com/{thread_id}',
    templates: { de: { subject: 'Neu' } },
  };
  expect(await put(all)).toEqual(all);
  expect(await put({})).toEqual(all);
  expect(await put(undefined)).toEqual(all);
  expect(await put({ unread_minutes: 5 })).toEqual({ ...all, unread_minutes: 5 });
  expect(await put({ unread_minutes: null, link: null })).toEqual({ ...all, unread_minutes: 0, link: '' });
  expect(await put({ templates: {} })).toMatchObject({ enabled: true, templates: {} });
  expect(await put(null)).toEqual(DEFAULT_EMAIL_SETTINGS);
  expect(await get()).toEqual(DEFAULT_EMAIL_SETTINGS);
});

test('a tenant starts from those of the application, and then has its own', async () => {
  await put({ enabled: true, unread_minutes: 30 });
  expect(await put({ unread_minutes: 5 }, { tenant: 'north' })).toMatchObject({
    enabled: true,
    unread_minutes: 5,
  });
  await put({ enabled: false });
  expect(await get({ tenant: 'north' })).toMatchObject({ enabled: true, unread_minutes: 5 });
  expect(await get({ tenant: 'south' })).toMatchObject({ enabled: false, unread_minutes: 30 });
});

test('unread_minutes is a number from 0 to a week', async () => {
  for (const unread_minutes of [0, 1, MAX_UNREAD_MINUTES])
    expect(await put({ unread_minutes })).toMatchObject({ unread_minutes });
  for (const unread_minutes of [-1, MAX_UNREAD_MINUTES + 1, 1.5, '5', true])
    await refused({ unread_minutes }, 'M40003', 'email.unread_minutes');
});

test.each([
  'https://app.example.com',
  'https://app.example.com/#/{thread_id}',
  'https://{thread_id}.example.com/?again={thread_id}',
  'https://app.example.com/orders/{reference_id}?list={satl_reference_id}#{thread_id}',
  'https://app.example.com?{reference_id}',
  'https://x.example?{reference_id}',
  'https://x.example#{reference_id}',
  'https://x.example//{reference_id}/x',
  'https://x.example/@{reference_id}',
  'HTTPS://x.example:8443/{satl_reference_id}',
  'http://localhost:3000/chat/{thread_id}',
  'http://127.0.0.1/{reference_id}',
  'http://[::1]:3000',
])('%s is a link', async (link) => {
  expect(await put({ link })).toMatchObject({ link });
});

test.each([
  'http://app.example.com/{thread_id}',
  'javascript:alert({thread_id})',
  'https://user:password@example.com',
  'https://exa mple.com',
  'https://example.com/\r\nBcc: x',
  '{thread_id}',
  '//example.com',
  'https://{reference_id}.example.com',
  'https://{reference_id}.example',
  'https://{reference_id}/',
  'https:///{reference_id}/x',
  'https:////{satl_reference_id}',
  'https://\\{reference_id}/x',
  'https:///app.example.com/{thread_id}',
  'https:{reference_id}',
  'https:/{reference_id}/x',
  'https:\\\\{reference_id}',
  'https://a@{reference_id}/',
  'https://{reference_id}@app.example.com/',
  'https://x.example:{reference_id}/',
  'https://x.example:44{satl_reference_id}',
  'https://192.0.2.{reference_id}/',
  'https://%3{reference_id}.example.com/',
  'http:///{reference_id}/x',
  'http://localhost:{reference_id}/',
  'https://shop{satl_reference_id}',
  'http://localhost{reference_id}/',
  'http://localhost.example.com',
  'http://128.0.0.1',
  'http://user@localhost',
  'ftp://localhost',
])('%j is no link', async (link) => {
  await refused({ link }, 'M40003', 'email.link');
});

test.each([
  { PALAVER_PUBLIC_URL: 'https://chat.example.com' },
  { HOST: '0.0.0.0' },
  { HOST: '0.0.0.0', PALAVER_PUBLIC_URL: 'http://localhost:7700' },
  { PALAVER_TRUSTED_PROXIES: '127.0.0.1' },
  { PALAVER_TRUSTED_PROXIES: '10.1.0.0/16', PALAVER_PUBLIC_URL: 'https://chat.example.com' },
])('a server that others reach takes no links to their own machine: %j', async (settings) => {
  const reached = await startTestServer(settings);
  onTestFinished(() => reached.close());
  const body = { email: { link: 'http://localhost:3000/{thread_id}' } };
  await expectRefused(reached, ['PUT', SETTINGS, { body }], 'M40003', ['email.link']);
});

test.each([
  { PALAVER_PUBLIC_URL: 'http://127.0.0.1:7700' },
  { PALAVER_TRUSTED_PROXIES: ' , ' },
  { PALAVER_TRUSTED_PROXIES: '127.0.0.1', PALAVER_PUBLIC_URL: 'http://localhost:8080' },
])('a server that only its machine reaches takes links to it: %j', async (settings) => {
  const local = await startTestServer(settings);
  onTestFinished(() => local.close());
  const body = { email: { link: 'http://localhost:3000/{thread_id}' } };
  expect(await local.ok('PUT', SETTINGS, { body })).toMatchObject(body);
});

test('a link has at most 2,048 characters', async () => {
  const link = 'https://example.com/'.padEnd(2_048, 'a');
  expect(await put({ link })).toMatchObject({ link });
  await refused({ link: `${link}a` }, 'M40004', 'email.link');
});

test('templates have canonical languages and no empty parts; unknown parts are ignored', async () => {
  const templates = { 'PT-br': { subject: '{count}', intro: '', other: 'x' }, de: { open: '' }, default: {} };
  expect(await put({ templates })).toMatchObject({ templates: { 'pt-BR': { subject: '{count}' } } });
});

test('templates with unknown languages and placeholders, and parts that are too long, are refused', async () => {
  const of = (templates: unknown) => ({ templates });
  await refused(of({ 'no language': {} }), 'M40003', 'email.templates.no language');
  await refused(of({ en: {}, EN: {} }), 'M40003', 'email.templates.EN');
  await refused(of({ en: { subject: '{sender}' } }), 'M40003', 'email.templates.en.subject');
  await refused(of({ en: { footer: '{}' } }), 'M40003', 'email.templates.en.footer');
  await refused(of({ en: 'x' }), 'M40003', 'email.templates.en');
  await refused(of({ en: { subject: 7 } }), 'M40003', 'email.templates.en.subject');
  for (const [part, most] of Object.entries({ subject: 200, intro: 1_000, open: 100, footer: 1_000 })) {
    await put(of({ en: { [part]: 'a'.repeat(most) } }));
    await refused(of({ en: { [part]: 'a'.repeat(most + 1) } }), 'M40004', `email.templates.en.${part}`);
  }
});

const LANGUAGES = Array.from({ length: 26 * 2 }, (_, index) => {
  const second = String.fromCharCode(97 + (index % 26));
  return index < 26 ? `x${second}a` : `z${second}b`;
});

test(`templates have at most ${MAX_TEMPLATE_LANGUAGES} languages and ${MAX_TEMPLATE_BYTES} bytes`, async () => {
  const some = (count: number, intro = '') =>
    Object.fromEntries(LANGUAGES.slice(0, count).map((language) => [language, { intro, footer: 'f' }]));
  await put({ templates: some(MAX_TEMPLATE_LANGUAGES) });
  await refused({ templates: some(MAX_TEMPLATE_LANGUAGES + 1) }, 'M40005', 'email.templates');
  const templates: Record<string, { intro: string; footer: string }> = some(40, 'a'.repeat(1_000));
  const sizeOf = () => JSON.stringify(templates).length;
  for (const one of Object.values(templates))
    one.footer = 'f'.repeat(Math.max(1, Math.min(1_000, MAX_TEMPLATE_BYTES - sizeOf() + 1)));
  expect(sizeOf()).toBe(MAX_TEMPLATE_BYTES);
  await put({ templates });
  const [first] = Object.values(templates);
  if (first !== undefined) first.intro = `${first.intro.slice(1)}ä`;
  await refused({ templates }, 'M40004', 'email.templates');
});

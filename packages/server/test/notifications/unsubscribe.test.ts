// @module-tag database
import { expect, onTestFinished, test, vi } from 'vitest';
import { at, MY_NOTIFICATIONS } from '../harness/client-api.ts';
import { sampled } from '../harness/seed.ts';
import { until } from '../harness/until.ts';
import { type Emailed, emailUrl, PUBLIC_URL, startEmailed } from './emailed.ts';

/** The link in each e-mail. */

interface Page {
  status: number;
  headers: Headers;
  text: string;
}

/** A server that listens, and a mail to Ben with the path of its link. */
async function startWithMail(emailed?: Emailed) {
  const { server, mail, away, run, after } = emailed ?? (await startEmailed());
  const [ann, ben] = [await away('ann'), await away('ben')];
  const threadId = await server.group(['ann', 'ben']);
  run();
  await ann.say(threadId);
  await after(61);
  const header = at(mail.mails, 0).header('list-unsubscribe') ?? '';
  const path = header.slice(`<${PUBLIC_URL}`.length, -1);
  const base = await server.app.listen({ port: 0, host: '127.0.0.1' });
  const ask = async (method: string, to = path, init: RequestInit = {}): Promise<Page> => {
    const response = await fetch(`${base}${to}`, { method, ...init });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const isSubscribed = async () => (await server.ok('GET', emailUrl('ben'))).subscribed as boolean;
  return { server, mail, ann, ben, threadId, after, path, ask, isSubscribed };
}

test('opening the link shows a page with a button, and changes nothing', async () => {
  const { ask, isSubscribed } = await startWithMail();
  const page = await ask('GET');
  expect(page.status).toBe(200);
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(page.text).toContain('<form method="post"><button>Unsubscribe</button></form>');
  expect(page.text).not.toMatch(/<script|ben|example\.com/i);
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'self'; /,
  );
  expect(page.headers.get('referrer-policy')).toBe('no-referrer');
  expect(page.headers.get('cache-control')).toBe('no-store');
  expect(await isSubscribed()).toBe(true);
  const german = await ask('GET', undefined, { headers: { 'accept-language': 'de-CH,de;q=0.9' } });
  expect(german.text).toContain('<button>Abbestellen</button>');
});

const FORM = new FormData();
FORM.set('List-Unsubscribe', 'One-Click');

test.each(
  sampled<[string, RequestInit]>('unsubscribing', [
    ['one click of a mail program', { body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) }],
    ['one click as multipart', { body: FORM }],
    ['the button', { body: new URLSearchParams() }],
    ['a POST without a body', {}],
  ]),
)('%s unsubscribes; there is no further e-mail, and repeating it changes nothing', async (_, init) => {
  const { mail, ann, ben, threadId, after, ask, isSubscribed } = await startWithMail();
  for (const _again of [1, 2]) {
    const page = await ask('POST', undefined, init);
    expect(page.status).toBe(200);
    expect(page.text).toContain('You are unsubscribed.');
    expect(page.text).not.toContain('<form');
  }
  expect(await isSubscribed()).toBe(false);
  expect(await ben.ok('GET', MY_NOTIFICATIONS)).toMatchObject({ enabled: true, email: false });
  await ann.say(threadId, 'again');
  await after(200);
  expect(mail.mails).toHaveLength(1);
  // The user may change their mind.
  await ben.ok('PUT', MY_NOTIFICATIONS, { body: { enabled: true, email: true } });
  await ann.say(threadId, 'once more');
  await after(200);
  expect(mail.mails).toHaveLength(2);
});

test('who unsubscribes while an e-mail is waiting gets none', { tags: 'thorough' }, async () => {
  const { mail, ann, ben, threadId, after } = await startWithMail();
  await ann.say(threadId, 'again');
  await ben.ok('PUT', MY_NOTIFICATIONS, { body: { enabled: true, email: false } });
  // An app that does not know the field keeps it.
  await ben.ok('PUT', MY_NOTIFICATIONS, { body: { enabled: true } });
  expect(await ben.ok('GET', MY_NOTIFICATIONS)).toMatchObject({ email: false });
  await after(200);
  expect(mail.mails).toHaveLength(1);
});

test('a token that is nobody’s changes nothing', { tags: 'thorough' }, async () => {
  const { server, path, ask, isSubscribed } = await startWithMail();
  const token = path.slice(path.lastIndexOf('/') + 1);
  const base = path.slice(0, -token.length);
  const forged = [
    token.slice(0, -1),
    `${token}A`,
    `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
    token.toLowerCase() === token ? token.toUpperCase() : token.toLowerCase(),
    'a'.repeat(22),
    '%00'.repeat(22),
    `${"'or'1".repeat(4)}22`,
    '%F0%9F%98%80',
    'a'.repeat(4_000),
  ];
  for (const one of forged)
    for (const method of ['GET', 'POST']) {
      const page = await ask(method, `${base}${one}`);
      expect([one, page.status]).toEqual([one, 404]);
      expect(page.text).toContain('no longer valid');
    }
  expect((await ask('POST', `${base}%zz`)).status).toBe(400);
  expect(await isSubscribed()).toBe(true);
  // With the address goes its link, also if the same address is set later.
  const address = { body: { address: (await server.ok('GET', emailUrl('ben'))).address } };
  await server.ok('DELETE', emailUrl('ben'));
  expect((await ask('POST')).status).toBe(404);
  await server.ok('PUT', emailUrl('ben'), address);
  expect((await ask('POST')).status).toBe(404);
  await server.ok('PUT', emailUrl('ben'), { body: { address: 'ben@example.net' } });
  expect((await ask('POST')).status).toBe(404);
  expect(await isSubscribed()).toBe(true);
});

test('a body may be of any type, but not too large', async () => {
  const { ask, isSubscribed } = await startWithMail();
  const send = (bytes: number) =>
    ask('POST', undefined, {
      body: 'a'.repeat(bytes),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  expect((await send(4_097)).status).toBe(413);
  expect(await isSubscribed()).toBe(true);
  expect((await send(4_096)).status).toBe(200);
  for (const type of [
    'image/png',
    'Multipart/Form-Data; boundary=x',
    'multipart/form-data',
    'application/x-www-form-urlencoded; charset=iso-8859-1',
  ]) {
    const page = await ask('POST', undefined, { body: 'x', headers: { 'content-type': type } });
    expect([type, page.status]).toEqual([type, 200]);
  }
  expect(await isSubscribed()).toBe(false);
});

test('the log has no token', { tags: 'thorough' }, async () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => written.mockRestore());
  const { path, ask } = await startWithMail(await startEmailed({ PALAVER_LOG_LEVEL: 'debug' }));
  for (const method of ['GET', 'POST', 'PUT']) await ask(method);
  const log = () => written.mock.calls.map(([line]) => String(line)).join('');
  await until(async () => (log().split('/unsubscribe/').length > 3 ? true : undefined));
  expect(log()).not.toContain(path.slice(path.lastIndexOf('/') + 1));
});

test('it counts towards the limit for strangers', { tags: 'thorough' }, async () => {
  const { ask } = await startWithMail(await startEmailed({ PALAVER_ANONYMOUS_RATE_LIMIT: '1' }));
  expect((await ask('GET')).status).toBe(200);
  await until(async () => ((await ask('GET')).status === 429 ? true : undefined));
});

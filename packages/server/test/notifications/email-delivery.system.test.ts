import type { Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { TEST_CERTIFICATE, TEST_KEY } from '../../../testing/src/receivers/certificate.ts';
import { refusal, startMailServer } from '../../../testing/src/receivers/mail-server.ts';
import { until } from '../harness/until.ts';
import { type Emailed, emailUrl, SETTINGS, startEmailed } from './emailed.ts';
import { speakSmtp, startRawServer } from './raw-mail-server.ts';

/** A mail server that fails in every way. */

/** Ann writes to Ben, an hour ago. */
async function unreadFor(emailed: Emailed, text = 'hello'): Promise<void> {
  const { server, away, run, pass } = emailed;
  const [ann] = [await away('ann'), await away('ben')];
  const threadId = await server.group(['ann', 'ben']);
  run();
  await ann.say(threadId, text);
  await pass(61);
}

const emailOf = ({ server }: Emailed, userId = 'ben') => server.ok('GET', emailUrl(userId));

/** Resolves to the attempts when there are so many. */
const attempts = (emailed: Emailed, count: number) =>
  until(async () => {
    const { attempts: made } = await emailOf(emailed);
    return made.length >= count ? made : undefined;
  });

/** Ends the delays after failures. */
const hurry = ({ server }: Emailed) =>
  server.database.sql(
    `update email_digests set due_at = now() - interval '1 second' where due_at is not null`,
  );

test('after a 4xx the e-mail is sent again, with the same Message-ID', async () => {
  const emailed = await startEmailed();
  const { mail, settled } = emailed;
  const ids: string[] = [];
  mail.onMail = async ({ messageId }) => {
    ids.push(messageId ?? '');
    return ids.length === 1 ? refusal(451, 'greylisted') : undefined;
  };
  await unreadFor(emailed);
  const [first] = await attempts(emailed, 1);
  expect(first).toMatchObject({ result: 'failed', status: 451, response: '451 greylisted', threads: 1 });
  await hurry(emailed);
  await settled();
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
  expect(ids[0]).toBe(`<${first.message_id}>`);
  expect(await emailOf(emailed)).toMatchObject({
    attempts: [{ result: 'failed' }, { result: 'delivered', status: 250 }],
    next_try_at: null,
  });
});

test('an address that the server refuses gets no further e-mail, until it is set anew', async () => {
  const emailed = await startEmailed();
  const { server, mail, away, run, after } = emailed;
  const [ann] = [await away('ann'), await away('ben'), await away('cid')];
  const threadId = await server.group(['ann', 'ben', 'cid']);
  mail.onRecipient = async (address) =>
    address.startsWith('ben') ? refusal(550, '5.1.1 no such user') : undefined;
  run();
  await ann.say(threadId);
  await after(61);
  expect(mail.mails.map(({ recipients }) => recipients)).toEqual([['cid@example.com']]);
  expect(await emailOf(emailed)).toMatchObject({
    status: 'refused',
    attempts: [{ result: 'gone', status: 550 }],
  });
  await ann.say(threadId);
  await after(61);
  expect(mail.named.filter((address) => address.startsWith('ben'))).toHaveLength(1);
  mail.onRecipient = async () => undefined;
  expect(await server.ok('PUT', emailUrl('ben'), { body: { address: 'ben@example.com' } })).toMatchObject({
    status: 'active',
  });
  await ann.say(threadId, 'again');
  await after(61);
  const toBen = mail.mails.filter(({ recipients }) => recipients.includes('ben@example.com'));
  expect(toBen).toHaveLength(1);
});

test.each([
  ['a policy at the recipient', 550, '5.7.1 relaying denied', 'onRecipient'],
  ['a relay that has no codes', 550, 'relay not permitted', 'onRecipient'],
  ['a full mailbox', 552, '5.2.2 mailbox full', 'onRecipient'],
  ['the content', 554, '5.6.0 spam', 'onMail'],
] as const)('a 5xx about %s ends this e-mail, but the address stays', async (_, code, message, when) => {
  const emailed = await startEmailed();
  const { mail, settled } = emailed;
  mail[when] = async () => refusal(code, message);
  await unreadFor(emailed);
  await settled();
  expect(await emailOf(emailed)).toMatchObject({
    status: 'active',
    next_try_at: null,
    attempts: [{ result: 'refused', status: code }],
  });
});

/** Accepts everything until an e-mail is over. */
const obeyUntilData = (socket: Socket, atEnd: () => void) =>
  speakSmtp(socket, (line) => {
    if (line !== '.') return '250 ok';
    atEnd();
    return '';
  });

const HURRIED = { PALAVER_SMTP_TIMEOUT_MS: '300' };

test.each<[string, (socket: Socket) => void]>([
  ['says nothing', () => {}],
  ['closes at once', (socket) => socket.end()],
  ['resets', (socket) => socket.resetAndDestroy()],
  ['greets with a refusal', (socket) => socket.end('554 go away\r\n')],
  ['is no mail server', (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
  ['floods', (socket) => void socket.write('2'.repeat(1_000_000))],
  ['closes after DATA', (socket) => obeyUntilData(socket, () => socket.destroy())],
  ['hangs after DATA', (socket) => obeyUntilData(socket, () => {})],
  [
    'replies letter by letter',
    (socket) => {
      const timer = setInterval(() => socket.write('2'), 50);
      socket.on('close', () => clearInterval(timer));
    },
  ],
])('a server that %s: the e-mail is sent when there is a better one', async (_, onConnection) => {
  const broken = await startRawServer(onConnection);
  const emailed = await startEmailed({ ...HURRIED, PALAVER_SMTP_URL: broken.url });
  await unreadFor(emailed);
  const [first] = await attempts(emailed, 1);
  expect(first.result).toBe('failed');
  const { next_try_at } = await emailOf(emailed);
  expect(next_try_at).toBeGreaterThan(Date.now() - 60_000);
});

test('while the server cannot be reached, e-mails wait; when it is back, they are sent', async () => {
  const away = await startRawServer(() => {});
  const port = Number(new URL(away.url).port);
  away.server.close();
  const emailed = await startEmailed({ PALAVER_SMTP_URL: away.url });
  await unreadFor(emailed);
  const [first] = await attempts(emailed, 1);
  expect(first).toMatchObject({ result: 'failed', status: null, response: 'The mail server failed.' });
  const back = await startMailServer({}, port);
  onTestFinished(back.close);
  await until(async () => {
    await hurry(emailed);
    return back.mails.length > 0 || undefined;
  });
  await emailed.settled();
  expect(back.mails).toHaveLength(1);
});

test('a mail server with STARTTLS and a login gets both; nothing is said in clear text', async () => {
  const mail = await startMailServer({
    key: TEST_KEY,
    cert: TEST_CERTIFICATE,
    disabledCommands: [],
    authOptional: false,
    onAuth: ({ username, password }, _session, callback) =>
      password === 'pa:ss/w@rd' ? callback(null, { user: username }) : callback(new Error('wrong password')),
  });
  const login = `pal%40aver:${encodeURIComponent('pa:ss/w@rd')}`;
  const url = `smtp://${login}@localhost:${mail.port}?tls=required`;
  const emailed = await startEmailed({ PALAVER_SMTP_URL: url }, mail);
  await unreadFor(emailed);
  await emailed.settled();
  expect(mail.mails).toMatchObject([{ isSecure: true, user: 'pal@aver' }]);
});

test('TLS from the start works; a wrong password is a failure of the server, not of the e-mail', async () => {
  const mail = await startMailServer({
    secure: true,
    key: TEST_KEY,
    cert: TEST_CERTIFICATE,
    disabledCommands: [],
    authOptional: false,
    onAuth: (_given, _session, callback) => callback(refusal(535, 'wrong')),
  });
  const emailed = await startEmailed({ PALAVER_SMTP_URL: `smtps://user:wrong@localhost:${mail.port}` }, mail);
  await unreadFor(emailed);
  const [first] = await attempts(emailed, 1);
  expect(first).toMatchObject({ result: 'failed', status: 535 });
  expect(await emailOf(emailed)).toMatchObject({ status: 'active', next_try_at: expect.any(Number) });
});

test('without STARTTLS where it is required, nothing is sent', async () => {
  const mail = await startMailServer();
  const emailed = await startEmailed({ PALAVER_SMTP_URL: `${mail.url}?tls=required` }, mail);
  await unreadFor(emailed);
  const [first] = await attempts(emailed, 1);
  expect(first.result).toBe('failed');
  expect(mail.named).toEqual([]);
});

test('an e-mail whose outcome was not recorded is sent again, with the same Message-ID', async () => {
  const emailed = await startEmailed();
  const { server, mail, settled } = emailed;
  // The lease is lost while the mail server works: what it accepts is not recorded.
  let isLost = false;
  mail.onMail = async () => {
    if (isLost) return undefined;
    isLost = true;
    await server.database.sql(
      `update leases set fence = fence + 1, expires_at = '-infinity' where name = 'notifications'`,
    );
    return undefined;
  };
  await unreadFor(emailed);
  await until(async () => {
    await hurry(emailed);
    return mail.mails.length === 2 || undefined;
  });
  await settled();
  expect(new Set(mail.mails.map(({ messageId }) => messageId)).size).toBe(1);
  expect(new Set(mail.mails.map(({ text }) => text)).size).toBe(1);
  expect((await emailOf(emailed)).attempts).toHaveLength(1);
});

test('many users get one e-mail each, over few connections', async () => {
  const { server, mail, away, run, after } = await startEmailed();
  const ann = await away('ann');
  const names = Array.from({ length: 30 }, (_, index) => `user${index}`);
  for (const name of names) await away(name);
  const threadId = await server.group(['ann', ...names]);
  run();
  await ann.say(threadId);
  await after(61);
  expect(mail.mails).toHaveLength(names.length);
  expect(new Set(mail.mails.map(({ recipients }) => recipients[0]))).toEqual(
    new Set(names.map((name) => `${name}@example.com`)),
  );
  expect(mail.connections.most).toBeLessThanOrEqual(5);
});

test('during quiet hours the e-mail waits until they end', async () => {
  const emailed = await startEmailed();
  const { server, mail, away, run, pass } = emailed;
  const [ann, ben] = [await away('ann'), await away('ben')];
  const threadId = await server.group(['ann', 'ben']);
  const clock = (ms: number) => new Date(Date.now() + ms).toISOString().slice(11, 16);
  const HOUR_MS = 3_600_000;
  const quiet_hours = { start: clock(-HOUR_MS), end: clock(2 * HOUR_MS), time_zone: 'UTC' };
  await ben.ok('PUT', '/client/v1.0/me/notifications', { body: { enabled: true, quiet_hours } });
  run();
  await ann.say(threadId);
  await pass(61);
  const due = await until(async () => {
    const { next_try_at } = await emailOf(emailed);
    return next_try_at > Date.now() + HOUR_MS ? Number(next_try_at) : undefined;
  });
  expect(new Date(due).toISOString().slice(11, 16)).toBe(quiet_hours.end);
  expect(mail.mails).toEqual([]);
  await ben.ok('PUT', '/client/v1.0/me/notifications', { body: { enabled: true } });
  await emailed.after(180);
  expect(mail.mails).toHaveLength(1);
});

test('an address that is set while the former one is refused stays', async () => {
  const emailed = await startEmailed();
  const { server, mail, settled } = emailed;
  mail.onRecipient = async () => {
    await server.ok('PUT', emailUrl('ben'), { body: { address: 'ben@example.net' } });
    return refusal(550, '5.1.1 no such user');
  };
  await unreadFor(emailed);
  await settled();
  expect(await emailOf(emailed)).toMatchObject({
    address: 'ben@example.net',
    status: 'active',
    attempts: [{ result: 'gone' }],
  });
});

test('an e-mail that cannot be made holds up no other', async () => {
  const emailed = await startEmailed();
  const { server, mail, away, run, after } = emailed;
  for (const tenant of ['broken', 'sound']) {
    const ann = await away('ann', { tenant });
    await away('ben', { tenant });
    await server.ok('PUT', SETTINGS, { tenant, body: { email: { unread_minutes: 5 } } });
    await ann.say(await server.group(['ann', 'ben'], { tenant }));
  }
  await server.database.sql(
    `update notification_settings set email = email || '{"link": 7}' where tenant_id = 'broken'`,
  );
  run();
  await after(6);
  expect(mail.mails.map(({ recipients }) => recipients)).toEqual([['sound-ben@example.com']]);
  const broken = await server.ok('GET', emailUrl('ben'), { tenant: 'broken' });
  expect(broken).toMatchObject({ attempts: [], next_try_at: expect.any(Number) });
  expect(broken.next_try_at).toBeGreaterThan(Date.now() + 30 * 60_000);
});

// @module-tag database
import { expect, test } from 'vitest';
import { userUrl } from '../harness/api.ts';
import { at, MY_NOTIFICATIONS } from '../harness/client-api.ts';
import { sampled } from '../harness/seed.ts';
import { until } from '../harness/until.ts';
import { emailUrl, SETTINGS, startEmailed } from './emailed.ts';

/** What users write cannot change an e-mail, and nobody gets the e-mails of others. */

const NAMES: readonly [string, string][] = [
  ['a line break', 'Eve\r\nBcc: mallory@example.net\r\n\r\n<b>hello</b>'],
  ['HTML', '<img src=https://evil.example/x onerror=alert(1)>"\'&'],
  ['an override of the direction', '\u202Egnp.exe\u2066\u200F'],
  ['a huge name', '\u{1F468}\u200D\u{1F469}'.repeat(50)],
  ['line separators', 'a\u2028b\u2029c\u0085d\u000be'],
  ['an encoded word', '=?utf-8?q?Eve?= <mallory@example.net>'],
  ['placeholders', '{count}{name}{text}'],
];

test.each(sampled('names', NAMES))('%s in names and texts', async (_, name) => {
  const { server, mail, away, run, after } = await startEmailed();
  const ann = await away('ann', { name });
  await away('ben', { name });
  const templates = { default: { subject: 'To {name}', intro: '{name}!' } };
  await server.ok('PUT', SETTINGS, { body: { email: { templates } } });
  const { thread_id } = await server.ok('POST', '/open-api/v1.0/chat/threads', {
    body: { name, owner_id: 'ann', member_ids: ['ben'], id_type: 2 },
  });
  run();
  await ann.say(thread_id, `${name}\r\n.\r\nMAIL FROM:<mallory@example.net>\r\n`);
  await after(61);
  expect(mail.mails).toHaveLength(1);
  const received = at(mail.mails, 0);
  expect(received.recipients).toEqual(['ben@example.com']);
  const [head = ''] = received.raw.split('\r\n\r\n');
  const names = head
    .split(/\r\n(?![ \t])/)
    .map((header) => header.slice(0, header.indexOf(':')).toLowerCase());
  expect(names.toSorted()).toEqual([
    'auto-submitted',
    'content-type',
    'date',
    'from',
    'list-unsubscribe',
    'list-unsubscribe-post',
    'message-id',
    'mime-version',
    'subject',
    'to',
  ]);
  expect(received.to).toEqual([{ address: 'ben@example.com', name: '' }]);
  for (const part of [received.subject, received.text, received.html])
    expect(part).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200e\u200f\u2028\u2029\u0085]/);
  expect(received.subject).toMatch(/^To /);
  expect(received.subject?.length).toBeLessThanOrEqual(400);
  expect(received.html).not.toMatch(/<(img|b|script)\b/i);
  if (name.startsWith('{')) expect(received.subject).toBe(`To ${name}`);
});

test('a tenant’s e-mail has the settings, names and messages of this tenant only', async () => {
  const { server, mail, away, run, after } = await startEmailed();
  const tenants = ['north', 'south'];
  for (const tenant of tenants) {
    const templates = { default: { footer: `Footer of ${tenant}` } };
    await server.ok('PUT', SETTINGS, { tenant, body: { email: { templates } } });
    const ann = await away('ann', { tenant, name: `Ann of ${tenant}` });
    await away('ben', { tenant });
    const threadId = await server.group(['ann', 'ben'], { tenant });
    await ann.say(threadId, `Text of ${tenant}`);
  }
  await server.ok('PUT', SETTINGS, { tenant: 'off', body: { email: { enabled: false } } });
  const off = await away('ann', { tenant: 'off' });
  await away('ben', { tenant: 'off' });
  await off.say(await server.group(['ann', 'ben'], { tenant: 'off' }));
  run();
  await after(61);
  expect(mail.mails).toHaveLength(2);
  expect(new Set(mail.mails.map(({ recipients }) => recipients[0]))).toEqual(
    new Set(['north-ben@example.com', 'south-ben@example.com']),
  );
  for (const { recipients, text = '', html = '' } of mail.mails) {
    const [own = '', other = ''] =
      recipients[0]?.startsWith('north') === true ? tenants : tenants.toReversed();
    for (const what of ['Text', 'Footer', 'Ann']) expect(text).toContain(`${what} of ${own}`);
    expect(text + html).not.toContain(other);
  }
});

test('without the setting of the application there is no e-mail, and nothing is stored for it', async () => {
  const { server, mail, away, run, after } = await startEmailed();
  await server.ok('PUT', SETTINGS, { body: { email: null } });
  const ann = await away('ann');
  await away('ben');
  run();
  await ann.say(await server.group(['ann', 'ben']));
  await after(61);
  expect(mail.mails).toEqual([]);
  expect(await server.database.sql('select from email_threads union all select from email_digests')).toEqual(
    [],
  );
});

test('switching e-mail off in the settings ends those that wait', async () => {
  const { server, mail, away, run, pass, settled } = await startEmailed();
  const ann = await away('ann');
  await away('ben');
  run();
  await ann.say(await server.group(['ann', 'ben']));
  await pass(30);
  await server.ok('PUT', SETTINGS, { body: { email: { enabled: false } } });
  await pass(31);
  await settled();
  expect(mail.mails).toEqual([]);
  expect(await server.database.sql('select from email_threads')).toEqual([]);
});

test('an application may have a time of its own', { tags: 'thorough' }, async () => {
  const { server, mail, away, run, after } = await startEmailed();
  await server.ok('PUT', SETTINGS, { body: { email: { unread_minutes: 5 } } });
  const ann = await away('ann');
  await away('ben');
  const threadId = await server.group(['ann', 'ben']);
  run();
  await ann.say(threadId);
  await after(4);
  expect(mail.mails).toEqual([]);
  await after(2);
  expect(mail.mails).toHaveLength(1);
});

test('a deactivated user gets no e-mail, and has no address when they are active again', async () => {
  const { server, mail, away, run, pass, settled } = await startEmailed();
  const ann = await away('ann');
  await away('ben');
  const threadId = await server.group(['ann', 'ben']);
  run();
  await ann.say(threadId);
  await pass(30);
  await server.ok('DELETE', userUrl('ben'));
  await pass(31);
  await settled();
  expect(mail.mails).toEqual([]);
  await server.ok('PUT', userUrl('ben'), { body: {} });
  expect(await server.ok('GET', emailUrl('ben'))).toMatchObject({ address: '', status: 'none' });
});

test('a renamed user keeps address and choice', async () => {
  const { server, mail, away, run, after } = await startEmailed();
  const ann = await away('ann');
  const ben = await away('ben');
  const threadId = await server.group(['ann', 'ben']);
  run();
  await ann.say(threadId);
  await server.ok('PATCH', `${userUrl('ben')}/change-user-id/benjamin`);
  await after(61);
  expect(mail.mails.map(({ recipients }) => recipients)).toEqual([['ben@example.com']]);
  expect(ben.userId).toBe('ben');
  expect(await server.ok('GET', emailUrl('benjamin'))).toMatchObject({ address: 'ben@example.com' });
});

test.each([
  ['the address of the absorbed record wins, as its profile does', ['guest', 'ann2'], 'ann2@example.com'],
  ['without one, the survivor keeps its own', ['guest'], 'guest@example.com'],
  ['a survivor without one gets it', ['ann2'], 'ann2@example.com'],
])('absorbing a record: %s', async (_, withAddress, expected) => {
  const { server } = await startEmailed();
  for (const userId of ['guest', 'ann2', 'ben'])
    await server.ok('PUT', userUrl(userId), { body: { is_guest: userId === 'guest' } });
  await server.group(['guest', 'ben']);
  for (const userId of withAddress)
    await server.ok('PUT', emailUrl(userId), { body: { address: `${userId}@example.com` } });
  // The survivor gets no e-mail if either of the two wanted none.
  await server.ok('PUT', MY_NOTIFICATIONS, {
    token: await server.token('ann2'),
    body: { enabled: true, email: false },
  });
  await server.ok('PATCH', `${userUrl('guest')}/change-user-id/ann2`);
  expect(await server.ok('GET', emailUrl('ann2'))).toMatchObject({ address: expected, subscribed: false });
  expect(await server.database.sql('select from user_emails')).toHaveLength(1);
});

test('absorbing a record: an address that a mail server has refused does not replace a good one', async () => {
  const { server } = await startEmailed();
  for (const userId of ['guest', 'ann2', 'ben']) {
    await server.ok('PUT', userUrl(userId), { body: { is_guest: userId === 'guest' } });
    await server.ok('PUT', emailUrl(userId), { body: { address: `${userId}@example.com` } });
  }
  await server.group(['guest', 'ben']);
  await server.database.sql(`update user_emails set is_refused = true where address like 'ann2%'`);
  await server.ok('PATCH', `${userUrl('guest')}/change-user-id/ann2`);
  expect(await server.ok('GET', emailUrl('ann2'))).toMatchObject({
    address: 'guest@example.com',
    status: 'active',
  });
});

test('removing the address ends the e-mails; a later address gets none about earlier messages', async () => {
  const { server, mail, away, run, pass, settled, after } = await startEmailed();
  const ann = await away('ann');
  await away('ben');
  const threadId = await server.group(['ann', 'ben']);
  run();
  await ann.say(threadId, 'before');
  await pass(30);
  await server.ok('DELETE', emailUrl('ben'));
  await server.ok('DELETE', emailUrl('ben'));
  await pass(31);
  await settled();
  expect(mail.mails).toEqual([]);
  await server.ok('PUT', emailUrl('ben'), { body: { address: 'new@example.com' } });
  await ann.say(threadId, 'afterwards');
  await after(61);
  expect(mail.mails.map(({ recipients }) => recipients)).toEqual([['new@example.com']]);
  expect(mail.mails[0]?.text).not.toContain('before');
});

test('what the mail server says is shown to the back end', { tags: 'thorough' }, async () => {
  const { server, mail, away, run, after } = await startEmailed();
  mail.onRecipient = async (address) => Object.assign(new Error(`<${address}> later`), { responseCode: 450 });
  const ann = await away('ann');
  await away('ben');
  const threadId = await server.group(['ann', 'ben']);
  run();
  await ann.say(threadId, 'secret');
  await after(61);
  await until(async () => ((await server.ok('GET', emailUrl('ben'))).attempts.length > 0 ? true : undefined));
  expect((await server.ok('GET', emailUrl('ben'))).attempts[0].response).toContain('ben@example.com');
  // It goes with the address.
  await server.ok('DELETE', emailUrl('ben'));
  expect(await server.database.sql('select attempts from email_digests')).toEqual([{ attempts: [] }]);
});

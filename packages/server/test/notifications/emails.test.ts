import { expect, test } from 'vitest';
import { MESSAGES } from '../harness/api.ts';
import { at, MY_NOTIFICATIONS, myMemberUrl, myMessageUrl, myThreadUrl } from '../harness/client-api.ts';
import { textTo } from '../harness/population.ts';
import { sampled } from '../harness/seed.ts';
import { PUBLIC_URL, SETTINGS, startEmailed } from './emailed.ts';

/** Who gets e-mail about what, from a real mail server. */

test('one e-mail lists all unread messages', async () => {
  const { server, mail, away, run, after } = await startEmailed();
  const [ann, , cid] = [await away('ann'), await away('ben'), await away('cid')];
  const team = await server.group(['ann', 'ben']);
  const others = await server.group(['cid', 'ben']);
  run();
  await ann.say(team, 'Shall we meet at eight?');
  await cid.say(others, 'one');
  await cid.say(others, 'two');
  await after(61);
  expect(mail.mails).toHaveLength(1);
  const received = at(mail.mails, 0);
  expect(received).toMatchObject({
    recipients: ['ben@example.com'],
    envelopeFrom: 'chat@example.com',
    subject: 'Unread messages (3)',
    from: { name: 'Example Chat', address: 'chat@example.com' },
    to: [{ address: 'ben@example.com' }],
  });
  for (const text of ['ANN: Shall we meet at eight?', 'CID: one', 'CID: two']) {
    expect(received.text).toContain(text);
    expect(received.html).toContain(text);
  }
  expect(received.header('auto-submitted')).toBe('auto-generated');
  expect(received.header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  const [, url = ''] = /^<(.*)>$/.exec(received.header('list-unsubscribe') ?? '') ?? [];
  expect(url).toMatch(new RegExp(`^${PUBLIC_URL}/notification/v1.0/unsubscribe/[\\w-]{22}$`));
  expect(received.text).toContain(url);
  expect(received.html).toContain(`href="${url}"`);
  expect(received.html).not.toMatch(/<(img|script|link|iframe)/i);
});

test('what was read, deleted or left meanwhile is in no e-mail', async () => {
  const { server, mail, away, run, after } = await startEmailed();
  const [ann, ben] = [await away('ann'), await away('ben')];
  const [read, deleted, left, muted, all] = await Promise.all(
    [0, 1, 2, 3, 4].map(() => server.group(['ann', 'ben'])),
  );
  run();
  await ann.say(read ?? '', 'read');
  const { seq } = await ann.say(deleted ?? '', 'deleted');
  await ann.say(left ?? '', 'left');
  await ann.say(muted ?? '', 'muted');
  await ann.say(all ?? '', 'told');
  await server.relayed();
  await ben.ok('PUT', myThreadUrl(read ?? '', '/read'), { body: {} });
  await ann.ok('DELETE', myMessageUrl(deleted ?? '', seq));
  await ann.ok('DELETE', myMemberUrl(left ?? '', 'ben'));
  await ben.ok('PUT', myThreadUrl(muted ?? '', '/notifications'), { body: { level: 'none' } });
  await after(61);
  expect(mail.mails).toHaveLength(1);
  expect(mail.mails[0]).toMatchObject({ subject: 'Unread messages (1)' });
  expect(mail.mails[0]?.text).toContain('told');
});

test('nothing is sent about what was read in time, and nothing too early', { tags: 'thorough' }, async () => {
  const { server, mail, away, run, after } = await startEmailed();
  const [ann, ben] = [await away('ann'), await away('ben')];
  const threadId = await server.group(['ann', 'ben']);
  run();
  await ann.say(threadId, 'first');
  await after(50);
  expect(mail.mails).toEqual([]);
  await ben.ok('PUT', myThreadUrl(threadId, '/read'), { body: {} });
  await ann.say(threadId, 'second');
  // The first message would be due now, the second one is not.
  await after(20);
  expect(mail.mails).toEqual([]);
  await after(45);
  expect(mail.mails).toHaveLength(1);
  expect(mail.mails[0]?.text).toContain('second');
  expect(mail.mails[0]?.text).not.toContain('first');
});

test('the next e-mail has only what the last one had not, and comes an hour later', async () => {
  const { server, mail, away, run, after } = await startEmailed();
  const [ann] = [await away('ann'), await away('ben')];
  const threadId = await server.group(['ann', 'ben']);
  const other = await server.group(['ann', 'ben']);
  run();
  await ann.say(threadId, 'first');
  await after(59);
  // The same e-mail has messages that are unread for a shorter time.
  await ann.say(other, 'second');
  await after(2);
  expect(mail.mails.map(({ subject }) => subject)).toEqual(['Unread messages (2)']);
  await ann.say(threadId, 'third');
  await after(59);
  expect(mail.mails).toHaveLength(1);
  await after(2);
  expect(mail.mails).toHaveLength(2);
  expect(mail.mails[1]?.text).toContain('third');
  expect(mail.mails[1]?.text).not.toContain('first');
  expect(mail.mails[1]?.messageId).not.toBe(mail.mails[0]?.messageId);
  await after(600);
  expect(mail.mails).toHaveLength(2);
});

test('in a busy thread, the first unread message counts; the number ends at 100', {
  tags: 'thorough',
}, async () => {
  const { server, mail, away, run, after } = await startEmailed();
  const [ann] = [await away('ann'), await away('ben')];
  const threadId = await server.group(['ann', 'ben']);
  run();
  await ann.say(threadId, 'first');
  await after(30);
  for (let number = 1; number <= 101; number += 1) await ann.say(threadId, `number ${number}`);
  await after(31);
  expect(mail.mails).toHaveLength(1);
  expect(mail.mails[0]?.subject).toBe('Unread messages (100+)');
  expect(mail.mails[0]?.text).toContain('Earlier messages: 95+');
});

test('an e-mail shows ten threads with five messages each, and counts the others', {
  tags: 'thorough',
}, async () => {
  const { server, mail, away, run, after } = await startEmailed();
  const [ann] = [await away('ann'), await away('ben')];
  const busy = await server.group(['ann', 'ben']);
  const others = await Promise.all(Array.from({ length: 11 }, () => server.group(['ann', 'ben'])));
  run();
  for (const threadId of others) await ann.say(threadId, `in thread ${threadId}`);
  for (let number = 1; number <= 7; number += 1) await ann.say(busy, `number ${number}`);
  await after(61);
  const [{ text = '', subject } = {}] = mail.mails;
  expect(subject).toBe('Unread messages (18)');
  expect([...text.matchAll(/number (\d)/g)].map(([, number]) => number)).toEqual(['3', '4', '5', '6', '7']);
  expect(text).toContain('Earlier messages: 2');
  expect([...text.matchAll(/in thread (\d+)/g)]).toHaveLength(9);
  expect(text).toContain('More chats with unread messages: 2');
  await after(600);
  expect(mail.mails).toHaveLength(1);
});

test.each(
  sampled('previews', [
    ['full', 'ANN: secret plan', 'Group'],
    ['sender', 'ANN: New message', 'Group'],
    ['none', '', ''],
  ] as const),
)('the preview %s is obeyed', async (preview, line, heading) => {
  const { server, mail, away, run, after } = await startEmailed();
  const [ann] = [await away('ann'), await away('ben')];
  const threadId = await server.group(['ann', 'ben']);
  const link = 'https://app.example.com/chat?thread={thread_id}&from=mail';
  await server.ok('PUT', SETTINGS, { body: { preview, email: { link } } });
  run();
  await ann.say(threadId, 'secret plan');
  await after(61);
  const [{ text = '', html = '' } = {}] = mail.mails;
  for (const shown of [line, heading]) expect(text).toContain(shown);
  if (preview !== 'full') expect(text + html).not.toContain('secret');
  if (preview === 'none') expect(text + html).not.toMatch(/ANN|Group/);
  expect(text).toContain(`https://app.example.com/chat?thread=${threadId}&from=mail`);
  expect(html).toContain(`href="https://app.example.com/chat?thread=${threadId}&amp;from=mail"`);
});

test('templates and languages: the parts that fit best', async () => {
  const { server, mail, away, run, after } = await startEmailed();
  const ann = await away('ann');
  await away('ben', { language: 'de-CH' });
  await away('cid', { language: 'vi' });
  await away('dan', { language: 'xx' });
  const threadId = await server.group(['ann', 'ben', 'cid', 'dan']);
  const templates = {
    de: { subject: '{name}: {count} neue in {threads}' },
    default: { footer: 'Example Ltd, {count}', open: 'Go' },
  };
  await server.ok('PUT', SETTINGS, { body: { email: { templates } } });
  run();
  await ann.say(threadId, 'hello');
  await after(61);
  const mailTo = (name: string) => mail.mails.find(({ recipients }) => recipients[0]?.startsWith(name));
  expect(mailTo('ben')?.subject).toBe('BEN: 1 neue in 1');
  expect(mailTo('ben')?.text).toContain('Abbestellen: ');
  expect(mailTo('cid')?.subject).toBe('Tin nhắn chưa đọc (1)');
  expect(mailTo('dan')?.subject).toBe('Unread messages (1)');
  for (const name of ['ben', 'cid', 'dan']) expect(mailTo(name)?.text).toContain('Example Ltd, 1');
});

test('a linked thread sends mentions and replies only, unless a member chooses all', async () => {
  const { server, mail, away, run, after } = await startEmailed();
  const [ann, ben] = [await away('ann'), await away('ben')];
  const [cid, dan] = [await away('cid'), await away('dan')];
  const { thread_id: threadId } = await server.ok('POST', '/open-api/v1.0/chat/threads', {
    body: {
      name: 'Order 7',
      owner_id: 'ann',
      member_ids: ['ben', 'cid', 'dan'],
      id_type: 2,
      reference_id: 'order 7/{thread_id}&"<>',
    },
  });
  const link = 'https://app.example.com/{reference_id}/{thread_id}?list={satl_reference_id}';
  await server.ok('PUT', SETTINGS, { body: { email: { link } } });
  await cid.ok('PUT', myThreadUrl(threadId, '/notifications'), { body: { level: 'all' } });
  run();
  const { seq } = await dan.say(threadId, 'a question');
  await ann.say(threadId, { body: { text: 'for ben' }, mentions: [ben.extUserId] });
  await ann.say(threadId, { body: { text: 'an answer' }, reply_to: seq });
  await after(61);
  const said = Object.fromEntries(
    mail.mails.map(({ recipients, text }) => [
      recipients[0],
      [...(text ?? '').matchAll(/: (a question|for ben|an answer)$/gm)].map(([, what]) => what),
    ]),
  );
  expect(said).toEqual({
    'ben@example.com': ['for ben'],
    'cid@example.com': ['a question', 'for ben', 'an answer'],
    'dan@example.com': ['an answer'],
  });
  const opened = `https://app.example.com/order%207%2F%7Bthread_id%7D%26%22%3C%3E/${threadId}?list=`;
  for (const { text = '', html = '' } of mail.mails) {
    expect(text.split('\n')).toContain(opened);
    expect(html).toContain(`href="${opened}"`);
  }
});

test('who has switched notifications or e-mail off, or has muted the thread, gets none', async () => {
  const { server, mail, away, run, after } = await startEmailed();
  const names = ['silent', 'choosy', 'muted', 'told'];
  const ann = await away('ann');
  const [silent, choosy, muted] = [await away('silent'), await away('choosy'), await away('muted')];
  await away('told');
  const threadId = await server.group(['ann', ...names]);
  await silent.ok('PUT', MY_NOTIFICATIONS, { body: { enabled: false } });
  await choosy.ok('PUT', MY_NOTIFICATIONS, { body: { enabled: true, email: false } });
  run();
  await ann.say(threadId);
  await after(30);
  // Only after the fan-out.
  const muted_until = Date.now() + 3_600_000;
  await muted.ok('PUT', myThreadUrl(threadId, '/notifications'), { body: { level: 'default', muted_until } });
  await after(31);
  expect(mail.mails.map(({ recipients }) => recipients)).toEqual([['told@example.com']]);
});

test('custom_notify is sent with the text; kinds without a text have their word', {
  tags: 'thorough',
}, async () => {
  const { server, mail, away, run, after } = await startEmailed();
  await away('ann');
  await away('ben');
  const threadId = await server.group(['ann', 'ben']);
  const message = textTo(threadId, 'ann', 'It has shipped.');
  const custom_notify = { title: 'Your order', subtitle: 'No. 4711' };
  run();
  await server.ok('POST', MESSAGES, {
    body: { ...message, body: { ...(message.body as object), custom_notify } },
  });
  await after(61);
  expect(mail.mails[0]?.text).toContain('  Your order – No. 4711 – ANN: It has shipped.\n');
});

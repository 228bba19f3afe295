import { expect, onTestFinished, test, vi } from 'vitest';
import { refusal } from '../../../testing/src/receivers/mail-server.ts';
import { until } from '../harness/until.ts';
import { pause } from '../harness/waits.ts';
import { type Emailed, emailUrl, startEmailed } from './emailed.ts';
import { speakSmtp, startRawServer } from './raw-mail-server.ts';

/** What failures cost: e-mails are neither lost nor repeated without a limit. */

/** A server that speaks SMTP, by these replies, and an e-mail to Ben. */
async function startWith(
  reply: (line: string) => string,
  options: { login?: string; timeoutMs?: number } = {},
) {
  const { login = '', timeoutMs = 30_000 } = options;
  const lines: string[] = [];
  const { url } = await startRawServer((socket) => {
    speakSmtp(socket, (line) => {
      lines.push(line);
      const said = reply(line);
      if (said === 'close') socket.destroy();
      else if (said === 'late') void pause(6 * timeoutMs).then(() => socket.write('250 ok\r\n'));
      return said === 'close' || said === 'late' ? '' : said;
    });
  });
  const emailed = await startEmailed({
    PALAVER_SMTP_URL: url.replace('//', `//${login}`),
    PALAVER_SMTP_TIMEOUT_MS: String(timeoutMs),
  });
  await unread(emailed);
  return { ...emailed, copies: () => lines.filter((line) => line === '.').length };
}

/** Ann has written to Ben, an hour ago. */
async function unread({ server, away, run, pass }: Emailed): Promise<void> {
  const [ann] = [await away('ann'), await away('ben')];
  const threadId = await server.group(['ann', 'ben']);
  run();
  await ann.say(threadId);
  await pass(61);
}

const emailOf = ({ server }: Emailed, userId = 'ben') => server.ok('GET', emailUrl(userId));

const attempted = (emailed: Emailed, count: number) =>
  until(async () => ((await emailOf(emailed)).attempts.length >= count ? true : undefined));

/** Ends the delays after failures, until there is nothing to tell. */
const untilOver = (emailed: Emailed) =>
  until(async () => {
    await hurry(emailed);
    return (await emailOf(emailed)).next_try_at === null || undefined;
  }, 60);

const hurry = ({ server }: Emailed) =>
  server.database.sql(`update email_digests set due_at = now() - interval '1 s' where due_at is not null`);

test('a reply with control characters is recorded without them', async () => {
  const emailed = await startWith((line) => (line === '.' ? '250 queued as \0\x1babc' : '250 ok'));
  await emailed.settled();
  expect(await emailOf(emailed)).toMatchObject({
    next_try_at: null,
    attempts: [{ result: 'delivered', response: '250 queued as abc' }],
  });
  expect(emailed.copies()).toBe(1);
});

test('an e-mail whose outcome cannot be recorded is sent at most three times, and holds up no other', async () => {
  const emailed = await startEmailed();
  const { server, mail, away, run, pass } = emailed;
  const [ann, ben] = [await away('ann'), await away('ben'), await away('cid')];
  const threadId = await server.group(['ann', 'ben', 'cid']);
  await server.database.sql(
    `create function fail() returns trigger language plpgsql as $$ begin raise 'not recorded'; end $$;
     create trigger fail before update of attempts on email_digests for each row
     when (new.ext_user_id = ${ben.extUserId} and new.attempts <> old.attempts) execute function fail()`,
  );
  run();
  await ann.say(threadId);
  await pass(61);
  const got = (name: string) => mail.mails.filter(({ recipients }) => recipients[0]?.startsWith(name)).length;
  await until(async () => (got('ben') === 1 && got('cid') === 1) || undefined);
  await untilOver(emailed);
  expect([got('ben'), got('cid')]).toEqual([3, 1]);
});

test('a server that accepts late gets one e-mail', async () => {
  const emailed = await startWith((line) => (line === '.' ? 'late' : '250 ok'), { timeoutMs: 300 });
  await emailed.settled();
  expect(await emailOf(emailed)).toMatchObject({ attempts: [{ result: 'delivered' }] });
  expect(emailed.copies()).toBe(1);
});

test('a server that closes instead of accepting gets at most three copies', async () => {
  const emailed = await startWith((line) => (line === '.' ? 'close' : '250 ok'));
  await untilOver(emailed);
  expect(emailed.copies()).toBe(3);
  expect((await emailOf(emailed)).attempts).toMatchObject(
    Array.from({ length: 3 }, () => ({
      result: 'failed',
      status: null,
      response: 'The mail server got the e-mail, but did not say that it accepts it.',
    })),
  );
});

test('a server that refuses the sender fails: no e-mail ends, and no address', async () => {
  const emailed = await startWith((line) =>
    line.startsWith('MAIL') ? '550 5.1.1 no such sender' : '250 ok',
  );
  await attempted(emailed, 1);
  expect(await emailOf(emailed)).toMatchObject({
    status: 'active',
    next_try_at: expect.any(Number),
    attempts: [{ result: 'failed', status: 550, response: 'The mail server failed.' }],
  });
});

test('a server that closes before it has got the e-mail gets no copy', async () => {
  const emailed = await startWith((line) => (line.startsWith('RCPT') ? 'close' : '250 ok'));
  await attempted(emailed, 1);
  const { attempts } = await emailOf(emailed);
  expect(attempts).toMatchObject([{ result: 'failed', status: null, response: 'The mail server failed.' }]);
  expect(await emailed.server.database.sql('select tries from email_digests')).toEqual([{ tries: 1 }]);
});

test('with a login, a server that offers none gets no e-mail', async () => {
  const emailed = await startWith((line) => (line.startsWith('AUTH') ? '502 no such command' : '250 ok'), {
    login: 'user:password@',
  });
  await attempted(emailed, 1);
  expect(await emailOf(emailed)).toMatchObject({ attempts: [{ result: 'failed', status: 502 }] });
  expect(emailed.copies()).toBe(0);
});

test.each([4, 5])('after %i users whom the server refused in a row', async (count) => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => written.mockRestore());
  const emailed = await startEmailed({ PALAVER_LOG_LEVEL: 'warn' });
  const { server, mail, away, run, pass, settled } = emailed;
  const ann = await away('ann');
  const names = Array.from({ length: count }, (_, index) => `user${index}`);
  for (const name of names) await away(name);
  const threadId = await server.group(['ann', ...names]);
  mail.onRecipient = async () => refusal(550, 'relay not permitted');
  run();
  await ann.say(threadId);
  await pass(61);
  await settled();
  const lines = written.mock.calls.map(([line]) => String(line));
  const warnings = lines.filter((line) => line.includes('the mail server failed; e-mails wait'));
  expect(warnings).toHaveLength(count < 5 ? 0 : 1);
  for (const name of names)
    expect(await emailOf(emailed, name)).toMatchObject({
      status: 'active',
      attempts: [{ result: 'refused' }],
    });
});

test.each([
  ['the server fails', 33, '421 later', false],
  ['the server delays this e-mail', 32, '451 later', false],
  ['the server delays this e-mail', 33, '451 later', true],
])('%s after %i failed attempts', async (_, tries, reply, isOver) => {
  const emailed = await startWith((line) => (line === '.' ? reply : '250 ok'));
  await attempted(emailed, 1);
  await emailed.server.database.sql(`update email_digests set tries = ${tries}`);
  await hurry(emailed);
  await attempted(emailed, 2);
  expect((await emailOf(emailed)).next_try_at === null).toBe(isOver);
});

test('an e-mail is due by the clock of the database', async () => {
  const emailed = await startEmailed();
  const { server, mail, away, run, pass } = emailed;
  const [ann] = [await away('ann'), await away('ben')];
  const threadId = await server.group(['ann', 'ben']);
  run();
  await ann.say(threadId);
  await pass(30);
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 });
  await pass(31);
  await until(async () => mail.mails.length > 0 || undefined);
  await emailed.settled();
  expect(mail.mails).toHaveLength(1);
});

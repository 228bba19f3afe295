import { onTestFinished } from 'vitest';
import { type MailServer, startMailServer } from '../../../testing/src/receivers/mail-server.ts';
import { userUrl } from '../harness/api.ts';
import { type SignedIn, signIn } from '../harness/client-api.ts';
import { startTestServer, type TestServer } from '../harness/test-server.ts';
import { until } from '../harness/until.ts';

/** A server that sends e-mail about what was unread for an hour, and the mail server that it reaches. */
export interface Emailed {
  server: TestServer;
  mail: MailServer;
  /** Creates a user with the address `<id>@example.com`. */
  away: (
    userId: string,
    options?: { key?: string; tenant?: string; language?: string; name?: string },
  ) => Promise<SignedIn>;
  /** Sends notifications and e-mails from here on. The result stops it, as a node that stops. */
  run: () => () => Promise<void>;
  /** Makes everything so much older, once all messages that were sent are on their way. */
  pass: (minutes: number) => Promise<void>;
  /** Resolves when no e-mail is due or in progress. */
  settled: () => Promise<void>;
  /** `pass` and `settled`. */
  after: (minutes: number) => Promise<void>;
}

export const SETTINGS = '/notification/v1.0/settings';
export const PUBLIC_URL = 'https://chat.example.com';
export const emailUrl = (userId: string) => `${userUrl(userId)}/email`;

/** The settings of a process that sends e-mail. */
export const emailSettings = (mail: MailServer) => ({
  PALAVER_SMTP_URL: mail.url,
  PALAVER_EMAIL_FROM: 'Example Chat <chat@example.com>',
  PALAVER_PUBLIC_URL: PUBLIC_URL,
});

export async function startEmailed(
  environment: Record<string, string> = {},
  mailServer?: MailServer,
): Promise<Emailed> {
  const mail = mailServer ?? (await startMailServer());
  const server = await startTestServer({ ...emailSettings(mail), ...environment });
  onTestFinished(async () => {
    await server.close();
    await mail.close();
  });
  await server.ok('PUT', SETTINGS, { body: { email: { enabled: true } } });
  const away: Emailed['away'] = async (
    userId,
    { key, tenant, language, name = userId.toUpperCase() } = {},
  ) => {
    const options = { ...(key === undefined ? {} : { key }), ...(tenant === undefined ? {} : { tenant }) };
    await server.ok('PUT', userUrl(userId), { ...options, body: { display_name: name } });
    const address = `${tenant === undefined ? '' : `${tenant}-`}${userId}@example.com`;
    const body = { address, ...(language === undefined ? {} : { language }) };
    await server.ok('PUT', emailUrl(userId), { ...options, body });
    return signIn(server, userId, options);
  };
  const run = () => {
    const stop = server.runNotifications();
    onTestFinished(stop);
    return stop;
  };
  const { sql } = server.database;
  const isEmpty = (query: string) => async () => (await sql(`${query} limit 1`)).length === 0 || undefined;
  const pass = async (minutes: number) => {
    await server.relayed();
    await until(isEmpty('select from notification_batches'));
    const ago = `interval '${minutes} minutes'`;
    await sql(`update messages set created_at = created_at - ${ago}`);
    await sql(`update email_digests set due_at = due_at - ${ago}, not_before = not_before - ${ago}`);
  };
  const settled = async () => {
    // (An e-mail in progress counts as 12 failed attempts.)
    await until(isEmpty(`select from email_digests where due_at <= now() or tries >= 12`));
  };
  const after = async (minutes: number) => {
    await pass(minutes);
    await settled();
  };
  return { server, mail, away, run, pass, settled, after };
}

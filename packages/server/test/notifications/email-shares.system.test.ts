import { expect, onTestFinished, test } from 'vitest';
import { createApp } from '../../src/domain/records/apps.ts';
import { until } from '../harness/until.ts';
import { SETTINGS, startEmailed } from './emailed.ts';

/** Applications share the mail server. */

test('an application with many e-mails that are due does not hold up those of others', async () => {
  const { server, mail, away, pass, settled } = await startEmailed();
  const accepts: (() => void)[] = [];
  mail.onMail = async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    accepts.push(() => resolve(undefined));
    return promise;
  };
  const names = Array.from({ length: 12 }, (_, index) => `user${index}`);
  const ann = await away('ann');
  for (const name of names) await away(name);
  const threadId = await server.group(['ann', ...names]);
  const others = ['other', 'zoo'];
  for (const app of others) {
    await createApp(server.db, { id: app, name: app });
    const key = await server.createKey({ appId: app });
    await server.ok('PUT', SETTINGS, { key, body: { email: { enabled: true } } });
    const eve = await away('eve', { key });
    await away(`of-${app}`, { key });
    await eve.say(await server.group(['eve', `of-${app}`], { key }));
  }
  await ann.say(threadId);
  onTestFinished(server.runNotifications());
  await pass(59);
  const { sql } = server.database;
  const isDue = (condition: string) =>
    sql(
      `update email_digests set due_at = now() - interval '1 minute', not_before = '-infinity' where ${condition}`,
    );
  await sql(`update messages set created_at = created_at - interval '1 hour'`);
  const begun = (count: number) => until(async () => mail.named.length === count || undefined);
  await isDue(`app_id = 'test'`);
  await begun(5);
  await isDue(`app_id <> 'test'`);
  expect(await server.metrics.render()).toContain('palaver_emails_due 9\n');
  for (let count = 6; count <= 14; count += 1) {
    // (An e-mail has begun before all of it has arrived.)
    const accept = await until(async () => accepts.shift());
    accept();
    await begun(count);
  }
  mail.onMail = async () => undefined;
  for (const accept of accepts) accept();
  await settled();
  expect(mail.named.slice(0, 5).join()).not.toContain('of-');
  expect(mail.named.slice(5, 7).toSorted()).toEqual(['of-other@example.com', 'of-zoo@example.com']);
  expect(new Set(mail.named).size).toBe(14);
});

test('e-mails that a server of a former version has stored are sent', async () => {
  const { server, mail, away, run, after } = await startEmailed();
  const [ann] = [await away('ann'), await away('ben')];
  const threadId = await server.group(['ann', 'ben']);
  // Such a server does not name the application.
  await server.database.sql(`
    create function forget() returns trigger language plpgsql as $$ begin new.app_id := null; return new; end $$;
    create trigger a_former before insert on email_digests for each row execute function forget()`);
  run();
  await ann.say(threadId);
  await after(61);
  expect(mail.mails).toHaveLength(1);
});

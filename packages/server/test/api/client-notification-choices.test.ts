// @module-tag database
import { FOR_EVER } from '@palaver/protocol/notification-choices';
import { beforeEach, describe, expect, test } from 'vitest';
import { expectRefused, memberUrl, renameUrl, userUrl } from '../harness/api.ts';
import {
  at,
  MY_NOTIFICATIONS,
  myMemberUrl,
  myThreadUrl,
  type SignedIn,
  signIn,
  signInAll,
} from '../harness/client-api.ts';
import { useServer } from '../harness/use-server.ts';

/** What users choose about their notifications. */

const server = await useServer();
let serial = 0;
let ann: SignedIn;
let ben: SignedIn;
beforeEach(async () => {
  serial += 1;
  [ann, ben] = await signInAll(server, 2, `user-${serial}-`);
});

const rowsOf = (table: 'user_notifications' | 'thread_notifications', { extUserId }: SignedIn) =>
  server.database.sql(`select * from ${table} where ext_user_id = $1`, [extUserId]);

describe('for all threads', () => {
  const choose = (who: SignedIn, body: object) => who.ok('PUT', MY_NOTIFICATIONS, { body });
  const chosen = (who: SignedIn) => who.ok('GET', MY_NOTIFICATIONS);
  const refused = (body: object, code: 'M40002' | 'M40003' | 'M40004', ...fields: string[]) =>
    expectRefused(server, ['PUT', MY_NOTIFICATIONS, { token: ann.token, body }], code, fields);
  const night = { start: '22:00', end: '07:00', time_zone: 'Europe/Berlin' };
  const DEFAULT = { enabled: true, quiet_hours: null, email: true, web_push_key: '' };

  test('notifications are on, without quiet hours', async () => {
    expect(await chosen(ann)).toEqual(DEFAULT);
    expect(await rowsOf('user_notifications', ann)).toEqual([]);
  });

  test('a request replaces both choices, and the default is not stored', async () => {
    const both = { enabled: false, quiet_hours: night, email: true, web_push_key: '' };
    expect(await choose(ann, both)).toEqual(both);
    expect(await chosen(ann)).toEqual(both);
    expect(await chosen(ben)).toEqual(DEFAULT);
    expect(await choose(ann, { enabled: true, quiet_hours: night })).toEqual({ ...both, enabled: true });
    expect(await choose(ann, { enabled: false })).toEqual({ ...both, quiet_hours: null });
    expect(await rowsOf('user_notifications', ann)).toHaveLength(1);
    expect(await choose(ann, { enabled: true, quiet_hours: null })).toEqual(DEFAULT);
    expect(await rowsOf('user_notifications', ann)).toEqual([]);
  });

  test('quiet hours are two different times of day in a time zone', async () => {
    for (const [start, end] of [
      ['00:00', '23:59'],
      ['23:59', '00:00'],
      ['09:30', '09:31'],
    ])
      await choose(ann, { enabled: true, quiet_hours: { ...night, start, end } });
    for (const start of [
      '24:00',
      '23:60',
      '7:00',
      '07:00:00',
      '07.00',
      ' 07:00',
      '\uff10\uff17:00',
      700,
      [],
      {},
    ])
      await refused({ enabled: true, quiet_hours: { ...night, start } }, 'M40003', 'quiet_hours.start');
    await refused({ enabled: true, quiet_hours: { ...night, end: '22:00' } }, 'M40003', 'quiet_hours.end');
    await refused({ enabled: true, quiet_hours: { ...night, end: '' } }, 'M40002', 'quiet_hours.end');
    await refused({ enabled: true, quiet_hours: {} }, 'M40002', ...fieldsOf('start', 'end', 'time_zone'));
    for (const time_zone of ['+02:00', 'Berlin', '\u0000', 1])
      await refused(
        { enabled: true, quiet_hours: { ...night, time_zone } },
        'M40003',
        'quiet_hours.time_zone',
      );
    const long = { ...night, time_zone: 'A'.repeat(65) };
    await refused({ enabled: true, quiet_hours: long }, 'M40004', 'quiet_hours.time_zone');
    for (const quiet_hours of ['22:00', 1, true, []])
      await refused({ enabled: true, quiet_hours }, 'M40003', 'quiet_hours');
    for (const enabled of ['true', 1, [], {}]) await refused({ enabled }, 'M40003', 'enabled');
    for (const body of [{}, { enabled: null }]) await refused(body, 'M40002', 'enabled');
  });
  const fieldsOf = (...names: string[]) => names.map((name) => `quiet_hours.${name}`);

  test('the key of Web Push is that of the tenant, or else of the application', async () => {
    const add = (tenant: string, key: string, replaced: Date | null = null) =>
      server.database.sql(
        `insert into push_credentials (app_id, tenant_id, provider, settings, secret, replaced_at)
         values ('test', $1, 'web_push', $2, 'x', $3)`,
        [tenant, { public_key: key }, replaced],
      );
    const [acme, other] = ['acme', 'other'].map((tenant) => ({ tenant }));
    const hers = await signInAll(server, 1, `acme-${serial}-`, acme);
    const his = await signInAll(server, 1, `other-${serial}-`, other);
    const keys = () =>
      Promise.all([ann, at(hers, 0), at(his, 0)].map(async (who) => (await chosen(who)).web_push_key));
    expect(await keys()).toEqual(['', '', '']);
    await add('', 'former', new Date());
    await add('acme', 'of-acme');
    expect(await keys()).toEqual(['', 'of-acme', '']);
    await add('', 'of-all');
    expect(await keys()).toEqual(['of-all', 'of-acme', 'of-all']);
    await server.database.sql('delete from push_credentials');
  });

  test('they stay under a new identifier, and those of an absorbed record win', async () => {
    await choose(ann, { enabled: false });
    await server.ok('PATCH', renameUrl(ann.userId, `${ann.userId}-new`));
    const renamed = await signIn(server, `${ann.userId}-new`);
    expect(await chosen(renamed)).toMatchObject({ enabled: false });
    // Without choices of its own, the record leaves those of the survivor.
    await server.ok('PATCH', renameUrl(renamed.userId, ben.userId));
    const merged = await signIn(server, ben.userId);
    expect(await chosen(merged)).toMatchObject({ enabled: false, quiet_hours: null });
    const [third] = await signInAll(server, 1, `third-${serial}-`);
    if (third === undefined) throw new Error('nobody signed in');
    await choose(third, { enabled: true, quiet_hours: night });
    await server.ok('PATCH', renameUrl(merged.userId, third.userId));
    expect(await chosen(await signIn(server, third.userId))).toMatchObject({
      enabled: true,
      quiet_hours: night,
    });
  });

  test('a deactivated user chooses nothing', async () => {
    await server.ok('DELETE', userUrl(ann.userId));
    const { body } = await ann.call('PUT', MY_NOTIFICATIONS, { body: { enabled: false } });
    expect(body.message_code).toBe('M40111');
    expect(await rowsOf('user_notifications', ann)).toEqual([]);
  });
});

describe('for a thread', () => {
  let threadId: string;
  beforeEach(async () => {
    threadId = await server.group([ann.userId, ben.userId]);
  });
  const url = (id = threadId) => myThreadUrl(id, '/notifications');
  const choose = (who: SignedIn, body: object) => who.ok('PUT', url(), { body });
  const chosen = (who: SignedIn) => who.ok('GET', url());
  const DEFAULT = { level: 'default', muted_until: null };

  test('there is a default, which is not stored', async () => {
    expect(await chosen(ann)).toEqual(DEFAULT);
    for (const level of ['all', 'mentions', 'none']) {
      expect(await choose(ann, { level })).toEqual({ level, muted_until: null });
      expect(await chosen(ann)).toEqual({ level, muted_until: null });
    }
    expect(await chosen(ben)).toEqual(DEFAULT);
    expect(await choose(ann, { level: 'default', muted_until: null })).toEqual(DEFAULT);
    expect(await rowsOf('thread_notifications', ann)).toEqual([]);
  });

  test('a mute ends at a time, or when the member ends it', async () => {
    const until = Date.now() + 3_600_000;
    for (const muted_until of [until, FOR_EVER - 1, FOR_EVER]) {
      const muted = { level: 'mentions', muted_until };
      expect(await choose(ann, muted)).toEqual(muted);
      expect(await chosen(ann)).toEqual(muted);
    }
    expect(await rowsOf('thread_notifications', ann)).toMatchObject([
      { muted_until: Number.POSITIVE_INFINITY },
    ]);
    expect(await choose(ann, { level: 'mentions' })).toEqual({ level: 'mentions', muted_until: null });
    await choose(ann, { level: 'default', muted_until: until });
    await server.database.sql(`update thread_notifications set muted_until = now() - interval '1 ms'`);
    expect(await chosen(ann)).toEqual(DEFAULT);
  });

  test('invalid choices are refused', async () => {
    const refused = (body: object, code: 'M40002' | 'M40003', ...fields: string[]) =>
      expectRefused(server, ['PUT', url(), { token: ann.token, body }], code, fields);
    for (const level of ['ALL', 'some', 1, true, [], {}]) await refused({ level }, 'M40003', 'level');
    for (const body of [{}, { level: null }, { level: '' }]) await refused(body, 'M40002', 'level');
    for (const muted_until of [0, -1, 1.5, Date.now() - 1, FOR_EVER + 1, '1', true, [], {}])
      await refused({ level: 'all', muted_until }, 'M40003', 'muted_until');
  });

  test('only members have a choice, and find it again when they return', async () => {
    await choose(ben, { level: 'none' });
    const [cid] = await signInAll(server, 1, `cid-${serial}-`);
    await ann.ok('DELETE', myMemberUrl(threadId, ben.userId));
    await server.users(1, `far-${serial}-`, { tenant: 'elsewhere' });
    const far = await server.group([`far-${serial}-1`], { tenant: 'elsewhere' });
    for (const [who, id] of [
      [ben, threadId],
      [cid, threadId],
      [ann, far],
      [ann, '999999'],
      [ann, String(2n ** 63n - 1n)],
    ] as const) {
      const token = who?.token ?? '';
      await expectRefused(server, ['GET', url(id), { token }], 'M40401');
      await expectRefused(server, ['PUT', url(id), { token, body: { level: 'all' } }], 'M40401');
    }
    await expectRefused(server, ['GET', url('x'), { token: ann.token }], 'M40003', ['thread_id']);
    const body = { member_ids: [ben.userId], id_type: 2 };
    await ann.ok('POST', myThreadUrl(threadId, '/members'), { body });
    expect(await chosen(ben)).toEqual({ level: 'none', muted_until: null });
    // A muted member only reads, but this is their own affair.
    await server.ok('POST', memberUrl(threadId, ben.userId, 'mute'));
    expect(await choose(ben, { level: 'all' })).toEqual({ level: 'all', muted_until: null });
  });
});

// @module-tag database
import type { WebhookId } from '@palaver/protocol/webhooks';
import { beforeAll, describe, expect, test } from 'vitest';
import { openSecretsOf, type Secrets } from '../../src/domain/records/webhooks.ts';
import { BOTS, botUrl, expectRefused, MESSAGES, membersUrl, THREADS, userUrl } from '../harness/api.ts';
import type { CallOptions } from '../harness/calls.ts';
import { useServer } from '../harness/use-server.ts';

const server = await useServer();

const SECRET = /^whsec_[A-Za-z0-9+/]{43}=$/;
const create = async (body: object, options: CallOptions = {}) =>
  server.ok('POST', BOTS, { ...options, body });
const get = async (id: string, options: CallOptions = {}) => server.ok('GET', botUrl(id), options);
const secretsOf = async (id: string) => {
  const [row] = await server.database.sql<Secrets & { id: WebhookId }>(
    `select id, secret, previous_secret, previous_secret_expires_at
     from webhooks join users on ext_user_id = bot_ext_user_id where user_id = $1`,
    [id],
  );
  if (row === undefined) return undefined;
  const { secret, previous_secret, previous_secret_expires_at } = openSecretsOf(server.db, row.id, row);
  return { now: secret, before: previous_secret, until: previous_secret_expires_at };
};
const content = { text: 'x', metadata: [{ type: 'text' }] };

const FULL = {
  display_name: 'Helper',
  avatar_url: 'https://pictures.example/bot.png',
  webhook_url: 'https://hooks.example/palaver?a=b',
};

describe('creating a bot', () => {
  test('returns the record, and the secret only this once', async () => {
    const { webhook_secret, ...bot } = await create({ bot_id: 'helper', ...FULL });
    expect(webhook_secret).toMatch(SECRET);
    expect(bot).toEqual({
      bot_id: 'helper',
      ext_user_id: expect.stringMatching(/^[1-9][0-9]*$/),
      ...FULL,
      created_at: expect.any(Number),
      updated_at: bot.created_at,
    });
    expect(await get('helper')).toEqual(bot);
    expect(await server.ok('GET', BOTS)).toContainEqual(bot);
    expect(await secretsOf('helper')).toEqual({ now: webhook_secret, before: null, until: null });
  });

  test.each([{}, { bot_id: null }, { bot_id: '' }])('generates an id where none is given: %j', async (id) => {
    const one = await create({ ...id, display_name: 'Nameless', avatar_url: '', webhook_url: null });
    const two = await create({ ...id, display_name: 'Nameless' });
    expect(one.bot_id).toMatch(/^bot_[0-9A-Za-z]{12,}$/);
    expect(two.bot_id).not.toBe(one.bot_id);
    expect(one).toMatchObject({ avatar_url: '', webhook_url: '' });
  });

  test.each([
    [{}, 'M40002', ['display_name']],
    [{ display_name: '' }, 'M40002', ['display_name']],
    [{ display_name: null, bot_id: 5 }, 'M40002', ['display_name', 'bot_id']],
    [{ display_name: 'x', bot_id: ' x' }, 'M40003', ['bot_id']],
    [{ display_name: 'x', avatar_url: 'x', webhook_url: 'ftp://x' }, 'M40003', ['avatar_url', 'webhook_url']],
    [{ display_name: 'x', webhook_url: 'https://user:password@x.example' }, 'M40003', ['webhook_url']],
    [{ display_name: ['x'] }, 'M40003', ['display_name']],
  ] as const)('is refused for %j', async (body, code, fields) => {
    await expectRefused(server, ['POST', BOTS, { body }], code, fields);
  });
});

describe('changing a bot', () => {
  test.each([
    ['omitted fields are kept', {}, {}],
    ['a field changes alone', { display_name: 'Other' }, { display_name: 'Other' }],
    [
      'null and the empty string empty an address',
      { avatar_url: null, webhook_url: '' },
      { avatar_url: '', webhook_url: '' },
    ],
    ['a name stays when it would be empty', { display_name: '' }, {}],
    ['an id is not changed', { bot_id: 'x', ext_user_id: '1', webhook_secret: 'x' }, {}],
  ])('%s', async (name, change, expected) => {
    const { webhook_secret, ...bot } = await create({ bot_id: name, ...FULL });
    const changed = await server.ok('PATCH', botUrl(name), { body: change });
    expect(changed).toEqual({ ...bot, ...expected, updated_at: expect.any(Number) });
    expect(await get(name)).toEqual(changed);
    expect((await secretsOf(name))?.now).toBe(webhook_secret);
  });

  test.each([
    [{ display_name: 5, avatar_url: 'x' }, ['display_name', 'avatar_url']],
    [{ webhook_url: 'javascript:alert(1)' }, ['webhook_url']],
  ])('is refused for %j', async (body, fields) => {
    await create({ display_name: 'x', bot_id: `refused-${fields.length}` });
    await expectRefused(server, ['PATCH', botUrl(`refused-${fields.length}`), { body }], 'M40003', fields);
  });
});

describe('rotating the secret', () => {
  test('returns a new secret; the previous one stays valid for a day', async () => {
    const { webhook_secret: first } = await create({ bot_id: 'rotating', display_name: 'x' });
    const { webhook_secret: second, previous_secret_expires_at } = await server.ok(
      'POST',
      `${botUrl('rotating')}/rotate-secret`,
    );
    expect(second).toMatch(SECRET);
    expect(second).not.toBe(first);
    const day = 24 * 60 * 60 * 1000;
    expect(Math.abs(previous_secret_expires_at - Date.now() - day)).toBeLessThan(10_000);
    expect(await secretsOf('rotating')).toEqual({
      now: second,
      before: first,
      until: new Date(previous_secret_expires_at),
    });
    expect(JSON.stringify(await get('rotating'))).not.toContain('whsec_');

    const third = await server.ok('POST', `${botUrl('rotating')}/rotate-secret`);
    expect(await secretsOf('rotating')).toMatchObject({ now: third.webhook_secret, before: second });
  });
});

describe('a deleted bot', () => {
  test('no longer exists for its managers', async () => {
    await create({ bot_id: 'deleted', display_name: 'x' });
    const { body } = await server.call('DELETE', botUrl('deleted'));
    expect(body).toEqual({ message_code: 'M200', message: 'Success' });
    const url = botUrl('deleted');
    await expectRefused(server, ['GET', url], 'M40403');
    await expectRefused(server, ['DELETE', url], 'M40403');
    await expectRefused(server, ['PATCH', url, { body: { display_name: 'y' } }], 'M40403');
    await expectRefused(server, ['POST', `${url}/rotate-secret`], 'M40403');
    const ids = (await server.ok('GET', `${BOTS}?limit=100`)).map((bot: { bot_id: string }) => bot.bot_id);
    expect(ids).not.toContain('deleted');
  });

  test('is the same sender when its id is reused, with a new secret', async () => {
    const first = await create({
      bot_id: 'phoenix',
      display_name: 'Old',
      webhook_url: 'https://old.example',
    });
    await server.users(1, 'fan');
    const headers = { prefer: 'return=representation' };
    const send = async () => {
      const body = { sender: { bot_id: 'phoenix' }, target: { user_ids: ['fan1'] }, body: content };
      return (await server.ok('POST', MESSAGES, { body, headers })).messages[0];
    };
    const before = await send();
    await server.ok('DELETE', botUrl('phoenix'));
    expect(await server.ok('GET', membersUrl(before.thread_id))).toMatchObject([
      { user_id: 'phoenix', display_name: 'Old' },
      { user_id: 'fan1' },
    ]);
    const second = await create({ bot_id: 'phoenix', display_name: 'New' });
    expect(second).toMatchObject({ ext_user_id: first.ext_user_id, display_name: 'New', webhook_url: '' });
    expect(second.webhook_secret).not.toBe(first.webhook_secret);
    expect(await secretsOf('phoenix')).toEqual({ now: second.webhook_secret, before: null, until: null });
    expect(await send()).toMatchObject({ thread_id: before.thread_id });
  });
});

describe('the namespace shared with users', () => {
  const tenant = 'names';
  const refuseId = async (bot_id: string, options: CallOptions = {}) =>
    expectRefused(server, ['POST', BOTS, { ...options, body: { bot_id, display_name: 'x' } }], 'M40901', [
      'bot_id',
    ]);

  test('refuses the id of a bot or user of the same space, active or not', async () => {
    await create({ bot_id: 'taken', display_name: 'x' });
    await server.users(2, 'person');
    await server.ok('DELETE', userUrl('person2'));
    for (const id of ['taken', 'person1', 'person2']) await refuseId(id);
  });

  test('refuses an application-wide bot an id that any tenant uses', async () => {
    await server.users(1, 'local', { tenant });
    await create({ bot_id: 'local-bot', display_name: 'x' }, { tenant });
    await refuseId('local1');
    await refuseId('local-bot');
  });

  test("refuses a tenant's bot the id of an application-wide bot, deleted or not", async () => {
    await create({ bot_id: 'global', display_name: 'x' });
    await create({ bot_id: 'global-dead', display_name: 'x' });
    await server.ok('DELETE', botUrl('global-dead'));
    await refuseId('global', { tenant });
    await refuseId('global-dead', { tenant });
  });

  test('lets bots and users of different tenants have the same id', async () => {
    await create({ bot_id: 'same', display_name: 'x' }, { tenant });
    await create({ bot_id: 'same', display_name: 'x' }, { tenant: 'another' });
    await server.users(1, 'same', { tenant: 'another' });
    await create({ bot_id: 'same1', display_name: 'x' }, { tenant });
  });

  test('lets a bot have an id that a renamed user freed', async () => {
    await server.users(1, 'freed');
    await server.ok('PATCH', `${userUrl('freed1')}/change-user-id/freed-new`);
    await create({ bot_id: 'freed1', display_name: 'x' });
  });
});

describe('tenants', () => {
  beforeAll(async () => {
    await create({ bot_id: 'everywhere', display_name: 'Everywhere' });
    await create({ bot_id: 'of-t1', display_name: 'Of T1' }, { tenant: 't1' });
    for (const tenant of ['t1', 't2']) await server.users(2, 'u', { tenant });
    await server.users(2, 'u');
  });

  const message = (bot_id: string) => ({ sender: { bot_id }, target: { user_ids: ['u1'] }, body: content });

  test("share the application's bots, as senders and targets", async () => {
    for (const options of [{}, { tenant: 't1' }, { tenant: 't2' }]) {
      await server.ok('POST', MESSAGES, { ...options, body: message('everywhere') });
      const back = { sender: { user_id: 'u2' }, target: { user_ids: ['everywhere'] }, body: content };
      await server.ok('POST', MESSAGES, { ...options, body: back });
      const threadId = await server.group(['u1', 'u2'], options);
      const toGroup = { ...message('everywhere'), target: { thread_id: threadId } };
      await server.ok('POST', MESSAGES, { ...options, body: toGroup });
    }
  });

  test('have their own bots, which other tenants cannot use', async () => {
    await server.ok('POST', MESSAGES, { tenant: 't1', body: message('of-t1') });
    for (const options of [{}, { tenant: 't2' }]) {
      const request = ['POST', MESSAGES, { ...options, body: message('of-t1') }] as const;
      await expectRefused(server, [...request], 'M40403', ['sender.bot_id']);
      const body = { sender: { user_id: 'u1' }, target: { user_ids: ['of-t1'] }, body: content };
      await expectRefused(server, ['POST', MESSAGES, { ...options, body }], 'M40402', ['target.user_ids[0]']);
    }
  });

  test('manage the bots created in them', async () => {
    const idsOf = async (options: CallOptions) =>
      (await server.ok('GET', `${BOTS}?limit=100`, options)).map((bot: { bot_id: string }) => bot.bot_id);
    expect(await idsOf({ tenant: 't1' })).toEqual(['of-t1']);
    expect(await idsOf({ tenant: 't2' })).toEqual([]);
    expect(await idsOf({})).not.toContain('of-t1');
    await expectRefused(server, ['GET', botUrl('of-t1')], 'M40403');
    await expectRefused(server, ['DELETE', botUrl('everywhere'), { tenant: 't1' }], 'M40403');
  });

  test('cannot have a bot as owner or member of a group', async () => {
    const body = { name: 'G', owner_id: 'everywhere', member_ids: ['u1', 'everywhere'], id_type: 2 };
    await expectRefused(server, ['POST', THREADS, { body }], 'M40402', ['owner_id', 'member_ids[1]']);
  });
});

test('paging through the bots shows each once, in ascending order of ext_user_id', async () => {
  const tenant = 'walk';
  for (let n = 0; n < 7; n += 1) await create({ bot_id: `walk-${n}`, display_name: 'x' }, { tenant });
  const seen: { bot_id: string; ext_user_id: string }[] = [];
  for (let lastId = '0'; ; lastId = seen.at(-1)?.ext_user_id ?? '0') {
    const page = await server.ok('GET', `${BOTS}?limit=3&last_id=${lastId}`, { tenant });
    if (page.length === 0) break;
    expect(page.length).toBeLessThanOrEqual(3);
    seen.push(...page);
  }
  expect(seen.map(({ bot_id }) => bot_id)).toEqual(Array.from({ length: 7 }, (_, n) => `walk-${n}`));
});

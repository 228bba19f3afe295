import { type Device, MAX_DEVICES } from '@palaver/protocol/devices';
import { beforeEach, describe, expect, test } from 'vitest';
import { devicesUrl, deviceUrl, expectRefused, fingerprint, renameUrl, userUrl } from '../harness/api.ts';
import { at, MY_DEVICES, myDeviceUrl, type SignedIn, signIn, signInAll } from '../harness/client-api.ts';
import { useServer } from '../harness/use-server.ts';

/** Whose a device is: how many a user has, and who has a token. */

const server = await useServer();
let serial = 0;
let ann: SignedIn;
let ben: SignedIn;
beforeEach(async () => {
  serial += 1;
  [ann, ben] = await signInAll(server, 2, `user-${serial}-`);
});

const token = (name: string) => `${name}-${serial}`;
const phone = (name = 'token') => ({ provider: 'fcm', token: token(name) });
const register = (who: SignedIn, id: string, body: object = phone(id)): Promise<Device> =>
  who.ok('PUT', myDeviceUrl(id), { body });
const listed = async (who: SignedIn): Promise<string[]> =>
  (await who.ok('GET', MY_DEVICES)).map(({ device_id }: Device) => device_id);
const tokenOf = async (who: SignedIn, id: string) =>
  at(
    await server.database.sql<{ token: string }>(
      'select token from devices where ext_user_id = $1 and device_id = $2',
      [who.extUserId, id],
    ),
    0,
  ).token;

describe('a user', () => {
  test('has at most 20 devices: one more replaces the one that was seen the longest ago', async () => {
    for (let index = 1; index <= MAX_DEVICES; index += 1) await register(ann, `d${index}`);
    expect(await listed(ann)).toHaveLength(MAX_DEVICES);
    // Seen again, the first one is no longer the oldest.
    await register(ann, 'd1');
    await register(ann, 'one-more');
    const ids = await listed(ann);
    expect(ids).toHaveLength(MAX_DEVICES);
    expect(ids.slice(0, 2)).toEqual(['one-more', 'd1']);
    expect(ids).not.toContain('d2');
    expect(ids).toContain('d3');
  });

  test('has no more than 20 devices if many are registered at once', async () => {
    const ids = Array.from({ length: 40 }, (_, index) => `d${index}`);
    const answers = await Promise.all(ids.map((id) => ann.call('PUT', myDeviceUrl(id), { body: phone(id) })));
    expect(answers.map(({ body }) => body.message_code)).toEqual(ids.map(() => 'M200'));
    expect(await listed(ann)).toHaveLength(MAX_DEVICES);
  });

  test('loses all devices with their tokens, and when they are deactivated', async () => {
    await register(ann, 'phone');
    await register(ben, 'phone', phone('ben'));
    await server.ok('DELETE', `${userUrl(ann.userId)}/tokens`);
    expect(await listed(await signIn(server, ann.userId))).toEqual([]);
    expect(await listed(ben)).toEqual(['phone']);
    await server.ok('DELETE', userUrl(ben.userId));
    await expectRefused(server, ['GET', devicesUrl(ben.userId)], 'M40402', ['user_id']);
    await server.ok('PUT', userUrl(ben.userId), { body: {} });
    expect(await server.ok('GET', devicesUrl(ben.userId))).toEqual([]);
  });

  test('leaves no device behind if they are deactivated while they register some', async () => {
    const registering = Array.from({ length: 30 }, (_, index) =>
      server.call('PUT', deviceUrl(ann.userId, `d${index}`), { body: phone(`d${index}`) }),
    );
    const [answers] = await Promise.all([Promise.all(registering), server.ok('DELETE', userUrl(ann.userId))]);
    for (const { body } of answers) expect(['M200', 'M40402']).toContain(body.message_code);
    const left = await server.database.sql('select from devices where ext_user_id = $1', [ann.extUserId]);
    expect(left).toEqual([]);
  });

  test('keeps the devices under a new identifier', async () => {
    await register(ann, 'phone');
    await server.ok('PATCH', renameUrl(ann.userId, `${ann.userId}-new`));
    expect(await listed(await signIn(server, `${ann.userId}-new`))).toEqual(['phone']);
  });

  test('gets the devices of a record that they absorb, up to 20', async () => {
    const survivor = ann;
    const absorbed = ben;
    await register(survivor, 'both', phone('old'));
    for (let index = 1; index <= 11; index += 1) await register(survivor, `s${index}`);
    await register(absorbed, 'both', phone('newer'));
    for (let index = 1; index <= 11; index += 1) await register(absorbed, `a${index}`);
    await server.ok('PATCH', renameUrl(survivor.userId, absorbed.userId));
    const merged = await signIn(server, absorbed.userId);
    expect(merged.extUserId).toBe(survivor.extUserId);
    const ids = await listed(merged);
    expect(ids).toHaveLength(MAX_DEVICES);
    expect(ids.filter((id) => id.startsWith('a'))).toHaveLength(11);
    expect(await tokenOf(merged, 'both')).toBe(token('newer'));
    // Those that were seen the longest ago are gone.
    expect(ids).not.toContain('s1');
    expect(ids).not.toContain('s3');
    expect(ids).toContain('s4');
  });

  test('keeps the newer of two devices with one identifier, in both directions of the merge', async () => {
    await register(ben, 'both', phone('old'));
    await register(ann, 'both', phone('newer'));
    await server.ok('PATCH', renameUrl(ann.userId, ben.userId));
    expect(await tokenOf(await signIn(server, ben.userId), 'both')).toBe(token('newer'));
  });
});

describe('a token', () => {
  const deadlocks = async () => {
    const [row] = await server.database.sql<{ deadlocks: string }>(
      'select deadlocks::text from pg_stat_database where datname = current_database()',
    );
    return row?.deadlocks;
  };

  test('belongs to the device that registered it last', async () => {
    await register(ann, 'phone', phone('same'));
    await register(ben, 'telephone', phone('same'));
    expect([await listed(ann), await listed(ben)]).toEqual([[], ['telephone']]);
    await register(ben, 'another name', phone('same'));
    expect(await listed(ben)).toEqual(['another name']);
    // The same text is another token at another provider.
    await register(ann, 'iphone', { provider: 'apns', token: 'ab'.repeat(32) });
    await register(ben, 'phone', { provider: 'fcm', token: 'ab'.repeat(32) });
    expect(await listed(ann)).toEqual(['iphone']);
  });

  test('moves between tenants, but not between applications', async () => {
    const options = { tenant: 'acme' };
    const [her] = await signInAll(server, 1, `acme-${serial}-`, options);
    if (her === undefined) throw new Error('nobody signed in');
    await register(ann, 'phone', phone('same'));
    await register(her, 'phone', phone('same'));
    expect([await listed(ann), await listed(her)]).toEqual([[], ['phone']]);
    await server.database.sql(
      `insert into applications (id, name) values ('another', 'Another') on conflict do nothing`,
    );
    const key = await server.createKey({ appId: 'another' });
    await server.ok('PUT', userUrl('eve'), { key, body: {} });
    await server.ok('PUT', deviceUrl('eve', 'phone'), { key, body: phone('same') });
    expect(await listed(her)).toEqual(['phone']);
  });

  test('has one owner after any number of concurrent registrations', async () => {
    const crowd = await signInAll(server, 12, `crowd-${serial}-`);
    for (let round = 0; round < 5; round += 1) {
      const answers = await Promise.all(
        crowd.flatMap((who) =>
          ['one', 'two'].map((id) => who.call('PUT', myDeviceUrl(id), { body: phone(`round-${round}`) })),
        ),
      );
      expect(new Set(answers.map(({ body }) => body.message_code))).toEqual(new Set(['M200']));
    }
    const owned = await Promise.all(crowd.map(listed));
    expect(owned.flat()).toHaveLength(1);
  });

  test('can be swapped by two users at once', async () => {
    const before = await deadlocks();
    for (let round = 0; round < 30; round += 1) {
      await Promise.all([register(ann, 'phone', phone('x')), register(ben, 'phone', phone('y'))]);
      await Promise.all([register(ann, 'phone', phone('y')), register(ben, 'phone', phone('x'))]);
      // Of two that registered at once each has its own, or the later one took it from the earlier one's former device.
      const owners = await server.database.sql<{ token: string }>(
        'select token from devices where ext_user_id in ($1, $2) order by token',
        [ann.extUserId, ben.extUserId],
      );
      expect(owners.map((row) => row.token)).toEqual([token('x'), token('y')]);
    }
    expect(await deadlocks()).toBe(before);
  });
});

test('a user who was deactivated or absorbed registers nothing with an old token', async () => {
  const [cid] = await signInAll(server, 1, `cid-${serial}-`);
  await server.ok('PATCH', renameUrl(ann.userId, ben.userId));
  await server.ok('DELETE', userUrl(cid?.userId ?? ''));
  const before = await fingerprint(server);
  // (Nodes learn of it some time later; the record tells at once.)
  for (const who of [ben, cid]) {
    const answer = await who?.call('PUT', myDeviceUrl('phone'), { body: phone() });
    expect(answer?.body.message_code).toBe('M40111');
  }
  expect(await fingerprint(server)).toEqual(before);
});

import { expect, expectTypeOf, onTestFinished, test } from 'vitest';
import { ROUTES } from '../../server/src/http/routes.ts';
import { png, zipOf } from '../../server/test/harness/sticker-pack.ts';
import { until } from '../../server/test/harness/until.ts';
import type {
  Bot,
  CreatedStickerPack,
  CreatedThread,
  Member,
  Message,
  Palaver,
  SentMessage,
  StickerPackWithStickers,
  Thread,
  ThreadListItem,
  User,
} from '../src/server/index.ts';
import { BROWSER, furnish, reachPalaver, textTo } from './harness/palaver.ts';

const OPERATIONS = ROUTES.filter(({ endpoint }) => endpoint.access !== 'token');

interface World {
  palaver: Palaver;
  threadId: string;
  seq: number;
  packId: string;
  endpointId: string;
  deliveryId: string;
}

/** A call for each operation that takes an API key. The order matters: each call finds what it needs. */
const CALLS: Record<string, (world: World) => Promise<unknown>> = {
  putUser: ({ palaver }) => palaver.users.put('dan', { display_name: 'Dan', is_guest: true }),
  getUser: ({ palaver }) => palaver.users.get('dan'),
  putUsersBatch: ({ palaver }) => palaver.users.putMany([{ user_id: 'eve' }]),
  listUsers: ({ palaver }) => palaver.users.list().toArray(),
  changeUserId: ({ palaver }) => palaver.users.changeId('dan', 'daniel'),
  issueToken: ({ palaver }) => palaver.users.issueToken('ann'),
  revokeTokens: ({ palaver }) => palaver.users.revokeTokens('ann'),
  putNotificationProvider: ({ palaver }) => palaver.notifications.putProvider('web_push', {}),
  putDevice: ({ palaver }) => palaver.users.devices.register('ben', 'browser', BROWSER),
  testNotificationProvider: ({ palaver }) =>
    palaver.notifications.testProvider('web_push', { user_id: 'ben' }),
  listDevices: ({ palaver }) => palaver.users.devices.list('ben'),
  deleteDevice: ({ palaver }) => palaver.users.devices.remove('ben', 'browser'),
  putEmail: ({ palaver }) => palaver.users.emails.put('ben', { address: 'ben@example.com' }),
  getEmail: ({ palaver }) => palaver.users.emails.get('ben'),
  deleteEmail: ({ palaver }) => palaver.users.emails.remove('ben'),
  putDeskUser: ({ palaver }) => palaver.users.desk.put('ben', { direct_threads: true }),
  getDeskUser: ({ palaver }) => palaver.users.desk.get('ben'),
  listDeskReadings: ({ palaver }) => palaver.users.desk.readings('ben').toArray(),
  deleteDeskUser: ({ palaver }) => palaver.users.desk.remove('ben'),
  deleteUser: ({ palaver }) => palaver.users.delete('eve'),

  createThread: ({ palaver }) => palaver.threads.create({ name: 'Another', owner_id: 'ann' }),
  getThread: ({ palaver, threadId }) => palaver.threads.get(threadId),
  listThreads: ({ palaver }) => palaver.threads.list().toArray(),
  listUserThreads: ({ palaver }) => palaver.threads.listOfUser('ann').toArray(),
  updateThread: ({ palaver, threadId }) =>
    palaver.threads.update(threadId, { name: 'New' }, { asUser: 'ann' }),

  listMembers: ({ palaver, threadId }) => palaver.threads.members.list(threadId).toArray(),
  addMembers: ({ palaver, threadId }) => palaver.threads.members.add(threadId, ['cleo'], { asUser: 'ann' }),
  changeMemberRole: ({ palaver, threadId }) =>
    palaver.threads.members.setRole(threadId, 'ben', 'admin', { asUser: 'ann' }),
  muteMember: ({ palaver, threadId }) =>
    palaver.threads.members.mute(threadId, 'cleo', { until: Date.now() + 60_000, asUser: 'ben' }),
  unmuteMember: ({ palaver, threadId }) =>
    palaver.threads.members.unmute(threadId, 'cleo', { asUser: 'ben' }),
  removeMember: ({ palaver, threadId }) =>
    palaver.threads.members.remove(threadId, 'cleo', { asUser: 'ben' }),
  banMember: ({ palaver, threadId }) => palaver.threads.members.ban(threadId, 'cleo', { asUser: 'ann' }),
  unbanMember: ({ palaver, threadId }) => palaver.threads.members.unban(threadId, 'cleo', { asUser: 'ann' }),
  transferOwnership: ({ palaver, threadId }) =>
    palaver.threads.members.transferOwnership(threadId, 'ben', { asUser: 'ann' }),

  sendMessage: ({ palaver, threadId }) => palaver.messages.send(textTo(threadId, 'Once more')),
  listMessages: ({ palaver, threadId }) => palaver.messages.list(threadId).toArray(),
  searchMessages: ({ palaver, threadId }) =>
    palaver.messages.search('hello', { thread_id: threadId }).toArray(),
  getMessage: ({ palaver, threadId, seq }) => palaver.messages.get(threadId, seq),
  editMessage: ({ palaver, threadId, seq }) =>
    palaver.messages.edit(threadId, seq, { text: 'Hi' }, { asUser: 'ann', mentions: [] }),
  pinMessage: ({ palaver, threadId, seq }) => palaver.messages.pin(threadId, seq, { asUser: 'ben' }),
  unpinMessage: ({ palaver, threadId, seq }) => palaver.messages.unpin(threadId, seq, { asUser: 'ben' }),
  deleteMessage: ({ palaver, threadId, seq }) => palaver.messages.delete(threadId, seq, { asUser: 'ann' }),
  deleteThread: ({ palaver, threadId }) => palaver.threads.delete(threadId, { asUser: 'ben' }),

  createBot: ({ palaver }) => palaver.bots.create({ bot_id: 'herald', display_name: 'Herald' }),
  getBot: ({ palaver }) => palaver.bots.get('herald'),
  listBots: ({ palaver }) => palaver.bots.list().toArray(),
  updateBot: ({ palaver }) => palaver.bots.update('herald', { avatar_url: 'https://example.com/h.png' }),
  rotateBotSecret: ({ palaver }) => palaver.bots.rotateSecret('herald'),
  deleteBot: ({ palaver }) => palaver.bots.delete('herald'),

  createWebhookEndpoint: async (world) => {
    const endpoint = await world.palaver.webhooks.create({ url: 'https://example.com' });
    world.endpointId = endpoint.id;
    return endpoint;
  },
  getWebhookEndpoint: ({ palaver, endpointId }) => palaver.webhooks.get(endpointId),
  listWebhookEndpoints: ({ palaver }) => palaver.webhooks.list().toArray(),
  updateWebhookEndpoint: ({ palaver, endpointId }) =>
    palaver.webhooks.update(endpointId, { event_types: ['webhook.disabled'] }),
  rotateWebhookEndpointSecret: ({ palaver, endpointId }) => palaver.webhooks.rotateSecret(endpointId),
  listWebhookDeliveries: ({ palaver, endpointId }) =>
    palaver.webhooks.listDeliveries({ endpoint_id: endpointId }).toArray(),
  getWebhookDelivery: ({ palaver, deliveryId }) => palaver.webhooks.getDelivery(deliveryId),
  replayWebhookDelivery: ({ palaver, deliveryId }) => palaver.webhooks.replay(deliveryId),
  replayWebhookDeliveries: ({ palaver }) => palaver.webhooks.replayMany({ from: 0 }),
  deleteWebhookEndpoint: ({ palaver, endpointId }) => palaver.webhooks.delete(endpointId),

  putEventStream: ({ palaver }) => palaver.eventStream.put({ enabled: true }),
  getEventStream: ({ palaver }) => palaver.eventStream.get(),
  pullEvents: async ({ palaver }) => {
    for await (const event of palaver.events()) return event;
    return undefined;
  },

  getNotificationProvider: ({ palaver }) => palaver.notifications.getProvider('web_push'),
  deleteNotificationProvider: ({ palaver }) => palaver.notifications.deleteProvider('web_push'),
  putNotificationSettings: ({ palaver }) => palaver.notifications.putSettings({ preview: 'sender' }),
  getNotificationSettings: ({ palaver }) => palaver.notifications.getSettings(),
  listNotificationDeliveries: ({ palaver }) =>
    palaver.notifications.listDeliveries({ user_id: 'ann' }).toArray(),

  getPolicy: ({ palaver }) => palaver.policy.get(),
  updatePolicy: ({ palaver }) => palaver.policy.update({ guests: { create_groups: true } }),

  uploadFile: ({ palaver }) => palaver.files.upload(new Uint8Array(png()), { name: 'sun.png' }),
  getFileUsage: ({ palaver }) => palaver.files.usage(),

  createStickerPack: ({ palaver }) =>
    palaver.stickers.createPack({
      name: 'Sun',
      icon: new Uint8Array(png()),
      stickers: new Uint8Array(zipOf({ 'sun.png': png() })),
    }),
  getStickerPack: ({ palaver, packId }) => palaver.stickers.get(packId),
  listStickerPacks: ({ palaver }) => palaver.stickers.list({ include_global: true }).toArray(),
  deleteStickerPack: ({ palaver, packId }) => palaver.stickers.delete(packId),
};

/** The part of the data that a method returns. */
const PARTS: Record<string, (data: never) => unknown> = {
  sendMessage: ({ messages }: { messages: unknown }) => messages,
  pullEvents: ([first]: unknown[]) => first,
};

test('every operation that takes an API key has a method', () => {
  expect(Object.keys(CALLS).toSorted()).toEqual(OPERATIONS.map(({ endpoint }) => endpoint.id).toSorted());
});

test('every method makes its request, and returns the data of the response', async () => {
  const { palaver, exchanges } = await reachPalaver();
  const furnished = await furnish(palaver);
  const world = { palaver, ...furnished, packId: '1' };
  for (const [operation, run] of Object.entries(CALLS)) {
    const before = exchanges.length;
    const result = await run(world);
    const [exchange] = exchanges.slice(before);
    const { method, url } =
      OPERATIONS.find(({ endpoint }) => endpoint.id === operation) ?? OPERATIONS[0] ?? {};
    expect(exchange?.method, operation).toBe(method);
    expect(exchange?.path, operation).toMatch(new RegExp(`^${url?.replaceAll(/:\w+/g, '[^/]+')}$`));
    const { data } = exchange ?? {};
    expect(result, operation).toEqual(PARTS[operation]?.(data as never) ?? data);
  }
});

test('every method that can act as a user sends their id', { tags: 'thorough' }, async () => {
  const { palaver } = await reachPalaver();
  const { threadId, seq } = await furnish(palaver);
  const asUser = 'cleo';
  const members = palaver.threads.members;
  const acting = [
    palaver.threads.update(threadId, { name: 'Mine' }, { asUser }),
    palaver.threads.delete(threadId, { asUser }),
    members.add(threadId, ['cleo'], { asUser }),
    members.remove(threadId, 'ben', { asUser }),
    members.setRole(threadId, 'ben', 'admin', { asUser }),
    members.mute(threadId, 'ben', { asUser }),
    members.unmute(threadId, 'ben', { asUser }),
    members.ban(threadId, 'ben', { asUser }),
    members.unban(threadId, 'ben', { asUser }),
    members.transferOwnership(threadId, 'ben', { asUser }),
    palaver.messages.edit(threadId, seq, { text: 'Mine' }, { asUser }),
    palaver.messages.delete(threadId, seq, { asUser }),
    palaver.messages.pin(threadId, seq, { asUser }),
    palaver.messages.unpin(threadId, seq, { asUser }),
  ];
  expect(acting).toHaveLength(OPERATIONS.filter(({ endpoint }) => endpoint.actsAs === true).length);
  const outcomes = await Promise.allSettled(acting);
  expect(outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason.code)).toEqual(
    acting.map(() => 'M40401'),
  );
});

test('members can be named by either identifier', async () => {
  const { palaver } = await reachPalaver();
  const { threadId } = await furnish(palaver);
  const { ext_user_id } = await palaver.users.get('ben');
  const muted = await palaver.threads.members.mute(threadId, { ext_user_id });
  expect(muted).toMatchObject({ user_id: 'ben', status: 'muted' });
  const owner = await palaver.threads.members
    .transferOwnership(threadId, { ext_user_id })
    .catch((e) => e.code);
  expect(owner).toBe('M40903');
});

test('tenants have separate spaces, also with names that are not ASCII', async () => {
  const { palaver, connect } = await reachPalaver();
  const tenant = connect({ tenantId: 'Zoë & 子' });
  await tenant.users.put('ann', { display_name: 'Ann of Zoë' });
  await expect(palaver.users.get('ann')).rejects.toMatchObject({ code: 'M40402' });
  expect(await palaver.forTenant('Zoë & 子').users.get('ann')).toMatchObject({ display_name: 'Ann of Zoë' });
  expect(await tenant.forTenant().users.list().toArray()).toEqual([]);
});

test('ids with special characters work in paths', async () => {
  const { palaver } = await reachPalaver();
  for (const id of ['a/b', 'ann@example.com', '?x=1#y', '100%', 'née']) {
    expect(await palaver.users.put(id)).toMatchObject({ user_id: id });
    expect(await palaver.users.get(id)).toMatchObject({ user_id: id });
  }
});

test('a pack that is uploaded as a stream is stored completely', { tags: 'thorough' }, async () => {
  const { server, palaver } = await reachPalaver();
  const jobs = await server.runJobs();
  onTestFinished(() => jobs.stop());
  const archive = zipOf({ 'sun.png': png(), 'moon.png': png() });
  const { id } = await palaver.stickers.createPack({
    name: 'Sky',
    icon: new Blob([new Uint8Array(png())]),
    stickers: piecesOf(archive),
  });
  const { stickers } = await until(async () => {
    const pack = await palaver.stickers.get(id);
    return pack.status === 'uploaded' ? pack : undefined;
  });
  expect(stickers.map(({ name }) => name)).toEqual(['sun.png', 'moon.png']);
});

async function* piecesOf(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 10) yield new Uint8Array(bytes.subarray(at, at + 10));
}

test('results are typed', () => {
  type Result<Method extends (...args: never[]) => unknown> = Awaited<ReturnType<Method>>;
  expectTypeOf<Result<Palaver['users']['get']>>().toEqualTypeOf<User>();
  expectTypeOf<Result<Palaver['users']['issueToken']>['token']>().toEqualTypeOf<string>();
  expectTypeOf<Result<Palaver['users']['delete']>>().toEqualTypeOf<void>();
  expectTypeOf<Result<Palaver['threads']['create']>>().toEqualTypeOf<CreatedThread>();
  expectTypeOf<Result<Palaver['threads']['get']>>().toEqualTypeOf<Thread>();
  expectTypeOf<ReturnType<Palaver['threads']['list']>>().toExtend<AsyncIterable<ThreadListItem>>();
  expectTypeOf<Result<Palaver['threads']['members']['mute']>>().toEqualTypeOf<Member>();
  expectTypeOf<Result<Palaver['messages']['send']>>().toEqualTypeOf<SentMessage[]>();
  expectTypeOf<Result<Palaver['messages']['get']>>().toEqualTypeOf<Message>();
  expectTypeOf<Message['sender']['type']>().toEqualTypeOf<'user' | 'bot'>();
  expectTypeOf<Result<Palaver['bots']['update']>>().toEqualTypeOf<Bot>();
  expectTypeOf<Result<Palaver['stickers']['createPack']>>().toEqualTypeOf<CreatedStickerPack>();
  expectTypeOf<Result<Palaver['stickers']['get']>>().toEqualTypeOf<StickerPackWithStickers>();
});

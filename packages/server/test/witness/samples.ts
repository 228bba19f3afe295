import { MAX_ENDPOINTS } from '@palaver/protocol/webhooks';
import { packForm } from '../harness/sticker-pack.ts';
import { until } from '../harness/until.ts';
import { sendAsUsers } from './client-samples.ts';
import type { Hearing } from './hearing.ts';

/**
 * Requests to every operation, in an order in which each finds what it needs. A new operation needs a line with `ok`,
 * and one with `refused` for each status that only its own rules lead to; `.ci/outside-witness` says what is missing.
 */
export async function sendSamples(api: Hearing): Promise<void> {
  await api.ok('isLive');
  await api.ok('isReady');
  await api.refused('M42600', 'clientRealtime');
  await sendUsers(api);
  await api.ok('getPolicy');
  await api.ok('updatePolicy', { body: { guests: { create_groups: true }, contacts: ['bea'] } });
  await sendBots(api);
  await sendWebhooks(api);
  const sticker = await sendStickers(api);
  const thread_id = await sendThreads(api);
  await sendMessages(api, thread_id, sticker);
  await manageMembers(api, thread_id);
  await manageMessages(api, thread_id);
  await sendAsUsers(api, sticker);
  await sendEndings(api, thread_id);
}

const profile = { avatar_url: 'https://example.com/a.png', is_guest: true, metadata: '{"level":3}' };

async function sendUsers(api: Hearing): Promise<void> {
  await api.ok('putUser', { path: { user_id: 'ann' }, body: { display_name: 'Ann', ...profile } });
  await api.ok('putUsersBatch', { body: { users: [{ user_id: 'bea', ...profile }, { user_id: 'cem' }] } });
  await api.ok('getUser', { path: { user_id: 'ann' } });
  await api.ok('listUsers', { query: { last_id: '0', limit: '2' } });
  await api.ok('changeUserId', { path: { current_user_id: 'cem', new_user_id: 'dan' } });
}

async function sendBots(api: Hearing): Promise<void> {
  const bot = {
    display_name: 'Bot',
    avatar_url: profile.avatar_url,
    webhook_url: 'https://example.com/hook',
  };
  await api.ok('createBot', { body: { bot_id: 'bot', ...bot } });
  await api.refused('M40901', 'createBot', { body: { bot_id: 'bot', ...bot } });
  await api.refused('M40901', 'putUser', { path: { user_id: 'bot' }, body: {} });
  await api.refused('M40901', 'putUsersBatch', { body: { users: [{ user_id: 'bot' }] } });
  await api.ok('getBot', { path: { bot_id: 'bot' } });
  await api.ok('listBots', { query: { limit: '10' } });
  await api.ok('updateBot', { path: { bot_id: 'bot' }, body: { display_name: 'Robot' } });
  await api.ok('rotateBotSecret', { path: { bot_id: 'bot' } });
}

async function sendWebhooks(api: Hearing): Promise<void> {
  const full = { url: 'https://example.com/hook', description: 'All', event_types: ['user.created'] };
  const { id } = await api.ok('createWebhookEndpoint', { body: full });
  const path = { endpoint_id: id };
  await api.ok('listWebhookEndpoints', { query: { limit: '10' } });
  await api.ok('getWebhookEndpoint', { path });
  await api.ok('updateWebhookEndpoint', { path, body: { is_enabled: true } });
  await api.ok('rotateWebhookEndpointSecret', { path });
  await api.ok('putUser', { path: { user_id: 'told' }, body: {} });
  const { id: delivery_id } = await api.ok('listWebhookDeliveries', { query: { endpoint_id: String(id) } });
  await api.ok('getWebhookDelivery', { path: { delivery_id } });
  await api.ok('replayWebhookDelivery', { path: { delivery_id } });
  await api.ok('replayWebhookDeliveries', { body: { statuses: ['dead'] } });
  await api.refused('M40407', 'replayWebhookDeliveries', { body: { endpoint_id: '999999999' } });
  await api.refused('M40003', 'replayWebhookDeliveries', { body: { endpoint_id: '1', bot_id: 'bot' } });
  await api.refused('M40407', 'listWebhookDeliveries', { query: { endpoint_id: '999999999' } });
  await api.ok('updateWebhookEndpoint', { path, body: { is_enabled: false } });
  await api.refused('M40903', 'replayWebhookDelivery', { path: { delivery_id } });
  await api.ok('deleteWebhookEndpoint', { path });
  for (let made = 0; made < MAX_ENDPOINTS; made += 1) await api.ok('createWebhookEndpoint', { body: full });
  await api.refused('M40903', 'createWebhookEndpoint', { body: full });
}

/** Answers a sticker that can be sent. */
async function sendStickers(api: Hearing): Promise<object> {
  const { id: pack_id } = await api.ok('createStickerPack', { body: packForm() });
  await api.refused('M40013', 'createStickerPack', { body: packForm({ icon: Buffer.from('no PNG') }) });
  const sticker_id = await until(async () => {
    const { stickers } = await api.ok('getStickerPack', { path: { pack_id } });
    return (stickers as { id: string }[])[0]?.id;
  });
  await api.ok('listStickerPacks', { query: { include_global: 'true' } });
  return { pack_id, sticker_id };
}

/** Answers a group of Ann, who owns it, and Bea. */
async function sendThreads(api: Hearing): Promise<unknown> {
  const group = { name: 'Group', owner_id: 'ann', member_ids: ['bea'], id_type: 2 };
  const { thread_id } = await api.ok('createThread', { body: { ...group, reference_id: 'order 7' } });
  await api.refused('M40402', 'createThread', { body: { ...group, owner_id: 'nobody' } });
  await api.refused('M40901', 'changeUserId', { path: { current_user_id: 'bea', new_user_id: 'ann' } });
  await api.ok('getThread', { path: { thread_id } });
  await api.ok('listThreads', { query: { last_thread_id: '0', limit: '10', only_public_thread: 'false' } });
  await api.ok('listMembers', { path: { thread_id }, query: { status: 'all', member_id_type: '2' } });
  return thread_id;
}

/** One message of each kind. */
async function sendMessages(api: Hearing, thread_id: unknown, sticker: object): Promise<void> {
  const file = { name: 'a', size: 1, source_url: 'https://example.com/a' };
  const picture = { ...file, width: 1, height: 1, source_thumb_url: 'https://example.com/thumb' };
  const button = { label: 'Buy', action: { type: 2, payload: '{}' } };
  const promotion = { title: 'Sale', image_url: 'https://example.com/sale.png', buttons: [button] };
  const kinds = [
    { type: 'text' },
    { type: 'custom_defined', custom_name: 'poll', payload: '{}' },
    { type: 'image', ...picture },
    { type: 'video', ...picture },
    { type: 'file', ...file, mime_type: 'application/pdf' },
    { type: 'promotion', promotion },
    { type: 'sticker', ...sticker },
  ];
  const message = (metadata: object) => ({
    sender: { user_id: 'ann' },
    target: { thread_id },
    body: { text: 'See https://example.com', metadata: [metadata], custom_notify: { title: 'News' } },
  });
  for (const kind of kinds) await api.ok('sendMessage', { body: message(kind) });
  const named = { headers: { prefer: 'return=representation' } };
  const text = { ...message({ type: 'text' }), sender: { bot_id: 'bot' } };
  await api.ok('sendMessage', { ...named, body: { ...text, target: { user_ids: ['ann', 'bea'] } } });
  await api.refused('M40401', 'sendMessage', { body: { ...text, target: { thread_id: '999999999' } } });
  await api.refused('M40303', 'sendMessage', { body: { ...text, sender: { user_id: 'dan' } } });
}

async function manageMembers(api: Hearing, thread_id: unknown): Promise<void> {
  const path = { thread_id, member_id: 'dan' };
  const bea = { path: { ...path, member_id: 'bea' }, query: { id_type: '2' } };
  const dan = { path, query: { id_type: '2' } };
  const asBea = { headers: { 'x-acting-user-id': 'bea' } };
  const until = Date.now() + 3_600_000;
  const changes = { description: 'All', avatar_url: profile.avatar_url, metadata: '{}' };
  await api.ok('updateThread', { path: { thread_id }, body: { name: 'Everybody', ...changes } });
  await api.ok('addMembers', {
    path: { thread_id },
    body: { member_ids: ['dan'], id_type: 2, role: 'admin' },
  });
  await api.ok('changeMemberRole', { ...dan, body: { role: 'member' } });
  await api.ok('muteMember', { ...dan, body: { until } });
  await api.ok('muteMember', dan);
  await api.ok('unmuteMember', dan);
  await api.ok('banMember', { ...dan, body: { until } });
  await api.refused('M40903', 'addMembers', {
    path: { thread_id },
    body: { member_ids: ['dan'], id_type: 2 },
  });
  for (const id of ['muteMember', 'unmuteMember', 'removeMember'] as const)
    await api.refused('M40903', id, dan);
  await api.refused('M40903', 'changeMemberRole', { ...dan, body: { role: 'admin' } });
  await api.ok('unbanMember', dan);
  await api.refused('M40903', 'unbanMember', bea);
  await api.refused('M40903', 'banMember', { ...dan, path: { ...path, member_id: 'ann' } });
  await api.ok('removeMember', bea);
  await api.ok('addMembers', { path: { thread_id }, body: { member_ids: ['bea'], id_type: 2 } });
  await api.ok('transferOwnership', { path: { thread_id }, body: { owner_id: 'bea', id_type: 2 } });
  const back = { path: { thread_id }, body: { owner_id: 'dan', id_type: 2 } };
  await api.refused('M40903', 'transferOwnership', back);
  await api.refused('M40306', 'deleteThread', {
    path: { thread_id },
    headers: { 'x-acting-user-id': 'ann' },
  });
  await api.ok('updateThread', { path: { thread_id }, ...asBea, body: { name: 'Of Bea' } });
  // The thread after the group is the direct one of the bot and Ann.
  const direct = { path: { thread_id: String(Number(thread_id) + 1) } };
  await api.refused('M40903', 'updateThread', { ...direct, body: { name: 'No name' } });
}

async function manageMessages(api: Hearing, thread_id: unknown): Promise<void> {
  // The first entry of the log is the thread itself; then come the messages.
  const message = (seq: number) => ({ path: { thread_id, seq: String(seq) } });
  const first = message(2);
  await api.ok('listMessages', { path: { thread_id }, query: { after_seq: '0', limit: '2' } });
  for (const seq of [2, 3, 4, 5, 6, 7, 8]) await api.ok('getMessage', message(seq));
  const text = { body: { body: { text: 'Better', metadata: [{ type: 'text' }] } } };
  await api.ok('editMessage', { ...first, ...text });
  await api.ok('pinMessage', first);
  await api.ok('unpinMessage', first);
  await api.ok('deleteMessage', first);
  await api.ok('getMessage', first);
  await api.refused('M40903', 'editMessage', { ...first, ...text });
  await api.refused('M40903', 'pinMessage', first);
}

/** What takes away what the others need. */
async function sendEndings(api: Hearing, thread_id: unknown): Promise<void> {
  await api.ok('updateThread', { path: { thread_id }, body: {} });
  await api.ok('deleteThread', { path: { thread_id } });
  await api.ok('deleteBot', { path: { bot_id: 'bot' } });
  await api.ok('deleteStickerPack', { path: { pack_id: '1' } });
  await api.ok('deleteUser', { path: { user_id: 'bea' } });
}

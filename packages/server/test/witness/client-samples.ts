import type { Sample } from './exchange.ts';
import type { Hearing } from './hearing.ts';

/** Requests to every operation for signed-in users, as samples.ts has them for the others. */
export async function sendAsUsers(api: Hearing, sticker: object): Promise<void> {
  const [owner, muted, other] = await signedIn(api);
  api.signIn(owner);
  await api.ok('clientGetMe');
  const { thread_id, direct_id } = await makeThreads(api);
  await mute(api, thread_id);
  await writeMessages(api, thread_id, sticker);
  await changeMessages(api, thread_id, muted);
  await moderate(api, thread_id, muted);
  await listThreads(api, thread_id);
  await listStickers(api);
  await banFrom(api, direct_id, other);
  await endThread(api, thread_id, { muted, other });
}

const as = (token: string): Sample => ({ headers: { authorization: `Bearer ${token}` } });
const byUserId = { query: { id_type: '2' } };

/** Tokens of Eva, who will own a group, of Fay, who will be muted in it, and of Gus. */
async function signedIn(api: Hearing): Promise<[string, string, string]> {
  const users = ['eva', 'fay', 'gus', 'hal'].map((user_id) => ({ user_id, display_name: user_id }));
  await api.ok('putUsersBatch', { body: { users } });
  const token = async (user_id: string) => {
    const issued = await api.ok('issueToken', { path: { user_id } });
    return String(issued.token);
  };
  return [await token('eva'), await token('fay'), await token('gus')];
}

interface Threads {
  thread_id: unknown;
  direct_id: unknown;
}

/** A group of the three, and the direct thread of Eva and Gus. */
async function makeThreads(api: Hearing): Promise<Threads> {
  const group = { type: 'group', name: 'Ours', member_ids: ['fay', 'gus'], id_type: 2 };
  const { id: thread_id } = await api.ok('clientCreateThread', { body: { ...group, description: 'Three' } });
  const { id: direct_id } = await api.ok('clientCreateThread', { body: { type: 'direct', user_id: 'gus' } });
  await api.refused('M40402', 'clientCreateThread', { body: { ...group, member_ids: ['nobody'] } });
  return { thread_id, direct_id };
}

async function mute(api: Hearing, thread_id: unknown): Promise<void> {
  const fay = { path: { thread_id, member_id: 'fay' }, ...byUserId };
  await api.ok('clientMuteMember', { ...fay, body: { until: Date.now() + 3_600_000 } });
}

/** Seqs: the thread, the mute, then messages. */
const FIRST = 3;

async function writeMessages(api: Hearing, thread_id: unknown, sticker: object): Promise<void> {
  const path = { thread_id };
  const { sender } = await api.ok('clientSendMessage', { path, body: { body: { text: 'Hello' } } });
  const mine = (sender as { ext_user_id: string }).ext_user_id;
  const full = { reply_to: FIRST, mentions: [mine], client_message_id: 'a1' };
  const body = { text: 'See', metadata: [{ type: 'sticker', ...sticker }], custom_notify: { title: 'News' } };
  await api.ok('clientSendMessage', { path, body: { body, ...full } });
  await api.refused('M42201', 'clientSendMessage', {
    path,
    body: { body: { text: 'No' }, client_message_id: 'a1' },
  });
  await api.refused('M40405', 'clientSendMessage', { path, body: { body, reply_to: 900 } });
  await pressButtons(api, thread_id);
}

async function pressButtons(api: Hearing, thread_id: unknown): Promise<void> {
  const buttons = [{ label: 'Thanks', action: { type: 3 } }];
  const promotion = { title: 'Sale', image_url: 'https://example.com/sale.png', buttons };
  const body = { body: { metadata: [{ type: 'promotion', promotion }] } };
  const { seq } = await api.ok('clientSendMessage', { path: { thread_id }, body });
  const path = { thread_id, seq: String(seq) };
  await api.ok('clientPressButton', { path, body: { button_index: 0, client_message_id: 'p1' } });
  await api.refused('M40003', 'clientPressButton', { path, body: { button_index: 1 } });
}

async function changeMessages(api: Hearing, thread_id: unknown, muted: string): Promise<void> {
  const path = { thread_id, seq: String(FIRST) };
  const text = { body: { body: { text: 'Better', metadata: [{ type: 'text' }] } } };
  const reaction = { path: { ...path, key: '\u{1f44d}' } };
  await api.ok('clientListMessages', { path: { thread_id }, query: { around_seq: '3', limit: '2' } });
  await api.ok('clientEditMessage', { path, ...text });
  await api.ok('clientPinMessage', { path });
  await api.ok('clientUnpinMessage', { path });
  await api.ok('clientAddReaction', reaction);
  await api.ok('clientGetMessage', { path });
  const { read_seq } = await api.ok('clientMarkRead', { path: { thread_id } });
  await api.ok('clientMarkRead', { path: { thread_id }, body: { seq: read_seq } });
  await api.ok('clientListReadPositions', {
    path: { thread_id },
    query: { last_member_id: '0', limit: '2' },
  });
  await api.ok('clientRemoveReaction', reaction);
  await api.refused('M40304', 'clientSendMessage', {
    path: { thread_id },
    ...as(muted),
    body: { body: { text: 'No' } },
  });
  await api.refused('M40304', 'clientEditMessage', { path, ...as(muted), ...text });
  for (const id of ['clientPinMessage', 'clientUnpinMessage', 'clientDeleteMessage'])
    await api.refused('M40304', id, { path, ...as(muted) });
  await api.refused('M40304', 'clientPressButton', { path, ...as(muted), body: { button_index: 0 } });
  for (const id of ['clientAddReaction', 'clientRemoveReaction'])
    await api.refused('M40304', id, { ...reaction, ...as(muted) });
  await api.ok('clientDeleteMessage', { path });
  await api.refused('M40903', 'clientEditMessage', { path, ...text });
  await api.refused('M40903', 'clientPinMessage', { path });
  await api.refused('M40903', 'clientAddReaction', reaction);
  await api.refused('M40903', 'clientPressButton', { path, body: { button_index: 0 } });
}

async function moderate(api: Hearing, thread_id: unknown, muted: string): Promise<void> {
  const of = (member_id: string): Sample => ({ path: { thread_id, member_id }, ...byUserId });
  const admin = { body: { role: 'admin' } };
  const add = { path: { thread_id }, body: { member_ids: ['hal'], id_type: 2 } };
  await api.ok('clientAddMembers', add);
  await api.ok('clientChangeMemberRole', { ...of('hal'), ...admin });
  await api.ok('clientListMembers', { path: { thread_id }, query: { status: 'muted' } });
  await api.ok('clientUnmuteMember', of('hal'));
  await api.ok('clientBanMember', of('hal'));
  await api.refused('M40903', 'clientAddMembers', add);
  await api.refused('M40903', 'clientChangeMemberRole', { ...of('hal'), ...admin });
  for (const id of ['clientMuteMember', 'clientUnmuteMember', 'clientRemoveMember'])
    await api.refused('M40903', id, of('hal'));
  await api.refused('M40903', 'clientBanMember', of('eva'));
  const owner = { path: { thread_id }, body: { owner_id: 'hal', id_type: 2 } };
  await api.refused('M40903', 'clientTransferOwnership', owner);
  await api.refused('M40304', 'clientTransferOwnership', { ...owner, ...as(muted) });
  await api.refused('M40304', 'clientAddMembers', { ...add, ...as(muted) });
  await api.refused('M40304', 'clientChangeMemberRole', { ...of('gus'), ...admin, ...as(muted) });
  for (const action of ['Mute', 'Unmute', 'Ban', 'Unban', 'Remove'])
    await api.refused('M40304', `client${action}Member`, { ...of('gus'), ...as(muted) });
  await api.ok('clientUnbanMember', of('hal'));
  await api.refused('M40903', 'clientUnbanMember', of('gus'));
  await api.ok('clientRemoveMember', of('hal'));
}

async function listThreads(api: Hearing, thread_id: unknown): Promise<void> {
  await api.ok('clientListThreads', { query: { last_id: '0', limit: '2' } });
  await api.ok('clientGetThread', { path: { thread_id } });
}

async function listStickers(api: Hearing): Promise<void> {
  await api.ok('clientListStickerPacks', { query: { last_id: '0', limit: '10' } });
  await api.ok('clientGetStickerPack', { path: { pack_id: '1' } });
}

async function banFrom(api: Hearing, thread_id: unknown, banned: string): Promise<void> {
  await api.ok('banMember', { path: { thread_id, member_id: 'gus' }, ...byUserId });
  await api.refused('M40305', 'clientCreateThread', {
    ...as(banned),
    body: { type: 'direct', user_id: 'eva' },
  });
}

async function endThread(
  api: Hearing,
  thread_id: unknown,
  { muted, other }: { muted: string; other: string },
): Promise<void> {
  const path = { thread_id };
  const change = { path, body: { name: 'Of Gus', description: '' } };
  await api.ok('clientUpdateThread', change);
  await api.refused('M40304', 'clientUpdateThread', { ...change, ...as(muted) });
  await api.ok('clientTransferOwnership', { path, body: { owner_id: 'gus', id_type: 2 } });
  await api.refused('M40306', 'clientDeleteThread', { path });
  await api.ok('clientDeleteThread', { path, ...as(other) });
  await api.ok('revokeTokens', { path: { user_id: 'gus' } });
}

import { KINDS } from '@palaver/protocol/message-kinds';
import { EditMessage, SendMessage } from '@palaver/protocol/message-requests';
import type { Names } from '../../src/http/openapi/example-names.ts';
import { bodiesFor } from '../../src/http/openapi/request-examples.ts';
import {
  BOTS,
  DELIVERIES,
  deskUrl,
  deviceUrl,
  ENDPOINTS,
  MESSAGES,
  memberUrl,
  messageUrl,
  PACKS,
  packUrl,
  providerUrl,
  renameUrl,
  THREADS,
  threadUrl,
  userUrl,
} from '../harness/api.ts';
import {
  DESK_READINGS,
  MY_PICTURES,
  MY_THREADS,
  myFilesUrl,
  myMessagesUrl,
  myMessageUrl,
  peopleUrl,
  reactionUrl,
} from '../harness/client-api.ts';
import { PUSH_KEYS, vapidKeys } from '../harness/push-keys.ts';
import { packForm, png } from '../harness/sticker-pack.ts';
import { until } from '../harness/until.ts';
import { uploadForm } from '../harness/upload.ts';
import type { Send } from './send.ts';

/** The resources of a space, by the ids that requests name them by. */
export interface Space extends Names {
  /** Its tenant; of a space without one, some tenant. */
  tenant: string;
  /** The member's previous `user_id`, and the `ext_user_id` of the record that it absorbed. */
  former: string;
  alias: string;
  /** The thread of the bot and the owner. */
  direct: string;
  /** The seq of the latest message of the group. */
  message: string;
  /** A delivery to the endpoint. */
  delivery: string;
  /** A device of the owner. */
  device: string;
  /** The owner's token. */
  token: string;
  /** A user of the support desk, who is in no thread and is reading the direct one: their `user_id` and token. */
  agent: string;
  agentToken: string;
  /** The position after the first thread of the owner's chat list. */
  listPosition: string;
  /** Where the owner's search for `person` goes on. */
  peopleCursor: string;
}

/** Ids that never existed. */
export const NEVER: Space = {
  tenant: 'no-tenant',
  owner: { user_id: 'nobody', ext_user_id: '900001' },
  member: { user_id: 'no-member', ext_user_id: '900002' },
  leaver: { user_id: 'no-leaver', ext_user_id: '900003' },
  former: 'no-former',
  alias: '900004',
  bot: { bot_id: 'no-bot', ext_user_id: '900005' },
  group: '900006',
  direct: '900007',
  reference: 'no-reference',
  message: '900008',
  pack: '900009',
  sticker: '900010',
  file: '0'.repeat(32),
  picture: '0'.repeat(32),
  keys: PUSH_KEYS,
  endpoint: '900015',
  delivery: '900016',
  device: 'no-device',
  listPosition: '900013_900014',
  peopleCursor: 'sealed.v1.0123456789abcdef.AAAA',
  newUsers: ['never-put'],
  newBot: 'never-made',
  clientMessageId: 'never-sent',
  token: 'no-token',
  agent: 'no-agent',
  agentToken: 'no-token',
};

export type Person = Space['owner'];

/** The seq of the first message of every group, a text; the group's creation and a member's leaving precede it. */
export const FIRST_MESSAGE = '3';

/** The seqs of the owner's messages: starting with the first, one of each kind, as in the examples; the last has an uploaded file. */
export const ONE_OF_EACH = [...KINDS, 'file'].map((_, index) => String(Number(FIRST_MESSAGE) + index));

/** The seq of the next message, a pinned promotion of the bot, whose second button has been pressed. */
export const PROMOTION = String(Number(FIRST_MESSAGE) + ONE_OF_EACH.length);

/** The reaction to the first message by each writer of a group. */
export const REACTION = '\u{1f44d}';

/**
 * Fills the space of a tenant with one of everything; the server must be running its jobs. All names start with `name`; the
 * group has this many `changes` before its latest message.
 */
export async function furnish(send: Send, tenant: string, name: string, changes = 0): Promise<Space> {
  const endpoint = await addEndpoint(send);
  await send('PUT', providerUrl('web_push'), { body: PUSH_KEYS.vapid });
  const people = await putPeople(send, name);
  const bot = await send('POST', BOTS, {
    body: { bot_id: `${name}-bot`, display_name: 'Bot', webhook_url: 'https://example.com/bot' },
  });
  const space: Space = {
    tenant,
    ...people,
    ...(await addPack(send)),
    bot,
    keys: PUSH_KEYS,
    endpoint,
    delivery: await quieten(send, endpoint),
    device: await addDevice(send, people.owner, name),
    token: (await send('POST', `${userUrl(people.owner.user_id)}/token`)).token,
    agent: `${name}-agent`,
    agentToken: await putAgent(send, `${name}-agent`),
    reference: `${name}-reference`,
    newUsers: ['a', 'b', 'c'].map((suffix) => `${name}-new-${suffix}`),
    newBot: `${name}-new-bot`,
    clientMessageId: `${name}-new`,
    group: '',
    file: '',
    picture: '',
    direct: '',
    message: '',
    listPosition: '',
    peopleCursor: '',
  };
  Object.assign(space, await addGroup(send, space, [], changes));
  space.message = await write(send, space, space.group);
  space.direct = await openDirect(send, space, space.owner);
  const reading = { thread_id: space.direct, reason: 'A complaint' };
  await send('POST', DESK_READINGS, { token: space.agentToken, body: reading });
  space.picture = await sendPicture(send, space);
  space.listPosition = await listPositionOf(send, space);
  space.peopleCursor = await send('GET', peopleUrl('person', 'limit=1'), {
    token: space.token,
    part: 'next',
  });
  return space;
}

export async function listPositionOf(send: Send, { token }: Space): Promise<string> {
  const [{ list_position }] = await send('GET', `${MY_THREADS}?limit=1`, { token });
  return list_position;
}

/** The endpoint gets every user event until it is narrowed. */
async function addEndpoint(send: Send): Promise<string> {
  const body = { url: 'https://example.com', event_types: ['user.created'] };
  return (await send('POST', ENDPOINTS, { body })).id;
}

/** Narrows the endpoint to almost no events; returns a delivery to it. */
async function quieten(send: Send, endpoint: string): Promise<string> {
  const [delivery] = await send('GET', `${DELIVERIES}?endpoint_id=${endpoint}`);
  await send('PATCH', `${ENDPOINTS}/${endpoint}`, { body: { event_types: ['webhook.disabled'] } });
  return delivery.id;
}

async function addDevice(send: Send, { user_id }: Person, name: string): Promise<string> {
  // Palaver may not call this address, so a test of the provider fails without traffic.
  const endpoint = `https://127.0.0.1/${name}`;
  const keys = { p256dh: vapidKeys().public_key, auth: 'BTBZMqHH6r4Tts7J_aSIgg' };
  const body = { provider: 'web_push', subscription: { endpoint, keys } };
  return (await send('PUT', deviceUrl(user_id, `${name}-device`), { body })).device_id;
}

/** Three users; one had another `user_id` and absorbed the record created for the new one. */
async function putPeople(send: Send, name: string) {
  const put = async (role: string): Promise<Person> => {
    const body = { display_name: `Person, ${role}` };
    const { user_id, ext_user_id } = await send('PUT', userUrl(`${name}-${role}`), { body });
    return { user_id, ext_user_id };
  };
  const owner = await put('owner');
  const leaver = await put('leaver');
  const former = await put('former');
  const absorbed = await put('member');
  await send('PATCH', renameUrl(former.user_id, absorbed.user_id));
  const member = { user_id: absorbed.user_id, ext_user_id: former.ext_user_id };
  return { owner, member, leaver, former: former.user_id, alias: absorbed.ext_user_id };
}

/** Puts a user on the support desk; returns their token. */
async function putAgent(send: Send, userId: string): Promise<string> {
  await send('PUT', userUrl(userId), { body: { display_name: 'Agent' } });
  await send('PUT', deskUrl(userId), { body: { direct_threads: true } });
  return (await send('POST', `${userUrl(userId)}/token`)).token;
}

/** A pack's stickers exist once a job has stored them. */
export async function addPack(send: Send): Promise<Pick<Space, 'pack' | 'sticker'>> {
  const { id: pack } = await send('POST', PACKS, { body: packForm() });
  const sticker = await until(async (): Promise<string | undefined> => {
    const { stickers } = await send('GET', packUrl(pack));
    return stickers[0]?.id;
  });
  return { pack, sticker };
}

/** A group of the owner with these guests, its first messages and some changes; one member has left. */
export async function addGroup(
  send: Send,
  space: Space,
  guests: readonly Person[] = [],
  changes = 0,
): Promise<Pick<Space, 'group' | 'file'>> {
  const { owner, member, leaver, reference, token } = space;
  const { thread_id: group } = await send('POST', THREADS, {
    body: {
      name: 'Group',
      owner_id: owner.user_id,
      member_ids: [member, leaver, ...guests].map(({ user_id }) => user_id),
      id_type: 2,
      reference_id: reference,
      satl_reference_id: reference,
    },
  });
  await send('DELETE', memberUrl(group, leaver.user_id));
  const { file_id: file } = await send('POST', myFilesUrl(group), { token, body: uploadForm() });
  const kinds = Object.values(bodiesFor({ ...space, file }, EditMessage)).slice(0, ONE_OF_EACH.length);
  for (const body of kinds) await send('POST', myMessagesUrl(group), { token, body });
  const { Promotion } = bodiesFor({ ...space, group }, SendMessage);
  await send('POST', MESSAGES, { body: Promotion });
  await send('PUT', messageUrl(group, PROMOTION, '/pin'));
  await send('POST', myMessageUrl(group, PROMOTION, '/press'), { token, body: { button_index: 1 } });
  for (let change = 0; change < changes; change += 1)
    await send('PATCH', threadUrl(group), { body: { description: `Change ${change}` } });
  return { group, file };
}

/** A signed-in user writes to a group and reacts to its first message; returns the seq of the written message. */
export async function write(send: Send, space: Space, group: string): Promise<string> {
  const { token } = space;
  const { seq } = await send('POST', myMessagesUrl(group), { token, body: greetingOf(space) });
  await send('PUT', reactionUrl(group, FIRST_MESSAGE, REACTION), { token });
  return String(seq);
}

/** Everybody's messages. */
export function greetingOf({ owner, reference }: Space) {
  return {
    body: { text: 'hello' },
    reply_to: Number(FIRST_MESSAGE),
    mentions: [owner.ext_user_id],
    client_message_id: reference,
  };
}

/** A picture of the owner. A message to the bot names it, so it stays when it is no longer the picture of a profile. */
async function sendPicture(send: Send, { direct, token }: Space): Promise<string> {
  const body = uploadForm({ content: png(), name: 'Sun.png' });
  const { file_id } = await send('POST', MY_PICTURES, { token, body });
  const message = { body: { text: '', metadata: [{ type: 'image', file_id }] } };
  await send('POST', myMessagesUrl(direct), { token, body: message });
  return file_id;
}

/** The bot's direct thread with a user. */
export async function openDirect(send: Send, { bot }: Space, { user_id }: Person): Promise<string> {
  const body = {
    sender: { bot_id: bot.bot_id },
    target: { user_ids: [user_id] },
    body: { text: 'hello', metadata: [{ type: 'text' }] },
  };
  const headers = { prefer: 'return=representation' };
  const { messages } = await send('POST', MESSAGES, { body, headers });
  return messages[0].thread_id;
}

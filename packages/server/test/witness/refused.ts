import { setTimeout as sleep } from 'node:timers/promises';
import type { ErrorCode } from '@palaver/protocol/errors';
import { MAX_ENDPOINTS } from '@palaver/protocol/webhooks';
import { ACTING_HEADER } from '../../src/http/auth.ts';
import type { AnyEndpoint } from '../../src/http/endpoint.ts';
import { ROUTES } from '../../src/http/routes.ts';
import { requestsOf } from '../catalogue/requests.ts';
import type { Send } from '../catalogue/send.ts';
import { ONE_OF_EACH, type Space } from '../catalogue/space.ts';
import { BATCH, ENDPOINTS, membersUrl, memberUrl, messageUrl, userUrl } from '../harness/api.ts';
import { MY_THREADS } from '../harness/client-api.ts';
import { packForm } from '../harness/sticker-pack.ts';
import { finishForm } from '../harness/tus.ts';
import type { Sample } from './exchange.ts';
import type { Hearing } from './hearing.ts';
import { changed } from './refusals.ts';

/** The obstacles to requests in a space. */
interface Obstacles {
  /** Users of the group: a muted member, one without a role, and a banned user. */
  muted: Member;
  plain: Member;
  banned: Member;
  /** The seq of a deleted message. */
  deleted: string;
  /** Position of the last event of the stream, which is off. */
  lastPosition: number;
}

interface Member {
  user_id: string;
  token: string;
}

/**
 * Requests of the catalogue that the rules of their operations refuse, for rules that many operations share and for
 * some of a single one.
 */
export async function sendRefused(api: Hearing, send: Send, space: Space): Promise<void> {
  const obstacles = { ...(await putObstacles(send, space)), lastPosition: await endStream(api) };
  const policy = { users: { search_people: 'nobody' }, support: { write: { direct: false } } };
  await api.ok('updatePolicy', { ...OF_APPLICATION, body: policy });
  for (const { endpoint } of ROUTES) {
    const [sample = {}] = requestsOf(endpoint, space);
    const refuse = (code: ErrorCode, change: Sample | undefined) =>
      change && api.refused(code, endpoint.id, changed(sample, change));
    if (endpoint.errors?.includes('M40304')) await refuse('M40304', inNameOf(endpoint, obstacles.muted));
    // (For a user without a role, the policy applies.)
    if (endpoint.errors?.includes('M40306') && endpoint.params && endpoint.id !== 'clientSendMessage')
      await refuse('M40306', inNameOf(endpoint, obstacles.plain));
    if (endpoint.errors?.includes('M40903'))
      await refuse('M40903', about(endpoint, sample, space, obstacles));
    for (const [code, change] of ofOneOperation(space, obstacles)[endpoint.id] ?? [])
      await refuse(code, change);
  }
}

/** Of a request that concerns no tenant. */
const OF_APPLICATION = { headers: { 'x-tenant-id': undefined } };

/** Switches the event stream off; resolves to the position of its last event. */
async function endStream(api: Hearing): Promise<number> {
  await api.ok('putEventStream', { ...OF_APPLICATION, body: { enabled: false } });
  // Events that were recorded before still get their positions.
  for (let last = -1; ; ) {
    const { last_position: position } = await api.ok('getEventStream', OF_APPLICATION);
    if (position === last) return last;
    last = Number(position);
    await sleep(1_000);
  }
}

/** Members, a deleted message, a disabled endpoint, and the maximum number of endpoints. */
async function putObstacles(
  send: Send,
  { group, owner, endpoint, newUsers }: Space,
): Promise<Omit<Obstacles, 'lastPosition'>> {
  await send('POST', BATCH, { body: { users: newUsers.map((user_id) => ({ user_id })) } });
  await send('POST', membersUrl(group), { body: { member_ids: newUsers, id_type: 2 } });
  const signIn = async (user_id = ''): Promise<Member> => {
    const { token } = await send('POST', `${userUrl(user_id)}/token`);
    return { user_id, token };
  };
  const [muted, plain, banned] = [
    await signIn(newUsers[0]),
    await signIn(newUsers[1]),
    await signIn(newUsers[2]),
  ];
  await send('POST', memberUrl(group, muted.user_id, 'mute'));
  await send('POST', memberUrl(group, banned.user_id, 'ban'));
  const { id: direct } = await send('POST', MY_THREADS, {
    token: banned.token,
    body: { type: 'direct', user_id: owner.user_id },
  });
  await send('POST', memberUrl(direct, banned.user_id, 'ban'));
  // (The last one names the file.)
  const deleted = ONE_OF_EACH.at(-2) ?? '';
  await send('DELETE', messageUrl(group, deleted));
  await send('PATCH', `${ENDPOINTS}/${endpoint}`, { body: { is_enabled: false } });
  for (let made = 1; made < MAX_ENDPOINTS; made += 1)
    await send('POST', ENDPOINTS, { body: { url: 'https://example.com' } });
  return { muted, plain, banned, deleted };
}

/** The request with another caller; undefined if the operation has no caller. */
function inNameOf({ access, actsAs }: AnyEndpoint, { user_id, token }: Member): Sample | undefined {
  if (access === 'token') return { headers: { authorization: `Bearer ${token}` } };
  return actsAs === true ? { headers: { [ACTING_HEADER]: user_id } } : undefined;
}

/** An invalid message or member as the target. */
function about(
  { id }: AnyEndpoint,
  { params }: Sample,
  { owner, member }: Space,
  { deleted, banned }: Obstacles,
): Sample | undefined {
  if (params?.seq !== undefined) return { params: { seq: deleted } };
  if (params?.member_id === undefined) return undefined;
  const { user_id } = /unban/i.test(id) ? member : /ban/i.test(id) ? owner : banned;
  return { params: { member_id: user_id } };
}

type Refused = readonly (readonly [ErrorCode, Sample])[];

const UNKNOWN = '999999999';
const elsewhere = { 'x-tenant-id': 'elsewhere' };

/** An id of a file or an upload that there is not. */
const NOTHING = '0'.repeat(32);

function ofOneOperation(
  space: Space,
  { banned, lastPosition }: Obstacles,
): Readonly<Record<string, Refused>> {
  const { owner, leaver, bot, group, direct, endpoint, reference } = space;
  const asAgent = { authorization: `Bearer ${space.agentToken}` };
  const asNoAgent = { authorization: `Bearer ${banned.token}` };
  const toBanned = { body: { member_ids: [banned.user_id], id_type: 2 } };
  const ofBanned = { body: { owner_id: banned.user_id, id_type: 2 } };
  const message = { sender: { user_id: owner.user_id }, target: { thread_id: group } };
  const body = { text: 'No', metadata: [{ type: 'text' }] };
  return {
    changeUserId: [['M40901', { params: { new_user_id: owner.user_id } }]],
    putUser: [['M40901', { params: { user_id: bot.bot_id } }]],
    putUsersBatch: [['M40901', { body: { users: [{ user_id: bot.bot_id }] } }]],
    createBot: [['M40901', { body: { bot_id: bot.bot_id, display_name: 'Again' } }]],
    createThread: [['M40402', { body: { name: 'No', owner_id: 'nobody', member_ids: [], id_type: 2 } }]],
    updateThread: [['M40903', { params: { thread_id: direct } }]],
    addMembers: [['M40903', toBanned]],
    clientAddMembers: [['M40903', toBanned]],
    transferOwnership: [['M40903', ofBanned]],
    clientTransferOwnership: [['M40903', ofBanned]],
    sendMessage: [
      ['M40401', { body: { ...message, body, target: { thread_id: UNKNOWN } } }],
      ['M40303', { body: { ...message, body, sender: { user_id: leaver.user_id } } }],
    ],
    searchMessages: [['M40401', { query: { thread_id: UNKNOWN } }]],
    clientSearchMessages: [['M40401', { query: { thread_id: UNKNOWN } }]],
    clientSendMessage: [
      ['M40306', { params: { thread_id: direct }, headers: asAgent, body: { body } }],
      ['M40405', { body: { body, reply_to: 900 } }],
      ['M42201', { body: { body, client_message_id: reference } }],
    ],
    clientListDeskThreads: [['M40306', { headers: asNoAgent }]],
    clientOpenDeskReading: [
      ['M40306', { headers: asNoAgent }],
      ['M40401', { headers: asAgent, body: { thread_id: UNKNOWN, reason: 'A complaint' } }],
    ],
    clientPressButton: [['M40003', { body: { button_index: 0 } }]],
    clientSetMyAvatar: [['M40411', { body: { file_id: NOTHING } }]],
    clientUploadPicture: [['M40412', { body: finishForm({ upload_id: NOTHING }) }]],
    clientCreateThread: [
      ['M40402', { body: { type: 'direct', user_id: 'nobody' } }],
      [
        'M40305',
        {
          headers: asNoAgent,
          body: { type: 'direct', user_id: owner.user_id },
        },
      ],
    ],
    clientFindPeople: [['M40306', {}]],
    createStickerPack: [['M40013', { body: packForm({ icon: Buffer.from('no PNG') }) }]],
    createWebhookEndpoint: [['M40903', {}]],
    replayWebhookDelivery: [['M40903', {}]],
    pullEvents: [
      ['M40903', { query: { after: lastPosition } }],
      ['M41001', { query: { epoch: 'another' } }],
    ],
    getNotificationProvider: [['M40409', { headers: elsewhere }]],
    deleteNotificationProvider: [['M40409', { headers: elsewhere }]],
    testNotificationProvider: [
      ['M40402', { body: { user_id: 'nobody' } }],
      ['M40410', { body: { user_id: owner.user_id, device_id: 'none' } }],
    ],
    listNotificationDeliveries: [
      ['M40401', { query: { thread_id: UNKNOWN } }],
      ['M40402', { query: { user_id: 'nobody' } }],
    ],
    listWebhookDeliveries: [['M40407', { query: { endpoint_id: UNKNOWN } }]],
    replayWebhookDeliveries: [
      ['M40407', { body: { endpoint_id: UNKNOWN } }],
      ['M40003', { body: { endpoint_id: endpoint, bot_id: bot.bot_id } }],
    ],
  };
}

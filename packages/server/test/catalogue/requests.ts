import { fieldsOf } from '../../src/edge/ids.ts';
import type { AnyEndpoint } from '../../src/http/endpoint.ts';
import { bodiesFor } from '../../src/http/openapi/request-examples.ts';
import { ROUTES } from '../../src/http/routes.ts';
import { packForm, png } from '../harness/sticker-pack.ts';
import { uploadForm } from '../harness/upload.ts';
import { FIRST_MESSAGE, ONE_OF_EACH, type Person, PROMOTION, REACTION, type Space } from './space.ts';

/** The parts of a request; `params` go into the path. */
export interface Sample {
  params?: Record<string, string>;
  query?: Record<string, string | number | boolean>;
  headers?: Record<string, string>;
  body?: unknown;
}

/** Path and query of requests in a space; at least one. */
type Places = (space: Space) => Sample[];

const anywhere: Places = () => [{}];
const inGroup: Places = ({ group }) => [{ params: { thread_id: group } }];
const atMessage: Places = ({ group }) => [{ params: { thread_id: group, seq: FIRST_MESSAGE } }];
const withBot: Places = ({ bot }) => [{ params: { bot_id: bot.bot_id } }];
const withPack: Places = ({ pack }) => [{ params: { pack_id: pack } }];
const withUser: Places = ({ member }) => [{ params: { user_id: member.user_id } }];
const withDevice: Places = ({ owner, device }) => [{ params: { user_id: owner.user_id, device_id: device } }];
const withMyDevice: Places = ({ device }) => [{ params: { device_id: device } }];
const withEndpoint: Places = ({ endpoint }) => [{ params: { endpoint_id: endpoint } }];
const withDelivery: Places = ({ delivery }) => [{ params: { delivery_id: delivery } }];

/** A place in searches that everything follows. */
const FAR_AHEAD = '4102444800000000_1_1';

const withProvider = (provider: string): Sample => ({ params: { provider } });

/** A page of a list, from its start. */
const pageAfter =
  (position: string, more: Sample['query'] = {}): Places =>
  () => [{ query: { [position]: '0', limit: 100, ...more } }];

const withMember =
  (who: (space: Space) => Person, more: Sample['query'] = {}): Places =>
  (space) => {
    const params = { thread_id: space.group };
    const { user_id, ext_user_id } = who(space);
    return [
      { params: { ...params, member_id: user_id }, query: { id_type: 2 } },
      { params: { ...params, member_id: ext_user_id }, query: { id_type: 1, ...more } },
    ];
  };
const aboutMember = withMember(({ member }) => member);
const aboutMemberSilently = withMember(({ member }) => member, { silent: true });

const atReaction =
  (key: string): Places =>
  ({ group }) => [{ params: { thread_id: group, seq: FIRST_MESSAGE, key } }];

/** Every operation by its id. Client operations that are missing here use the places of their back-end twin. */
const PLACES: Readonly<Record<string, Places>> = {
  listThreads: ({ reference }) => [
    {
      query: { last_thread_id: '0', limit: 100, only_public_thread: false, include: 'last_message,members' },
    },
    { query: { last_thread_id: '0', reference_id: reference, satl_reference_id: reference } },
  ],
  listUserThreads: ({ member }) => [
    {
      params: { user_id: member.user_id },
      query: { last_id: '0', limit: 100, linked: true, include: 'members' },
    },
    { params: { user_id: member.user_id } },
  ],
  getThread: inGroup,
  createThread: anywhere,
  updateThread: inGroup,
  deleteThread: inGroup,

  listMembers: ({ group }) =>
    [2, 1].map((member_id_type) => ({
      params: { thread_id: group },
      query: { last_member_id: '0', member_id_type, limit: 100, status: 'all' },
    })),
  addMembers: inGroup,
  changeMemberRole: aboutMember,
  removeMember: aboutMemberSilently,
  muteMember: aboutMember,
  unmuteMember: aboutMemberSilently,
  banMember: aboutMember,
  unbanMember: withMember(({ leaver }) => leaver, { silent: true }),
  transferOwnership: inGroup,

  sendMessage: anywhere,
  listMessages: ({ group }) =>
    [
      { after_seq: '0' },
      { before_seq: '1000' },
      { around_seq: '1' },
      { pinned: true, after: 0, before: 4_102_444_800_000 },
    ].map((which) => ({
      params: { thread_id: group },
      query: { ...which, limit: 100 },
    })),
  getMessage: atMessage,
  searchMessages: ({ group, owner }) => [
    { query: { q: 'hello', kind: 'text', after: 0, before: 4_102_444_800_000, limit: 100 } },
    { query: { q: 'hello', thread_id: group, sender: owner.ext_user_id, next: FAR_AHEAD } },
  ],
  editMessage: ({ group }) => ONE_OF_EACH.map((seq) => ({ params: { thread_id: group, seq } })),
  deleteMessage: atMessage,
  pinMessage: atMessage,
  unpinMessage: atMessage,

  listStickerPacks: pageAfter('last_id', { include_global: false }),
  createStickerPack: anywhere,
  getStickerPack: withPack,
  deleteStickerPack: withPack,

  putUser: ({ newUsers: [user_id = ''] }) => [{ params: { user_id } }],
  getUser: withUser,
  deleteUser: ({ member }) => [
    { params: { user_id: member.user_id } },
    { params: { user_id: member.user_id }, query: { silent: true } },
  ],
  listUsers: pageAfter('last_id'),
  putUsersBatch: anywhere,
  issueToken: withUser,
  revokeTokens: withUser,
  changeUserId: ({ member, newUsers: [new_user_id = ''] }) => [
    { params: { current_user_id: member.user_id, new_user_id }, query: { end_connections: false } },
  ],

  putDevice: withDevice,
  deleteDevice: withDevice,
  listDevices: ({ owner }) => [{ params: { user_id: owner.user_id } }],
  putEmail: withUser,
  getEmail: withUser,
  deleteEmail: withUser,
  putDeskUser: withUser,
  getDeskUser: withUser,
  deleteDeskUser: withUser,
  listDeskReadings: ({ agent }) => [{ params: { user_id: agent }, query: { last_id: '0', limit: 100 } }],

  createBot: anywhere,
  listBots: pageAfter('last_id'),
  getBot: withBot,
  updateBot: withBot,
  deleteBot: withBot,
  rotateBotSecret: withBot,

  createWebhookEndpoint: anywhere,
  listWebhookEndpoints: pageAfter('last_id'),
  getWebhookEndpoint: withEndpoint,
  updateWebhookEndpoint: withEndpoint,
  deleteWebhookEndpoint: withEndpoint,
  rotateWebhookEndpointSecret: withEndpoint,
  listWebhookDeliveries: ({ endpoint, bot }) =>
    [{ last_id: '0' }, { endpoint_id: endpoint }, { bot_id: bot.bot_id, status: 'pending' }].map((whose) => ({
      query: { ...whose, limit: 100 },
    })),
  getWebhookDelivery: withDelivery,
  replayWebhookDelivery: withDelivery,
  replayWebhookDeliveries: anywhere,

  putEventStream: anywhere,
  getEventStream: anywhere,
  pullEvents: ({ tenant }) => {
    const types = 'message.created,user.created';
    return [{}, { query: { after: 0, limit: 2, wait_seconds: 0, types, tenant_id: tenant, epoch: '' } }];
  },

  getNotificationProvider: () => [withProvider('web_push')],
  // In the order of the examples.
  putNotificationProvider: () => ['web_push', 'fcm', 'apns'].map(withProvider),
  deleteNotificationProvider: () => [withProvider('web_push')],
  testNotificationProvider: () => [withProvider('web_push')],
  getNotificationSettings: anywhere,
  putNotificationSettings: anywhere,
  listNotificationDeliveries: ({ owner, direct }) =>
    [{ user_id: owner.user_id, thread_id: direct, status: 'pending' }, { user_id: owner.user_id }].map(
      (whose) => ({ query: { ...whose, last_id: '0', limit: 100 } }),
    ),

  uploadFile: anywhere,
  getFileUsage: anywhere,

  getPolicy: anywhere,
  updatePolicy: anywhere,

  clientGetMe: anywhere,
  clientSetMyAvatar: anywhere,
  clientRemoveMyAvatar: anywhere,
  clientUploadPicture: anywhere,
  clientGetFileTicket: anywhere,
  clientUploadFile: inGroup,
  clientFindPeople: ({ peopleCursor }) => [
    { query: { q: 'person', limit: 100 } },
    { query: { q: 'person', next: peopleCursor } },
    { query: { q: 'bot' } },
  ],
  clientListThreads: ({ reference }) => [
    { query: { last_id: '0', limit: 100 } },
    { query: { q: 'bot' } },
    { query: { q: 'group', reference_id: reference } },
    { query: { linked: true, limit: 100 } },
    { query: { last_id: '0', reference_id: reference, satl_reference_id: reference } },
  ],
  clientCreateThread: anywhere,
  clientListChanges: ({ group }) =>
    [{ after_seq: '0' }, { before_seq: '1000' }].map((which) => ({
      params: { thread_id: group },
      query: { ...which, limit: 100 },
    })),
  clientListReadPositions: ({ group }) => [
    { params: { thread_id: group }, query: { last_member_id: '0', limit: 100 } },
  ],
  clientMarkRead: inGroup,
  clientMarkUnread: inGroup,
  clientGetUnread: () => [{}, { query: { include: 'linked' } }],
  clientPutDevice: withMyDevice,
  clientDeleteDevice: withMyDevice,
  clientListDevices: anywhere,
  clientGetNotificationChoices: anywhere,
  clientPutNotificationChoices: anywhere,
  clientGetThreadNotifications: inGroup,
  clientPutThreadNotifications: inGroup,
  clientSendMessage: inGroup,
  clientAddReaction: atReaction('another'),
  clientRemoveReaction: atReaction(REACTION),
  clientPressButton: ({ group }) => [{ params: { thread_id: group, seq: PROMOTION } }],
  clientListStickerPacks: pageAfter('last_id'),
  clientListDeskThreads: pageAfter('next', { active_after: 0 }),
  clientGetDeskThread: inGroup,
  clientOpenDeskReading: anywhere,
};

/** The token with which requests to an endpoint succeed: the owner's, or that of a user of the support desk. */
export const tokenFor = (
  { tag, frame = '' }: { tag: string; frame?: string },
  { token, agentToken }: Space,
) => (tag === 'Client: Desk' || /^(un)?watch_/.test(frame) ? agentToken : token);

/** The parts of an endpoint that requests are made from. */
type Asked = Pick<AnyEndpoint, 'id' | 'body' | 'optionalBody' | 'files'>;

/**
 * Requests to an endpoint that succeed in a space, by token as {@link tokenFor} says: each example of its body
 * (http/openapi/request-examples.ts), no body where it is optional, and each way to name the target. Callers that act as a user add
 * a header.
 */
export function requestsOf(endpoint: Asked, space: Space): Sample[] {
  const places = placesOf(endpoint.id)(space);
  const bodies = bodiesOf(endpoint, space);
  return Array.from({ length: Math.max(places.length, bodies.length) }, (_, index) => ({
    ...places[index % places.length],
    ...bodies[index % bodies.length],
  }));
}

function placesOf(id: string): Places {
  const places = PLACES[id] ?? PLACES[twinOf(id)];
  if (places === undefined) throw new Error(`${id} has no entry in the catalogue of requests`);
  return places;
}

/** The back-end operation that corresponds to `client…`. */
const twinOf = (id: string) => id.replace(/^client(.)/, (_, first: string) => first.toLowerCase());

function bodiesOf({ body, optionalBody, files }: Asked, space: Space): Sample[] {
  if (files !== undefined) return [{ body: formFor(files, body) }];
  const bodies = Object.values(bodiesFor(space, body)).map((value) => ({ body: value }));
  return body === undefined || optionalBody === true ? [...bodies, {}] : bodies;
}

function formFor(files: object, body: Asked['body']) {
  if ('stickers' in files) return packForm();
  const fields = fieldsOf({ body } as Pick<AnyEndpoint, 'params' | 'query' | 'body'>).has('body.fallback')
    ? { fallback: 'file' }
    : {};
  const parts = 'poster' in files ? { poster: png() } : { content: png() };
  return uploadForm({ name: 'Sun.png', fields, ...parts });
}

/** The REST operations that correspond to socket commands. */
const ROUTES_OF_COMMANDS: Readonly<Record<string, string>> = {
  send: 'clientSendMessage',
  edit: 'clientEditMessage',
  delete: 'clientDeleteMessage',
  react: 'clientAddReaction',
  unreact: 'clientRemoveReaction',
  press: 'clientPressButton',
  read: 'clientMarkRead',
};

/** Commands without a REST route. */
const COMMANDS: Readonly<Record<string, (space: Space) => object[]>> = {
  typing: ({ group: thread_id }) => [{ thread_id }, { thread_id, is_typing: false }],
  open: ({ group, direct }) => [{ thread_id: group }, { thread_id: direct }, { thread_id: null }],
  watch_all: () => [{}],
  unwatch_all: () => [{}],
  watch_thread: ({ group: thread_id }) => [{ thread_id }],
  unwatch_thread: ({ group: thread_id }) => [{ thread_id }],
  watch: ({ owner, member, leaver }) => [
    { ext_user_ids: [leaver, member, owner].map(({ ext_user_id }) => ext_user_id) },
  ],
  resume: ({ group, direct }) => [
    {
      threads: [direct, group, group].map((thread_id) => ({ thread_id, seq: 1, at: 1 })),
      epoch: 'another',
      more: false,
    },
  ],
};

/** The same samples as realtime frames, without their `type`, as bodies. */
export function framesOf(name: string, space: Space): Sample[] {
  const route = ROUTES.find(({ endpoint }) => endpoint.id === ROUTES_OF_COMMANDS[name]);
  if (route !== undefined) return requestsOf(route.endpoint, space).map(asFrame);
  const command = COMMANDS[name];
  if (command === undefined) throw new Error(`the frame "${name}" has no entry in the catalogue of requests`);
  return command(space).map((body) => ({ body }));
}

function asFrame({ params: { seq, ...params } = {}, body = {} }: Sample): Sample {
  return { body: { ...params, ...(seq === undefined ? {} : { seq: Number(seq) }), ...(body as object) } };
}

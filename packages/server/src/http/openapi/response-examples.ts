import { SUCCESS } from '@palaver/protocol/envelope';
import { DEFAULT_SETTINGS } from '@palaver/protocol/notifications';
import { isRecord } from '@palaver/protocol/values';
import { DEFAULT_POLICY } from '../../domain/rules/policy.ts';
import { deskModels } from './desk-examples.ts';

/** Examples by title. */
type Examples = Readonly<Record<string, object>>;

/** `examples` of a media type, as OpenAPI has it. */
type MediaTypeExamples = Record<string, { value: object }>;

const at = Date.UTC(2026, 0, 2, 9);
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const avatar_url = 'https://cdn.example.com/ann.png';
const hook = 'https://example.com/palaver';
const webhook_secret = 'whsec_VGhpcyBpcyBhbiBleGFtcGxlLCBub3QgYSBzZWNyZXQ=';

const user = {
  user_id: 'ann',
  ext_user_id: '1',
  display_name: 'Ann',
  avatar_url,
  is_guest: false,
  metadata: '{"customer": 4711}',
  created_at: at,
  updated_at: at,
  deactivated_at: null,
};
const bot = {
  bot_id: 'herald',
  ext_user_id: '4',
  display_name: 'Herald',
  avatar_url: 'https://cdn.example.com/herald.png',
  webhook_url: hook,
  created_at: at,
  updated_at: at,
};
const counters = {
  link_count: 0,
  image_count: 1,
  file_count: 0,
  video_count: 0,
  member_count: 3,
  message_count: 2,
  pin_message_count: 0,
};
const thread = {
  id: '1',
  name: 'Order 4711',
  type: 'group',
  description: 'Ask us anything.',
  avatar_url: '',
  ...counters,
};
const ben = { user_id: 'ben', ext_user_id: '2', display_name: 'Ben', avatar_url: '' };
const cem = { user_id: 'cem', ext_user_id: '3', display_name: 'Cem', avatar_url: '' };
const dora = { user_id: 'dora', ext_user_id: '5', display_name: 'Dora', avatar_url: '' };
const members = {
  'An admin': { ...ben, status: 'active', role: 'admin' },
  'A muted member': { ...cem, status: 'muted', role: 'member', status_until: at + DAY_MS },
  'A banned user': { ...dora, status: 'banned', role: 'member' },
};
const text = { text: 'Where is my parcel?', metadata: [{ type: 'text' }] };
const message = {
  id: '1.3',
  thread_id: '1',
  seq: 3,
  kind: 'text',
  sender: { type: 'user', user_id: 'ann', ext_user_id: '1', bot_id: '', display_name: 'Ann', avatar_url },
  body: text,
  client_message_id: '',
  reply_to: null,
  reply_preview: null,
  mentions: [],
  reactions: [{ key: '\u{1f44d}', count: 1, mine: false }],
  pinned_at: null,
  created_at: at,
  edited_at: null,
  deleted_at: null,
};
const clientThread = {
  ...thread,
  created_at: at,
  metadata: '',
  reference_id: '',
  satl_reference_id: '',
  peer: null,
  me: { role: 'owner', status: 'active', read_seq: 3 },
  last_seq: 3,
  last_at: 1795285231118,
  last_message: { ...message, reactions: [] },
  unread_count: 0,
  unread_more: false,
  list_position: `${at * 1_000}_1`,
};
const hit = { ranges: [{ field: 'text', start: 12, length: 6 }], position: 3 };
const createdPack = { id: '1', name: 'Cats', status: 'uploading' };
const pack = {
  id: '1',
  name: 'Cats',
  status: 'uploaded',
  sticker_count: 1,
  is_global: true,
  icon_url: 'https://chat.example.com/sticker/v1.0/file/1-x7Gq/icon.png',
  created_at: at,
};
const sticker = {
  id: '3',
  name: 'hello.png',
  kind: 'png',
  size: 18_220,
  url: 'https://chat.example.com/sticker/v1.0/file/1-x7Gq/1.png',
};
const endpoint = {
  id: '1',
  url: hook,
  description: 'Our search',
  event_types: ['message.created'],
  is_enabled: true,
  disabled_at: null,
  failing_since: null,
  created_at: at,
  updated_at: at,
};

const timestamp = new Date(at).toISOString();
const space = { app_id: 'demo', tenant_id: '' };
const entry = {
  thread_id: '1',
  seq: 3,
  type: 'message.created',
  at,
  actor: '1',
  message_seq: 3,
  change: null,
};
const messageCreated = {
  type: 'message.created',
  timestamp,
  data: {
    ...space,
    thread: { id: '1' },
    entry: { ...entry, message: { ...message, reactions: [] }, counters },
  },
};

const epoch = '5f1c9e0b7a3d4c2e8f6a1b0d9c7e5a43';

/** By model: what an operation may return or a webhook delivery may contain. */
const EXAMPLES: Readonly<Record<string, Examples>> = {
  User: { 'A user': user },
  IssuedToken: {
    'A token': {
      token: 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.e30.c2lnbmF0dXJl',
      expires_at: at + 60 * MINUTE_MS,
    },
  },
  FileTicket: {
    'A ticket': {
      ticket: 'eyJhbGciOiJIUzI1NiIsInR5cCI6InRpY2tldCJ9.e30.c2lnbmF0dXJl',
      expires_at: at + DAY_MS,
    },
  },
  Bot: { 'A bot': bot },
  CreatedBot: { 'A bot': { ...bot, webhook_secret } },
  RotatedSecret: { 'A secret': { webhook_secret, previous_secret_expires_at: at + DAY_MS } },
  Thread: { 'A group': { ...thread, reference_id: 'order-4711', metadata: '' } },
  ThreadListItem: { 'A group': { ...thread, created_at: at, reference_id: 'order-4711' } },
  CreatedThread: { 'A group': { thread_id: '1' } },
  Member: members,
  ClientMember: members,
  Message: { 'A text': message },
  SearchHit: { 'A hit': { message, ...hit } },
  ClientSearchHit: { 'A hit': { message, ...hit } },
  ClientMessage: { 'A text': { ...message, reactions: [{ key: '\u{1f44d}', count: 1, mine: true }] } },
  SentMessages: { 'To one thread': { messages: [{ id: '1.3', thread_id: '1', seq: 3 }] } },
  UploadedFile: {
    'A picture': {
      file_id: '0123456789abcdef0123456789abcdef',
      kind: 'image',
      name: 'box.jpg',
      size: 220_140,
      mime_type: 'image/jpeg',
      width: 1200,
      height: 800,
      duration_ms: null,
      source_url: 'https://chat.example.com/file/v1.0/file/0123456789abcdef0123456789abcdef/box.jpg',
      source_thumb_url:
        'https://chat.example.com/file/v1.0/file/0123456789abcdef0123456789abcdef/thumbnail/thumbnail.webp',
    },
  },
  FileUsage: { 'Without a quota': { files: 3, bytes: 9_480_221, unfinished_bytes: 0, quota_bytes: null } },
  CreatedStickerPack: { 'A pack': createdPack },
  StickerPack: { 'A pack': pack },
  StickerPackWithStickers: { 'A pack': { ...pack, stickers: [sticker] } },
  ClientThread: { 'A group': clientThread },
  UserThread: { 'A group': { ...clientThread, members: [{ ...ben, status: 'active', role: 'member' }] } },
  Peer: { 'A user': { type: 'user', ...ben, avatar_url: 'https://example.com/ben.png' } },
  ReadPosition: { 'Up to a message': { read_seq: 3 } },
  MemberReadPosition: { 'Up to a message': { ext_user_id: '1', read_seq: 3 } },
  ChangeEntry: {
    'A new admin': {
      ...{ thread_id: '1', seq: 4, type: 'member.role_changed', at, actor: null },
      ...{ change: { members: [{ ext_user_id: '2', role: 'admin' }] }, members: [members['An admin']] },
    },
  },
  UnreadTotal: { 'In two threads': { unread_threads: 2, unread_messages: 5 } },
  Device: {
    'An Android phone': {
      device_id: 'b2c7f0f4',
      provider: 'fcm',
      language: 'en-GB',
      time_zone: 'Europe/London',
      created_at: at,
      seen_at: at + DAY_MS,
    },
  },
  UserEmail: {
    'Told of two threads': {
      address: 'ann@example.com',
      language: 'en-GB',
      status: 'active',
      subscribed: true,
      next_try_at: null,
      attempts: [
        {
          at,
          message_id: '1b0e6b1a6f3c4d9f8a7e5c2b4d6f8091@example.com',
          threads: 2,
          result: 'delivered',
          status: 250,
          response: '250 2.0.0 Ok: queued as 4Xyz',
        },
      ],
    },
  },
  NotificationChoices: {
    'Not at night': {
      enabled: true,
      quiet_hours: { start: '22:00', end: '07:00', time_zone: 'Europe/London' },
      email: true,
      web_push_key: '',
    },
  },
  ThreadNotifications: { 'Only mentions': { level: 'mentions', muted_until: null } },
  WebhookEndpoint: { 'Of every message': endpoint },
  CreatedWebhookEndpoint: { 'Of every message': { ...endpoint, webhook_secret } },
  WebhookDelivery: {
    Delivered: {
      id: '1',
      endpoint_id: '1',
      bot_id: null,
      event_type: 'message.created',
      thread_id: '1',
      seq: 3,
      position: 42,
      status: 'delivered',
      webhook_id: `evt_42_${at.toString(36)}_1`,
      body: JSON.stringify(messageCreated),
      tries: 1,
      attempts: [{ at, duration_ms: 20, url: hook, status: 200, response_body: '', error: '' }],
      created_at: at,
      next_try_at: null,
      ended_at: at + 20,
    },
  },
  Replayed: { 'Three of them': { count: 3, has_more: false } },
  EventStream: { 'A stream with events': { enabled: true, epoch, first_position: 1, last_position: 2 } },
  PulledEvent: { 'A message was sent': { position: 2, ...messageCreated } },
  NotificationDelivery: {
    'Sent, then read elsewhere': {
      id: '1',
      user_id: 'ann',
      ext_user_id: '1',
      device_id: 'phone',
      provider: 'web_push',
      thread_id: '1',
      seq: 3,
      status: 'withdrawn',
      tries: 0,
      attempts: [
        { at, kind: 'show', seq: 3, result: 'delivered', status: 201, response: '' },
        { at: at + 60_000, kind: 'withdraw', seq: 3, result: 'delivered', status: 201, response: '' },
      ],
      updated_at: at + 60_000,
      next_try_at: null,
    },
  },
  ProviderTest: { Delivered: { device_id: 'phone', result: 'delivered', status: 201, response: '' } },
  NotificationProvider: {
    'Web Push': {
      provider: 'web_push',
      subject: 'mailto:push@example.com',
      public_key: 'BDd3_hVL9fZi9Ybo2UUzA284WG5FZR30_95YeZJsiApwXKpNcF1rRPF3foIiBHXRdJI2Qhumhf6_LFTeZaNndIo',
      updated_at: at,
    },
    Firebase: {
      provider: 'fcm',
      project_id: 'example-shop',
      client_email: 'palaver@example-shop.iam.gserviceaccount.com',
      updated_at: at,
    },
    Apple: {
      provider: 'apns',
      key_id: 'ABC123DEFG',
      team_id: 'DEF123GHIJ',
      topic: 'com.example.shop',
      environment: 'production',
      updated_at: at,
    },
  },
  NotificationSettings: {
    'With a template': {
      ...DEFAULT_SETTINGS,
      templates: { en: { text: { body: '{sender}: {text}' } } },
    },
  },
  Policy: { 'The defaults': DEFAULT_POLICY },
  ThreadEvent: { 'A message was sent': messageCreated },
  ButtonClicked: {
    'The second button': {
      type: 'bot.button_clicked',
      timestamp,
      data: {
        ...space,
        action_id: '1.4',
        bot_id: 'herald',
        thread: { id: '1' },
        message: { id: '1.3', seq: 3 },
        user: { user_id: 'ann', ext_user_id: '1' },
        button: { index: 1, label: 'Keep one for me', action_type: 2 },
        payload: '{"order": "one"}',
      },
    },
  },
  ...deskModels(clientThread, { timestamp, data: { ...space, user } }),
  UserEvent: { 'A user was created': { type: 'user.created', timestamp, data: { ...space, user } } },
  StickerPackEvent: {
    'A pack can be used': {
      type: 'sticker_pack.uploaded',
      timestamp,
      data: { ...space, sticker_pack: { ...createdPack, status: 'uploaded' } },
    },
  },
  WebhookDisabledEvent: {
    'An endpoint': {
      type: 'webhook.disabled',
      timestamp,
      data: { ...space, endpoint_id: '1', bot_id: null, url: hook },
    },
  },
};

/** Examples of a model. */
export function modelExamples(model: string): MediaTypeExamples {
  return documented(examplesOf(model));
}

/** Examples of a response with status 200, by the schema of its whole body. */
export function responseExamples(response: { properties?: unknown; required?: unknown }): MediaTypeExamples {
  const { data, has_more, next, next_after } = isRecord(response.properties) ? response.properties : {};
  const done = { 'Without data': SUCCESS };
  if (!isRecord(data)) return documented(done);
  const page = {
    ...(has_more === undefined ? {} : { has_more: false }),
    ...(next === undefined ? {} : { next: null }),
    ...(next_after === undefined ? {} : { next_after: 2, epoch }),
  };
  const bodies = Object.entries(dataExamples(data)).map(([name, value]) => [
    name,
    { ...SUCCESS, data: value, ...page },
  ]);
  const isAlways = Array.isArray(response.required) && response.required.includes('data');
  return documented({ ...(isAlways ? {} : done), ...(Object.fromEntries(bodies) as Examples) });
}

/** The example of a list contains all examples of its elements. */
function dataExamples({ title, items }: Record<string, unknown>): Examples {
  if (!isRecord(items)) return examplesOf(title);
  return { 'A list': Object.values(examplesOf(items.title)) };
}

function examplesOf(model: unknown): Examples {
  const examples = typeof model === 'string' ? EXAMPLES[model] : undefined;
  if (examples === undefined) throw new Error(`the model ${JSON.stringify(model)} has no example`);
  return examples;
}

function documented(examples: Examples): MediaTypeExamples {
  return Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }]));
}

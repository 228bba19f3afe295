import { CreateBot, RotateSecret, UpdateBot } from '@palaver/protocol/bots';
import { CreateMyThread, MarkRead, MarkUnread } from '@palaver/protocol/client-threads';
import { PutEventStream } from '@palaver/protocol/events';
import { AddMembers, Sanction, SetRole, TransferOwnership } from '@palaver/protocol/members';
import { EditMessage, PressButton, SendAsUser, SendMessage } from '@palaver/protocol/message-requests';
import { CreateThread, UpdateMyThread, UpdateThread } from '@palaver/protocol/threads';
import { PutUser, PutUsersBatch, SetMyAvatar } from '@palaver/protocol/users';
import { CreateEndpoint, Replay, UpdateEndpoint } from '@palaver/protocol/webhooks';
import { deskRequests } from './desk-examples.ts';
import type { Account, Bodies, Examples, Names } from './example-names.ts';
import { deviceExamples, notificationExamples } from './notification-examples.ts';
import { policyExamples } from './policy-examples.ts';

const SHOWN: Names = {
  owner: { user_id: 'ann', ext_user_id: '1' },
  member: { user_id: 'ben', ext_user_id: '2' },
  leaver: { user_id: 'cem', ext_user_id: '3' },
  bot: { bot_id: 'herald', ext_user_id: '4' },
  group: '1',
  direct: '2',
  pack: '1',
  file: '0123456789abcdef0123456789abcdef',
  picture: '0123456789abcdef0123456789abcdef',
  sticker: '3',
  endpoint: '1',
  device: 'phone',
  reference: 'order-4711',
  // Those of Firebase and Apple are cut, so that nobody takes them for real ones.
  keys: {
    vapid: {
      public_key: 'BDd3_hVL9fZi9Ybo2UUzA284WG5FZR30_95YeZJsiApwXKpNcF1rRPF3foIiBHXRdJI2Qhumhf6_LFTeZaNndIo',
      private_key: 'xN9Vd8Xf…',
    },
    firebase: '-----BEGIN PRIVATE KEY-----\nMIIEvgIBADAN…\n-----END PRIVATE KEY-----\n',
    apple: '-----BEGIN PRIVATE KEY-----\nMIGHAgEAMBMG…\n-----END PRIVATE KEY-----\n',
  },
  newUsers: ['ann', 'ben', 'cem'],
  newBot: 'herald',
  clientMessageId: 'b2c7f0f4-6c52-4f0e-9d6e-2f6f0c1c7a11',
};

const image = {
  type: 'image',
  name: 'box.jpg',
  width: 1200,
  height: 800,
  size: 220_140,
  source_url: 'https://cdn.example.com/box.jpg',
  source_thumb_url: 'https://cdn.example.com/box-s.jpg',
};
const video = {
  type: 'video',
  name: 'box.mp4',
  width: 1280,
  height: 720,
  size: 9_220_140,
  source_url: 'https://cdn.example.com/box.mp4',
  source_thumb_url: 'https://cdn.example.com/box-v.jpg',
};
const file = {
  type: 'file',
  name: 'label.pdf',
  size: 48_211,
  mime_type: 'application/pdf',
  source_url: 'https://cdn.example.com/label.pdf',
};
const audio = {
  type: 'audio',
  name: 'voice.ogg',
  size: 31_204,
  mime_type: 'audio/ogg',
  duration_ms: 4_200,
  waveform: [3, 18, 64, 92, 40, 12],
  source_url: 'https://cdn.example.com/voice.ogg',
};
const custom = { type: 'custom_defined', custom_name: 'order', payload: '{"order": 4711}' };
const location = {
  type: 'location',
  latitude: 52.5163,
  longitude: 13.3777,
  name: 'Brandenburg Gate',
  address: 'Pariser Platz, 10117 Berlin',
};
const promotion = {
  type: 'promotion',
  promotion: {
    label: 'Today only',
    title: 'Ten percent off',
    image_url: 'https://cdn.example.com/ten.png',
    description: 'On everything with a label.',
    buttons: [
      { label: 'Show me', action: { type: 1, payload: 'https://example.com/sale' } },
      { label: 'Keep one for me', action: { type: 2, payload: '{"order": "one"}' } },
      { label: 'No, thanks', action: { type: 3 } },
    ],
  },
};
const notify = {
  title: 'News of your parcel',
  subtitle: 'Order 4711',
  avatar_url: 'https://cdn.example.com/herald.png',
  image_url: 'https://cdn.example.com/parcel.png',
};
const avatar_url = 'https://cdn.example.com/ann.png';
const metadata = '{"customer": 4711}';
const hook = 'https://example.com/palaver';

/** Messages that both APIs accept. */
const messageBodies = ({ pack, sticker, file: file_id }: Names) => ({
  Text: { text: 'Where is my parcel?', metadata: [{ type: 'text' }] },
  Image: { text: 'The box was open.', metadata: [image] },
  Video: { text: '', metadata: [video] },
  File: { metadata: [file] },
  Audio: { metadata: [audio] },
  'A kind of your own': { text: 'Order 4711', metadata: [custom] },
  Sticker: { metadata: [{ type: 'sticker', pack_id: pack, sticker_id: sticker }] },
  Promotion: { metadata: [promotion] },
  Location: { text: 'Shall we meet here?', metadata: [location] },
  'An uploaded file': { metadata: [{ type: 'file', file_id }] },
});

function sendMessage(names: Names): Bodies {
  const { owner, member, leaver, bot, group } = names;
  const user = { user_id: owner.user_id };
  const robot = { bot_id: bot.bot_id };
  const target = { thread_id: group };
  const bodies = messageBodies(names);
  return {
    ...mapped(bodies, (body) => ({ sender: user, target, body })),
    Promotion: { sender: robot, target, body: bodies.Promotion },
    'To users by ext_user_id': {
      sender: user,
      target: { ext_user_ids: [leaver, member, bot].map(({ ext_user_id }) => ext_user_id) },
      body: bodies.Text,
    },
    'From a bot to users': {
      sender: robot,
      target: { user_ids: [owner, member, leaver].map(({ user_id }) => user_id) },
      body: { text: 'Your parcel has arrived.', metadata: [{ type: 'text' }], custom_notify: notify },
    },
  };
}

const sendAsUser = (names: Names): Bodies => ({
  ...mapped(messageBodies(names), (body) => ({ body })),
  'A reply to a message': {
    body: { text: 'It is on its way.' },
    reply_to: 3,
    mentions: [names.owner, names.member, names.bot].map(({ ext_user_id }) => ext_user_id),
    client_message_id: names.clientMessageId,
  },
});

function mapped(bodies: Bodies, change: (body: object) => object): Bodies {
  return Object.fromEntries(Object.entries(bodies).map(([name, body]) => [name, change(body)]));
}

/** The two ways to name users in a request. */
const ID_TYPES = {
  'By user_id': { id_type: 2, id: ({ user_id }: Account) => user_id },
  'By ext_user_id': { id_type: 1, id: ({ ext_user_id }: Account) => ext_user_id },
};
type IdType = (typeof ID_TYPES)[keyof typeof ID_TYPES];

const byIdType = (body: (by: IdType) => object): Bodies =>
  Object.fromEntries(Object.entries(ID_TYPES).map(([name, by]) => [name, body(by)]));

/** Of an uploaded picture. */
const addressOf = (file: string) =>
  `https://chat.example.com/file/v1.0/file/${file}/thumbnail/thumbnail.webp`;

/** Nobody takes it for a real one: in base64, it says so. */
const webhook_secret = 'whsec_VGhpcyBpcyBhbiBleGFtcGxlLCBub3QgYSBzZWNyZXQ=';

function userAndBotExamples({ newUsers, newBot, picture }: Names): Examples {
  const profile = { display_name: 'Ann', avatar_url, is_guest: false, metadata };
  return [
    [PutUser, { 'A user': profile, 'A guest': { display_name: 'Guest', is_guest: true } }],
    [PutUsersBatch, { Users: { users: newUsers.map((user_id) => ({ ...profile, user_id })) } }],
    [SetMyAvatar, { 'An uploaded picture': { file_id: picture } }],
    [
      CreateBot,
      { 'A bot': { bot_id: newBot, display_name: 'Herald', avatar_url, webhook_url: hook, webhook_secret } },
    ],
    [
      UpdateBot,
      {
        'New name': { display_name: 'Herald of the shop' },
        'New addresses': { avatar_url, webhook_url: hook },
      },
    ],
    [RotateSecret, { 'A generated secret': {}, 'A secret of your own': { webhook_secret } }],
  ];
}

function threadExamples({ owner, member, leaver, reference, picture }: Names): Examples {
  const everybody = [leaver, member, owner];
  return [
    [
      CreateThread,
      {
        ...byIdType(({ id_type, id }) => ({
          name: 'Order 4711',
          owner_id: id(owner),
          member_ids: everybody.map(id),
          id_type,
          reference_id: reference,
          satl_reference_id: reference,
        })),
        'With all fields': {
          type: 'group',
          name: 'Support',
          description: 'Ask us anything.',
          avatar_url,
          owner_id: owner.user_id,
          member_ids: [],
          id_type: 2,
          reference_id: `${reference}-2`,
          if_exists: 'return',
          silent: true,
        },
      },
    ],
    [
      UpdateThread,
      {
        'New name': { name: 'Support, second floor' },
        'All other fields': { description: 'Ask us anything.', avatar_url, metadata, silent: true },
      },
    ],
    [
      UpdateMyThread,
      {
        'New name': { name: 'Support, second floor' },
        'All other fields': { description: 'Ask us anything.', avatar_file_id: picture, metadata },
        'A picture by its address': { avatar_url: addressOf(picture) },
      },
    ],
    [
      CreateMyThread,
      {
        'A direct thread': { type: 'direct', user_id: member.user_id },
        ...byIdType(({ id_type, id }) => ({
          type: 'group',
          name: 'Lunch',
          description: 'At noon',
          avatar_file_id: picture,
          member_ids: everybody.map(id),
          id_type,
        })),
        'A group with a picture by its address': {
          type: 'group',
          name: 'Lunch',
          avatar_url: addressOf(picture),
        },
      },
    ],
    [MarkRead, { 'Up to a message': { seq: 3 }, 'All of it': {} }],
    [MarkUnread, { 'From a message on': { seq: 3 } }],
  ];
}

function memberExamples({ owner, member, leaver }: Names): Examples {
  const everybody = [leaver, member, owner];
  return [
    [
      AddMembers,
      {
        ...byIdType(({ id_type, id }) => ({ member_ids: everybody.map(id), id_type })),
        'As an admin, silently': { member_ids: [leaver.user_id], id_type: 2, role: 'admin', silent: true },
      },
    ],
    [
      SetRole,
      { 'Make an admin': { role: 'admin' }, 'Silently, a member again': { role: 'member', silent: true } },
    ],
    [
      Sanction,
      { 'Without an end': {}, 'Until the year 2100, silently': { until: Date.UTC(2100, 0), silent: true } },
    ],
    [TransferOwnership, byIdType(({ id_type, id }) => ({ owner_id: id(member), id_type, silent: true }))],
  ];
}

const messageExamples = (names: Names): Examples => [
  [SendMessage, sendMessage(names)],
  [SendAsUser, sendAsUser(names)],
  [
    EditMessage,
    {
      // An edit cannot change the kind of a message, so each example is for a message of the same kind.
      ...mapped(messageBodies(names), (body) => ({ body })),
      'New text, and whom it mentions': {
        body: { text: 'Where are my two parcels?' },
        mentions: [names.owner, names.member, names.bot].map(({ ext_user_id }) => ext_user_id),
      },
    },
  ],
  [PressButton, { 'The second button': { button_index: 1, client_message_id: names.clientMessageId } }],
];

const eventExamples = (): Examples => [
  [PutEventStream, { 'Switch off': { enabled: false }, 'Switch on': { enabled: true } }],
];

const webhookExamples = ({ bot, endpoint }: Names): Examples => [
  [
    CreateEndpoint,
    {
      'For every new message': { url: hook, description: 'Our search', event_types: ['message.created'] },
      'With a secret of your own': { url: hook, webhook_secret },
    },
  ],
  [
    UpdateEndpoint,
    {
      Disable: { is_enabled: false },
      'New address': { url: hook, description: 'All texts', event_types: ['message.updated'] },
    },
  ],
  [
    Replay,
    {
      'All dead deliveries': {},
      'Deliveries of a bot': { bot_id: bot.bot_id, statuses: ['dead'] },
      'Deliveries of an endpoint from one day': {
        endpoint_id: endpoint,
        from: Date.UTC(2026, 0, 1),
        to: Date.UTC(2026, 0, 2),
      },
      'Deliveries of some events': { from_position: 17, to_position: 20, statuses: ['delivered', 'dead'] },
    },
  ],
];

/** Examples for a space that contains everything in `names`: each body makes a valid request. */
function examplesIn(names: Names): ReadonlyMap<unknown, Bodies> {
  return new Map([
    ...userAndBotExamples(names),
    ...threadExamples(names),
    ...memberExamples(names),
    ...messageExamples(names),
    ...policyExamples(names),
    ...webhookExamples(names),
    ...eventExamples(),
    ...notificationExamples(names),
    ...deviceExamples(),
    ...deskRequests(names),
  ]);
}

const EXAMPLES = examplesIn(SHOWN);

/**
 * The OpenAPI `examples` of a media type; undefined if there are none. The page `/docs` fills its form with the first one. A
 * sample made from the schema alone would fill fields that exclude each other.
 */
export function examplesOf(body: unknown): Record<string, { value: object }> | undefined {
  const bodies = EXAMPLES.get(body);
  return bodies && Object.fromEntries(Object.entries(bodies).map(([name, value]) => [name, { value }]));
}

/** The examples of a schema for another space, by title. */
export function bodiesFor(names: Names, schema: unknown): Bodies {
  return examplesIn(names).get(schema) ?? {};
}

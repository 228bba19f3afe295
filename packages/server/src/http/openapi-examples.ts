import { CreateBot, UpdateBot } from '@palaver/protocol/bots';
import { CreateMyThread, MarkRead } from '@palaver/protocol/client-threads';
import { AddMembers, Sanction, SetRole, TransferOwnership } from '@palaver/protocol/members';
import { EditMessage, PressButton, SendAsUser, SendMessage } from '@palaver/protocol/messages';
import { UpdatePolicy } from '@palaver/protocol/policy';
import { CreateThread, UpdateThread } from '@palaver/protocol/threads';
import { PutUser, PutUsersBatch } from '@palaver/protocol/users';
import { CreateEndpoint, Replay, UpdateEndpoint } from '@palaver/protocol/webhooks';

/** Bodies by what they show. */
type Bodies = Readonly<Record<string, object>>;

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
const custom = { type: 'custom_defined', custom_name: 'order', payload: '{"order": 4711}' };
const sticker = { type: 'sticker', pack_id: '1', sticker_id: '3' };
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

/** Bodies of messages, which both APIs take. */
const MESSAGE_BODIES = {
  Text: { text: 'Where is my parcel?', metadata: [{ type: 'text' }] },
  Image: { text: 'The box was open.', metadata: [image] },
  Video: { text: '', metadata: [video] },
  File: { metadata: [file] },
  'A kind of your own': { text: 'Order 4711', metadata: [custom] },
  Sticker: { metadata: [sticker] },
};

const SEND_MESSAGE: Bodies = {
  ...Object.fromEntries(
    Object.entries(MESSAGE_BODIES).map(([name, body]) => [
      name,
      { sender: { user_id: 'ann' }, target: { thread_id: '1' }, body },
    ]),
  ),
  'A bot to users': {
    sender: { bot_id: 'herald' },
    target: { user_ids: ['ann', 'ben'] },
    body: {
      text: 'Your parcel has arrived.',
      metadata: [{ type: 'text' }],
      custom_notify: { title: 'News of your parcel' },
    },
  },
  Promotion: {
    sender: { bot_id: 'herald' },
    target: { thread_id: '1' },
    body: { metadata: [promotion] },
  },
};

const SEND_AS_USER: Bodies = {
  ...Object.fromEntries(Object.entries(MESSAGE_BODIES).map(([name, body]) => [name, { body }])),
  'An answer to a message': {
    body: { text: 'It is on its way.' },
    reply_to: 2,
    mentions: ['2'],
    client_message_id: 'b2c7f0f4-6c52-4f0e-9d6e-2f6f0c1c7a11',
  },
};

/**
 * Examples of the bodies in the OpenAPI document, by their schemas; the first one is what `/docs` fills its form with. A sample
 * that is made from the schema alone would fill fields that exclude each other.
 */
const EXAMPLES: ReadonlyMap<unknown, Bodies> = new Map<unknown, Bodies>([
  [PutUser, { 'A user': { display_name: 'Ann' }, 'A guest': { display_name: 'Guest', is_guest: true } }],
  [
    PutUsersBatch,
    {
      'Two users': {
        users: [
          { user_id: 'ann', display_name: 'Ann' },
          { user_id: 'ben', display_name: 'Ben' },
        ],
      },
    },
  ],
  [CreateBot, { 'A bot': { bot_id: 'herald', display_name: 'Herald' } }],
  [UpdateBot, { 'Another name': { display_name: 'Herald of the shop' } }],
  [
    CreateThread,
    {
      'By your own identifiers': { name: 'Support', owner_id: 'ann', member_ids: ['ben'], id_type: 2 },
      'Tied to an object': {
        name: 'Order 4711',
        owner_id: 'ann',
        member_ids: [],
        id_type: 2,
        reference_id: 'order-4711',
      },
    },
  ],
  [UpdateThread, { 'Another name': { name: 'Support, second floor' } }],
  [AddMembers, { 'By your own identifiers': { member_ids: ['ben'], id_type: 2 } }],
  [SetRole, { 'Make an admin': { role: 'admin' } }],
  [Sanction, { 'Without an end': {}, 'Until the year 2100': { until: Date.UTC(2100, 0) } }],
  [TransferOwnership, { 'By your own identifiers': { owner_id: 'ben', id_type: 2 } }],
  [SendMessage, SEND_MESSAGE],
  [SendAsUser, SEND_AS_USER],
  [EditMessage, { 'Another text': { body: { text: 'Where are my two parcels?' } } }],
  [PressButton, { 'The first button': { button_index: 0 } }],
  [
    CreateMyThread,
    {
      'A direct thread': { type: 'direct', user_id: 'ben' },
      'A group': { type: 'group', name: 'Lunch', member_ids: ['ben'], id_type: 2 },
    },
  ],
  [MarkRead, { 'Up to a message': { seq: 2 }, 'All of it': {} }],
  [
    CreateEndpoint,
    { 'Of every message': { url: 'https://example.com/palaver', event_types: ['message.created'] } },
  ],
  [UpdateEndpoint, { 'Switch it off': { is_enabled: false } }],
  [
    UpdatePolicy,
    {
      'Whom guests may write to': { contacts: ['ann'], users: { members_at_a_time: 20 } },
      'Guests do not see the identifiers of others': { guests: { see_user_ids: false } },
    },
  ],
  [Replay, { 'All that are dead': {}, 'Those of a bot': { bot_id: 'herald', statuses: ['dead'] } }],
]);

/** `examples` of a media type, as OpenAPI has it; undefined where there are none. */
export function examplesOf(body: unknown): Record<string, { value: object }> | undefined {
  const bodies = EXAMPLES.get(body);
  if (bodies === undefined) return undefined;
  return Object.fromEntries(Object.entries(bodies).map(([name, value]) => [name, { value }]));
}

import { packForm } from '../../harness/sticker-pack.ts';
import { type Belongings, FIRST_MESSAGE, type Person, PROMOTION_MESSAGE, REACTION } from './belongings.ts';

/** The parts of a request; `params` go into the path. */
export interface Sample {
  params?: Record<string, string>;
  query?: Record<string, string | number | boolean>;
  headers?: Record<string, string>;
  body?: unknown;
}

/** How a request says who is meant, where `id_type` decides. */
export interface Naming {
  id_type: 1 | 2;
  id: (person: Person) => string;
}

const withGroup = ({ group }: Belongings): Sample => ({ params: { thread_id: group } });
const withMessage = ({ group }: Belongings): Sample => ({ params: { thread_id: group, seq: FIRST_MESSAGE } });
const withMember = ({ group, member }: Belongings, { id_type, id }: Naming): Sample => ({
  params: { thread_id: group, member_id: id(member) },
  query: { id_type },
});
const withBot = ({ bot }: Belongings): Sample => ({ params: { bot_id: bot.bot_id } });

const withEndpoint = ({ endpoint }: Belongings): Sample => ({ params: { endpoint_id: endpoint } });
const withDelivery = ({ delivery }: Belongings): Sample => ({ params: { delivery_id: delivery } });

const TEXT = { text: 'hello', metadata: [{ type: 'text' }] };
const stickerOf = ({ pack, sticker }: Belongings) => ({
  metadata: [{ type: 'sticker', pack_id: pack, sticker_id: sticker }],
});
const page = (position: string): Sample => ({ query: { [position]: '0', limit: 100 } });

type SamplesOf = (own: Belongings, by: Naming) => Sample[];

const BY_KEY: Record<string, SamplesOf> = {
  listThreads: () => [page('last_thread_id')],
  getThread: (own) => [withGroup(own)],
  createThread: ({ owner, member, leaver, reference }, { id_type, id }) => [
    {
      body: {
        name: 'Group',
        owner_id: id(owner),
        member_ids: [leaver, member, owner].map(id),
        id_type,
        reference_id: reference,
        satl_reference_id: reference,
      },
    },
  ],
  updateThread: (own) => [{ ...withGroup(own), body: { name: 'Another name' } }],
  deleteThread: (own) => [withGroup(own)],

  listMembers: (own, { id_type }) => [
    { ...withGroup(own), query: { last_member_id: '0', member_id_type: id_type, limit: 100 } },
  ],
  addMembers: (own, { id_type, id }) => [
    { ...withGroup(own), body: { member_ids: [own.leaver, own.member, own.owner].map(id), id_type } },
  ],
  changeMemberRole: (own, by) => [{ ...withMember(own, by), body: { role: 'admin' } }],
  removeMember: (own, by) => [withMember(own, by)],
  muteMember: (own, by) => [withMember(own, by)],
  unmuteMember: (own, by) => [withMember(own, by)],
  banMember: (own, by) => [withMember(own, by)],
  unbanMember: (own, by) => [withMember({ ...own, member: own.leaver }, by)],
  transferOwnership: (own, { id_type, id }) => [
    { ...withGroup(own), body: { owner_id: id(own.member), id_type } },
  ],

  sendMessage: (own) => {
    const { owner, member, leaver, bot, group } = own;
    const user = { user_id: owner.user_id };
    const robot = { bot_id: bot.bot_id };
    const user_ids = [owner, member, leaver].map(({ user_id }) => user_id);
    const ext_user_ids = [leaver, member, bot].map(({ ext_user_id }) => ext_user_id);
    return [
      { body: { sender: user, target: { thread_id: group }, body: TEXT } },
      { body: { sender: robot, target: { thread_id: group }, body: stickerOf(own) } },
      { body: { sender: robot, target: { user_ids }, body: stickerOf(own) } },
      { body: { sender: user, target: { ext_user_ids }, body: TEXT } },
    ];
  },
  listMessages: (own) => [
    { ...withGroup(own), query: { after_seq: '0', limit: 100 } },
    { ...withGroup(own), query: { before_seq: '1000', limit: 100 } },
    { ...withGroup(own), query: { around_seq: '1', limit: 100 } },
    { ...withGroup(own), query: { pinned: true, limit: 100 } },
  ],
  getMessage: (own) => [withMessage(own)],
  editMessage: (own) => [{ ...withMessage(own), body: { body: { text: 'edited', ...stickerOf(own) } } }],
  deleteMessage: (own) => [withMessage(own)],
  pinMessage: (own) => [withMessage(own)],
  unpinMessage: (own) => [withMessage(own)],

  listStickerPacks: () => [page('last_id')],
  createStickerPack: () => [{ body: packForm() }],
  getStickerPack: ({ pack }) => [{ params: { pack_id: pack } }],
  deleteStickerPack: ({ pack }) => [{ params: { pack_id: pack } }],

  putUser: () => [{ params: { user_id: 'new-user' }, body: {} }],
  getUser: ({ member }) => [{ params: { user_id: member.user_id } }],
  deleteUser: ({ member }) => [{ params: { user_id: member.user_id } }],
  listUsers: () => [page('last_id')],
  putUsersBatch: () => [{ body: { users: ['a', 'b', 'c'].map((name) => ({ user_id: `new-${name}` })) } }],
  issueToken: ({ member }) => [{ params: { user_id: member.user_id } }],
  revokeTokens: ({ member }) => [{ params: { user_id: member.user_id } }],
  changeUserId: ({ member }) => [{ params: { current_user_id: member.user_id, new_user_id: 'new-user' } }],

  createBot: ({ bot }) => [{ body: { bot_id: `new-${bot.bot_id}`, display_name: 'Bot' } }],
  listBots: () => [page('last_id')],
  getBot: (own) => [withBot(own)],
  updateBot: (own) => [{ ...withBot(own), body: { display_name: 'Another name' } }],
  deleteBot: (own) => [withBot(own)],
  rotateBotSecret: (own) => [withBot(own)],

  createWebhookEndpoint: () => [{ body: { url: 'https://example.com/new' } }],
  listWebhookEndpoints: () => [page('last_id')],
  getWebhookEndpoint: (own) => [withEndpoint(own)],
  updateWebhookEndpoint: (own) => [{ ...withEndpoint(own), body: { description: 'Another' } }],
  deleteWebhookEndpoint: (own) => [withEndpoint(own)],
  rotateWebhookEndpointSecret: (own) => [withEndpoint(own)],
  listWebhookDeliveries: ({ endpoint, bot }) => [
    page('last_id'),
    { query: { endpoint_id: endpoint, limit: 100 } },
    { query: { bot_id: bot.bot_id, limit: 100 } },
  ],
  getWebhookDelivery: (own) => [withDelivery(own)],
  replayWebhookDelivery: (own) => [withDelivery(own)],
  replayWebhookDeliveries: ({ endpoint, bot }) => [
    { body: {} },
    { body: { endpoint_id: endpoint } },
    { body: { bot_id: bot.bot_id } },
  ],
  getPolicy: () => [{}],
  updatePolicy: ({ reference }) => [{ body: { contacts: [reference] } }],
};

const withReaction = (own: Belongings, key: string): Sample => ({
  params: { thread_id: own.group, seq: FIRST_MESSAGE, key },
});

const BY_TOKEN: Record<string, SamplesOf> = {
  clientGetMe: () => [{}],
  clientListThreads: ({ reference }) => [
    page('last_id'),
    { query: { last_id: '0', reference_id: reference, satl_reference_id: reference } },
  ],
  clientCreateThread: ({ owner, member, leaver }, { id_type, id }) => [
    { body: { type: 'direct', user_id: member.user_id } },
    { body: { type: 'group', name: 'Group', member_ids: [leaver, member, owner].map(id), id_type } },
  ],
  clientGetThread: (own) => [withGroup(own)],
  clientListReadPositions: (own) => [{ ...withGroup(own), ...page('last_member_id') }],
  clientMarkRead: (own) => [{ ...withGroup(own), body: { seq: 4 } }],
  clientSendMessage: (own) => [
    {
      ...withGroup(own),
      body: {
        body: stickerOf(own),
        reply_to: Number(FIRST_MESSAGE),
        mentions: [own.owner, own.member, own.owner].map(({ ext_user_id }) => ext_user_id),
        client_message_id: `new-${own.reference}`,
      },
    },
  ],
  clientAddReaction: (own) => [withReaction(own, 'another')],
  clientRemoveReaction: (own) => [withReaction(own, REACTION)],
  clientPressButton: ({ group, reference }) => [
    {
      params: { thread_id: group, seq: PROMOTION_MESSAGE },
      body: { button_index: 0, client_message_id: `pressed-${reference}` },
    },
  ],
  clientListStickerPacks: () => [page('last_id')],

  // The same requests as by API key.
  ...Object.fromEntries(
    [
      ...['updateThread', 'deleteThread', 'listMembers', 'addMembers', 'changeMemberRole', 'removeMember'],
      ...['muteMember', 'unmuteMember', 'banMember', 'unbanMember', 'transferOwnership', 'listMessages'],
      ...['getMessage', 'editMessage', 'deleteMessage', 'pinMessage', 'unpinMessage', 'getStickerPack'],
    ].map((id) => [
      `client${id.charAt(0).toUpperCase()}${id.slice(1)}`,
      (own: Belongings, by: Naming) => BY_KEY[id]?.(own, by) ?? [],
    ]),
  ),
};

/**
 * For every endpoint, by its id, requests that succeed in the space that has these belongings; by token, as the owner of
 * the group. Together they have every place of an id. Whoever acts in somebody's name is put in by {@link variantsOf}.
 */
export const SAMPLES: Record<string, SamplesOf> = { ...BY_KEY, ...BY_TOKEN };

/** The request of a route as a frame. */
const asFrame = ({ params: { seq, ...params } = {}, body = {} }: Sample): Sample => ({
  body: { ...params, ...(seq === undefined ? {} : { seq: Number(seq) }), ...(body as object) },
});

/** The same for every frame, by its name in the matrix: as far as there is a route, what that is asked for. */
export const FRAME_SAMPLES: Record<string, SamplesOf> = {
  ...Object.fromEntries(
    Object.entries({
      send: 'clientSendMessage',
      edit: 'clientEditMessage',
      delete: 'clientDeleteMessage',
      react: 'clientAddReaction',
      unreact: 'clientRemoveReaction',
      press: 'clientPressButton',
      read: 'clientMarkRead',
      typing: 'clientGetThread',
    }).map(([name, id]): [string, SamplesOf] => [
      `frame ${name}`,
      (own, by) => (BY_TOKEN[id]?.(own, by) ?? []).map(asFrame),
    ]),
  ),
  'frame watch': ({ owner, member, leaver }) => [
    { body: { ext_user_ids: [leaver, member, owner].map(({ ext_user_id }) => ext_user_id) } },
  ],
  'frame resume': ({ group, direct }) => [
    { body: { threads: [direct, group, group].map((thread_id) => ({ thread_id, seq: 1 })) } },
  ],
};

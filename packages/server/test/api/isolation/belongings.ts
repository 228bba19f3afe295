import { randomUUID } from 'node:crypto';
import type { TenantId } from '@palaver/protocol/ids';
import { ACTING_HEADER } from '../../../src/http/auth.ts';
import {
  BOTS,
  botUrl,
  ENDPOINTS,
  MESSAGES,
  membersUrl,
  memberUrl,
  messageUrl,
  packUrl,
  renameUrl,
  THREADS,
  threadUrl,
  userUrl,
} from '../../harness/api.ts';
import type { CallOptions, TestServer } from '../../harness/test-server.ts';

export interface Person {
  user_id: string;
  ext_user_id: string;
}

/** What lives in a space, by the ids that a request can name it by. */
export interface Belongings {
  /** Owner and member of the group, and one who was a member of it. */
  owner: Person;
  member: Person;
  leaver: Person;
  /** Of the member: the `user_id` before this one, and the `ext_user_id` of the record that it absorbed. */
  former: string;
  alias: string;
  bot: { bot_id: string; ext_user_id: string };
  group: string;
  /** The thread of the bot and the owner. */
  direct: string;
  /** What the group is tied to, and what its client has called the message. */
  reference: string;
  /** Number of a message of the group; no other group has a message of this number. */
  message: string;
  pack: string;
  sticker: string;
  /** A webhook that was told of the message. */
  endpoint: string;
  delivery: string;
  /** Where the owner's chat list goes on after its first thread. */
  listPosition: string;
}

/** The number of the first message of every group, a sticker: before it the group was made, and a member left. */
export const FIRST_MESSAGE = '3';

/** The number of the message after it: a promotion with one button, which only posts its label. */
export const PROMOTION_MESSAGE = '4';
const BUTTON = { label: 'Thanks', action: { type: 3 } };
const PROMOTION = [
  {
    type: 'promotion',
    promotion: { title: 'Cake', image_url: 'https://example.com/cake.png', buttons: [BUTTON] },
  },
];

/** What the first message is answered with by whoever writes in a group. */
export const REACTION = '\u{1f44d}';

/** What never existed. */
export const NEVER: Belongings = {
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
  endpoint: '900015',
  delivery: '900016',
  listPosition: '900013_900014',
};

/** Who asks, and what is theirs. */
export interface Seat {
  /** The integrator's back end. */
  byKey: CallOptions;
  /** The owner, signed in. */
  byToken: CallOptions;
  own: Belongings;
}

export type SeatName =
  | 'tenant'
  | 'bound tenant'
  | 'no tenant'
  | 'other application'
  | 'namesake'
  | 'deleted'
  | 'outsider'
  | 'neighbour'
  | 'left'
  | 'banned from';
export type World = Readonly<Record<SeatName, Seat>>;

/** A space, and who and what is in it; in one space there may be several households. */
interface Household {
  /** What all names begin with. It has no digits: numbers are what answers may differ in. */
  name: string;
  appId: string;
  tenantId: string;
  byKey: CallOptions;
  /** How many entries of the log of the group are no messages: so the message after them has a number of its own. */
  changes: number;
}

/**
 * Two applications. The first has two tenants, to one of which its key is bound, and a space without a tenant; the other
 * has one too, and a tenant that is called like the first's. What is deleted was in the first tenant.
 *
 * There an outsider lives as well: a user with threads of their own, who never was in the group of the tenant's owner (to
 * them a neighbour), was removed from another one of theirs, and is banned from a third.
 */
export async function furnishWorld(server: TestServer): Promise<World> {
  await server.database.sql(`insert into applications (id, name) values ('other', 'Other')`);
  const other = await server.createKey({ appId: 'other' });
  const bound = await server.createKey({ tenantId: 'far' as TenantId });
  const home = { appId: 'test', tenantId: 'home', byKey: { tenant: 'home' } };
  const households = {
    namesake: {
      name: 'namesake',
      appId: 'other',
      tenantId: 'home',
      byKey: { key: other, tenant: 'home' },
      changes: 0,
    },
    'other application': { name: 'other', appId: 'other', tenantId: '', byKey: { key: other }, changes: 1 },
    'no tenant': { name: 'shared', appId: 'test', tenantId: '', byKey: {}, changes: 2 },
    'bound tenant': { name: 'far', appId: 'test', tenantId: 'far', byKey: { key: bound }, changes: 3 },
    deleted: { name: 'gone', ...home, changes: 4 },
    outsider: { name: 'outsider', ...home, changes: 5 },
    // The longest log: the number of its deleted message, too, is in no other group.
    tenant: { name: 'home', ...home, changes: 8 },
  } as const satisfies Partial<Record<SeatName, Household>>;
  const seats = Object.entries(households).map(async ([seat, household]) => {
    const foreignKey = household.appId === 'other' ? server.key : other;
    return [seat, await furnish(server, household, foreignKey)] as const;
  });
  const world = Object.fromEntries(await Promise.all(seats)) as Record<keyof typeof households, Seat>;

  const { tenant, outsider, deleted } = world;
  const left = await lostGroup(server, tenant, outsider, 6);
  await left.end('DELETE');
  const banned = await lostGroup(server, tenant, outsider, 7);
  await banned.end('POST', 'ban');
  await visit(server, deleted, tenant);
  deleted.own.direct = await openDirect(server, deleted, tenant.own.owner);
  const deletedNumber = await deletedMessage(server, tenant);
  const positions = Object.values(world).map(async ({ byToken, own }) => {
    const [{ list_position }] = await server.ok('GET', `${CLIENT_THREADS}?limit=1`, byToken);
    own.listPosition = list_position;
  });
  await Promise.all(positions);
  await demolish(server, deleted);
  deleted.own.message = deletedNumber;
  return {
    ...world,
    neighbour: tenant,
    left: { ...tenant, own: { ...tenant.own, ...left.names } },
    'banned from': { ...tenant, own: { ...tenant.own, ...banned.names } },
  };
}

const CLIENT_THREADS = '/client/v1.0/threads';

async function furnish(server: TestServer, household: Household, foreignKey: string): Promise<Seat> {
  const { name, byKey, changes } = household;
  const ok = caller(server, byKey);
  const people = await putPeople(ok, name);
  const token = await server.token(people.owner.user_id, byKey);
  const bot = await ok('POST', BOTS, { bot_id: `${name}-bot`, display_name: 'Bot' });
  const pack = await addPack(server, household);
  const webhook = await addWebhook(server, ok, bot);
  const reference = `${name}-reference`;
  const seat = {
    byKey,
    byToken: { token, ...misleading(name, foreignKey) },
    own: { ...NEVER, ...people, ...pack, ...webhook, bot, reference },
  };
  seat.own.group = await createGroup(server, seat, [], changes);
  seat.own.message = await write(server, seat, seat.own.group);
  seat.own.direct = await openDirect(server, seat, people.owner);
  return seat;
}

/** Headers that would open something else if they counted beside a token: every request by token has them. */
function misleading(name: string, foreignKey: string): Pick<CallOptions, 'tenant' | 'headers'> {
  const acting = name === 'outsider' ? 'home-owner' : `${name}-leaver`;
  return {
    tenant: name === 'home' ? 'far' : 'home',
    headers: { 'x-api-key': foreignKey, [ACTING_HEADER]: acting },
  };
}

type Caller = ReturnType<typeof caller>;

function caller(server: TestServer, options: CallOptions) {
  return (method: string, url: string, body?: unknown, headers: Record<string, string> = {}) =>
    server.ok(method, url, { ...options, body, headers: { ...options.headers, ...headers } });
}

type People = Pick<Belongings, 'owner' | 'member' | 'leaver' | 'former' | 'alias'>;

/** Three users; one of them had another `user_id` and absorbed the record that was made for the new one. */
async function putPeople(ok: Caller, name: string): Promise<People> {
  const put = async (role: string): Promise<Person> => {
    const { user_id, ext_user_id } = await ok('PUT', userUrl(`${name}-${role}`), {});
    return { user_id, ext_user_id };
  };
  const [owner, leaver, former, absorbed] = [
    await put('owner'),
    await put('leaver'),
    await put('former'),
    await put('member'),
  ];
  await ok('PATCH', renameUrl(former.user_id, absorbed.user_id));
  const member = { user_id: absorbed.user_id, ext_user_id: former.ext_user_id };
  return { owner, member, leaver, former: former.user_id, alias: absorbed.ext_user_id };
}

/** A group of the owner with these guests, which one of its members has left, with a sticker, a pin and some changes. */
async function createGroup(
  server: TestServer,
  { byKey, own }: Seat,
  guests: readonly Person[],
  changes: number,
): Promise<string> {
  const ok = caller(server, byKey);
  const { owner, member, leaver, reference, pack, sticker } = own;
  const { thread_id } = await ok('POST', THREADS, {
    name: 'Group',
    owner_id: owner.user_id,
    member_ids: [member, leaver, ...guests].map(({ user_id }) => user_id),
    id_type: 2,
    reference_id: reference,
    satl_reference_id: reference,
  });
  await ok('DELETE', memberUrl(thread_id, leaver.user_id));
  const metadata = [{ type: 'sticker', pack_id: pack, sticker_id: sticker }];
  await send(ok, { user_id: owner.user_id }, { thread_id }, { metadata });
  await send(ok, { user_id: owner.user_id }, { thread_id }, { metadata: PROMOTION });
  await ok('PUT', messageUrl(thread_id, PROMOTION_MESSAGE, '/pin'));
  await addEntries(server, thread_id, changes);
  return thread_id;
}

/** Changes of a thread that say nothing. */
async function addEntries({ database }: TestServer, threadId: string, count: number): Promise<void> {
  await database.sql(
    `with head as (
       update thread_heads set last_seq = last_seq + $2 where thread_id = $1 returning last_seq
     )
     insert into log_entries (thread_id, seq, type)
     select $1, n, 'thread.updated' from head, generate_series(last_seq - $2 + 1, last_seq) n`,
    [threadId, count],
  );
}

/** Who has signed in writes a message into a group, and reacts to the first one; answers the number of the message. */
async function write(server: TestServer, { byToken, own }: Seat, group: string): Promise<string> {
  const ok = caller(server, byToken);
  const url = `${CLIENT_THREADS}/${group}/messages`;
  const { seq } = await ok('POST', url, greetingOf(own));
  await ok('PUT', `${url}/${FIRST_MESSAGE}/reactions/${encodeURIComponent(REACTION)}`);
  return String(seq);
}

/** What everybody has written. */
export function greetingOf({ owner, reference }: Belongings) {
  return {
    body: { text: 'hello' },
    reply_to: Number(FIRST_MESSAGE),
    mentions: [owner.ext_user_id],
    client_message_id: reference,
  };
}

/** Another group of the host, in which the guest has written, and is no longer once it has ended. */
async function lostGroup(server: TestServer, host: Seat, guest: Seat, changes: number) {
  const group = await createGroup(server, host, [guest.own.owner], changes);
  const message = await write(server, guest, group);
  const end = (method: string, action?: string) =>
    caller(server, host.byKey)(method, memberUrl(group, guest.own.owner.user_id, action));
  return { names: { group, message }, end };
}

/** The guest joins the group of the host, and writes there. */
async function visit(server: TestServer, host: Seat, guest: Seat): Promise<void> {
  const { group } = host.own;
  const body = { member_ids: [guest.own.owner.user_id], id_type: 2 };
  await caller(server, host.byKey)('POST', membersUrl(group), body);
  await write(server, guest, group);
}

/** The thread of the bot with somebody. */
async function openDirect(server: TestServer, { byKey, own }: Seat, { user_id }: Person): Promise<string> {
  const sent = await send(caller(server, byKey), { bot_id: own.bot.bot_id }, { user_ids: [user_id] });
  return sent.thread_id;
}

async function send(
  ok: Caller,
  sender: object,
  target: object,
  body: object = { text: 'hello', metadata: [{ type: 'text' }] },
): Promise<{ thread_id: string; seq: number }> {
  const request = { sender, target, body };
  const { messages } = await ok('POST', MESSAGES, request, { prefer: 'return=representation' });
  return messages[0];
}

/** The rows of an uploaded pack: nobody asks for its files here. */
async function addPack(server: TestServer, { appId, tenantId }: Pick<Household, 'appId' | 'tenantId'>) {
  const [ids] = await server.database.sql<Pick<Belongings, 'pack' | 'sticker'>>(
    `with pack as (
       insert into sticker_packs (app_id, tenant_id, name, status, folder)
       values ($1, $2, 'Pack', 'uploaded', $3) returning id
     )
     insert into stickers (pack_id, position, name, kind, size) select id, 1, 'sun.png', 'png', 1 from pack
     returning pack_id as pack, id as sticker`,
    [appId, tenantId, randomUUID()],
  );
  if (ids === undefined) throw new Error('an insert answers its row');
  return ids;
}

/** An endpoint that is told of next to nothing, and rows of what it and a bot were to be told. */
async function addWebhook(server: TestServer, ok: Caller, bot: Belongings['bot']) {
  const body = { url: 'https://example.com', event_types: ['webhook.disabled'] };
  const { id: endpoint } = await ok('POST', ENDPOINTS, body);
  const [row] = await server.database.sql<{ delivery: string }>(
    `with of_bot as (
       insert into webhook_deliveries (webhook_id, type, data)
       select id, 'bot.button_clicked', '{}' from webhooks where bot_ext_user_id = $2
     )
     insert into webhook_deliveries (webhook_id, type, data) values ($1, 'webhook.disabled', '{}')
     returning id as delivery`,
    [endpoint, bot.ext_user_id],
  );
  if (row === undefined) throw new Error('an insert answers its row');
  return { endpoint: endpoint as string, delivery: row.delivery };
}

async function demolish(server: TestServer, { byKey, own }: Seat): Promise<void> {
  const ok = caller(server, byKey);
  for (const id of [own.group, own.direct]) await ok('DELETE', threadUrl(id));
  for (const { user_id } of [own.owner, own.member, own.leaver]) await ok('DELETE', userUrl(user_id));
  await ok('DELETE', botUrl(own.bot.bot_id));
  await ok('DELETE', packUrl(own.pack));
  await ok('DELETE', `${ENDPOINTS}/${own.endpoint}`);
}

/** A message of the group that is deleted again. */
async function deletedMessage(server: TestServer, { byKey, own }: Seat): Promise<string> {
  const ok = caller(server, byKey);
  const { seq } = await send(ok, { user_id: own.owner.user_id }, { thread_id: own.group });
  await ok('DELETE', messageUrl(own.group, seq));
  return String(seq);
}

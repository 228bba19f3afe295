import { randomUUID } from 'node:crypto';
import type { TenantId } from '@palaver/protocol/ids';
import {
  BOTS,
  botUrl,
  MESSAGES,
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
  /** The thread of the bot and the member. */
  direct: string;
  reference: string;
  /** Number of a message of the group; no other group has a message of this number. */
  message: string;
  pack: string;
  sticker: string;
}

/** The number of the first message of every group, a sticker: before it the group was made, and a member left. */
export const FIRST_MESSAGE = '3';

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
};

/** Who asks, and what is theirs. */
export interface Seat {
  options: CallOptions;
  own: Belongings;
}

export type SeatName = 'tenant' | 'bound tenant' | 'no tenant' | 'other application' | 'namesake' | 'deleted';
export type World = Readonly<Record<SeatName, Seat>>;

/**
 * Two applications. The first has two tenants, to one of which its key is bound, and a space without a tenant; the other
 * has one too, and a tenant that is called like the first's. What is deleted was in the first tenant.
 */
export async function furnishWorld(server: TestServer): Promise<World> {
  await server.database.sql(`insert into applications (id, name) values ('other', 'Other')`);
  const key = await server.createKey({ appId: 'other' });
  const bound = await server.createKey({ tenantId: 'far' as TenantId });
  let count = 0;
  const furnished = async (name: string, appId: string, tenantId: string, options: CallOptions) => {
    const own = await furnish(server, { name, appId, tenantId, options, others: count });
    count += 1;
    return { options, own };
  };
  const namesake = await furnished('namesake', 'other', 'home', { key, tenant: 'home' });
  const otherApplication = await furnished('other', 'other', '', { key });
  const noTenant = await furnished('shared', 'test', '', {});
  const boundTenant = await furnished('far', 'test', 'far', { key: bound });
  const deleted = await furnished('gone', 'test', 'home', { tenant: 'home' });
  await demolish(server, deleted);
  // The last: the number of its deleted message, too, is in no other group.
  const tenant = await furnished('home', 'test', 'home', { tenant: 'home' });
  deleted.own.message = await deletedMessage(server, tenant);
  return {
    tenant,
    'bound tenant': boundTenant,
    'no tenant': noTenant,
    'other application': otherApplication,
    namesake,
    deleted,
  };
}

interface Plan {
  options: CallOptions;
  appId: string;
  tenantId: string;
  /** What all names begin with. It has no digits: numbers are what answers may differ in. */
  name: string;
  /** How many spaces there are already. */
  others: number;
}

async function furnish(server: TestServer, { name, others, ...space }: Plan): Promise<Belongings> {
  const ok = caller(server, space.options);
  const people = await putPeople(ok, name);
  const bot = await ok('POST', BOTS, { bot_id: `${name}-bot`, display_name: 'Bot' });
  const pack = await addPack(server, space);
  const reference = `${name}-reference`;
  const group = await createGroup(ok, people, reference);
  const metadata = [{ type: 'sticker', pack_id: pack.pack, sticker_id: pack.sticker }];
  await send(ok, { user_id: people.owner.user_id }, { thread_id: group }, { metadata });
  // Entries that are no messages, so that the message after them has a number of its own.
  for (let n = 0; n < others; n += 1) await ok('PATCH', threadUrl(group), { name: `Name ${n}` });
  const message = await send(ok, { user_id: people.owner.user_id }, { thread_id: group });
  const direct = await send(ok, { bot_id: bot.bot_id }, { user_ids: [people.member.user_id] });
  return {
    ...people,
    ...pack,
    bot: { bot_id: bot.bot_id, ext_user_id: bot.ext_user_id },
    group,
    direct: direct.thread_id,
    reference,
    message: String(message.seq),
  };
}

type Caller = ReturnType<typeof caller>;

function caller(server: TestServer, options: CallOptions) {
  return (method: string, url: string, body?: unknown, headers: Record<string, string> = {}) =>
    server.ok(method, url, { ...options, body, headers });
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

/** A group, which one of its members has left. */
async function createGroup(
  ok: Caller,
  { owner, member, leaver }: People,
  reference: string,
): Promise<string> {
  const group = await ok('POST', THREADS, {
    name: 'Group',
    owner_id: owner.user_id,
    member_ids: [member.user_id, leaver.user_id],
    id_type: 2,
    reference_id: reference,
  });
  await ok('DELETE', memberUrl(group.thread_id, leaver.user_id));
  return group.thread_id;
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
async function addPack(server: TestServer, { appId, tenantId }: Pick<Plan, 'appId' | 'tenantId'>) {
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

async function demolish(server: TestServer, { options, own }: Seat): Promise<void> {
  const ok = caller(server, options);
  for (const id of [own.group, own.direct]) await ok('DELETE', threadUrl(id));
  for (const { user_id } of [own.owner, own.member, own.leaver]) await ok('DELETE', userUrl(user_id));
  await ok('DELETE', botUrl(own.bot.bot_id));
  await ok('DELETE', packUrl(own.pack));
}

/** A message of the group that is deleted again. */
async function deletedMessage(server: TestServer, { options, own }: Seat): Promise<string> {
  const ok = caller(server, options);
  const { seq } = await send(ok, { user_id: own.owner.user_id }, { thread_id: own.group });
  await ok('DELETE', messageUrl(own.group, seq));
  return String(seq);
}

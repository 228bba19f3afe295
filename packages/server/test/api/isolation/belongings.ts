import type { TenantId } from '@palaver/protocol/ids';
import type { Message } from '@palaver/protocol/messages';
import { ACTING_HEADER } from '../../../src/http/auth.ts';
import type { Send } from '../../catalogue/send.ts';
import { addGroup, furnish, listPositionOf, openDirect, type Space, write } from '../../catalogue/space.ts';
import {
  botUrl,
  ENDPOINTS,
  MESSAGES,
  membersUrl,
  memberUrl,
  messagesUrl,
  messageUrl,
  packUrl,
  threadUrl,
  userUrl,
} from '../../harness/api.ts';
import type { CallOptions } from '../../harness/calls.ts';
import { textTo } from '../../harness/population.ts';
import type { TestServer } from '../../harness/test-server.ts';

/** A caller and their resources. */
export interface Seat {
  /** The integrator's back end. */
  byKey: CallOptions;
  /** The owner, signed in. */
  byToken: CallOptions;
  own: Space;
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

/** A space with its users and resources; one space may hold several households. */
interface Household {
  /** The prefix of all names, without digits, because answers may differ in numbers. */
  name: string;
  tenant?: string;
  appId: string;
  byKey: CallOptions;
  /** The number of changes to the group, which gives the next message a unique seq. */
  changes: number;
}

/**
 * Two applications. The first has a space without a tenant and two tenants, one of them with a bound key; the other has
 * a space without a tenant and a tenant with the name of the first one's. Deleted resources were in the first tenant.
 *
 * The first tenant also has an outsider: a user with their own threads who never was in the tenant owner's group, was
 * removed from another of their groups, and is banned from a third.
 */
export async function furnishWorld(server: TestServer): Promise<World> {
  await server.database.sql(`insert into applications (id, name) values ('other', 'Other')`);
  const other = await server.createKey({ appId: 'other' });
  const bound = await server.createKey({ tenantId: 'far' as TenantId });
  const home = { appId: 'test', tenant: 'home', byKey: { tenant: 'home' } };
  const households = {
    namesake: {
      name: 'namesake',
      tenant: 'home',
      appId: 'other',
      byKey: { key: other, tenant: 'home' },
      changes: 0,
    },
    'other application': { name: 'other', appId: 'other', byKey: { key: other }, changes: 1 },
    'no tenant': { name: 'shared', appId: 'test', byKey: {}, changes: 2 },
    'bound tenant': { name: 'far', tenant: 'far', appId: 'test', byKey: { key: bound }, changes: 3 },
    deleted: { name: 'gone', ...home, changes: 4 },
    outsider: { name: 'outsider', ...home, changes: 5 },
    // The longest log: not even the seq of its deleted message occurs in another group.
    tenant: { name: 'home', ...home, changes: 8 },
  } as const satisfies Partial<Record<SeatName, Household>>;
  const jobs = await server.runJobs();
  const seats = Object.entries(households).map(async ([seat, household]) => {
    const foreignKey = household.appId === 'other' ? server.key : other;
    return [seat, await takeSeat(server, household, foreignKey)] as const;
  });
  const world = Object.fromEntries(await Promise.all(seats)) as Record<keyof typeof households, Seat>;
  await jobs.stop();

  const { tenant, outsider, deleted } = world;
  const left = await lostGroup(server, tenant, outsider, 6);
  await left.end('DELETE');
  const banned = await lostGroup(server, tenant, outsider, 7);
  await banned.end('POST', 'ban');
  await visit(server, deleted, tenant);
  deleted.own.direct = await openDirect(senderTo(server, deleted), deleted.own, tenant.own.owner);
  const deletedNumber = await deletedMessage(server, tenant);
  for (const seat of Object.values(world))
    seat.own.listPosition = await listPositionOf(senderTo(server, seat), seat.own);
  await demolish(server, deleted);
  deleted.own.message = deletedNumber;
  return {
    ...world,
    neighbour: tenant,
    left: { ...tenant, own: { ...tenant.own, ...left.names } },
    'banned from': { ...tenant, own: { ...tenant.own, ...banned.names } },
  };
}

async function takeSeat(server: TestServer, household: Household, foreignKey: string): Promise<Seat> {
  const { name, tenant = 'any', byKey, changes } = household;
  const space = await furnish(senderTo(server, { byKey }), tenant, name, changes);
  return {
    byKey,
    byToken: { token: space.token, ...misleading(name, foreignKey) },
    own: space,
  };
}

function senderTo(server: TestServer, { byKey }: Pick<Seat, 'byKey'>): Send {
  return async (method, url, { part, ...request } = {}) => {
    const options = request.token === undefined ? { ...byKey, ...request } : request;
    if (part === 'next') return (await server.call(method, url, options)).body.next;
    return server.ok(method, url, options);
  };
}

/** Headers sent with every request by token. They would open something else if they counted. */
function misleading(name: string, foreignKey: string): Pick<CallOptions, 'tenant' | 'headers'> {
  const acting = name === 'outsider' ? 'home-owner' : `${name}-leaver`;
  return {
    tenant: name === 'home' ? 'far' : 'home',
    headers: { 'x-api-key': foreignKey, [ACTING_HEADER]: acting },
  };
}

/** Another group of the host, where the guest has written and which they then lose. */
async function lostGroup(server: TestServer, host: Seat, guest: Seat, changes: number) {
  const send = senderTo(server, host);
  const { group, file } = await addGroup(send, host.own, [guest.own.owner], changes);
  const message = await write(send, guest.own, group);
  const end = (method: string, action?: string) =>
    send(method, memberUrl(group, guest.own.owner.user_id, action));
  return { names: { group, file, message }, end };
}

/** The guest joins the group of the host, and writes there. */
async function visit(server: TestServer, host: Seat, guest: Seat): Promise<void> {
  const send = senderTo(server, host);
  const body = { member_ids: [guest.own.owner.user_id], id_type: 2 };
  await send('POST', membersUrl(host.own.group), { body });
  await write(send, guest.own, host.own.group);
}

async function demolish(server: TestServer, { byKey, own }: Seat): Promise<void> {
  const send = senderTo(server, { byKey });
  await releaseFile(send, own);
  for (const id of [own.group, own.direct]) await send('DELETE', threadUrl(id));
  for (const { user_id } of [own.owner, own.member, own.leaver]) await send('DELETE', userUrl(user_id));
  await send('DELETE', botUrl(own.bot.bot_id));
  await send('DELETE', packUrl(own.pack));
  await send('DELETE', `${ENDPOINTS}/${own.endpoint}`);
}

/** Deletes the message that names the file. */
async function releaseFile(send: Send, { group, file }: Space): Promise<void> {
  const messages = (await send('GET', messagesUrl(group, 'limit=100'))) as Message[];
  const isNaming = ({ body }: Message) =>
    body.metadata.some((one) => 'file_id' in one && one.file_id === file);
  for (const { seq } of messages.filter(isNaming)) await send('DELETE', messageUrl(group, seq));
}

/** A deleted message of the group. */
async function deletedMessage(server: TestServer, { byKey, own }: Seat): Promise<string> {
  const send = senderTo(server, { byKey });
  const { messages } = await send('POST', MESSAGES, {
    headers: { prefer: 'return=representation' },
    body: textTo(own.group, own.owner.user_id),
  });
  const { seq } = messages[0];
  await send('DELETE', messageUrl(own.group, seq));
  return String(seq);
}

import type { IdKind } from '../../../src/edge/ids.ts';
import { idsOf } from '../../../src/edge/ids.ts';
import { FIRST_MESSAGE, type Space } from '../../catalogue/space.ts';
import type { SeatName } from './belongings.ts';
import type { Door, Entrance } from './doors.ts';

/** The callers of the matrix and the owners of the ids that they name. */
export const SCENARIOS = {
  'another tenant': { asks: 'tenant', names: 'bound tenant' },
  'another application': { asks: 'no tenant', names: 'other application' },
  'a tenant of the same name in another application': { asks: 'tenant', names: 'namesake' },
  'the space without a tenant': { asks: 'bound tenant', names: 'no tenant' },
  'a tenant, from the space without one': { asks: 'no tenant', names: 'tenant' },
  deleted: { asks: 'tenant', names: 'deleted' },
  'a stranger in the same space': { asks: 'outsider', names: 'neighbour' },
  'no longer a member': { asks: 'outsider', names: 'left' },
  banned: { asks: 'outsider', names: 'banned from' },
} as const satisfies Record<string, { asks: SeatName; names: SeatName }>;

export type Scenario = keyof typeof SCENARIOS;

/** An endpoint's scenarios. An API key sees its whole space, where it has no strangers. */
export function scenariosOf({ access, ofApplication }: Door): Scenario[] {
  const all = Object.keys(SCENARIOS) as Scenario[];
  if (ofApplication === true) return all.filter((scenario) => SCENARIOS[scenario].asks === 'no tenant');
  return access === 'token' ? all : all.filter((scenario) => SCENARIOS[scenario].asks !== 'outsider');
}

/** The ways to name a resource of a space. */
export const WAYS = {
  group: ({ group }) => group,
  direct: ({ direct }) => direct,
  message: ({ message }) => message,
  owner: ({ owner }) => owner.user_id,
  user_id: ({ member }) => member.user_id,
  'former user_id': ({ former }) => former,
  ext_user_id: ({ member }) => member.ext_user_id,
  'ext_user_id of the owner': ({ owner }) => owner.ext_user_id,
  alias: ({ alias }) => alias,
  bot_id: ({ bot }) => bot.bot_id,
  'ext_user_id of a bot': ({ bot }) => bot.ext_user_id,
  pack: ({ pack }) => pack,
  sticker: ({ sticker }) => sticker,
  file: ({ file }) => file,
  reference: ({ reference }) => reference,
  'list position': ({ listPosition }) => listPosition,
  'search position': ({ group, message }) => `4102444800000000_${group}_${message}`,
  'people cursor': ({ peopleCursor }) => peopleCursor,
  'first message': () => FIRST_MESSAGE,
  endpoint: ({ endpoint }) => endpoint,
  delivery: ({ delivery }) => delivery,
  device: ({ device }) => device,
} as const satisfies Record<string, (of: Space) => string>;

export type Way = keyof typeof WAYS;

/**
 * How each kind of id can be named. If several ids of a request are of another space, the first ways of their kinds
 * are taken: they name what belongs together.
 */
const KINDS: Record<IdKind, readonly [Way, ...Way[]]> = {
  thread: ['group', 'direct'],
  message: ['message'],
  user: ['owner'],
  account: ['former user_id', 'user_id'],
  bot: ['bot_id'],
  own_bot: ['bot_id'],
  bot_or_user: ['user_id', 'bot_id'],
  ext_user: ['ext_user_id', 'alias', 'ext_user_id of a bot'],
  author: ['ext_user_id', 'alias', 'ext_user_id of a bot'],
  mentioned: ['ext_user_id', 'alias', 'ext_user_id of a bot'],
  user_by_type: ['user_id', 'ext_user_id', 'alias'],
  member: ['user_id', 'ext_user_id', 'alias'],
  member_of_thread: ['user_id', 'ext_user_id', 'alias'],
  last_member: ['user_id', 'former user_id', 'bot_id'],
  pack: ['pack'],
  own_pack: ['pack'],
  pack_of_sticker: ['pack'],
  sticker: ['sticker'],
  file: ['file'],
  webhook_endpoint: ['endpoint'],
  delivery: ['delivery'],
  device: ['device'],
  known_device: ['device'],
  new_user: ['user_id', 'bot_id'],
  new_bot: ['bot_id', 'user_id'],
  reference: ['reference'],
  // A tenant that does not exist.
  tenant: ['reference'],
  // A number may also be read as another kind of id.
  position: ['group', 'ext_user_id', 'pack', 'message'],
  newest_position: ['group', 'ext_user_id', 'pack', 'message', 'delivery'],
  list_position: ['list position'],
  search_position: ['search position'],
  people_position: ['people cursor'],
  // A seq that every log has.
  log_position: ['first message'],
  known_thread: ['group', 'direct'],
  // The users whose presence the owner may see.
  watched: ['ext_user_id of the owner', 'ext_user_id', 'alias', 'ext_user_id of a bot'],
  desk_thread: ['group', 'direct'],
  desk_direct_thread: ['direct', 'group'],
};

/** Kinds whose form depends on `id_type`: 1 means ext_user_ids, 2 the other ways. */
export const BY_TYPE: readonly IdKind[] = ['user_by_type', 'member', 'member_of_thread', 'last_member'];
const EXT_USER_IDS: readonly Way[] = ['ext_user_id', 'alias'];

/** The ways of a kind in a request with this `id_type`. */
export function waysOf(kind: IdKind, idType: 1 | 2): readonly Way[] {
  if (!BY_TYPE.includes(kind)) return KINDS[kind];
  return KINDS[kind].filter((way) => EXT_USER_IDS.includes(way) === (idType === 1));
}

/** Names that need not exist: those of new resources or of the caller's own, and those that get the answer of missing ones. */
export const MAKES: readonly IdKind[] = [
  'new_user',
  'new_bot',
  'device',
  'reference',
  'author',
  'known_thread',
  'watched',
];

/** Kinds that need not exist, but only for callers without a tenant. */
export const MADE_WITHOUT_TENANT: readonly IdKind[] = ['tenant'];

/** Kinds of numbers and places to page on from. */
export const POSITIONS: readonly IdKind[] = [
  'position',
  'newest_position',
  'list_position',
  'search_position',
];

/** Intended exceptions: ids that are found, or conflict, although they are foreign or deleted. */
export interface OnPurpose {
  /** The owner. */
  of: readonly SeatName[];
  /** Kinds that one request names together, each in one of these ways. */
  when: Partial<Record<IdKind, readonly Way[]>>;
  why: string;
}

const SHARED_BOT = 'a bot made without a tenant serves every tenant';
const ONE_NAMESPACE = `${SHARED_BOT}: its id is free in all of them, or in none`;
const GLOBAL_PACK = 'a pack made without a tenant serves every tenant';
const ONE_SPACE = 'users of one space find each other, and what all of them may use';
const SAME_SPACE = ['neighbour', 'left', 'banned from'] as const;
const ON_DESK = 'users of the support desk know the threads of their space, also those that they are not in';
const EMPTIED = 'a deleted message keeps its number, and is empty';
const ACCOUNT = 'who was deactivated is still there: is read, renamed, put again, or in the way';

export const ON_PURPOSE: readonly OnPurpose[] = [
  { of: ['no tenant'], when: { bot: ['bot_id'] }, why: SHARED_BOT },
  { of: ['no tenant'], when: { bot_or_user: ['bot_id'] }, why: SHARED_BOT },
  { of: ['no tenant'], when: { ext_user: ['ext_user_id of a bot'] }, why: SHARED_BOT },
  { of: ['no tenant'], when: { mentioned: ['ext_user_id of a bot'] }, why: SHARED_BOT },
  { of: ['no tenant'], when: { last_member: ['bot_id'] }, why: SHARED_BOT },
  { of: ['no tenant'], when: { new_user: ['bot_id'] }, why: ONE_NAMESPACE },
  { of: ['no tenant'], when: { new_bot: ['bot_id'] }, why: ONE_NAMESPACE },
  { of: ['tenant'], when: { new_bot: ['bot_id', 'user_id'] }, why: ONE_NAMESPACE },
  { of: ['no tenant'], when: { pack: ['pack'] }, why: GLOBAL_PACK },
  { of: ['no tenant'], when: { pack_of_sticker: ['pack'], sticker: ['sticker'] }, why: GLOBAL_PACK },
  { of: ['deleted'], when: { account: ['user_id'] }, why: ACCOUNT },
  { of: ['deleted'], when: { new_user: ['user_id', 'bot_id'] }, why: ACCOUNT },
  {
    of: ['deleted'],
    when: { new_bot: ['bot_id', 'user_id'] },
    why: 'a bot that is made again is the same sender',
  },
  {
    of: ['deleted'],
    when: { last_member: ['user_id', 'former user_id', 'bot_id'] },
    why: 'a page goes on after them',
  },
  {
    of: ['deleted'],
    when: { account: ['former user_id'], new_user: ['user_id'] },
    why: 'a change of identifier that has happened is a success again',
  },
  {
    of: ['deleted'],
    when: { message: ['message'] },
    why: EMPTIED,
  },
  { of: ['deleted'], when: { message: ['message'], reference: ['reference'] }, why: EMPTIED },
  { of: SAME_SPACE, when: { bot_or_user: ['user_id', 'bot_id'] }, why: ONE_SPACE },
  { of: SAME_SPACE, when: { mentioned: ['ext_user_id of a bot'] }, why: ONE_SPACE },
  { of: SAME_SPACE, when: { user_by_type: ['user_id', 'ext_user_id', 'alias'] }, why: ONE_SPACE },
  { of: SAME_SPACE, when: { member: ['user_id', 'ext_user_id', 'alias'] }, why: ONE_SPACE },
  { of: SAME_SPACE, when: { last_member: ['user_id', 'former user_id', 'bot_id'] }, why: ONE_SPACE },
  { of: SAME_SPACE, when: { pack: ['pack'] }, why: ONE_SPACE },
  { of: SAME_SPACE, when: { pack_of_sticker: ['pack'], sticker: ['sticker'] }, why: ONE_SPACE },
  { of: SAME_SPACE, when: { desk_thread: ['group'] }, why: ON_DESK },
  { of: SAME_SPACE, when: { desk_direct_thread: ['direct', 'group'] }, why: ON_DESK },
];

/** Whether requests to a route can name an intended exception. */
export function canMeet({ of, when }: OnPurpose): (route: Entrance) => boolean {
  return ({ endpoint }) => {
    const kinds = Object.values(idsOf(endpoint));
    const isNamed = scenariosOf(endpoint).some((scenario) => of.includes(SCENARIOS[scenario].names));
    return isNamed && Object.keys(when).every((kind) => kinds.includes(kind as IdKind));
  };
}

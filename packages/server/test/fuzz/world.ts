import { type Send, sendTo } from '../catalogue/send.ts';
import { furnish, type Space } from '../catalogue/space.ts';
import { BATCH, BOTS, MESSAGES, memberUrl, renameUrl, THREADS, userUrl } from '../harness/api.ts';
import { textTo } from '../harness/population.ts';
import type { FuzzedServer } from './fuzzed-server.ts';
import type { Keys } from './server.ts';
import { forgeries } from './tokens.ts';

/** Ids that exist in a space, by what they name. */
export interface Ids {
  users: string[];
  extUsers: string[];
  bots: string[];
  threads: string[];
  packs: string[];
  stickers: string[];
  files: string[];
  endpoints: string[];
  deliveries: string[];
  /** Positions in a user's chat list. */
  positions: string[];
}

/** The tokens of users. */
export interface Tokens {
  /** Tokens of the space's users; the first owns the first group. */
  own: string[];
  /** Valid tokens of other spaces, and revoked ones. */
  others: string[];
  /** Values of `Authorization` that must be refused. */
  forged: string[];
}

/** The targets of requests: a space, and another one whose ids must look unknown. */
export interface World {
  tenant: string;
  keys: Keys;
  own: Ids;
  /** The resources for the catalogue's requests, in the same space. */
  home: Space;
  foreign: Ids;
  tokens: Tokens;
}

const USERS = 24;
const GROUPS = 6;
const SENDERS = 12;
/** The number of signed-in users, and one who is in no group. */
const SIGNED_IN = 8;

/** The same tenant in every application, newly furnished: each is foreign to the others. */
export async function makeWorlds(server: FuzzedServer, tenant: string): Promise<World[]> {
  const spaces = await Promise.all(
    server.apps.map((keys, index) => furnishTenant(server, keys, tenant, index)),
  );
  return spaces.flatMap(({ ids: own, home, tokens, lost }, index) => {
    const [keys, foreign] = [server.apps[index], spaces.at(index - 1)];
    const [token] = tokens;
    const [foreignKeys] = [server.apps.at(index - 1)];
    if (keys === undefined || foreign === undefined || foreignKeys === undefined || token === undefined)
      return [];
    const others = [...lost, ...foreign.tokens.slice(0, 2)];
    const forged = forgeries({ keys, foreign: foreignKeys.signing, token });
    return [{ tenant, keys, own, home, foreign: foreign.ids, tokens: { own: tokens, others, forged } }];
  });
}

interface Furnished {
  ids: Ids;
  home: Space;
  tokens: string[];
  /** Tokens of deactivated, renamed and signed-out users, and one of another tenant. */
  lost: string[];
}

/** Users, groups with messages, bots, and one of every other resource. */
async function furnishTenant(
  { port }: FuzzedServer,
  { full }: Keys,
  tenant: string,
  index: number,
): Promise<Furnished> {
  const server = `http://127.0.0.1:${port}`;
  const send = sendTo(server, full, tenant);
  const prefix = `${tenant}-${index}-`;
  const users = names(`${prefix}user`, USERS);
  const profiles = users.map((user_id) => ({ user_id, display_name: user_id.toUpperCase() }));
  const stored: { ext_user_id: string }[] = await send('POST', BATCH, { body: { users: profiles } });
  const bots = names(`${prefix}bot`, SENDERS);
  const makeBot = (bot_id: string) => send('POST', BOTS, { body: { bot_id, display_name: bot_id } });
  const [home, threads, tokens, lost] = await Promise.all([
    furnish(send, tenant, `${prefix}home`),
    Promise.all(names('group', GROUPS).map((name, turn) => makeGroup(send, name, turned(users, turn)))),
    Promise.all([...users.slice(0, SIGNED_IN), ...users.slice(-1)].map((user) => signIn(send, user))),
    loseTokens(send, sendTo(server, full, `${prefix}next`), prefix),
    ...bots.map(makeBot),
  ]);
  const ids = {
    users,
    extUsers: stored.map(({ ext_user_id }) => ext_user_id),
    bots,
    threads,
    packs: [home.pack],
    stickers: [home.sticker],
    files: [home.file],
    endpoints: [home.endpoint],
    deliveries: [home.delivery],
    positions: [home.listPosition],
  };
  return { ids, home, tokens, lost };
}

/** The first users in another order; the last is in no group. */
function turned(users: readonly string[], turn: number): string[] {
  const first = users.slice(0, GROUPS);
  return [...first.slice(turn), ...first.slice(0, turn), ...users.slice(GROUPS, -1)];
}

/** A group of an owner, an admin, a muted member, a banned user, and members; the first ones have sent messages. */
async function makeGroup(send: Send, name: string, members: readonly string[]): Promise<string> {
  const [owner_id = '', admin = '', muted = '', banned = '', ...others] = members;
  const group = { name, owner_id, member_ids: [admin, muted, banned, ...others], id_type: 2 };
  const { thread_id } = await send('POST', THREADS, { body: group });
  for (const user of [owner_id, muted])
    await send('POST', MESSAGES, { body: textTo(thread_id, user, 'https://a.example') });
  await send('PATCH', memberUrl(thread_id, admin), { body: { role: 'admin' } });
  await send('POST', memberUrl(thread_id, muted, 'mute'));
  await send('POST', memberUrl(thread_id, banned, 'ban'));
  return thread_id;
}

async function signIn(send: Send, user: string): Promise<string> {
  return (await send('POST', `${userUrl(user)}/token`)).token;
}

async function loseTokens(send: Send, sendElsewhere: Send, prefix: string): Promise<string[]> {
  const make = async (user: string, to = send) => {
    await to('PUT', userUrl(user), { body: {} });
    return signIn(to, user);
  };
  const [gone = '', renamed = '', signedOut = '', elsewhere = ''] = names(`${prefix}lost`, 4);
  const tokens = await Promise.all([
    make(gone),
    make(renamed),
    make(signedOut),
    make(elsewhere, sendElsewhere),
  ]);
  await Promise.all([
    send('DELETE', userUrl(gone)),
    send('PATCH', renameUrl(renamed, `${renamed}-again`)),
    send('DELETE', `${userUrl(signedOut)}/tokens`),
  ]);
  return tokens;
}

function names(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`);
}

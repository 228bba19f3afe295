import { setTimeout as sleep } from 'node:timers/promises';
import { LOTTIE, packForm, png, zipOf } from '../harness/sticker-pack.ts';
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
  endpoints: string[];
  deliveries: string[];
  /** Places in the chat list of somebody. */
  positions: string[];
}

/** What users sign in with. */
export interface Tokens {
  /** Of users of the space; the first owns the first group. */
  own: string[];
  /** Good ones, but of other spaces; and of users who have lost theirs. */
  others: string[];
  /** Values of `Authorization` that let nobody in. */
  forged: string[];
}

/** What requests are made for: a space, and another one, whose ids are as good as unknown. */
export interface World {
  tenant: string;
  keys: Keys;
  own: Ids;
  foreign: Ids;
  tokens: Tokens;
}

const USERS = 24;
const GROUPS = 6;
const BOTS = 12;
/** So many users are signed in, and who is in no group. */
const SIGNED_IN = 8;
const CALL_WITHIN_MS = 30_000;
const MOST_TRIES = 5;

/** The same tenant in every application, furnished anew: each is foreign to the next. */
export async function makeWorlds(server: FuzzedServer, tenant: string): Promise<World[]> {
  const spaces = await Promise.all(server.apps.map((keys, index) => furnish(server, keys, tenant, index)));
  return spaces.flatMap(({ ids: own, tokens, lost }, index) => {
    const [keys, foreign] = [server.apps[index], spaces.at(index - 1)];
    const [token] = tokens;
    const [foreignKeys] = [server.apps.at(index - 1)];
    if (keys === undefined || foreign === undefined || foreignKeys === undefined || token === undefined)
      return [];
    const others = [...lost, ...foreign.tokens.slice(0, 2)];
    const forged = forgeries({ keys, foreign: foreignKeys.signing, token });
    return [{ tenant, keys, own, foreign: foreign.ids, tokens: { own: tokens, others, forged } }];
  });
}

interface Furnished {
  ids: Ids;
  tokens: string[];
  /** Tokens of users who are gone, renamed, or have been signed out; and one of another tenant. */
  lost: string[];
}

// biome-ignore lint/suspicious/noExplicitAny: the client holds answers against the contract; here they are as expected
type Call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<any>;

/** Users, groups of them that have written something, bots, a pack of stickers, and a webhook that was to be told of the users. */
async function furnish(
  { port }: FuzzedServer,
  { full }: Keys,
  tenant: string,
  index: number,
): Promise<Furnished> {
  const call: Call = async (method, path, body, headers) => {
    for (let tries = 1; ; tries += 1) {
      const isForm = body instanceof FormData;
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        headers: { 'x-api-key': full, 'x-tenant-id': tenant, ...headers },
        ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
        signal: AbortSignal.timeout(CALL_WITHIN_MS),
      });
      const answer = (await response.json()) as { data?: unknown };
      if (response.status === 200) return answer.data;
      // It has little patience here, and on a busy machine that is soon at an end.
      if (response.status !== 408 || tries === MOST_TRIES)
        throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
    }
  };
  const prefix = `${tenant}-${index}-`;
  const users = names(`${prefix}user`, USERS);
  const profiles = users.map((user_id) => ({ user_id, display_name: user_id.toUpperCase() }));
  const webhook = { url: 'https://example.com', event_types: ['user.created'] };
  const { id: endpoint } = await call('POST', '/webhook/v1.0/endpoint', webhook);
  const stored: { ext_user_id: string }[] = await call('POST', '/user/v1.0/users/batch', { users: profiles });
  const bots = names(`${prefix}bot`, BOTS);
  const makeBot = (bot_id: string) => call('POST', '/bot/v1.0/bot', { bot_id, display_name: bot_id });
  const makePack = async () => {
    const form = packForm({ stickers: zipOf({ 'sun.png': png(), 'wave.json': LOTTIE }) });
    const { id: pack } = await call('POST', '/sticker/v1.0/pack', form);
    return { pack, stickers: await storedStickers(() => call('GET', `/sticker/v1.0/pack/${pack}`)) };
  };
  const [threads, { pack, stickers }, tokens, lost] = await Promise.all([
    Promise.all(names('group', GROUPS).map((name, turn) => makeGroup(call, name, turned(users, turn)))),
    makePack(),
    Promise.all([...users.slice(0, SIGNED_IN), ...users.slice(-1)].map((user) => signIn(call, user))),
    loseTokens(call, prefix),
    ...bots.map(makeBot),
  ]);
  const authorization = `Bearer ${tokens[0]}`;
  const list: { list_position: string }[] = await call('GET', '/client/v1.0/threads', undefined, {
    authorization,
  });
  const positions = list.map(({ list_position }) => list_position);
  const extUsers = stored.map(({ ext_user_id }) => ext_user_id);
  const told: { id: string }[] = await call('GET', '/webhook/v1.0/delivery');
  const deliveries = told.map(({ id }) => id);
  const packs = [pack];
  const endpoints = [endpoint];
  const ids = { users, extUsers, bots, threads, packs, stickers, endpoints, deliveries, positions };
  return { ids, tokens, lost };
}

/** The first users in another order; the last is in no group. */
function turned(users: readonly string[], turn: number): string[] {
  const first = users.slice(0, GROUPS);
  return [...first.slice(turn), ...first.slice(0, turn), ...users.slice(GROUPS, -1)];
}

/** A group of an owner, an admin, one who is muted, one who is banned, and members; the first ones have written. */
async function makeGroup(call: Call, name: string, members: readonly string[]): Promise<string> {
  const [owner_id, admin = '', muted = '', banned = '', ...others] = members;
  const group = { name, owner_id, member_ids: [admin, muted, banned, ...others], id_type: 2 };
  const { thread_id } = await call('POST', '/open-api/v1.0/chat/threads', group);
  for (const user_id of [owner_id, muted]) {
    const body = { text: 'https://a.example', metadata: [{ type: 'text' }] };
    await call('POST', '/open-api/v1.0/chat/messages', { sender: { user_id }, target: { thread_id }, body });
  }
  const at = (user: string, action = '') =>
    `/open-api/v1.0/chat/threads/${thread_id}/members/${user}${action}?id_type=2`;
  await call('PATCH', at(admin), { role: 'admin' });
  await call('POST', at(muted, '/mute'));
  await call('POST', at(banned, '/ban'));
  return thread_id;
}

async function signIn(call: Call, user: string, headers?: Record<string, string>): Promise<string> {
  const { token } = await call('POST', `/user/v1.0/user/${user}/token`, undefined, headers);
  return token;
}

async function loseTokens(call: Call, prefix: string): Promise<string[]> {
  const inTenant = { 'x-tenant-id': `${prefix}next` };
  const make = async (user: string, headers?: Record<string, string>) => {
    await call('PUT', `/user/v1.0/user/${user}`, {}, headers);
    return signIn(call, user, headers);
  };
  const [gone = '', renamed = '', signedOut = '', elsewhere = ''] = names(`${prefix}lost`, 4);
  const tokens = await Promise.all([make(gone), make(renamed), make(signedOut), make(elsewhere, inTenant)]);
  await Promise.all([
    call('DELETE', `/user/v1.0/user/${gone}`),
    call('PATCH', `/user/v1.0/user/${renamed}/change-user-id/${renamed}-again`),
    call('DELETE', `/user/v1.0/user/${signedOut}/tokens`),
  ]);
  return tokens;
}

/** A pack has its stickers when a job has stored them. */
async function storedStickers(ask: () => Promise<{ stickers: { id: string }[] }>): Promise<string[]> {
  for (let tries = 0; tries < 400; tries += 1) {
    const { stickers } = await ask();
    if (stickers.length > 0) return stickers.map(({ id }) => id);
    await sleep(25);
  }
  throw new Error('the pack was never stored');
}

function names(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`);
}

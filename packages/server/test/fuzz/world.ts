import { setTimeout as sleep } from 'node:timers/promises';
import { LOTTIE, packForm, png, zipOf } from '../harness/sticker-pack.ts';
import type { FuzzedServer } from './fuzzed-server.ts';
import type { Keys } from './server.ts';

/** Ids that exist in a space, by what they name. */
export interface Ids {
  users: string[];
  extUsers: string[];
  bots: string[];
  threads: string[];
  packs: string[];
  stickers: string[];
}

/** What requests are made for: a space, and another one, whose ids are as good as unknown. */
export interface World {
  tenant: string;
  keys: Keys;
  own: Ids;
  foreign: Ids;
}

const USERS = 24;
const GROUPS = 6;
const BOTS = 12;

/** The same tenant in every application, furnished anew: each is foreign to the next. */
export async function makeWorlds(server: FuzzedServer, tenant: string): Promise<World[]> {
  const ids = await Promise.all(
    server.apps.map(({ full }, index) =>
      furnish(server, { key: full, tenant, prefix: `${tenant}-${index}-` }),
    ),
  );
  return ids.flatMap((own, index) => {
    const [keys, foreign] = [server.apps[index], ids.at(index - 1)];
    return keys === undefined || foreign === undefined ? [] : [{ tenant, keys, own, foreign }];
  });
}

/** Users, groups of them that have written something, bots, and a pack of stickers. */
async function furnish(
  { port }: FuzzedServer,
  { key, tenant, prefix }: { key: string; tenant: string; prefix: string },
): Promise<Ids> {
  const call = async (method: string, path: string, body?: unknown) => {
    const isForm = body instanceof FormData;
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { 'x-api-key': key, 'x-tenant-id': tenant },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(10_000),
    });
    const answer = await response.json();
    if (response.status !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
    // biome-ignore lint/suspicious/noExplicitAny: the client holds answers against the contract; here they are as expected
    return (answer as { data?: any }).data;
  };

  const users = names(`${prefix}user`, USERS);
  const profiles = users.map((user_id) => ({ user_id, display_name: user_id.toUpperCase() }));
  const stored: { ext_user_id: string }[] = await call('POST', '/user/v1.0/users/batch', { users: profiles });
  const bots = names(`${prefix}bot`, BOTS);
  const makeBot = (bot_id: string) => call('POST', '/bot/v1.0/bot', { bot_id, display_name: bot_id });
  const makeGroup = async (name: string): Promise<string> => {
    const [owner_id, ...member_ids] = users;
    const group = { name, owner_id, member_ids, id_type: 2 };
    const { thread_id } = await call('POST', '/open-api/v1.0/chat/threads', group);
    const body = { text: 'https://a.example', metadata: [{ type: 'text' }] };
    const message = { sender: { user_id: owner_id }, target: { thread_id }, body };
    await call('POST', '/open-api/v1.0/chat/messages', message);
    return thread_id;
  };
  const threads = await Promise.all(names('group', GROUPS).map(makeGroup));
  await Promise.all(bots.map(makeBot));

  const form = packForm({ stickers: zipOf({ 'sun.png': png(), 'wave.json': LOTTIE }) });
  const { id: pack } = await call('POST', '/sticker/v1.0/pack', form);
  const stickers = await storedStickers(() => call('GET', `/sticker/v1.0/pack/${pack}`));
  const extUsers = stored.map(({ ext_user_id }) => ext_user_id);
  return { users, extUsers, bots, threads, packs: [pack], stickers };
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

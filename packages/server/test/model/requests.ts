import { MESSAGES, messageUrl, type Request, THREADS, threadUrl, userUrl } from '../harness/api.ts';
import type { TestServer } from '../harness/test-server.ts';
import type { Command, InThread, Kind, Of } from './space.ts';

/** A space of the server, and the ids of its users. */
export interface Realm {
  server: TestServer;
  tenant: string;
  /** The `ext_user_id` of every user who ever existed, by `user_id`. */
  extIds: Map<string, string>;
  /** The tokens of signed-in users, by `user_id`. */
  tokens: Map<string, string>;
}

/** An answer: `thread` was created or written to, `seq` is that of the sent message. */
export interface Said {
  code: string;
  thread: string;
  seq: number | undefined;
}

const picture = {
  name: 'n',
  width: 1,
  height: 2,
  size: 3,
  source_url: 'https://a.example/1',
  source_thumb_url: 'https://a.example/2',
};
/** The metadata of messages by kind. */
export const METADATA: Record<Kind, object> = {
  text: { type: 'text' },
  image: { type: 'image', ...picture },
  video: { type: 'video', ...picture },
  file: { type: 'file', name: 'n', size: 3, mime_type: 'a/b', source_url: 'https://a.example/1' },
};

/** A user who never existed. */
const NOBODY = '999999999';

/** The clock is no request. */
type Requested = Exclude<Command, { does: 'lapse' }>;
type ToRequest<Does extends Requested['does']> = (
  command: Of<Does>,
  idOf: (named: { who: string; isExtId: boolean }) => string,
) => Request;

const REQUESTS: { [Does in Requested['does']]: ToRequest<Does> } = {
  put: ({ user, name }) => ['PUT', userUrl(user), { body: { display_name: name } }],
  deactivate: ({ user }) => ['DELETE', userUrl(user)],
  create: ({ users: [owner_id, ...member_ids] }) => [
    'POST',
    THREADS,
    { body: { name: 'Group', owner_id, member_ids, id_type: 2 } },
  ],
  delete: (command) => ['DELETE', threadUrl(command.thread), acting(command)],
  member: (command, idOf) => {
    const { action, role, until } = command;
    const id = idOf(command);
    const id_type = command.isExtId ? 1 : 2;
    const one = (rest = '') =>
      `${threadUrl(command.thread)}/members/${encodeURIComponent(id)}${rest}?id_type=${id_type}`;
    const by = (body?: object) => acting(command, body);
    switch (action) {
      case 'add':
        return ['POST', `${threadUrl(command.thread)}/members`, by({ member_ids: [id], id_type, role })];
      case 'transfer':
        return ['POST', `${threadUrl(command.thread)}/owner`, by({ owner_id: id, id_type })];
      case 'set_role':
        return ['PATCH', one(), by({ role })];
      case 'remove':
        return ['DELETE', one(), by()];
      case 'mute':
      case 'ban':
        return ['POST', one(`/${action}`), by(until === null ? {} : { until })];
      case 'unmute':
      case 'unban':
        return ['POST', one(`/${action}`), by()];
    }
  },
  message: (command) => {
    const { action, thread, seq, text } = command;
    switch (action) {
      case 'edit':
        return ['PATCH', messageUrl(thread, seq), acting(command, { body: { text } })];
      case 'erase':
        return ['DELETE', messageUrl(thread, seq), acting(command)];
      case 'pin':
        return ['PUT', messageUrl(thread, seq, '/pin'), acting(command)];
      case 'unpin':
        return ['DELETE', messageUrl(thread, seq, '/pin'), acting(command)];
    }
  },
  send: (command) => send(command, { thread_id: command.thread }),
  write: (command, idOf) =>
    send(command, { [command.isExtId ? 'ext_user_ids' : 'user_ids']: [idOf(command)] }),
};

function acting({ actor }: InThread, body?: object) {
  const headers: Record<string, string> = actor === undefined ? {} : { 'x-acting-user-id': actor };
  return body === undefined ? { headers } : { headers, body };
}

function send({ sender: { isBot, id }, kind, text }: Of<'send' | 'write'>, target: object): Request {
  const sender = isBot ? { bot_id: id } : { user_id: id };
  const body = { sender, target, body: { text, metadata: [METADATA[kind]] } };
  return ['POST', MESSAGES, { body, headers: { prefer: 'return=representation' } }];
}

const MOST_TRIES = 20;

/** Every other command of a user goes through the client API, if it has the same rules there. */
let turn = 0;

/** The same request by a signed-in user; undefined if nobody signed in or users have no such request. */
async function asUser(
  realm: Realm,
  command: Requested,
  [method, url, options]: Request,
): Promise<Request | undefined> {
  turn += 1;
  // (Signed-in users cannot add a user who has left: test/api/leaving.test.ts.)
  if (command.does === 'member' && command.action === 'add') return undefined;
  const isSend = command.does === 'send' && !command.sender.isBot;
  const user = isSend ? command.sender.id : 'actor' in command ? command.actor : undefined;
  if (user === undefined || turn % 2 === 0) return undefined;
  const token = await tokenOf(realm, user);
  if (token === undefined) return undefined;
  if (!isSend) {
    const body = options?.body;
    return [
      method,
      url.replace(THREADS, MY_THREADS),
      body === undefined ? { token } : { token, body },
    ] as const;
  }
  const body = { body: { text: command.text, metadata: [METADATA[command.kind]] } };
  return [method, `${MY_THREADS}/${command.thread}/messages`, { token, body }];
}

const MY_THREADS = '/client/v1.0/threads';

async function tokenOf({ server, tenant, tokens }: Realm, user: string): Promise<string | undefined> {
  const known = tokens.get(user);
  if (known !== undefined) return known;
  const { data } = (await server.call('POST', `${userUrl(user)}/token`, { tenant })).body;
  if (data !== undefined) tokens.set(user, data.token);
  return data?.token;
}

/** Sends the command to the server, and retries M50300: on a slow machine sends may wait too long. */
export async function ask(realm: Realm, command: Command): Promise<Said> {
  if (command.does === 'lapse') return lapse(realm, command.thread);
  const { server, tenant, extIds } = realm;
  const toRequest = REQUESTS[command.does] as ToRequest<Requested['does']>;
  const idOf: Parameters<typeof toRequest>[1] = ({ who, isExtId }) =>
    isExtId ? (extIds.get(who) ?? NOBODY) : who;
  const request = toRequest(command, idOf);
  const [method, url, options] = request;
  const signedIn = await asUser(realm, command, request);
  if (signedIn !== undefined) {
    const { message_code: code, data } = (await server.call(...signedIn)).body;
    // An ended token and a foreign thread are refused differently with an API key; a refusal has no effect.
    const isLikeByKey =
      code !== 'M40111' && code !== 'M50300' && !(code === 'M40401' && command.does === 'send');
    const { thread_id: thread = '', seq } = command.does === 'send' ? (data ?? {}) : {};
    if (isLikeByKey) return { code, thread, seq };
    if (code === 'M40111') realm.tokens.clear();
  }
  for (let tries = 1; ; tries += 1) {
    const { message_code: code, data } = (await server.call(method, url, { ...options, tenant })).body;
    if (code === 'M50300' && tries < MOST_TRIES) continue;
    if (command.does === 'put' && data !== undefined) extIds.set(command.user, data.ext_user_id);
    const message = data?.messages?.[0];
    return { code, thread: message?.thread_id ?? data?.thread_id ?? '', seq: message?.seq };
  }
}

/** The database clock cannot be set, so the ends are moved into the past; `seq` is the log's end at that time. */
async function lapse({ server }: Realm, thread: string): Promise<Said> {
  return server.db.transaction(async (tx) => {
    const [head] = await tx.query<{ seq: number }>(LOCK, [thread]);
    await tx.query(END, [thread]);
    return { code: 'M200', thread, seq: head?.seq };
  });
}

const LOCK = 'select last_seq::int as seq from thread_heads where thread_id = $1 for no key update';
const END = `
  update members set
    muted_until = case when muted_until < 'infinity' then to_timestamp(0) else muted_until end,
    banned_until = case when banned_until < 'infinity' then to_timestamp(0) else banned_until end
  where thread_id = $1 and (muted_until < 'infinity' or banned_until < 'infinity')`;

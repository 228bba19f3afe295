import type { ClientThread } from '@palaver/protocol/client-threads';
import type { Message } from '@palaver/protocol/messages';
import { type Request, userUrl } from './api.ts';
import type { Answer, CallOptions } from './calls.ts';
import type { TestServer } from './test-server.ts';

export const ME = '/client/v1.0/me';
export const MY_AVATAR = '/client/v1.0/me/avatar';
export const MY_PICTURES = '/client/v1.0/me/pictures';
export const MY_DEVICES = '/client/v1.0/devices';
export const MY_NOTIFICATIONS = '/client/v1.0/me/notifications';
export const MY_UNREAD = '/client/v1.0/me/unread';
export const MY_THREADS = '/client/v1.0/threads';
export const DESK_READINGS = '/client/v1.0/desk/readings';
export const PEOPLE = '/client/v1.0/people';
export const MY_PACKS = '/client/v1.0/sticker-packs';

export const peopleUrl = (q: string, query = '') =>
  `${PEOPLE}?q=${encodeURIComponent(q)}${query && `&${query}`}`;
export const myDeviceUrl = (id: string) => `${MY_DEVICES}/${encodeURIComponent(id)}`;
export const myThreadUrl = (id: string, rest = '') => `${MY_THREADS}/${id}${rest}`;
export const myFilesUrl = (threadId: string) => myThreadUrl(threadId, '/files');
export const myMessagesUrl = (threadId: string, query = '') =>
  myThreadUrl(threadId, `/messages${query && `?${query}`}`);
export const myMessageUrl = (threadId: string, seq: number | string, rest = '') =>
  myThreadUrl(threadId, `/messages/${seq}${rest}`);
export const myMemberUrl = (threadId: string, userId: string, action = '') =>
  myThreadUrl(threadId, `/members/${encodeURIComponent(userId)}${action && `/${action}`}?id_type=2`);
export const reactionUrl = (threadId: string, seq: number | string, key: string) =>
  myMessageUrl(threadId, seq, `/reactions/${encodeURIComponent(key)}`);

/** A signed-in user. */
export interface SignedIn {
  userId: string;
  extUserId: string;
  token: string;
  call: (method: string, url: string, options?: CallOptions) => Promise<Answer>;
  /** Calls and returns `data`; fails the test unless the answer is M200. */
  // biome-ignore lint/suspicious/noExplicitAny: as in Answer
  ok: (method: string, url: string, options?: CallOptions) => Promise<any>;
  /** Sends a text, or an object as the whole request body. */
  say: (threadId: string, what?: string | object) => Promise<Message>;
  thread: (threadId: string) => Promise<ClientThread>;
  threads: (query?: string) => Promise<ClientThread[]>;
  message: (threadId: string, seq: number) => Promise<Message>;
  messages: (threadId: string, query?: string) => Promise<Message[]>;
}

export async function signIn(
  server: TestServer,
  userId: string,
  options: CallOptions = {},
): Promise<SignedIn> {
  const token = await server.token(userId, options);
  const { ext_user_id: extUserId } = await server.ok('GET', userUrl(userId), options);
  const call: SignedIn['call'] = (method, url, more = {}) => server.call(method, url, { token, ...more });
  const ok: SignedIn['ok'] = (method, url, more = {}) => server.ok(method, url, { token, ...more });
  return {
    userId,
    extUserId,
    token,
    call,
    ok,
    say: (threadId, what = 'hello') =>
      ok('POST', myMessagesUrl(threadId), {
        body: typeof what === 'string' ? { body: { text: what } } : what,
      }),
    thread: (threadId) => ok('GET', myThreadUrl(threadId)),
    threads: (query = '') => ok('GET', `${MY_THREADS}?${query}`),
    message: (threadId, seq) => ok('GET', myMessageUrl(threadId, seq)),
    messages: (threadId, query) => ok('GET', myMessagesUrl(threadId, query)),
  };
}

/** That many people, if the compiler knows how many. */
type People<Count extends number, Found extends SignedIn[] = []> = number extends Count
  ? SignedIn[]
  : Found['length'] extends Count
    ? Found
    : People<Count, [...Found, SignedIn]>;

/** Puts users `<prefix>1` … `<prefix>n` and signs them in. */
export async function signInAll<Count extends number>(
  server: TestServer,
  count: Count,
  prefix = 'user',
  options: CallOptions = {},
): Promise<People<Count>> {
  const ids = await server.users(count, prefix, options);
  const people = await Promise.all(ids.map((id) => signIn(server, id, options)));
  return people as People<Count>;
}

/** The element at this index; throws if there is none. */
export function at<T>(list: readonly T[], index: number): T {
  const element = list.at(index);
  if (element === undefined) throw new Error(`nothing at ${index}`);
  return element;
}

/** The body of a message of this text; `more` is added, or replaces it. */
export const text = (message: string, more: object = {}) => ({ body: { text: message }, ...more });

/** The request by which this user sends `body` to a thread. */
export const postMessage = ({ token }: SignedIn, threadId: string, body: unknown): Request => [
  'POST',
  myMessagesUrl(threadId),
  { token, body },
];

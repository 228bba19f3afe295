import { MESSAGES, type Request, renameUrl, THREADS, threadUrl, userUrl } from '../harness/api.ts';
import type { Answer, TestServer } from '../harness/test-server.ts';
import type { Command, Kind, MemberAction, Of } from './space.ts';

const picture = {
  name: 'n',
  width: 1,
  height: 2,
  size: 3,
  source_url: 'https://a.example/1',
  source_thumb_url: 'https://a.example/2',
};
/** What messages of a kind say beside their text. */
export const METADATA: Record<Kind, object> = {
  text: { type: 'text' },
  image: { type: 'image', ...picture },
  video: { type: 'video', ...picture },
  file: { type: 'file', name: 'n', size: 3, mime_type: 'a/b', source_url: 'https://a.example/1' },
};

const MOST_TRIES = 20;

/** Has the server do it. What it cannot take now (M50300) it is asked again: on a slow machine sends may wait too long. */
export async function ask(server: TestServer, tenant: string, command: Command): Promise<Answer['body']> {
  const [method, url, options] = requestOf(command);
  for (let tries = 1; ; tries += 1) {
    const { body } = await server.call(method, url, { ...options, tenant });
    if (body.message_code !== 'M50300' || tries === MOST_TRIES) return body;
  }
}

function requestOf(command: Command): Request {
  if ('actor' in command) return inThread(command);
  switch (command.does) {
    case 'put':
      return ['PUT', userUrl(command.user), { body: { display_name: command.name } }];
    case 'rename':
      return ['PATCH', renameUrl(command.user, command.to)];
    case 'deactivate':
      return ['DELETE', userUrl(command.user)];
    case 'create': {
      const [owner_id, ...member_ids] = command.users;
      const linked = command.isLinked ? { reference_id: 'ticket' } : {};
      const body = { ...command.fields, owner_id, member_ids, id_type: command.idType, ...linked };
      return ['POST', THREADS, { body }];
    }
    case 'send':
      return sendRequest(command, { thread_id: command.thread });
    case 'write':
      return sendRequest(command, { [command.idType === 1 ? 'ext_user_ids' : 'user_ids']: command.users });
  }
}

function sendRequest({ sender: { isBot, id }, content }: Of<'send' | 'write'>, target: object): Request {
  const body = {
    sender: isBot ? { bot_id: id } : { user_id: id },
    target,
    body: { text: content.text, metadata: [METADATA[content.kind]] },
  };
  return ['POST', MESSAGES, { body, headers: { prefer: 'return=representation' } }];
}

type InThread = Extract<Command, { actor: unknown }>;

function inThread(command: InThread): Request {
  const [method, rest, body] = 'users' in command ? ofMembers(command) : ofThread(command);
  const headers = command.actor === undefined ? {} : { 'x-acting-user-id': command.actor };
  return [
    method,
    `${threadUrl(command.thread)}${rest}`,
    body === undefined ? { headers } : { headers, body },
  ];
}

type Part = [method: string, rest: string, body?: object];

function ofThread(command: Exclude<InThread, { users: unknown }>): Part {
  switch (command.does) {
    case 'update':
      return ['PATCH', '', command.fields];
    case 'delete':
      return ['DELETE', ''];
    case 'edit': {
      const { kind, text } = command;
      const metadata = kind === undefined ? {} : { metadata: [METADATA[kind]] };
      return ['PATCH', `/messages/${command.seq}`, { body: { text, ...metadata } }];
    }
    case 'erase':
      return ['DELETE', `/messages/${command.seq}`];
    case 'pin':
      return ['PUT', `/messages/${command.seq}/pin`];
    case 'unpin':
      return ['DELETE', `/messages/${command.seq}/pin`];
  }
}

function ofMembers({ does, users, idType, role, until }: Of<MemberAction>): Part {
  const [first = ''] = users;
  const one = `/members/${encodeURIComponent(first)}`;
  const query = `?id_type=${idType}`;
  switch (does) {
    case 'add':
      return ['POST', '/members', { member_ids: users, id_type: idType, role }];
    case 'transfer':
      return ['POST', '/owner', { owner_id: first, id_type: idType }];
    case 'set_role':
      return ['PATCH', `${one}${query}`, { role }];
    case 'remove':
      return ['DELETE', `${one}${query}`];
    case 'mute':
    case 'ban':
      return ['POST', `${one}/${does}${query}`, until === null ? {} : { until }];
    case 'unmute':
    case 'unban':
      return ['POST', `${one}/${does}${query}`];
  }
}

/** The ids that the server has chosen for what it made. */
export function givenIn({ does }: Command, { data }: Answer['body']): string[] {
  if (data === undefined) return [];
  if (does === 'put') return [data.ext_user_id];
  if (does === 'create') return [data.thread_id];
  return does === 'write' ? data.messages.map(({ thread_id }: { thread_id: string }) => thread_id) : [];
}

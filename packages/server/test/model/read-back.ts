import assert from 'node:assert/strict';
import { membersUrl, messagesUrl, THREADS, threadUrl, USERS } from '../harness/api.ts';
import type { TestServer } from '../harness/test-server.ts';
import { METADATA } from './requests.ts';
import { statusOf } from './rules/members.ts';
import type { LogEntry, Message, Space, Thread } from './space.ts';

/** A space as one sees it: everything that can be read of it, and the logs. */
export interface View {
  users: object[];
  threads: object[];
  publicThreads: string[];
  /** By thread. */
  inside: Record<string, Inside>;
  /** By thread, of deleted ones too. */
  logs: Record<string, LogEntry[]>;
}

export interface Inside {
  thread: Record<string, unknown>;
  members: object[];
  messages: { seq: number; body: { text: string } }[];
}

/** Fails unless what is read of the space is what the model says. */
export async function checkReadBack(server: TestServer, tenant: string, space: Space): Promise<void> {
  assert.deepEqual(await readBack(server, tenant), viewOf(space));
}

/** A page has all of it: no space of the model grows beyond one. */
const ALL = 'limit=100';

export async function readBack(server: TestServer, tenant: string): Promise<View> {
  const get = (url: string) => server.ok('GET', url, { tenant });
  const threads = await get(`${THREADS}?${ALL}`);
  const open = await get(`${THREADS}?${ALL}&only_public_thread=true`);
  const inside = threads.map(async ({ id }: { id: string }) => {
    const [thread, members, messages] = await Promise.all([
      get(threadUrl(id)),
      get(membersUrl(id, ALL)),
      get(messagesUrl(id, `${ALL}&after_seq=0`)),
    ]);
    return [id, { thread, members, messages: messages.map(timeless) }] as const;
  });
  return {
    users: (await get(`${USERS}?${ALL}`)).map(timeless),
    threads: threads.map(timeless),
    publicThreads: open.map(({ id }: { id: string }) => id),
    inside: Object.fromEntries(await Promise.all(inside)),
    logs: await readLogs(server, tenant),
  };
}

/** Of a time only whether it is there. */
function timeless<T extends object>({
  created_at: _created,
  updated_at: _updated,
  ...shown
}: T & { created_at?: unknown; updated_at?: unknown }): T {
  const fields = Object.entries(shown).map(([key, value]) => [
    key,
    key.endsWith('_at') ? value !== null : value,
  ]);
  return Object.fromEntries(fields);
}

/** Fails when a log has a gap, or another end than its head says. */
export async function readLogs(server: TestServer, tenant: string): Promise<View['logs']> {
  const rows = await server.database.sql<{ id: string; ends: number; seqs: number[]; entries: LogEntry[] }>(
    LOGS,
    [tenant],
  );
  for (const { id, ends, seqs } of rows) {
    assert.deepEqual(
      seqs,
      Array.from({ length: ends }, (_, index) => index + 1),
      `the log of ${id} has no gap`,
    );
  }
  return Object.fromEntries(rows.map(({ id, entries }) => [id, entries]));
}

const LOGS = `
  select t.id, h.last_seq::int as ends, array_agg(l.seq::int order by l.seq) as seqs, json_agg(json_build_object(
    'type', l.type, 'actor', l.actor_ext_user_id::text, 'message_seq', l.message_seq, 'change', l.change)
    order by l.seq) as entries
  from threads t join thread_heads h on h.thread_id = t.id join log_entries l on l.thread_id = t.id
  where t.tenant_id = $1 group by t.id, h.last_seq`;

export function viewOf({ people, threads: all }: Space): View {
  const threads = [...all.values()].toSorted((a, b) => Number(a.id) - Number(b.id));
  const open = threads.filter(({ isDeleted }) => !isDeleted);
  const isPublic = ({ type, isLinked }: Thread) => type === 'group' && !isLinked;
  return {
    users: viewUsers(people.users),
    threads: open.map((thread) => {
      const { metadata: _metadata, ...listed } = viewThread(thread);
      return listed;
    }),
    publicThreads: open.filter(isPublic).map(({ id }) => id),
    inside: Object.fromEntries(
      open.map((thread) => {
        const members = viewMembers(thread, people.users);
        const messages = viewMessages(thread, people.users);
        return [thread.id, { thread: viewThread(thread), members, messages }];
      }),
    ),
    logs: Object.fromEntries(threads.map(({ id, log }) => [id, log])),
  };
}

type Users = Space['people']['users'];

function viewUsers(users: Users): object[] {
  return [...new Set(users.values())]
    .filter(({ isBot }) => !isBot)
    .toSorted((a, b) => Number(a.extId) - Number(b.extId))
    .map(({ extId, id, name, isActive }) => ({
      user_id: id,
      ext_user_id: extId,
      display_name: name,
      avatar_url: '',
      is_guest: false,
      metadata: '',
      deactivated_at: !isActive,
    }));
}

function viewThread({ id, type, fields, places, messages }: Thread) {
  const said = [...messages.values()].filter(({ isDeleted }) => !isDeleted);
  const count = (isCounted: (message: Message) => boolean) => said.filter(isCounted).length;
  return {
    id,
    type,
    ...fields,
    avatar_url: '',
    message_count: said.length,
    image_count: count(({ kind }) => kind === 'image'),
    video_count: count(({ kind }) => kind === 'video'),
    file_count: count(({ kind }) => kind === 'file'),
    link_count: said.reduce((sum, { text }) => sum + text.split(/https?:\/\//).length - 1, 0),
    pin_message_count: count(({ isPinned }) => isPinned),
    member_count: [...places.values()].filter(({ state }) => state === 'active').length,
  };
}

function viewMembers({ places }: Thread, users: Users): object[] {
  return inOrder(places).map(([extId, place]) => {
    const user = users.get(extId);
    const status = statusOf(place);
    const until = { muted: place.muted, banned: place.banned }[status as 'muted'];
    return {
      user_id: user?.id,
      ext_user_id: extId,
      display_name: user?.name,
      avatar_url: '',
      status,
      role: place.role,
      ...(typeof until === 'number' ? { status_until: until } : {}),
    };
  });
}

function viewMessages({ id, messages }: Thread, users: Users): Inside['messages'] {
  return inOrder(messages).map(([seq, { sender, kind, text, isEdited, isDeleted, isPinned }]) => {
    const user = users.get(sender);
    return {
      id: `${id}.${seq}`,
      thread_id: id,
      seq,
      kind,
      sender: {
        type: user?.isBot === true ? 'bot' : 'user',
        user_id: user?.isBot === true ? '' : user?.id,
        ext_user_id: sender,
        bot_id: user?.isBot === true ? user.id : '',
        display_name: user?.name,
        avatar_url: '',
      },
      body: { text, metadata: isDeleted ? [] : [METADATA[kind]] },
      pinned_at: isPinned,
      edited_at: isEdited,
      deleted_at: isDeleted,
    };
  });
}

function inOrder<K, V>(map: ReadonlyMap<K, V>): [K, V][] {
  return [...map].toSorted(([a], [b]) => Number(a) - Number(b));
}

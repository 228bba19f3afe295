import assert from 'node:assert/strict';
import type { Member } from '@palaver/protocol/members';
import type { Message } from '@palaver/protocol/messages';
import type { ThreadListItem } from '@palaver/protocol/threads';
import type { User } from '@palaver/protocol/users';
import { membersUrl, messagesUrl, THREADS, USERS } from '../harness/api.ts';
import { countersOf, statusOf } from './oracle.ts';
import { METADATA, type Realm } from './requests.ts';
import type { LogEntry, Space } from './space.ts';

/** A space as it can be read; for deleted threads only the logs. */
export interface View {
  users: object[];
  /** By thread; members by `user_id` within. */
  threads: Record<string, object>;
  members: Record<string, Record<string, object>>;
  messages: Record<string, { seq: number; text: string }[]>;
  logs: Record<string, LogEntry[]>;
}

/** One page has all of it: spaces of the model never exceed a page. */
const ALL = 'limit=100';

export async function readBack(realm: Realm): Promise<View> {
  const get = <T>(url: string): Promise<T[]> => realm.server.ok('GET', url, { tenant: realm.tenant });
  const [users, threads, logs] = await Promise.all([
    get<User>(`${USERS}?${ALL}`),
    get<ThreadListItem>(`${THREADS}?${ALL}`),
    readLogs(realm),
  ]);
  const view: View = { users: users.map(showUser), threads: {}, members: {}, messages: {}, logs };
  const readInside = async ({ id, type, ...thread }: ThreadListItem) => {
    const [members, messages] = await Promise.all([
      get<Member>(membersUrl(id, ALL)),
      get<Message>(messagesUrl(id, `${ALL}&after_seq=0`)),
    ]);
    const { created_at: _at, name: _name, description: _text, avatar_url: _url, ...counters } = thread;
    view.threads[id] = { type, ...counters };
    view.members[id] = Object.fromEntries(members.map((member) => [member.user_id, showMember(member)]));
    view.messages[id] = messages.map(showMessage);
  };
  await Promise.all(threads.map(readInside));
  return view;
}

function showUser({ user_id, display_name, deactivated_at }: User) {
  return { user_id, name: display_name, isActive: deactivated_at === null };
}

function showMember({ status, role, status_until: until }: Member) {
  return { status, role, until: until ?? null };
}

function showMessage({ seq, kind, sender, body, ...at }: Message) {
  const { text, metadata } = body;
  return {
    seq,
    kind,
    sender: sender.type === 'bot' ? sender.bot_id : sender.user_id,
    text,
    metadata,
    isEdited: at.edited_at !== null,
    isDeleted: at.deleted_at !== null,
    isPinned: at.pinned_at !== null,
  };
}

/** The same state in the model. */
export function viewOf({ users, threads }: Space): View {
  const people = [...users].filter(([, { isBot }]) => !isBot);
  const view: View = {
    users: people.map(([user_id, { name, isActive }]) => ({ user_id, name, isActive })),
    threads: {},
    members: {},
    messages: {},
    logs: {},
  };
  for (const [id, thread] of threads) {
    view.logs[id] = thread.log;
    if (thread.isDeleted) continue;
    view.threads[id] = { type: thread.type, ...countersOf(thread) };
    const members = [...thread.places].map(([user, place]) => {
      const status = statusOf(place);
      const until = { muted: place.muted, banned: place.banned, active: null, removed: null }[status];
      return [user, { status, role: place.role, until }] as const;
    });
    view.members[id] = Object.fromEntries(members);
    view.messages[id] = [...thread.messages].map(([seq, message]) => {
      return { seq, ...message, metadata: message.isDeleted ? [] : [METADATA[message.kind]] };
    });
  }
  return view;
}

type Told = { expired?: true; members?: { ext_user_id: string }[] } | null;
type Row = Omit<LogEntry, 'change'> & { change: Told };

/** Fails if a log has a gap or does not end at its head's last_seq. */
async function readLogs({ server, tenant, extIds }: Realm): Promise<View['logs']> {
  const rows = await server.db.query<{ id: string; ends: number; seqs: number[]; entries: Row[] }>(LOGS, [
    tenant,
  ]);
  const names = new Map(extIds.entries().map(([name, extId]) => [extId, name]));
  const nameOf = (extId: string) => names.get(extId) ?? extId;
  const show = ({ type, actor, message_seq, change }: Row): LogEntry => {
    const members = change?.members?.map(({ ext_user_id, ...told }) => ({
      user: nameOf(ext_user_id),
      ...told,
    }));
    // The members of one entry have no order.
    if (change?.expired) members?.sort((a, b) => (a.user < b.user ? -1 : 1));
    return { type, actor: actor && nameOf(actor), message_seq, change: change && { ...change, members } };
  };
  for (const { id, ends, seqs } of rows) {
    const whole = Array.from({ length: ends }, (_, index) => index + 1);
    assert.deepEqual(seqs, whole, `the log of ${id} has no gap`);
  }
  return Object.fromEntries(rows.map(({ id, entries }) => [id, entries.map(show)]));
}

const LOGS = `
  select t.id, h.last_seq::int as ends, array_agg(l.seq::int order by l.seq) as seqs, json_agg(json_build_object(
    'type', l.type, 'actor', l.actor_ext_user_id::text, 'message_seq', l.message_seq, 'change', l.change)
    order by l.seq) as entries
  from threads t join thread_heads h on h.thread_id = t.id join thread_log l on l.thread_id = t.id
  where t.tenant_id = $1 group by t.id, h.last_seq`;

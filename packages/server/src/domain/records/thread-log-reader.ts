import type { ExtUserId, ThreadId } from '@palaver/protocol/ids';
import type { EntryType, WholeEntry } from '@palaver/protocol/log';
import type { Member } from '@palaver/protocol/members';
import type { Message } from '@palaver/protocol/messages';
import { canonicalReactionKey } from '@palaver/protocol/reaction-key';
import { toArray } from '../../storage/columns.ts';
import type { Transactor } from '../../storage/database.ts';
import { KEEP_PLAN } from '../../storage/plan-settings.ts';
import { COUNTERS } from '../rules/counters.ts';
import { isSeenBy } from './members.ts';
import { membersJson } from './members-json.ts';
import {
  ifReacted,
  type MessageRow,
  reactionsTo,
  SENDER,
  SHOWN_KEY,
  shownTo,
  toMessage,
  toMs,
} from './messages.ts';

/** A log entry, in a form for all viewers of its thread. */
export interface ReadEntry {
  /** The entry as a viewer without reactions of their own sees it; see {@link shownEntry}. */
  entry: WholeEntry;
  /** The users who gave each reaction that the entry shows, by key; empty if it shows none. */
  reactors: ReadonlyMap<string, readonly ExtUserId[]>;
  /** The users whose membership this entry ends. */
  leavers: readonly ExtUserId[] | 'all';
}

/** A thread, and the `seq` of its last known entry. */
export interface LogPosition {
  threadId: ThreadId;
  after: number;
}

/** Maximum number of entries of one read. (A read also has a limit in bytes, but returns at least one entry.) */
export interface ReadLimits {
  /** Entries after one position. */
  perPosition: number;
  entries: number;
}

/**
 * Which entries include their message: only `changes` of its content, or `all`. Connections already have or fetch the
 * messages, so a reaction of a few bytes need not carry 64 KiB to everyone. Webhooks get each event by itself.
 */
export type ShownMessages = 'changes' | 'all';

/** Maximum bytes of JSON of one read, the same as may be queued for a slow client. */
const READ_BYTES = 1024 * 1024;

/** The result of one read. */
export interface LogReadResult {
  /** By thread, ascending by seq. */
  entries: Map<ThreadId, ReadEntry[]>;
  /**
   * The result covers this many positions, in their order. Entries of later positions did not fit; the last covered position
   * may have more entries.
   */
  reached: number;
  /** The entries exceeded the byte limit of a read. */
  isTooLarge: boolean;
}

/**
 * Reads the entries of several threads after the known position of each, with their messages, members and threads as they are
 * now. For a viewer, it leaves out threads of which they are not a current member. It is one statement, so entries from before
 * a removal show nothing from after it.
 */
export async function readEntries(
  db: Transactor,
  viewer: ExtUserId | null,
  positions: readonly LogPosition[],
  { perPosition, entries: most }: ReadLimits,
  messages: ShownMessages = 'changes',
): Promise<LogReadResult> {
  const values = [
    toArray(positions.map(({ threadId }) => threadId)),
    toArray(positions.map(({ after }) => after)),
    perPosition,
    viewer,
    most,
    messages === 'all',
  ];
  const [, rows] = await db.transactionAtOnce((tx) =>
    Promise.all([tx.query(KEEP_PLAN), tx.query<ReadRow>(READ, values)]),
  );
  const last = rows.at(-1);
  const isTooLarge = last !== undefined && rows.length < last.count;
  const reached = isTooLarge || last?.count === most ? last.position : positions.length;
  const found = rows.map(({ entry }) => toReadEntry(JSON.parse(entry) as Row));
  return { entries: Map.groupBy(found, ({ entry }) => entry.thread_id), reached, isTooLarge };
}

/**
 * How many entries the next read takes. PostgreSQL builds the JSON of all of them before it knows which fit, so a read
 * should take few large entries, or many small ones.
 */
export class ReadSize {
  readonly #most: number;
  #entries: number;

  constructor(first: number, most: number) {
    this.#entries = first;
    this.#most = most;
  }

  get entries(): number {
    return this.#entries;
  }

  /** Adapts to the result of a read. */
  adapt({ entries, isTooLarge }: LogReadResult): void {
    const count = entries.values().reduce((sum, { length }) => sum + length, 0);
    this.#entries = isTooLarge ? count : Math.min(this.#most, Math.max(this.#entries, 2 * count));
  }
}

/** The form of an entry for a user who has since left the thread: without the current state of its subjects. */
export function bareEntry({ entry }: ReadEntry): WholeEntry {
  const { thread_id, seq, type, at, actor, message_seq, change } = entry;
  return { thread_id, seq, type, at, actor, message_seq, change };
}

/** The users whose membership an entry ends while the thread goes on. */
export function partedBy({ leavers }: ReadEntry): readonly ExtUserId[] {
  return leavers === 'all' ? [] : leavers;
}

/** Whether an entry ends the membership of a user. */
export function isLeaver({ leavers }: ReadEntry, user: ExtUserId): boolean {
  return leavers === 'all' || leavers.includes(user);
}

/** An entry as a user sees it, with their own reactions marked. */
export function shownEntry({ entry, reactors }: ReadEntry, user: ExtUserId): WholeEntry {
  if (reactors.size === 0) return entry;
  const { message, reactions } = entry;
  const shownTo = (all: Message['reactions']) =>
    all.map((reaction) => ({ ...reaction, mine: reactors.get(reaction.key)?.includes(user) === true }));
  if (reactions !== undefined) return { ...entry, reactions: shownTo(reactions) };
  return message === undefined
    ? entry
    : { ...entry, message: { ...message, reactions: shownTo(message.reactions) } };
}

interface ReadRow {
  /** The index of its position in the request, from 1. */
  position: number;
  /** JSON of a {@link Row}. */
  entry: string;
  /** How many entries there were, including those that did not fit. */
  count: number;
}

interface Row extends Pick<ReadRow, 'position' | 'count'> {
  thread_id: ThreadId;
  seq: number;
  type: WholeEntry['type'];
  at: number;
  actor: ExtUserId | null;
  message_seq: number | null;
  change: Record<string, unknown> | null;
  counters: NonNullable<WholeEntry['counters']>;
  members: Member[] | null;
  thread: NonNullable<WholeEntry['thread']> | null;
  message: (MessageRow & Reactors) | null;
  reacted: (Pick<Message, 'reactions'> & Reactors) | null;
  pinned_at: number | null;
}

interface Reactors {
  reactors: Record<string, ExtUserId[]> | null;
}

function toReadEntry({
  position: _position,
  count: _count,
  message,
  reacted,
  pinned_at,
  members,
  thread,
  ...entry
}: Row): ReadEntry {
  const shown: WholeEntry = { ...entry, change: shownChange(entry) };
  if (message !== null) shown.message = toMessage(message);
  else if (reacted !== null) shown.reactions = reacted.reactions;
  else if (PINS.includes(entry.type)) shown.pinned_at = pinned_at;
  if (members !== null) shown.members = members;
  if (thread !== null) shown.thread = thread;
  return {
    entry: shown,
    reactors: new Map(Object.entries((message ?? reacted)?.reactors ?? {})),
    leavers: leaversOf(entry),
  };
}

/** Clients see each key in its canonical form. (The log has the keys of servers of the former version as they stored them.) */
function shownChange({ type, change }: Pick<Row, 'type' | 'change'>): Row['change'] {
  return typeof change?.key === 'string' && REACTIONS.includes(type)
    ? { ...change, key: canonicalReactionKey(change.key) }
    : change;
}

/** (A banned user may not have been a member, which is harmless.) */
function leaversOf({ type, change }: Pick<Row, 'type' | 'change'>): ReadEntry['leavers'] {
  if (type === 'thread.deleted') return 'all';
  if (type !== 'member.removed' && type !== 'member.banned') return [];
  const members = (change?.members ?? []) as { ext_user_id: ExtUserId }[];
  return members.map(({ ext_user_id }) => ext_user_id);
}

/** Entries that change the content of a message. */
const MESSAGE_CHANGES: readonly EntryType[] = ['message.created', 'message.updated', 'message.deleted'];
const REACTIONS: readonly EntryType[] = ['reaction.added', 'reaction.removed'];
const PINS: readonly EntryType[] = ['message.pinned', 'message.unpinned'];

const isOneOf = (types: readonly EntryType[]) => `e.type in (${types.map((type) => `'${type}'`).join(', ')})`;
const OF_MESSAGE = 'm.thread_id = e.thread_id and m.seq = e.message_seq';
const REACTORS = ifReacted(
  `(
      select json_object_agg(key, users) from (
        select ${SHOWN_KEY} as key, json_agg(ext_user_id::text) as users from reactions r
        where r.thread_id = m.thread_id and r.message_seq = m.seq group by 1
      ) given
    )`,
  'null',
);

// The first $3 entries of `thread_log` after a position. (Through the view, PostgreSQL would sort all later messages.)
const NEXT_ENTRIES = `
      select * from (
        (select thread_id, seq, 'message.created' as type, created_at as at, sender_ext_user_id as actor_ext_user_id,
          seq as message_seq, null::jsonb as change
        from messages where thread_id = known.thread_id and seq > known.seq order by seq limit $3)
        union all
        (select thread_id, seq, type, at, actor_ext_user_id, message_seq, change
        from log_entries where thread_id = known.thread_id and seq > known.seq order by seq limit $3)
      ) merged order by seq limit $3`;

// One JSON document per entry: the driver reads it faster than many columns, and a single document for all could have any size.
// Building a document is expensive, so for large messages it is built only for entries that fit.
const READ = `
  select position, entry, count from (
  select position, seq, entry, count,
    sum(octet_length(entry)) over (order by position, seq) - octet_length(entry) as bytes_before
  from (
  select position, seq, count, to_json(shown)::text as entry from (
  select e.position, e.count, e.seq::float8 as seq, e.thread_id::text, e.type, floor(extract(epoch from e.at) * 1000)::float8 as at,
    e.actor_ext_user_id::text as actor, e.message_seq::float8, e.change,
    json_build_object(${COUNTERS.map((counter) => `'${counter}', h.${counter}`).join(', ')}) as counters,
    case when e.type in ('thread.created', 'thread.updated') then (
      select json_build_object('name', t.name, 'description', t.description, 'avatar_url', t.avatar_url,
        'metadata', t.metadata) from threads t where t.id = e.thread_id
    ) end as thread,
    case when e.type like 'member.%' or e.type = 'thread.owner_changed' then ${membersJson(
      'e.thread_id',
      "select (named ->> 'ext_user_id')::bigint from jsonb_array_elements(e.change -> 'members') named",
    )} end as members,
    case when not shows_message and ${isOneOf(PINS)} then (
      select ${toMs('m.pinned_at')} from messages m where ${OF_MESSAGE}
    ) end as pinned_at,
    message, reacted
  from (
  select *, count(*) over ()::int, sum(size) over (order by position, seq) - size as bytes_before from (
    select known.position::int, e.*, $6::boolean or ${isOneOf(MESSAGE_CHANGES)} as shows_message
    from unnest($1::bigint[], $2::bigint[]) with ordinality as known (thread_id, seq, position)
    cross join lateral (${NEXT_ENTRIES}) e
    where ${isSeenBy('known.thread_id', '$4')} order by known.position, e.seq limit $5
  ) e
  left join lateral (
    select octet_length(m.text) + octet_length(m.metadata::text) as message_size
    from messages m where ${OF_MESSAGE} and e.shows_message limit 1
  ) m on true
  cross join lateral (select coalesce(message_size, 0) as size) known_size
  ) e
  cross join lateral (select * from thread_heads h where h.thread_id = e.thread_id limit 1) h
  left join lateral (
    select ${shownTo('null')}, ${REACTORS} as reactors
    from messages m ${SENDER} where ${OF_MESSAGE} and e.shows_message limit 1
  ) message on true
  left join lateral (
    select ${reactionsTo('null')} as reactions, ${REACTORS} as reactors
    from messages m where ${OF_MESSAGE} and not e.shows_message and ${isOneOf(REACTIONS)} limit 1
  ) reacted on true
  where e.bytes_before < ${READ_BYTES}
  ) shown
  ) made
  ) counted
  where bytes_before < ${READ_BYTES}
  order by position, seq`;

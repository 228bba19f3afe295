import type { ExtUserId, ThreadId } from '@palaver/protocol/ids';
import type { EntryType, WholeEntry } from '@palaver/protocol/log';
import type { Member } from '@palaver/protocol/members';
import type { Message } from '@palaver/protocol/messages';
import { toArray } from '../../storage/columns.ts';
import { type Database, KEEP_PLAN } from '../../storage/database.ts';
import { COUNTERS } from '../rules/counters.ts';
import { isSeenBy, membersJson } from './members.ts';
import { ifReacted, type MessageRow, reactionsTo, SENDER, shownTo, toMessage, toMs } from './messages.ts';

/** An entry of a log, for everybody who may see its thread. */
export interface ReadEntry {
  /** Shown to somebody who has given no reaction: see {@link shownEntry}. */
  entry: WholeEntry;
  /** By key, who has given the reactions that it shows; empty: it shows none. */
  reactors: ReadonlyMap<string, readonly ExtUserId[]>;
  /** Who is a member no more by this entry. */
  leavers: readonly ExtUserId[] | 'all';
}

/** A thread, and the last entry of it that is known. */
export interface LogPosition {
  threadId: ThreadId;
  after: number;
}

/** How much one look at logs takes at most; that an entry has more bytes keeps no look from having one. */
export interface LookLimits {
  /** Entries after one position. */
  perPosition: number;
  entries: number;
}

/**
 * Which entries show the message that they are about: those of its `changes`, or `all` of them. Connections have the messages
 * of their threads or fetch them, so a reaction of a few bytes need not bring 64 KiB to everybody; webhooks are told of each
 * event by itself.
 */
export type ShownMessages = 'changes' | 'all';

/** Bytes of JSON of one look: as much as may wait for a client that reads slowly. */
const LOOK_BYTES = 1024 * 1024;

/** What one look has found. */
export interface LogLook {
  /** By thread, ascending by seq. */
  entries: Map<ThreadId, ReadEntry[]>;
  /**
   * Of how many positions, in their order, this is told: what comes after them did not fit, and nothing is known of it. Of the
   * last of them there may be more.
   */
  reached: number;
  /** There was more than fits into the bytes of a look. */
  isTooLarge: boolean;
}

/**
 * The entries of several threads after what is known of each, and the messages, members and threads that they are about as
 * they are now. For a viewer threads are left out of which they are no current member: it is one statement, so nothing of
 * what came after a removal shows in what came before it.
 */
export async function readEntries(
  db: Database,
  viewer: ExtUserId | null,
  positions: readonly LogPosition[],
  { perPosition, entries: most }: LookLimits,
  messages: ShownMessages = 'changes',
): Promise<LogLook> {
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
 * How many entries the next look takes. PostgreSQL makes of each what is told of it before it knows which of them fit: where
 * they are large, that is to be few, and where they are small a look is to bring many.
 */
export class LookSize {
  readonly #most: number;
  #entries: number;

  constructor(first: number, most: number) {
    this.#entries = first;
    this.#most = most;
  }

  get entries(): number {
    return this.#entries;
  }

  looked({ entries, isTooLarge }: LogLook): void {
    const count = entries.values().reduce((sum, { length }) => sum + length, 0);
    this.#entries = isTooLarge ? count : Math.min(this.#most, Math.max(this.#entries, 2 * count));
  }
}

/**
 * An entry as it is told to who has left the thread since: that it happened, and nothing of what the things it is about
 * have become.
 */
export function bareEntry({ entry }: ReadEntry): WholeEntry {
  const { thread_id, seq, type, at, actor, message_seq, change } = entry;
  return { thread_id, seq, type, at, actor, message_seq, change };
}

/** Who is a member no more by an entry, while others are. */
export function partedBy({ leavers }: ReadEntry): readonly ExtUserId[] {
  return leavers === 'all' ? [] : leavers;
}

/** Whether somebody is a member no more by an entry. */
export function isLeaver({ leavers }: ReadEntry, user: ExtUserId): boolean {
  return leavers === 'all' || leavers.includes(user);
}

/** An entry as a user sees it: with the reactions that are theirs. */
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
  /** Which of the positions it comes after; 1 is the first. */
  position: number;
  /** JSON of a {@link Row}. */
  entry: string;
  /** How many entries there were, those that did not fit included. */
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
  const shown: WholeEntry = { ...entry };
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

/** (Who is banned without having been a member leaves nothing.) */
function leaversOf({ type, change }: Pick<Row, 'type' | 'change'>): ReadEntry['leavers'] {
  if (type === 'thread.deleted') return 'all';
  if (type !== 'member.removed' && type !== 'member.banned') return [];
  const members = (change?.members ?? []) as { ext_user_id: ExtUserId }[];
  return members.map(({ ext_user_id }) => ext_user_id);
}

/** Entries of what a message says. */
const MESSAGE_CHANGES: readonly EntryType[] = ['message.created', 'message.updated', 'message.deleted'];
const REACTIONS: readonly EntryType[] = ['reaction.added', 'reaction.removed'];
const PINS: readonly EntryType[] = ['message.pinned', 'message.unpinned'];

const isOneOf = (types: readonly EntryType[]) => `e.type in (${types.map((type) => `'${type}'`).join(', ')})`;
const OF_MESSAGE = 'm.thread_id = e.thread_id and m.seq = e.message_seq';
const REACTORS = ifReacted(
  `(
      select json_object_agg(key, users) from (
        select key, json_agg(ext_user_id::text) as users from reactions r
        where r.thread_id = m.thread_id and r.message_seq = m.seq group by key
      ) given
    )`,
  'null',
);

// A document for each entry: to read it takes the driver less than many columns, and one for all could be of any size. To make
// it is dear: of large messages only for those that fit.
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
    cross join lateral (
      select * from log_entries e where e.thread_id = known.thread_id and e.seq > known.seq order by e.seq limit $3
    ) e
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
  where e.bytes_before < ${LOOK_BYTES}
  ) shown
  ) made
  ) counted
  where bytes_before < ${LOOK_BYTES}
  order by position, seq`;

import { COUNTERS, type Counter } from '../rules/counters.ts';
import { toMs } from './messages.ts';

/** What lists show every reader of a thread `t` with the head `h`. */
export const THREAD_COLUMNS = {
  id: 't.id::text',
  name: 't.name',
  type: 't.type',
  description: 't.description',
  avatar_url: 't.avatar_url',
  metadata: 't.metadata',
  ...(Object.fromEntries(COUNTERS.map((counter) => [counter, `h.${counter}`])) as Record<Counter, string>),
  created_at: toMs('t.created_at'),
  reference_id: `coalesce(t.reference_id, '')`,
  satl_reference_id: `coalesce(t.satl_reference_id, '')`,
  last_seq: 'h.last_seq::float8',
  last_at: toMs(`case h.last_seq when h.last_message_seq then h.active_at else (
    select at from log_entries entry where entry.thread_id = h.thread_id and entry.seq = h.last_seq) end`),
} as const;

/** The size of the large columns of a shown thread, and of `last_message.json`. */
export const THREAD_BYTES = `octet_length(t.description) + octet_length(t.metadata) + octet_length(t.avatar_url)
  + coalesce(octet_length(last_message.json::text), 0)`;

/** A row by key, for each row of the other tables: see {@link userOf}. */
export const one = (table: string, condition: string) =>
  `cross join lateral (select row.* from ${table} row where ${condition} limit 1)`;

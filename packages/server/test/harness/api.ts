import { ERRORS, type ErrorCode } from '@palaver/protocol/errors';
import { expect } from 'vitest';
import type { CallOptions } from './calls.ts';
import type { TestServer } from './test-server.ts';

export const THREADS = '/open-api/v1.0/chat/threads';
export const MESSAGES = '/open-api/v1.0/chat/messages';
export const USERS = '/user/v1.0/users';
export const BATCH = '/user/v1.0/users/batch';
export const BOTS = '/bot/v1.0/bot';

export const ENDPOINTS = '/webhook/v1.0/endpoint';
export const DELIVERIES = '/webhook/v1.0/delivery';
export const PACKS = '/sticker/v1.0/pack';

export const threadUrl = (id: string) => `${THREADS}/${id}`;
export const membersUrl = (threadId: string, query = '') => `${THREADS}/${threadId}/members?${query}`;
export const userUrl = (id: string) => `/user/v1.0/user/${encodeURIComponent(id)}`;
export const deskUrl = (userId: string) => `${userUrl(userId)}/desk`;
export const devicesUrl = (userId: string) => `${userUrl(userId)}/devices`;
export const deviceUrl = (userId: string, deviceId: string) =>
  `${devicesUrl(userId)}/${encodeURIComponent(deviceId)}`;
export const botUrl = (id: string) => `${BOTS}/${encodeURIComponent(id)}`;
export const memberUrl = (threadId: string, userId: string, action = '') =>
  `${THREADS}/${threadId}/members/${encodeURIComponent(userId)}${action && `/${action}`}?id_type=2`;
export const messagesUrl = (threadId: string, query = '') => `${THREADS}/${threadId}/messages?${query}`;
export const messageUrl = (threadId: string, seq: number | string, rest = '') =>
  `${THREADS}/${threadId}/messages/${seq}${rest}`;
export const packUrl = (id: string) => `${PACKS}/${id}`;
export const providerUrl = (provider: string) => `/notification/v1.0/provider/${provider}`;
export const renameUrl = (from: string, to: string) =>
  `${userUrl(from)}/change-user-id/${encodeURIComponent(to)}`;

/** The part of an API key by which its row is found. */
export const publicIdOf = (key: string) => key.split('_')[2] ?? '';

export type Request = [method: string, url: string, options?: CallOptions];

/**
 * Fails unless the request is refused with this code, its status and exactly these faulty fields, in any order, and
 * writes nothing.
 */
export async function expectRefused(
  server: TestServer,
  [method, url, options]: Request,
  code: ErrorCode,
  fields: readonly string[] = [],
): Promise<void> {
  const before = await fingerprint(server);
  const { status, body } = await server.call(method, url, options);
  const seen = { code: body.message_code, status, fields: body.errors?.map(({ field }) => field).toSorted() };
  const expected = fields.length === 0 ? undefined : fields.toSorted();
  expect(seen).toEqual({ code, status: ERRORS[code].status, fields: expected });
  expect(await fingerprint(server)).toEqual(before);
}

const TABLES = [
  'applications',
  'desk_readings',
  'desk_users',
  'devices',
  'direct_threads',
  'email_opt_outs',
  'event_streams',
  'events',
  'log_entries',
  'members',
  'messages',
  'notification_settings',
  'push_credentials',
  'reactions',
  'sticker_packs',
  'stickers',
  'thread_heads',
  'thread_notifications',
  'threads',
  'token_revocations',
  'user_aliases',
  'user_emails',
  'user_notifications',
  'user_renames',
  'user_threads',
  'users',
  'webhook_deliveries',
  'webhooks',
];

const SUMS = TABLES.map(
  (table) => `(select count(*) || ' ' || coalesce(max(xmin::text::bigint), 0) from ${table}) as ${table}`,
);
/** (Named, so that it is planned once: thousands of tests run it twice.) */
const FINGERPRINT = { name: 'fingerprint', text: `select ${SUMS.join(', ')}` };

/** A fingerprint of the stored rows by their versions: any write changes it, except to the table of API keys. */
export async function fingerprint(server: TestServer): Promise<Record<string, string>> {
  await server.relayed();
  const [row] = await server.database.sql<Record<string, string>>(FINGERPRINT);
  if (row === undefined) throw new Error('select answered no row');
  return row;
}

export interface LogEntry {
  seq: number;
  type: string;
  actor: string | null;
  message_seq: number | null;
  change: unknown;
}

/** The log of a thread, after checking that it has no gap and matches the head's last_seq. */
export async function logOf(server: TestServer, threadId: string): Promise<LogEntry[]> {
  const entries = await server.database.sql<LogEntry & { last_seq: number }>(
    `select l.seq::int, l.type, l.actor_ext_user_id::text as actor, l.message_seq::int, l.change, h.last_seq::int
     from thread_log l join thread_heads h using (thread_id) where thread_id = $1 order by l.seq`,
    [threadId],
  );
  expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1));
  expect(entries.at(-1)?.last_seq).toBe(entries.length);
  return entries.map(({ last_seq: _last, ...entry }) => entry);
}

/** Text that another layer might interpret. All of it must be stored and returned unchanged. */
export const INJECTIONS = [
  `'; drop table users; --`,
  '" or 1=1 --',
  '<script>alert(1)</script><img src=x onerror=alert(1)>',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is just what templates would fill in
  '{{7*7}} ${7*7} <%= 7*7 %> #{7*7}',
  '../../../etc/passwd',
  '=cmd|/c calc!A1',
  'line\r\nSet-Cookie: a=b\r\n\r\n{"level":50}',
  '%s %n %00 %2e%2e \\u0000 \\',
  'e\u0301 \u00e9 \ufb01 \u202eabc\u202c \u200b \ufeff',
  '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466} \u{10ffff}',
  '__proto__',
];

import type { FileId, UploadId } from '@palaver/protocol/files';
import type { AppId } from '@palaver/protocol/ids';
import type { Queryable, Transaction } from '../../storage/database.ts';

/** Removes the rows of a whole application from every table; each table's own module writes it otherwise. */

const OF_THREADS = 'thread_id in (select id from threads where app_id = $1)';
const OF_USERS = 'ext_user_id in (select ext_user_id from users where app_id = $1)';
const OF_APP = 'app_id = $1';

/** Which rows of each table, in an order that the foreign keys allow. Rows of tables that are not here go with those that they refer to. */
const ROWS: readonly (readonly [table: string, which: string])[] = [
  ['reactions', OF_THREADS],
  ['pictures', `${OF_THREADS} or ${OF_USERS}`],
  ['messages', OF_THREADS],
  ['log_entries', OF_THREADS],
  ['members', OF_THREADS],
  ['thread_heads', OF_THREADS],
  ['thread_notifications', OF_THREADS],
  ['search_queue', 'thread_ids <@ array(select id from threads where app_id = $1)'],
  ['search_backlog', OF_THREADS],
  ['search_blocks', OF_THREADS],
  ['erasures', OF_THREADS],
  ['closed_threads', OF_THREADS],
  ['open_threads', OF_THREADS],
  ['notification_batches', OF_THREADS],
  ['notification_messages', OF_THREADS],
  ['desk_readings', OF_THREADS],
  ['desk_users', OF_APP],
  ['notifications', OF_USERS],
  ['email_threads', OF_USERS],
  ['email_digests', OF_APP],
  ['direct_threads', OF_APP],
  ['user_threads', OF_THREADS],
  ['devices', OF_APP],
  ['user_emails', OF_APP],
  ['email_opt_outs', OF_USERS],
  ['user_notifications', OF_USERS],
  ['user_aliases', OF_USERS],
  ['user_renames', OF_APP],
  ['user_file_usage', OF_USERS],
  ['token_revocations', OF_USERS],
  ['webhook_deliveries', 'webhook_id in (select id from webhooks where app_id = $1)'],
  ['webhooks', OF_APP],
  ['outbox', OF_APP],
  ['parked_events', OF_APP],
  ['events', OF_APP],
  ['event_streams', OF_APP],
  ['idempotency_keys', OF_APP],
  ['notification_settings', OF_APP],
  ['push_credentials', OF_APP],
  ['signing_keys', OF_APP],
  ['api_keys', OF_APP],
  ['app_policies', OF_APP],
  ['threads', OF_APP],
  ['users', OF_APP],
];

/** Those that say which bytes there are: they go last, after the bytes. */
const OWNERS_OF_BYTES = ['uploads', 'sticker_packs', 'files', 'file_usage'];

/** All rows but those of files, and of the application itself. */
export async function deleteRowsOfApp(tx: Transaction, app: AppId): Promise<void> {
  for (const [table, which] of ROWS) await tx.query(`delete from ${table} where ${which}`, [app]);
}

export interface OwnedBytes {
  files: FileId[];
  uploads: UploadId[];
  /** The folders of sticker packs. */
  packs: string[];
}

export async function findBytesOfApp(db: Queryable, app: AppId): Promise<OwnedBytes> {
  const [owned] = await db.query<OwnedBytes>(
    `select array(select id from files where app_id = $1) as files, array(select id from uploads where app_id = $1) as uploads,
       array(select folder from sticker_packs where app_id = $1) as packs`,
    [app],
  );
  return owned ?? { files: [], uploads: [], packs: [] };
}

/** The rest, once the bytes are gone. Violates a foreign key if somebody has stored something else meanwhile. */
export async function deleteApp(tx: Transaction, app: AppId): Promise<void> {
  await deleteRowsOfApp(tx, app);
  for (const table of OWNERS_OF_BYTES) await tx.query(`delete from ${table} where ${OF_APP}`, [app]);
  await tx.query(`delete from ${'applications'} where id = $1`, [app]);
}

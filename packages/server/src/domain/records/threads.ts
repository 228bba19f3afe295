import type { ExtUserId, ThreadId } from '@palaver/protocol/ids';
import type { Thread, ThreadListItem } from '@palaver/protocol/threads';
import type { Queryable, Transaction } from '../../storage/database.ts';
import { type Context, type Space, viewerOf } from '../context.ts';
import { Refusal } from '../refusal.ts';
import { COUNTERS } from '../rules/counters.ts';
import { isSeenBy } from './members.ts';

/** The only module that writes `threads` and `direct_threads`. */

const SHOWN = `t.id, t.name, t.type, t.description, t.avatar_url, ${COUNTERS.map((c) => `h.${c}`).join(', ')}`;
const FROM = 'from threads t join thread_heads h on h.thread_id = t.id';

/** A page of threads in ascending order of id (interface §2), starting after `lastId`. */
export async function pageThreads(
  db: Queryable,
  space: Space,
  page: { lastId: string; limit: number; onlyPublic: boolean },
): Promise<ThreadListItem[]> {
  const rows = await db.query<Omit<ThreadListItem, 'created_at'> & { created_at: Date }>(PAGE, [
    space.appId,
    space.tenantId,
    page.lastId,
    page.onlyPublic,
    page.limit,
  ]);
  return rows.map((row) => ({ ...row, created_at: row.created_at.getTime() }));
}

const PAGE = `
  select ${SHOWN}, t.created_at ${FROM}
  where t.app_id = $1 and t.tenant_id = $2 and t.id > $3 and t.deleted_at is null
    and (not $4 or (t.type = 'group' and t.reference_id is null and t.satl_reference_id is null))
  order by t.id limit $5`;

export async function findThread(db: Queryable, space: Space, id: ThreadId): Promise<Thread | undefined> {
  const [thread] = await db.query<Thread>(
    `select ${SHOWN}, t.metadata ${FROM}
     where t.app_id = $1 and t.tenant_id = $2 and t.id = $3 and t.deleted_at is null`,
    [space.appId, space.tenantId, id],
  );
  return thread;
}

/** A thread that a request names. */
export interface NamedThread {
  /** The canonical id: a request may spell 7 as "007". */
  id: ThreadId;
  type: Thread['type'];
}

/**
 * Returns the thread if it is in this space, not deleted, and the signed-in user is a current member; otherwise refuses with
 * M40401. This is the only access to a thread on behalf of a user.
 */
export async function accessThread(
  db: Queryable,
  ctx: Pick<Context, 'space' | 'actingUser'>,
  id: ThreadId,
): Promise<NamedThread> {
  const [thread] = await db.query<NamedThread>(
    `select id, type from threads t
     where app_id = $1 and tenant_id = $2 and id = $3 and deleted_at is null and ${isSeenBy('t.id', '$4')}`,
    [ctx.space.appId, ctx.space.tenantId, id, viewerOf(ctx)],
  );
  if (thread === undefined) throw new Refusal('M40401');
  return thread;
}

export type ThreadFields = Pick<Thread, 'name' | 'description' | 'avatar_url' | 'metadata'>;

export async function setFields(tx: Transaction, id: ThreadId, fields: ThreadFields): Promise<void> {
  await tx.query(
    'update threads set name = $2, description = $3, avatar_url = $4, metadata = $5 where id = $1',
    [id, fields.name, fields.description, fields.avatar_url, fields.metadata],
  );
}

/** Takes the addresses of lost pictures away from locked threads. */
export async function clearAvatars(tx: Transaction, ids: readonly ThreadId[]): Promise<void> {
  if (ids.length > 0) await tx.query(`update threads set avatar_url = '' where id = any($1)`, [ids]);
}

/** Makes the thread inaccessible. The two users of a deleted direct thread can get a new one. */
export async function markDeleted(tx: Transaction, id: ThreadId): Promise<void> {
  await tx.query('update threads set deleted_at = now() where id = $1', [id]);
  await tx.query('delete from direct_threads where thread_id = $1', [id]);
}

/** The deleted thread with the lowest id above `after` whose messages may still hold files. */
export async function nextHoldingFiles(db: Queryable, after: ThreadId | '0'): Promise<ThreadId | undefined> {
  const [thread] = await db.query<{ id: ThreadId }>(
    `select id from threads where deleted_at is not null and files_held_from is not null and id > $1
     order by id limit 1`,
    [after],
  );
  return thread?.id;
}

/** The `seq` from which on the messages of a deleted thread may still hold files; null: none does. */
export async function filesHeldFrom(db: Queryable, id: ThreadId): Promise<string | null> {
  const [thread] = await db.query<{ files_held_from: string | null }>(
    'select files_held_from from threads where id = $1 and deleted_at is not null',
    [id],
  );
  return thread?.files_held_from ?? null;
}

export async function setFilesHeldFrom(tx: Transaction, id: ThreadId, seq: string | null): Promise<void> {
  await tx.query('update threads set files_held_from = $2 where id = $1', [id, seq]);
}

export interface NewThread {
  type: 'direct' | 'group';
  name?: string | undefined;
  description?: string | undefined;
  avatarUrl?: string | undefined;
  referenceId?: string | undefined;
  satlReferenceId?: string | undefined;
}

/**
 * Ids for new threads, ascending. The caller holds the application's lock ({@link lockApp}) until its commit, so that ids
 * become visible in increasing order.
 */
export async function drawThreadIds(tx: Transaction, count: number): Promise<ThreadId[]> {
  const rows = await tx.query<{ id: ThreadId }>(
    `select nextval('thread_ids') as id from generate_series(1, $1)`,
    [count],
  );
  return rows.map(({ id }) => id);
}

/** Inserts identical threads with ids from {@link drawThreadIds}. */
export async function insertThreads(
  tx: Transaction,
  space: Space,
  thread: NewThread,
  ids: readonly ThreadId[],
): Promise<void> {
  await tx.query(
    `insert into threads (id, app_id, tenant_id, type, name, description, avatar_url, reference_id, satl_reference_id)
     select id, $1, $2, $3, $4, $5, $6, $7, $8 from unnest($9::bigint[]) as drawn (id)`,
    [
      space.appId,
      space.tenantId,
      thread.type,
      thread.name ?? '',
      thread.description ?? '',
      thread.avatarUrl ?? '',
      thread.referenceId || null,
      thread.satlReferenceId || null,
      ids,
    ],
  );
}

/** The direct threads between one user or bot and others, by the id of the other. */
export async function findDirectThreads(
  db: Queryable,
  space: Space,
  one: ExtUserId,
  others: readonly ExtUserId[],
): Promise<Map<ExtUserId, ThreadId>> {
  const rows = await db.query<{ other: ExtUserId; thread_id: ThreadId }>(
    `select o.other, d.thread_id
     from unnest($4::bigint[]) as o (other)
     join direct_threads d on d.app_id = $1 and d.tenant_id = $2
       and d.low_ext_user_id = least(o.other, $3) and d.high_ext_user_id = greatest(o.other, $3)`,
    [space.appId, space.tenantId, one, others],
  );
  return new Map(rows.map((row) => [row.other, row.thread_id]));
}

export async function insertDirectThreads(
  tx: Transaction,
  space: Space,
  one: ExtUserId,
  threadOfOther: ReadonlyMap<ExtUserId, ThreadId>,
): Promise<void> {
  await tx.query(
    `insert into direct_threads (app_id, tenant_id, low_ext_user_id, high_ext_user_id, thread_id)
     select $1, $2, least(other, $3), greatest(other, $3), thread_id
     from unnest($4::bigint[], $5::bigint[]) as new (other, thread_id)`,
    [space.appId, space.tenantId, one, [...threadOfOther.keys()], [...threadOfOther.values()]],
  );
}

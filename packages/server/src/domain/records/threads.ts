import type { ExtUserId, ThreadId } from '@palaver/protocol/ids';
import type { Thread, ThreadLinks, ThreadListItem } from '@palaver/protocol/threads';
import type { Queryable, Transaction, Transactor } from '../../storage/database.ts';
import { INDEXES_ONLY, readWithPlan } from '../../storage/plan-settings.ts';
import { type Context, type Space, viewerOf } from '../context.ts';
import { Refusal } from '../refusal.ts';
import { COUNTERS } from '../rules/counters.ts';
import { isReadBy, isSeenBy } from './members.ts';

/** The only module that writes `threads` and `direct_threads`. */

const SHOWN = `t.id, t.name, t.type, t.description, t.avatar_url, t.reference_id, t.satl_reference_id,
  ${COUNTERS.map((c) => `h.${c}`).join(', ')}`;
const FROM = 'from threads t join thread_heads h on h.thread_id = t.id';

/** The references of a thread as they are stored; null where it has none. */
export interface LinkColumns {
  reference_id: string | null;
  satl_reference_id: string | null;
}

/** The references of a thread as responses and events show them: those that it has. (They never change.) */
export function linksOf({ reference_id, satl_reference_id }: LinkColumns): ThreadLinks {
  return {
    ...(reference_id === null ? {} : { reference_id }),
    ...(satl_reference_id === null ? {} : { satl_reference_id }),
  };
}

/** The references of a thread, also of a deleted one. */
export async function findLinks(db: Queryable, id: ThreadId): Promise<ThreadLinks> {
  const [links] = await db.query<LinkColumns>(
    'select reference_id, satl_reference_id from threads where id = $1',
    [id],
  );
  return links === undefined ? {} : linksOf(links);
}

type Stored<T> = Omit<T, keyof LinkColumns> & LinkColumns;

function toShown<Row extends LinkColumns>({ reference_id, satl_reference_id, ...thread }: Row) {
  return { ...thread, ...linksOf({ reference_id, satl_reference_id }) };
}

export interface ThreadPage {
  /** The page starts after this thread. */
  lastId: string;
  limit: number;
  /** Leaves out direct and linked threads. (A page of a reference is empty then.) */
  onlyPublic: boolean;
  /** Only threads that are tied to this object. */
  referenceId?: string | undefined;
  satlReferenceId?: string | undefined;
}

/** A page of threads in ascending order of id (interface §2). */
export async function pageThreads(
  db: Queryable & Pick<Transactor, 'transactionAtOnce'>,
  space: Space,
  { lastId, limit, onlyPublic, referenceId, satlReferenceId }: ThreadPage,
): Promise<ThreadListItem[]> {
  const links = [referenceId, satlReferenceId].filter((link) => link !== undefined);
  if (onlyPublic && links.length > 0) return [];
  const statement =
    PAGES[`${referenceId === undefined ? '' : 'r'}${satlReferenceId === undefined ? '' : 's'}`];
  const values = [space.appId, space.tenantId, lastId, limit];
  const rows = await (links.length === 0
    ? db.query<ListedRow>(statement, [...values, onlyPublic])
    : readWithPlan<ListedRow>(db, INDEXES_ONLY, statement, [...values, ...links]));
  return rows.map((row) => ({ ...toShown(row), created_at: row.created_at.getTime() }));
}

type ListedRow = Omit<Stored<ThreadListItem>, 'created_at'> & { created_at: Date };

const pageOf = (condition: string, order: string) => `
  select ${SHOWN}, t.created_at ${FROM}
  where t.app_id = $1 and t.tenant_id = $2 and ${condition} and t.deleted_at is null
  order by ${order} limit $4`;

const IS_PUBLIC = `(t.type = 'group' and t.reference_id is null and t.satl_reference_id is null)`;

/**
 * A page of the threads with the reference $5 in this column. Only the index of the column has this order. With `=`, the order would be
 * that of the primary key, too, and PostgreSQL might look through all threads for those with the reference.
 */
const pageOfReference = (column: keyof LinkColumns, condition = '') =>
  pageOf(`(t.${column}, t.id) > ($5, $3) and t.${column} <= $5 ${condition}`, `t.${column}, t.id`);

/** By the references of the request: `r`, `s`, both or none. */
const PAGES = {
  '': pageOf(`t.id > $3 and (not $5 or ${IS_PUBLIC})`, 't.id'),
  r: pageOfReference('reference_id'),
  s: pageOfReference('satl_reference_id'),
  rs: pageOfReference('reference_id', 'and t.satl_reference_id = $6'),
} as const;

/**
 * The oldest thread with these references; empty ones do not matter. It goes by the index of the first, like {@link pageThreads}: the fewest
 * threads have the same object.
 */
export async function findOldestTied(
  db: Queryable,
  space: Space,
  { referenceId, satlReferenceId }: Pick<NewThread, 'referenceId' | 'satlReferenceId'>,
): Promise<ThreadId | undefined> {
  const statement = referenceId ? (satlReferenceId ? OLDEST.rs : OLDEST.r) : OLDEST.s;
  const links = [referenceId, satlReferenceId].filter(Boolean);
  const [thread] = await db.query<{ id: ThreadId }>(statement, [space.appId, space.tenantId, ...links]);
  return thread?.id;
}

const oldestTied = (column: keyof LinkColumns, condition = '') => `
  select id from threads where app_id = $1 and tenant_id = $2 and ${column} >= $3 and ${column} <= $3 ${condition}
    and deleted_at is null order by ${column}, id limit 1`;

const OLDEST = {
  r: oldestTied('reference_id'),
  s: oldestTied('satl_reference_id'),
  rs: oldestTied('reference_id', 'and satl_reference_id = $4'),
} as const;

export async function findThread(db: Queryable, space: Space, id: ThreadId): Promise<Thread | undefined> {
  const [thread] = await db.query<Stored<Thread>>(
    `select ${SHOWN}, t.metadata ${FROM}
     where t.app_id = $1 and t.tenant_id = $2 and t.id = $3 and t.deleted_at is null`,
    [space.appId, space.tenantId, id],
  );
  return thread && toShown(thread);
}

/** A thread that a request names. */
export interface NamedThread {
  /** The canonical id: a request may spell 7 as "007". */
  id: ThreadId;
  type: Thread['type'];
  /** It is tied to an object of the integrator. */
  is_linked: boolean;
}

/**
 * Returns the thread if it is in this space, not deleted, and the signed-in user is a current member; otherwise refuses with
 * M40401. This is the only access to a thread on behalf of a user, but for reads: {@link accessReadableThread}.
 */
export const accessThread = accessIf(isSeenBy('t.id', '$4'));

/** The same for operations that only read: also for users of the support desk. */
export const accessReadableThread = accessIf(isReadBy('t', '$4'));

type Access = (
  db: Queryable,
  ctx: Pick<Context, 'space' | 'actingUser'>,
  id: ThreadId,
) => Promise<NamedThread>;

function accessIf(condition: string): Access {
  const statement = `
    select id, type, num_nonnulls(reference_id, satl_reference_id) > 0 as is_linked from threads t
    where app_id = $1 and tenant_id = $2 and id = $3 and deleted_at is null and ${condition}`;
  return async (db, ctx, id) => {
    const values = [ctx.space.appId, ctx.space.tenantId, id, viewerOf(ctx)];
    const [thread] = await db.query<NamedThread>(statement, values);
    if (thread === undefined) throw new Refusal('M40401');
    return thread;
  };
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

import type { FileId, FileKind } from '@palaver/protocol/files';
import type { ExtUserId } from '@palaver/protocol/ids';
import type { Queryable, Transaction } from '../../storage/database.ts';
import type { Space } from '../context.ts';
import type { StoredFile } from '../rules/file-metadata.ts';
import { addUsage, DISCOUNT_GONE, moveUserUsage, type Quotas } from './file-usage.ts';

/**
 * The only module that writes `files`. A file is `storing` until its bytes are objects, then `stored`, and
 * `removing` from the moment on that nobody may read it until its bytes are gone. `messages.file_id` says which messages name
 * it, and `pictures` of which users and threads it is the picture (pictures.ts). A transaction that lets one of them name a file, or ends
 * that, locks the file's row first. The bytes that files take are counted in file-usage.ts.
 */

export interface NewFile extends StoredFile {
  /** Null: the back end. */
  uploader: ExtUserId | null;
}

/** Storing takes less, unless the store is very slow; after this time, the sweep believes that its process was killed. */
const STORING_SECONDS = 3_600;

/**
 * Inserts a file that is about to be stored, and counts its bytes. Refuses with M41301 (quotas). `reservedBytes` of them do not count:
 * those of the resumable upload that becomes this file.
 */
export async function insertFile(
  tx: Transaction,
  space: Space,
  file: NewFile,
  quotas: Quotas,
  reservedBytes = 0,
): Promise<void> {
  const bytes = file.size + (file.thumbnailSize ?? 0);
  const { uploader } = file;
  await addUsage(tx, space, { uploader, files: 1, bytes, unfinishedBytes: 0 }, quotas, reservedBytes);
  await tx.query(
    `insert into files (id, app_id, tenant_id, uploader_ext_user_id, kind, name, mime_type, size, thumbnail_size, width,
       height, duration_ms, expires_at, counts_for_uploader, is_animated)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, now() + make_interval(secs => $13), $4::bigint is not null, $14)`,
    [
      ...[file.id, space.appId, space.tenantId, uploader, file.kind, file.name, file.mimeType, file.size],
      ...[file.thumbnailSize, file.width, file.height, file.durationMs, STORING_SECONDS, file.isAnimated],
    ],
  );
}

/** Makes a file readable, once its bytes are stored; false if it was given up meanwhile. A message or a picture must name it within `ms`. */
export async function markStored(db: Queryable, id: FileId, ms: number): Promise<boolean> {
  const marked = await db.query(
    `update files set state = 'stored', expires_at = now() + make_interval(secs => $2::float8 / 1000)
     where id = $1 and state = 'storing' returning id`,
    [id, ms],
  );
  return marked.length > 0;
}

export type FileState = 'storing' | 'stored' | 'removing';

/**
 * Gives a file up that is not stored yet; after `ms`, the sweep removes what there is of it then. Returns the state that the file was
 * in, undefined if the file no longer exists.
 */
export async function giveUpFile(db: Queryable, id: FileId, ms: number): Promise<FileState | undefined> {
  const [before] = await db.query<{ state: FileState }>(
    `with given_up as (
       update files set state = 'removing', expires_at = now() + make_interval(secs => $2::float8 / 1000)
       where id = $1 and state = 'storing'
     )
     select state from files where id = $1`,
    [id, ms],
  );
  return before?.state;
}

interface FileRow {
  id: FileId;
  kind: FileKind;
  name: string;
  mime_type: string;
  size: number;
  thumbnail_size: number | null;
  width: number | null;
  height: number | null;
  duration_ms: number | null;
  is_animated: boolean;
}

/**
 * Whether a user is a member of a thread in which a message names the file `f`. Either may have very many threads: a picture that was
 * sent to everyone, a user who answers everyone. So this walks through both lists, which indexes have sorted, and skips what is not in
 * the other one: it takes as many steps as the shorter list has threads, at most. (Only the index of files has the order of both
 * columns. With `m.file_id = f.id`, plans also read all messages of a thread, or all messages.)
 */
const IS_SHARED_WITH = (viewer: string) => `exists (
    with recursive walk (named_in, member_of) as (
      select 0::bigint, 0::bigint
      union all
      select next.thread_id, (
        select mine.thread_id from user_threads mine
        where mine.ext_user_id = ${viewer} and mine.is_member and mine.thread_id >= next.thread_id
        order by mine.thread_id limit 1
      )
      from walk cross join lateral (
        select m.file_id, m.thread_id from messages m
        where (m.file_id, m.thread_id) >= (f.id, greatest(walk.named_in + 1, walk.member_of))
          and m.file_id is not null and m.deleted_at is null
        order by m.file_id, m.thread_id limit 1
      ) next
      where next.file_id = f.id and walk.member_of is not null
    )
    select from walk where named_in = member_of
      and exists (select from threads t where t.id = named_in and t.deleted_at is null offset 0)
  )`;

/**
 * Whether a message of a thread `t` that is not deleted, and satisfies the condition, names the file `f`. (The messages of deleted threads hold their files until the
 * sweep has released them.) It goes from thread to thread, however many messages of each name the file, see {@link IS_SHARED_WITH}, and looks at the
 * first `most` threads.
 */
const isNamed = (condition = '', most = 'infinity') => `exists (
    with recursive walk (thread_id, place) as (
      select 0::bigint, 0::float8
      union all
      select next.thread_id, walk.place + 1 from walk cross join lateral (
        select m.file_id, m.thread_id from messages m
        where (m.file_id, m.thread_id) >= (f.id, walk.thread_id + 1) and m.file_id is not null and m.deleted_at is null
        order by m.file_id, m.thread_id limit 1
      ) next
      where next.file_id = f.id and walk.place < '${most}'
    )
    select from walk where exists (
      select from threads t where t.id = walk.thread_id and t.deleted_at is null ${condition} offset 0)
  )`;

/**
 * Whether the file `f` is the picture of the viewer, of a thread of theirs, or of a user who is or was a member of one: they see the
 * profile beside the messages. (For the last, it walks through both lists of threads, see {@link IS_SHARED_WITH}.)
 */
const IS_PICTURE_FOR = (viewer: string) => `exists (
    select from pictures p where p.file_id = f.id and case
      when p.thread_id is not null then exists (
        select from user_threads mine
        where mine.ext_user_id = ${viewer} and mine.thread_id = p.thread_id and mine.is_member)
      else p.ext_user_id = ${viewer} or exists (
        with recursive walk (theirs, mine) as (
          select 0::bigint, 0::bigint
          union all
          select next.thread_id, (
            select mine.thread_id from user_threads mine
            where mine.ext_user_id = ${viewer} and mine.is_member and mine.thread_id >= next.thread_id
            order by mine.thread_id limit 1
          )
          from walk cross join lateral (
            select t.thread_id from user_threads t
            where t.ext_user_id = p.ext_user_id and t.thread_id >= greatest(walk.theirs + 1, walk.mine)
            order by t.thread_id limit 1
          ) next
          where walk.mine is not null
        )
        select from walk where theirs = mine and theirs > 0) end
  )`;

/** The support desk looks for a group among so many of the threads that name a file, those that are oldest. */
const MOST_THREADS_OF_DESK = 1_000;

/**
 * Whether the support desk shows the file `f` to a viewer: it is a picture, or a message names it in a group or in a direct thread that they
 * are reading. (They have few readings, so the search for these begins there.)
 */
const IS_ON_DESK = (viewer: string) => `exists (
    select from desk_users desk where desk.ext_user_id = ${viewer} and (
      ${IS_PICTURE} or desk.direct_threads and exists (
        select from desk_readings reading
        cross join lateral (
          select m.file_id, m.thread_id from messages m
          where (m.file_id, m.thread_id) >= (f.id, reading.thread_id) and m.file_id is not null and m.deleted_at is null
          order by m.file_id, m.thread_id limit 1
        ) next
        where reading.ext_user_id = ${viewer} and reading.until > now()
          and next.file_id = f.id and next.thread_id = reading.thread_id
          and exists (select from threads t where t.id = next.thread_id and t.deleted_at is null offset 0)
      ) or ${isNamed("and t.type <> 'direct'", String(MOST_THREADS_OF_DESK))}))`;
const IS_PICTURE = 'exists (select from pictures p where p.file_id = f.id)';

/**
 * Who may send a file: its uploader, until a message or a picture names it; then those who may read such a message as members, or see such a
 * picture. (Not users of the support desk as such: in a thread of their own, the file would stay open to them, and to others.)
 */
const IS_SENT_BY = (viewer: string) =>
  `(f.expires_at is not null and f.uploader_ext_user_id = ${viewer} or ${IS_SHARED_WITH(viewer)} or ${IS_PICTURE_FOR(viewer)})`;

/**
 * Who may read a file: those who may send it, users of the support desk, and the back end. Once only messages of deleted threads name it,
 * nobody.
 */
const IS_READ_BY = (viewer: string) => `case when ${viewer}::bigint is null
  then f.expires_at is not null or ${isNamed()} or ${IS_PICTURE}
  else ${IS_SENT_BY(viewer)} or ${IS_ON_DESK(viewer)} end`;

const IN_SPACE = `
  select id, kind, name, mime_type, size::float8, thumbnail_size::float8, width, height, duration_ms::float8, is_animated
  from files f where id = $3 and app_id = $1 and tenant_id = $2 and state = 'stored'`;
const FIND = `${IN_SPACE} and ${IS_READ_BY('$4')}`;
const FIND_TO_SEND = `${IN_SPACE} and ${IS_SENT_BY('$4')}`;
const FIND_OWN = `${IN_SPACE} and uploader_ext_user_id = $4`;

/** A stored file of exactly this space, if the viewer may read it now. (A file of another space might as well not exist.) */
export async function findFile(
  db: Queryable,
  space: Space,
  id: FileId,
  viewer: ExtUserId | null,
): Promise<StoredFile | undefined> {
  return toStored(await db.query<FileRow>(FIND, [space.appId, space.tenantId, id, viewer]));
}

/** A stored file of exactly this space, if this user may send it now. */
export async function findFileToSend(
  db: Queryable,
  space: Space,
  id: FileId,
  sender: ExtUserId,
): Promise<StoredFile | undefined> {
  return toStored(await db.query<FileRow>(FIND_TO_SEND, [space.appId, space.tenantId, id, sender]));
}

/** A stored file of exactly this space that this user has uploaded, even if they may no longer read it. */
export async function findOwnFile(
  db: Queryable,
  space: Space,
  id: FileId,
  uploader: ExtUserId,
): Promise<StoredFile | undefined> {
  return toStored(await db.query<FileRow>(FIND_OWN, [space.appId, space.tenantId, id, uploader]));
}

function toStored([row]: readonly FileRow[]): StoredFile | undefined {
  if (row === undefined) return undefined;
  const { mime_type, thumbnail_size, duration_ms, is_animated, ...same } = row;
  return {
    ...same,
    mimeType: mime_type,
    thumbnailSize: thumbnail_size,
    durationMs: duration_ms,
    isAnimated: is_animated,
  };
}

/**
 * Locks files before messages or pictures name them, or stop naming them, so that none is removed meanwhile. Returns those that are stored.
 * Transactions that also lock heads of threads lock those first.
 */
const LOCK_FILES = `select id from files where id = any($1) and state = 'stored' order by id for no key update`;

export async function lockFiles(tx: Transaction, ids: readonly FileId[]): Promise<Set<FileId>> {
  if (ids.length === 0) return new Set();
  const rows = await tx.query<{ id: FileId }>(LOCK_FILES, [ids]);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Whether a message, or else a picture, names each of the locked files. (It looks for the first file from the `id` on that a message
 * names, so that its plan uses the index, see {@link IS_SHARED_WITH}.)
 */
const NAMED_OF_LOCKED = `named as materialized (
    select id, case when id is not distinct from (
      select m.file_id from messages m where m.file_id >= id and m.deleted_at is null order by m.file_id limit 1
    ) then true else exists (select from pictures p where p.file_id = id) end as is_named
    from unnest($1::text[]) as locked (id)
  )`;

/** After messages or pictures that name locked files were added or removed: named files stay, and the others go. */
const SETTLE_FILES = `
  with ${NAMED_OF_LOCKED}
  update files f set expires_at = case when is_named then null else now() end,
    state = case when is_named then state else 'removing' end
  from named
  where f.id = named.id and f.state = 'stored' and (is_named and expires_at is not null or not is_named and expires_at is null)`;

export async function settleFiles(tx: Transaction, ids: readonly FileId[]): Promise<void> {
  if (ids.length > 0) await tx.query(SETTLE_FILES, [ids]);
}

/** If the bytes of a claimed file could not be removed, others go first for this long. */
const CLAIM_SECONDS = 30;

/** Claims files that have expired, which therefore can no longer be read or named, until {@link forgetFiles} or for a time. */
export async function claimExpired(db: Queryable, limit: number): Promise<FileId[]> {
  const rows = await db.query<{ id: FileId }>(
    `update files set state = 'removing', expires_at = now() + make_interval(secs => $2) where id in (
       select id from files where expires_at <= now() order by expires_at limit $1 for update skip locked
     ) returning id`,
    [limit, CLAIM_SECONDS],
  );
  return rows.map(({ id }) => id);
}

/** What {@link DISCOUNT_GONE} needs to know of a file. */
const COUNTED =
  'app_id, tenant_id, uploader_ext_user_id, counts_for_uploader, size + coalesce(thumbnail_size, 0) as bytes';

/** Forgets claimed files whose bytes are gone, and discounts them. */
export async function forgetFiles(db: Queryable, ids: readonly FileId[]): Promise<void> {
  await db.query(
    `with gone as (
       delete from files where id = any($1) and state = 'removing'
       returning ${COUNTED}
     ), ${DISCOUNT_GONE}
     select from gone limit 0`,
    [ids],
  );
}

/** Locks files whose bytes are lost, in any state, so that nothing begins to name them. */
export async function lockLostFiles(tx: Transaction, ids: readonly FileId[]): Promise<void> {
  await tx.query('select from files where id = any($1) order by id for update', [ids]);
}

/** Forgets those of the locked files that nothing names, and discounts them. Returns the others. */
export async function forgetLostFiles(tx: Transaction, ids: readonly FileId[]): Promise<FileId[]> {
  const rows = await tx.query<{ id: FileId }>(
    `with ${NAMED_OF_LOCKED}, gone as (
       delete from files f using named where f.id = named.id and not is_named
       returning ${COUNTED}
     ), ${DISCOUNT_GONE}
     select id from named where is_named`,
    [ids],
  );
  return rows.map(({ id }) => id);
}

/**
 * Hands the files of an absorbed user over to the one who absorbs: those that nothing names, and the picture, which has been handed over.
 * (There are no others: an absorbed user has never been in a thread.)
 */
export async function moveFiles(tx: Transaction, to: ExtUserId, from: ExtUserId): Promise<void> {
  const [moved] = await tx.query<{ bytes: number }>(
    `with moved as (
       update files set uploader_ext_user_id = $1
       where (uploader_ext_user_id = $2 and expires_at is not null)
         or (uploader_ext_user_id = $2 and id = (select file_id from pictures where ext_user_id = $1))
       returning ${COUNTED}
     )
     select coalesce(sum(bytes) filter (where counts_for_uploader), 0)::float8 as bytes from moved`,
    [to, from],
  );
  await moveUserUsage(tx, to, from, moved?.bytes ?? 0);
}

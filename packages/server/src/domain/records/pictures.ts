import type { FileId } from '@palaver/protocol/files';
import type { ExtUserId, ThreadId } from '@palaver/protocol/ids';
import type { Queryable, Transaction } from '../../storage/database.ts';
import { lockFiles, settleFiles } from './files.ts';
import type { ResolvedUser } from './users.ts';

/**
 * The only module that writes `pictures`: which uploaded files are the pictures of users and threads. Their `avatar_url` has the address
 * of the picture. A change first locks the user or the head of the thread, and then the files.
 */

/** Whom or what a picture shows. */
export type PictureOwner = { user: ExtUserId } | { threadId: ThreadId };

const columnOf = (owner: PictureOwner) =>
  'user' in owner ? (['ext_user_id', owner.user] as const) : (['thread_id', owner.threadId] as const);

async function findPicture(tx: Transaction, owner: PictureOwner): Promise<FileId | undefined> {
  const [column, id] = columnOf(owner);
  const [row] = await tx.query<{ file_id: FileId }>(`select file_id from pictures where ${column} = $1`, [
    id,
  ]);
  return row?.file_id;
}

/**
 * Makes a file the picture, and releases the former one; null: only releases it. Returns false, and changes nothing, if the
 * file is no longer stored.
 */
export async function setPicture(
  tx: Transaction,
  owner: PictureOwner,
  file: FileId | null,
): Promise<boolean> {
  const former = await findPicture(tx, owner);
  const files = [former, file].filter((one) => one !== undefined && one !== null);
  const stored = await lockFiles(tx, files);
  if (file !== null && !stored.has(file)) return false;
  const [column, id] = columnOf(owner);
  if (file === null) await tx.query(`delete from pictures where ${column} = $1`, [id]);
  else {
    await tx.query(
      `insert into pictures (file_id, ${column}) values ($1, $2)
       on conflict (${column}) do update set file_id = excluded.file_id`,
      [file, id],
    );
  }
  await settleFiles(tx, files);
  return true;
}

/** Makes locked files the pictures of new threads. */
export async function insertPictures(
  tx: Transaction,
  pictures: readonly { threadId: ThreadId; fileId: FileId }[],
): Promise<void> {
  if (pictures.length === 0) return;
  const files = pictures.map(({ fileId }) => fileId);
  await Promise.all([
    tx.query(
      'insert into pictures (thread_id, file_id) select * from unnest($1::bigint[], $2::text[]) as new (thread_id, file_id)',
      [pictures.map(({ threadId }) => threadId), files],
    ),
    settleFiles(tx, files),
  ]);
}

/** Releases the uploaded pictures of those of these locked users whose `avatar_url` has changed to another address. */
export async function releaseReplaced(tx: Transaction, users: readonly ExtUserId[]): Promise<void> {
  if (users.length === 0) return;
  const replaced = await tx.query<{ ext_user_id: ExtUserId; file_id: FileId }>(
    `select p.ext_user_id, p.file_id from pictures p join users u using (ext_user_id)
     where p.ext_user_id = any($1) and position(p.file_id in u.avatar_url) = 0`,
    [users],
  );
  if (replaced.length === 0) return;
  const files = [...new Set(replaced.map(({ file_id }) => file_id))];
  await lockFiles(tx, files);
  const owners = replaced.map(({ ext_user_id }) => ext_user_id);
  await tx.query('delete from pictures where ext_user_id = any($1)', [owners]);
  await settleFiles(tx, files);
}

/** The picture of an absorbed user becomes that of the one who absorbs, whose own is released. */
export async function movePicture(tx: Transaction, to: ExtUserId, from: ExtUserId): Promise<void> {
  await setPicture(tx, { user: to }, null);
  await tx.query('update pictures set ext_user_id = $1 where ext_user_id = $2', [to, from]);
}

/** Active users whose picture a file is, up to `limit`. */
export async function findPictured(db: Queryable, file: FileId, limit: number): Promise<ResolvedUser[]> {
  return db.query<ResolvedUser>(
    `select u.ext_user_id, u.user_id, u.kind, true as is_active from pictures p join users u using (ext_user_id)
     where p.file_id = $1 and u.deactivated_at is null order by u.ext_user_id limit $2`,
    [file, limit],
  );
}

/** Up to `limit` rows of each kind whose pictures are lost files, by id. */
export async function findLostPictures(
  db: Queryable,
  files: readonly FileId[],
  limit: number,
): Promise<{ users: ExtUserId[]; threadIds: ThreadId[] }> {
  const rows = await db.query<{ ext_user_id: ExtUserId | null; thread_id: ThreadId | null }>(
    `select ext_user_id, thread_id from pictures where file_id = any($1) order by ext_user_id, thread_id limit $2`,
    [files, limit],
  );
  return {
    users: rows.flatMap(({ ext_user_id: user }) => user ?? []),
    threadIds: rows.flatMap(({ thread_id: id }) => id ?? []),
  };
}

/** Removes the rows of these users and threads, whose pictures are lost. */
export async function removePictures(
  tx: Transaction,
  { users, threadIds }: { users: readonly ExtUserId[]; threadIds: readonly ThreadId[] },
): Promise<void> {
  await tx.query('delete from pictures where ext_user_id = any($1) or thread_id = any($2)', [
    users,
    threadIds,
  ]);
}

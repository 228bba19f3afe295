import type { FileId } from '@palaver/protocol/files';
import type { Transactor } from '../../../storage/database.ts';
import { lockAndClearAvatars } from '../../records/avatars.ts';
import { forgetLostFiles, lockLostFiles } from '../../records/files.ts';
import { findNaming, type NamingSearch, readNaming } from '../../records/message-files.ts';
import { showGone } from '../../records/messages.ts';
import { findLostPictures, removePictures } from '../../records/pictures.ts';
import { lockHeads } from '../../records/thread-log.ts';
import { clearAvatars as clearAvatarsOfThreads } from '../../records/threads.ts';
import { withIsGone } from '../../rules/file-metadata.ts';

/** A transaction changes at most so many messages, and forgets at most so many files. */
const PAGE = 500;

/**
 * Forgets files whose bytes are lost, and discounts them. The messages that name them say from now on that their file is gone
 * (`is_gone`), and keep its name and size; returns how many messages these are. Users and threads with such a picture have none from now
 * on. A file goes after the last of its messages and pictures, so a repeat after a kill does the rest.
 *
 * It adds nothing to the logs of the threads, because nobody has edited the messages, and belongs to a restore: clients whose logs reach
 * further than the restored ones load them anew (`storage/epoch.ts`). Other clients have the messages as they were, until they load
 * them again; their requests for the file are refused with M40411. Other objects of a file, such as its thumbnail,
 * stay in the store.
 */
export async function loseFiles(
  db: Transactor,
  ids: readonly FileId[],
  { page = PAGE }: { page?: number } = {},
): Promise<number> {
  const lost = [...new Set(ids)];
  let messages = 0;
  for (let at = 0; at < lost.length; at += page) {
    let searches: NamingSearch[] = lost.slice(at, at + page).map(fromStart);
    while (searches.length > 0) {
      const done = await losePage(db, searches, page);
      messages += done.messages;
      searches = done.left;
    }
  }
  return messages;
}

const fromStart = (id: FileId): NamingSearch => ({ id, from: '0' });

/** Returns how many messages it has changed, and where to look for further ones. */
async function losePage(
  db: Transactor,
  searches: readonly NamingSearch[],
  page: number,
): Promise<{ messages: number; left: NamingSearch[] }> {
  const ids = searches.map(({ id }) => id);
  const limit = Math.floor(page / ids.length);
  return db.transaction(async (tx) => {
    const naming = await findNaming(tx, searches, limit);
    const pictured = await findLostPictures(tx, ids, page);
    // Locks of users go first, then those of heads and files.
    await lockAndClearAvatars(tx, pictured.users);
    await lockHeads(tx, [...new Set([...naming.map(({ thread_id: id }) => id), ...pictured.threadIds])]);
    await lockLostFiles(tx, ids);
    await clearAvatarsOfThreads(tx, pictured.threadIds);
    await removePictures(tx, pictured);
    // They may have been edited or deleted before the locks.
    const messages = await readNaming(tx, naming);
    const gone = messages.map((message) => ({ ...message, metadata: withIsGone(message.metadata) }));
    if (gone.length > 0) await showGone(tx, gone);

    const found = Map.groupBy(naming, ({ file_id: id }) => id);
    const full = [...found].filter(([, { length }]) => length === limit);
    const next = full.map(([id, rows]): NamingSearch => ({ id, from: rows.at(-1)?.thread_id ?? '0' }));
    const isFull = new Set(full.map(([id]) => id));
    // Further messages may have come before the locks, or have not fitted into the page.
    const named = await forgetLostFiles(
      tx,
      ids.filter((id) => !isFull.has(id)),
    );
    return { messages: gone.length, left: [...next, ...named.map(fromStart)] };
  });
}

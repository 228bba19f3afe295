import type { FileId } from '@palaver/protocol/files';
import type { Transactor } from '../../../storage/database.ts';
import { forgetLostFiles, lockLostFiles } from '../../records/files.ts';
import { findNaming, readNaming } from '../../records/message-files.ts';
import { showGone } from '../../records/messages.ts';
import { lockHeads } from '../../records/thread-log.ts';
import { withIsGone } from '../../rules/file-metadata.ts';

/** A transaction changes at most so many messages, and forgets at most so many files. */
const PAGE = 100;

/**
 * Forgets files whose bytes are lost, and discounts them. The messages that name them say from now on that their file is gone
 * (`is_gone`), and keep its name and size; returns how many messages these are. A file goes after the last of its messages, so a repeat
 * after a kill does the rest.
 *
 * It adds nothing to the logs of the threads: it belongs to a restore, after which clients load messages anew (`storage/epoch.ts`). What
 * the store may still have of a file, such as its thumbnail, stays there.
 */
export async function loseFiles(
  db: Transactor,
  ids: readonly FileId[],
  { page = PAGE }: { page?: number } = {},
): Promise<number> {
  const lost = [...new Set(ids)];
  let messages = 0;
  for (let at = 0; at < lost.length; at += page) {
    for (let files = lost.slice(at, at + page); files.length > 0; ) {
      const done = await losePage(db, files, page);
      messages += done.messages;
      files = done.left;
    }
  }
  return messages;
}

/** Returns how many messages it has changed, and the files that further messages name. */
async function losePage(
  db: Transactor,
  files: readonly FileId[],
  page: number,
): Promise<{ messages: number; left: FileId[] }> {
  return db.transaction(async (tx) => {
    const naming = await findNaming(tx, files, Math.floor(page / files.length));
    // Locks of heads go before those of files.
    await lockHeads(tx, [...new Set(naming.map(({ thread_id: id }) => id))]);
    await lockLostFiles(tx, files);
    // They may have been edited or deleted before the locks.
    const messages = await readNaming(tx, naming, files);
    const gone = messages.map((message) => ({ ...message, metadata: withIsGone(message.metadata) }));
    if (gone.length > 0) await showGone(tx, gone);
    return { messages: gone.length, left: await forgetLostFiles(tx, files) };
  });
}

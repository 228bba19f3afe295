import type { ThreadId } from '@palaver/protocol/ids';
import type { Transactor } from '../../../storage/database.ts';
import { lockFiles, settleFiles } from '../../records/files.ts';
import { pageFiles } from '../../records/message-files.ts';
import { clearFiles } from '../../records/messages.ts';
import { lockHeads } from '../../records/thread-log.ts';
import { filesHeldFrom, nextHoldingFiles, setFilesHeldFrom } from '../../records/threads.ts';

/** A transaction locks the files of so many messages, which nobody else can send meanwhile. */
const PAGE = 500;

/**
 * Removes the files from the messages of deleted threads: files that no message of another thread names expire, as when a message
 * is deleted. Threads take turns, page by page, so that one with a million messages does not hold up the others. `removeBytes` runs
 * after each page, so that the files of other messages wait for one page at most. After a kill, a later sweep goes on behind the
 * last page.
 */
export async function releaseFiles(
  db: Transactor,
  signal: AbortSignal,
  removeBytes: () => Promise<void>,
): Promise<void> {
  for (let after: ThreadId | '0' = '0'; !signal.aborted; ) {
    const id: ThreadId | undefined = await nextHoldingFiles(db, after);
    if (id === undefined && after === '0') return;
    if (id !== undefined && (await releasePage(db, id)) > 0) await removeBytes();
    after = id ?? '0';
  }
}

/** Returns how many files the messages of the page named. */
async function releasePage(db: Transactor, id: ThreadId): Promise<number> {
  return db.transaction(async (tx) => {
    // (Nobody changes a deleted thread, but another node may be releasing the same page.)
    await lockHeads(tx, [id]);
    const from = await filesHeldFrom(tx, id);
    if (from === null) return 0;
    const { ids, last } = await pageFiles(tx, id, from, PAGE);
    await lockFiles(tx, ids);
    if (ids.length > 0) await clearFiles(tx, id, from, last);
    await settleFiles(tx, ids);
    await setFilesHeldFrom(tx, id, last === undefined ? null : String(BigInt(last) + 1n));
    return ids.length;
  });
}

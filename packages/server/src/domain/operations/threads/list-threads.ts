import type { ThreadInclude, ThreadListItem } from '@palaver/protocol/threads';
import type { Context } from '../../context.ts';
import { Page } from '../../page.ts';
import { findIncludes } from '../../records/thread-includes.ts';
import { pageThreads, type ThreadPage } from '../../records/threads.ts';

export interface ListedPage extends ThreadPage {
  /** Absent: nothing more. */
  includes?: ReadonlySet<ThreadInclude>;
}

/**
 * Threads of the space by ascending id (interface §2), or only those of a reference: as many as requested, or as many as fit with what the
 * list includes.
 */
export async function listThreads(
  { db, space }: Context,
  { includes, ...page }: ListedPage,
): Promise<readonly ThreadListItem[] | Page<ThreadListItem>> {
  if (includes === undefined || includes.size === 0) return pageThreads(db, space, page);
  const found = await pageThreads(db, space, { ...page, limit: page.limit + 1 });
  const threads = found.slice(0, page.limit);
  const included = await findIncludes(
    db,
    threads.map(({ id }) => id),
    includes,
  );
  const items = included.map((more, place) => Object.assign({}, threads[place], more));
  return new Page(items, found.length > items.length);
}

import type { CursorPage, Page } from '../http/call.ts';

/** Maximum page size of the server. */
const PAGE = 100;

/**
 * Fetches up to `limit` elements after (or before) a position; undefined: from the beginning. A page that is an array and
 * shorter than `limit` is the last one. A page with `next` says itself where the list continues.
 */
export type FetchPage<Item> = (
  position: string | undefined,
  limit: number,
) => Promise<readonly Item[] | Page<Item> | CursorPage<Item>>;

/**
 * A list with automatic pagination: it fetches each page when the loop reaches it, and stops when you leave the loop.
 * Each loop starts again at the first element.
 *
 * @example
 * ```ts
 * for await (const user of palaver.users.list()) {
 *   if (user.is_guest) break;
 * }
 * const firstTen = await palaver.users.list({ limit: 10 }).toArray();
 * console.log(firstTen.length);
 * ```
 */
export class Listing<Item> implements AsyncIterable<Item> {
  readonly #walk: () => AsyncGenerator<Item, void, undefined>;

  /** `limit`: the total number of elements. */
  constructor(fetch: FetchPage<Item>, positionOf: (item: Item) => string, limit?: number | null) {
    this.#walk = () => walk(fetch, positionOf, limit ?? Number.POSITIVE_INFINITY);
  }

  [Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    return this.#walk();
  }

  /**
   * Fetches the whole list.
   *
   * @example
   * ```ts
   * const threads = await palaver.threads.list({ limit: 500 }).toArray();
   * console.log(threads.map(({ name }) => name));
   * ```
   */
  async toArray(): Promise<Item[]> {
    const items: Item[] = [];
    for await (const item of this) items.push(item);
    return items;
  }
}

async function* walk<Item>(
  fetch: FetchPage<Item>,
  positionOf: (item: Item) => string,
  limit: number,
): AsyncGenerator<Item, void, undefined> {
  let position: string | undefined;
  for (let left = limit; left > 0; ) {
    const size = Math.min(PAGE, left);
    const page = await fetch(position, size);
    const items = 'items' in page ? page.items : page;
    yield* items;
    const next = nextOf(page, size, positionOf);
    if (next === undefined) return;
    position = next;
    left -= items.length;
  }
}

/** Where the list continues after a page; undefined at its end. */
function nextOf<Item>(
  page: readonly Item[] | Page<Item> | CursorPage<Item>,
  size: number,
  positionOf: (item: Item) => string,
): string | undefined {
  if ('next' in page) return page.next ?? undefined;
  const { items, hasMore } = 'hasMore' in page ? page : { items: page, hasMore: page.length === size };
  const last = items.at(-1);
  return last === undefined || !hasMore ? undefined : positionOf(last);
}

/**
 * Maximum size of a page of items that may be large, such as messages and threads with their last message. A page always has
 * at least one item while there are more.
 */
export const PAGE_BYTES = 1024 * 1024;

/** A page of a list. It may have fewer items than requested, so it states whether there are more. */
export class Page<Item> {
  readonly items: readonly Item[];
  readonly hasMore: boolean;

  constructor(items: readonly Item[], hasMore: boolean) {
    this.items = items;
    this.hasMore = hasMore;
  }
}

/** A page of a list that continues at a cursor; null: it is complete. */
export class CursorPage<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;

  constructor(items: readonly Item[], next: string | null) {
    this.items = items;
    this.next = next;
  }
}

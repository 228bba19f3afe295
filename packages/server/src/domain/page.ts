/**
 * Bytes of a page of what may be large: messages, and threads with their last message. What stands in one row fits in any case,
 * so that a page is never empty while there is more.
 */
export const PAGE_BYTES = 1024 * 1024;

/** A part of a list that may end before the limit that was asked for: it says itself whether there is more. */
export class Page<Item> {
  readonly items: readonly Item[];
  readonly hasMore: boolean;

  constructor(items: readonly Item[], hasMore: boolean) {
    this.items = items;
    this.hasMore = hasMore;
  }
}

import { type RefObject, useReducer, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useBrowserLayoutEffect, useLatest } from '../../hooks/use-latest.ts';
import { ListScroll, type View } from './list-scroll.ts';
import { RowHeights } from './row-heights.ts';
import { type Item, itemsOf } from './window-of-rows.ts';

interface ListScrollOptions {
  /** Whether there are newer rows than the last one, not loaded. */
  hasNewer: boolean;
  /** The key of the last row if the user has sent it. */
  written: string | undefined;
  /** Older rows are wanted. */
  onNearStart: () => void;
  /** Newer rows are wanted. */
  onNearEnd: () => void;
}

/**
 * A list of rows of which only those in sight are rendered. `list`: the element that scrolls; `items`: what to render in it; `view`: what the user
 * sees of it.
 */
export function useListScroll<Row extends { key: string }>(
  rows: readonly Row[],
  { hasNewer, written, onNearStart, onNearEnd }: ListScrollOptions,
): { list: RefObject<HTMLDivElement | null>; scroll: ListScroll; items: Item<Row>[]; view: View } {
  const list = useRef<HTMLDivElement>(null);
  const [, count] = useReducer((renders: number) => renders + 1, 0);
  const [view, setView] = useState<View>({ isAtEnd: true, topKey: undefined });
  const [heights] = useState(() => new RowHeights());
  const early = useLatest(onNearStart);
  const late = useLatest(onNearEnd);
  const [scroll] = useState(
    () =>
      new ListScroll({
        heights,
        render: (isUrgent) => (isUrgent ? flushSync(count) : count()),
        onView: setView,
        onNearStart: early,
        onNearEnd: late,
      }),
  );
  const items = itemsOf(rows, heights, scroll.rangeOf(rows), (key) => scroll.isKept(key));
  useBrowserLayoutEffect(() => scroll.rendered(rows, { hasNewer, written }));
  useBrowserLayoutEffect(() => (list.current === null ? undefined : scroll.attach(list.current)), [scroll]);
  return { list, scroll, items, view };
}

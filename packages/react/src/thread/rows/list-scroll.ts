import type { RowHeights } from './row-heights.ts';
import { type Anchor, type KeyedRow, rangeOf, rowAt } from './window-of-rows.ts';

/** The distance from the end, in pixels, that counts as being there. */
const NEAR_END = 60;
/** Older rows are loaded when there are less than so many heights of the list before the visible part. */
const EARLY = 3;
/** How long after a wheel or a key the list may take to move. */
const MOVES_MS = 200;

/** What the user sees of the list. */
export interface View {
  /** Whether the end is in sight. */
  isAtEnd: boolean;
  /** The first row in sight. */
  topKey: string | undefined;
}

interface ListScrollParts {
  heights: RowHeights;
  /** Renders the list again: other rows have come into sight. `isUrgent`: nothing is there yet. */
  render: (isUrgent: boolean) => void;
  onView: (view: View) => void;
  onNearStart: () => void;
  onNearEnd: () => void;
}

/**
 * Where a list stands. It keeps a row in its place, the anchor, whatever is added before it or changes its size; or the end, until the
 * user scrolls away. Both hold after each render and each change of a size, before the browser paints.
 */
export class ListScroll {
  readonly #parts: ListScrollParts;
  readonly #elements = new Map<string, HTMLElement>();
  #sizes: ResizeObserver | undefined;
  #list: HTMLElement | undefined;
  #rows: readonly KeyedRow[] = [];
  /** There are newer rows than the last one, so its end is not the end. */
  #hasNewer = false;
  /** Undefined: the list follows its end. */
  #anchor: Anchor | undefined;
  /** In place of the end, while the user presses something. */
  #pressed: Anchor | undefined;
  /** The row that comes into the middle as soon as it is rendered. */
  #centred: string | undefined;
  /** As the list was left. */
  #last = { offset: 0, height: 0, visible: 0 };
  /** The user has scrolled since, and the event is still to come. */
  #isMoved = false;
  #view: View = { isAtEnd: true, topKey: undefined };
  #lastKey: string | undefined;
  /** The keys of the rows that the user is sending. */
  readonly #written = new Set<string>();
  /** One of them is to be shown, as soon as the latest rows are there. */
  #isAwaited = false;
  /** Rows were rendered for their height. */
  #hasMeasured = false;

  constructor(parts: ListScrollParts) {
    this.#parts = parts;
  }

  /** Begins to listen to the user. Returns a function that ends it. */
  attach(list: HTMLElement): () => void {
    this.#list = list;
    this.#observer.observe(list);
    const ending = new AbortController();
    const on = { signal: ending.signal, passive: true };
    list.addEventListener('scroll', () => this.#scrolled(), on);
    list.addEventListener('scrollend', () => this.#show(this.#toEnd() < NEAR_END), on);
    list.addEventListener('wheel', ({ deltaY }) => deltaY < 0 && this.#leave(), on);
    list.addEventListener('keydown', (event) => event.target === list && this.#keyPressed(list, event), {
      signal: ending.signal,
    });
    list.addEventListener('pointerdown', (event) => this.#press(event), on);
    for (const type of RELEASES) window.addEventListener(type, (event) => this.#release(event), on);
    this.settle();
    return () => {
      ending.abort();
      this.#sizes?.disconnect();
      this.#list = undefined;
    };
  }

  /** A row that is rendered. Returns a function that removes it. */
  add(key: string, element: HTMLElement): () => void {
    this.#elements.set(key, element);
    if (this.#parts.heights.set(key, element.getBoundingClientRect().height)) this.#hasMeasured = true;
    this.#observer.observe(element);
    return () => {
      this.#sizes?.unobserve(element);
      if (this.#elements.get(key) === element) this.#elements.delete(key);
    };
  }

  /** The rows to render. */
  rangeOf(rows: readonly KeyedRow[]): readonly [number, number] {
    const visible = this.#list?.clientHeight ?? 0;
    return rangeOf(rows, this.#parts.heights, this.#place, { visible, beyond: Math.max(visible, 600) });
  }

  /** A row that stays rendered although it is out of sight: the one with the focus, or with something that plays. */
  isKept(key: string): boolean {
    const element = this.#elements.get(key);
    return element !== undefined && (hasFocus(element) || isPlaying(element));
  }

  /** After each render. `written`: the key of the last row if the user has sent it. */
  rendered(
    rows: readonly KeyedRow[],
    { hasNewer, written }: { hasNewer: boolean; written: string | undefined },
  ): void {
    this.#rows = rows;
    this.#hasNewer = hasNewer;
    const lastKey = rows.at(-1)?.key;
    const isNews = lastKey !== this.#lastKey;
    this.#lastKey = lastKey;
    // Users want to see what they send, wherever they have scrolled to. Only once, because a message may wait for long or be refused.
    if (written === undefined) this.#written.clear();
    else if (!this.#written.has(written)) {
      this.#written.add(written);
      this.#isAwaited = true;
    }
    if (hasNewer) {
      if (this.#anchor === undefined) this.#capture();
    } else if (this.#isAwaited || (isNews && this.#view.isAtEnd)) this.#anchor = undefined;
    const isSent = this.#isAwaited && !hasNewer;
    if (isSent) this.#isAwaited = false;
    this.settle();
    // Those at the end are not rendered yet, or those out of sight are not needed any longer.
    if (isSent || this.#hasMeasured) this.#parts.render(false);
    this.#hasMeasured = false;
  }

  scrollToEnd(): void {
    this.#anchor = undefined;
    this.#parts.render(false);
    this.settle();
    this.#show(true);
  }

  /** Shows a row in the middle. */
  scrollTo(key: string): void {
    const visible = this.#list?.clientHeight ?? 0;
    this.#isAwaited = false;
    this.#centred = key;
    this.#anchor = { key, offset: visible / 2 };
    this.#parts.render(false);
    this.settle();
  }

  /** Puts the anchor, or the end, where it was. */
  settle(): void {
    const list = this.#list;
    if (list === undefined) return;
    const place = this.#place;
    // (To set it ends the scroll of a wheel or a key that has just begun, so only if it has to move.)
    if (place === undefined) {
      if (list.scrollHeight - list.clientHeight - list.scrollTop > 1) list.scrollTop = list.scrollHeight;
    } else {
      const element = this.#elements.get(place.key);
      // (A row that was jumped to is rendered next.)
      if (element === undefined && this.#centred === undefined) this.#capture();
      else if (element !== undefined) {
        const isCentred = this.#centred === place.key;
        if (isCentred) {
          place.offset = Math.max(0, (list.clientHeight - element.offsetHeight) / 2);
          this.#centred = undefined;
        } else place.offset -= this.#movedBy(list);
        const off = topOf(element) - topOf(list) - place.offset;
        if (Math.abs(off) >= 0.5) list.scrollTop += off;
        if (isCentred) this.#arrive();
      }
    }
    this.#last = { offset: list.scrollTop, height: list.scrollHeight, visible: list.clientHeight };
  }

  /** How far the user has scrolled since the list was left, without an event so far. */
  #movedBy({ scrollTop, scrollHeight, clientHeight }: HTMLElement): number {
    const by = scrollTop - this.#last.offset;
    // The browser moves a list that has become shorter.
    if (by < 0 && scrollHeight - clientHeight - scrollTop <= 1) return 0;
    if (by !== 0) this.#isMoved = true;
    return by;
  }

  /** (Servers have none.) */
  get #observer(): ResizeObserver {
    this.#sizes ??= new ResizeObserver((entries) => this.#resized(entries));
    return this.#sizes;
  }

  get #place(): Anchor | undefined {
    return this.#anchor ?? this.#pressed;
  }

  /** The list has come to where it was sent. */
  #arrive(): void {
    if (this.#toEnd() <= 1) this.#anchor = undefined;
    this.#show(this.#toEnd() < NEAR_END);
  }

  #toEnd(): number {
    const { scrollTop = 0, scrollHeight = 0, clientHeight = 0 } = this.#list ?? {};
    return this.#hasNewer ? Number.POSITIVE_INFINITY : scrollHeight - clientHeight - scrollTop;
  }

  #scrolled(): void {
    const list = this.#list;
    if (list === undefined || (list.scrollTop === this.#last.offset && !this.#isMoved)) return;
    this.#isMoved = false;
    const isResized = list.scrollHeight !== this.#last.height || list.clientHeight !== this.#last.visible;
    // Then it was not the user: the browser has moved a list that has become shorter.
    if (isResized && this.#place === undefined) {
      this.settle();
      return;
    }
    this.#last.offset = list.scrollTop;
    if (this.#toEnd() <= 1) this.#anchor = undefined;
    else this.#capture();
    if (this.#place === undefined || this.#toEnd() >= NEAR_END) this.#show(this.#place === undefined);
    this.#lookAround(list);
  }

  /** Loads and renders what comes into sight. */
  #lookAround(list: HTMLElement): void {
    const visible = list.clientHeight;
    const isRendered = (beyond: number) => {
      const [from, to] = rangeOf(this.#rows, this.#parts.heights, this.#place, { visible, beyond });
      return this.#rows.slice(from, to).every(({ key }) => this.#elements.has(key));
    };
    if (!isRendered(0)) this.#parts.render(true);
    else if (!isRendered(visible / 2)) this.#parts.render(false);
    if (this.#place === undefined) return;
    if (list.scrollTop < EARLY * visible) this.#parts.onNearStart();
    if (this.#hasNewer && list.scrollHeight - list.scrollTop < (1 + EARLY) * visible) this.#parts.onNearEnd();
  }

  /** Takes what is in sight as the anchor. */
  #capture(): void {
    const list = this.#list;
    if (list === undefined) return;
    // The anchor is where the list is now: a scroll whose event is still to come must not move it a second time.
    this.#movedBy(list);
    this.#last.offset = list.scrollTop;
    this.#anchor =
      this.#firstIn(list) ?? rowAt(this.#rows, this.#parts.heights, list.scrollTop) ?? this.#anchor;
    this.#show(this.#view.isAtEnd);
  }

  /** The first row whose top is in sight, or else the one that fills the list; undefined if none is rendered there. */
  #firstIn(list: HTMLElement): Anchor | undefined {
    const top = topOf(list);
    let filling: Anchor | undefined;
    for (const { key } of this.#rows) {
      const element = this.#elements.get(key);
      if (element === undefined) continue;
      const offset = topOf(element) - top;
      if (offset >= 0 && offset < list.clientHeight) return { key, offset };
      if (offset < 0 && offset + element.offsetHeight > 0) filling = { key, offset };
    }
    return filling;
  }

  #resized(entries: readonly ResizeObserverEntry[]): void {
    for (const { target } of entries) {
      const key = target.getAttribute('data-row');
      if (key !== null && this.#elements.get(key) === target)
        this.#parts.heights.set(key, target.getBoundingClientRect().height);
    }
    this.settle();
    if (this.#list !== undefined) this.#lookAround(this.#list);
  }

  /** Home and End jump. A scroll of the browser's own would pass, and stop at, each row that is rendered on its way. */
  #keyPressed(list: HTMLElement, event: KeyboardEvent): void {
    const { key, altKey, metaKey, shiftKey, defaultPrevented } = event;
    if (defaultPrevented) return;
    if (UP.has(key)) this.#leave();
    if ((key !== 'Home' && key !== 'End') || altKey || metaKey || shiftKey) return;
    event.preventDefault();
    list.scrollTo({ top: key === 'Home' ? 0 : list.scrollHeight, behavior: 'instant' });
  }

  /** The user is about to scroll up: what arrives meanwhile must not pull them back. */
  #leave(): void {
    const list = this.#list;
    if (list === undefined || this.#anchor !== undefined) return;
    // (The list may have moved already.)
    const { offset } = this.#last;
    this.#capture();
    setTimeout(() => {
      // There was nothing to scroll, or something else was.
      if (list.scrollTop !== offset) return;
      this.#anchor = undefined;
      this.settle();
    }, MOVES_MS);
  }

  /** A click needs press and release in the same place, so the list does not move what is pressed. */
  #press({ target }: PointerEvent): void {
    // A press on the scroll bar does not count: not every browser reports its release.
    if (target === this.#list || this.#anchor !== undefined) return;
    this.#capture();
    this.#pressed = this.#anchor;
    this.#anchor = undefined;
  }

  #release({ buttons }: PointerEvent): void {
    // Browsers do not report some releases, such as one in a system menu. A later move without a button shows them.
    if (this.#pressed === undefined || buttons !== 0) return;
    this.#pressed = undefined;
    // The click event comes first.
    requestAnimationFrame(() => this.settle());
  }

  #show(isAtEnd: boolean): void {
    const topKey = this.#place?.key;
    if (isAtEnd === this.#view.isAtEnd && topKey === this.#view.topKey) return;
    this.#view = { isAtEnd, topKey };
    this.#parts.onView(this.#view);
  }
}

/** (Seen from the page, a shadow tree has the focus as a whole.) */
const hasFocus = (element: HTMLElement) => element.matches(':focus-within');
const isPlaying = (element: HTMLElement) =>
  [...element.querySelectorAll<HTMLMediaElement>('audio, video')].some(({ paused }) => !paused);
const topOf = (element: HTMLElement) => element.getBoundingClientRect().top;
const UP: ReadonlySet<string> = new Set(['Home', 'PageUp', 'ArrowUp']);
const RELEASES = ['pointerup', 'pointercancel', 'pointermove'] as const;

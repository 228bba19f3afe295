import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useBrowserLayoutEffect, useLatest } from '../hooks/use-latest.ts';
import type { Row } from './timeline.ts';

/** The distance from an edge, in pixels, that counts as being there. */
const NEAR = 60;
/** How long the list takes at most to find the place of a message. */
const JUMP_MS = 500;

interface Edges {
  /** Whether there are newer messages than the loaded ones: the end of these is not the end. */
  hasNewer: () => boolean;
  onStart: () => void;
  onNewer: () => void;
}

/**
 * Keeps the list at its end: a list that is at its end stays there, whatever comes or changes its size. It leaves the end only
 * when the user scrolls up, by a key or the wheel, or otherwise. Otherwise a scroll is the user's if no size has changed since the
 * last look: measured rows, loaded pictures and a resized window move the list as well. While the user presses something in the list,
 * it waits.
 *
 * (`virtua`'s own `scrollToIndex` goes on until all rows are measured, even against a user who has begun to scroll.)
 *
 * `sending`: the `client_message_id` of the newest message while it is being sent. `onStart`: runs when the user scrolls
 * near the start. `onNewer`: likewise near the end, if there are newer messages that are not loaded.
 */
export function useEnd(
  rows: readonly Row[],
  sending: string | undefined,
  { hasNewer, onStart, onNewer }: Edges,
) {
  const scroller = useRef<HTMLDivElement>(null);
  /** For the user: a few pixels above the end count as the end. */
  const [isAtEnd, setIsAtEnd] = useState(true);
  /** At the very end: the list follows new messages. */
  const isFollowing = useRef(true);
  const before = useRef({ offset: 0, height: 0, viewport: 0 });
  const isJumping = useRef(false);
  const isPartial = useLatest(hasNewer);

  const look = useCallback(() => {
    const { current: list } = scroller;
    const { scrollTop: offset = 0, scrollHeight: height = 0, clientHeight: viewport = 0 } = list ?? {};
    const last = before.current;
    const isUp = offset < last.offset && height === last.height && viewport === last.viewport;
    before.current = { offset, height, viewport };
    const toBottom = height - viewport - offset;
    const toEnd = isPartial() ? Number.POSITIVE_INFINITY : toBottom;
    if (isPartial()) isFollowing.current = false;
    if (isJumping.current) return { toStart: offset, toBottom, toEnd };
    if (toEnd <= 1 || isUp) {
      isFollowing.current = toEnd <= 1;
      setIsAtEnd(isFollowing.current);
    } else if (!isFollowing.current && toEnd >= NEAR) setIsAtEnd(false);
    return { toStart: offset, toBottom, toEnd };
  }, [isPartial]);
  const scrollToEnd = useCallback(() => {
    scroller.current?.scrollTo({ top: scroller.current.scrollHeight, behavior: 'instant' });
    isFollowing.current = true;
    setIsAtEnd(true);
    look();
  }, [look]);

  const follow = () => {
    if (isFollowing.current && !isPressed.current && !isPartial() && !isJumping.current) scrollToEnd();
    else look();
  };
  const isPressed = useIsPressed(scroller, follow);
  useGoesUp(scroller, () => {
    isFollowing.current = false;
  });

  useNews(rows, sending, (isWritten) => {
    if (isWritten || isAtEnd) isFollowing.current = true;
  });
  useBrowserLayoutEffect(follow);

  const leaveEnd = useCallback(() => {
    isFollowing.current = false;
    setIsAtEnd(false);
  }, []);
  const jump = useJump(isJumping, leaveEnd, look);
  const onScroll = () => {
    const { toStart, toBottom } = look();
    if (isFollowing.current || isJumping.current) return;
    if (toStart < NEAR) onStart();
    if (toBottom < NEAR && hasNewer()) onNewer();
  };
  const onScrollEnd = () => {
    if (look().toEnd < NEAR) setIsAtEnd(true);
  };
  return { scroller, isAtEnd, scrollToEnd, jump, handlers: { onScroll, onScrollEnd, onResize: follow } };
}

/** Runs `onNews` when there is another last row: `isWritten` if the user is sending it. */
function useNews(rows: readonly Row[], sending: string | undefined, onNews: (isWritten: boolean) => void) {
  const last = rows.at(-1)?.key;
  const shown = useRef({ last, sending });
  useBrowserLayoutEffect(() => {
    const isNew = last !== shown.current.last;
    // Users want to see what they send, wherever they have scrolled to. Only once, because a message may wait for long or be
    // refused.
    const isWritten = sending !== undefined && sending !== shown.current.sending;
    shown.current = { last, sending };
    if (isWritten || isNew) onNews(isWritten);
  });
}

/** Runs a scroll to a message. Until the list rests there, what moves it is not the user. */
function useJump(isJumping: RefObject<boolean>, leaveEnd: () => void, look: () => unknown) {
  return useCallback(
    (scroll: () => void) => {
      leaveEnd();
      isJumping.current = true;
      scroll();
      setTimeout(() => {
        isJumping.current = false;
        look();
      }, JUMP_MS);
    },
    [isJumping, leaveEnd, look],
  );
}

/** Runs `onUp` when the user scrolls up by a key or the wheel, before the list moves. */
function useGoesUp(element: RefObject<HTMLElement | null>, onUp: () => void): void {
  const goUp = useLatest(onUp);
  useEffect(() => {
    const { current: scrolled } = element;
    const key = (event: KeyboardEvent) => {
      if (event.target === scrolled && UP_KEYS.has(event.key)) goUp();
    };
    const wheel = ({ deltaY }: WheelEvent) => {
      if (deltaY < 0) goUp();
    };
    scrolled?.addEventListener('keydown', key);
    scrolled?.addEventListener('wheel', wheel, { passive: true });
    return () => {
      scrolled?.removeEventListener('keydown', key);
      scrolled?.removeEventListener('wheel', wheel);
    };
  }, [element, goUp]);
}

const UP_KEYS: ReadonlySet<string> = new Set(['Home', 'PageUp', 'ArrowUp']);

/**
 * Whether a mouse button or finger is down on something in this element. A click needs press and release in the same place,
 * so an element that moves in between loses its click.
 */
function useIsPressed(element: RefObject<HTMLElement | null>, onRelease: () => void): RefObject<boolean> {
  const isPressed = useRef(false);
  const release = useLatest(onRelease);
  useEffect(() => {
    const press = ({ target }: PointerEvent) => {
      // A press on the scroll bar does not count: not every browser reports its release.
      isPressed.current = target !== element.current;
    };
    // Browsers do not report some releases, such as one in a system menu. A later move without a button shows them.
    const look = ({ buttons }: PointerEvent) => {
      if (!isPressed.current || buttons !== 0) return;
      isPressed.current = false;
      // The click event comes first.
      requestAnimationFrame(release);
    };
    const { current: pressed } = element;
    pressed?.addEventListener('pointerdown', press);
    for (const type of RELEASES) window.addEventListener(type, look);
    return () => {
      pressed?.removeEventListener('pointerdown', press);
      for (const type of RELEASES) window.removeEventListener(type, look);
    };
  }, [element, release]);
  return isPressed;
}

const RELEASES = ['pointerup', 'pointercancel', 'pointermove'] as const;

import { type RefObject, useEffect } from 'react';
import { focusedIn } from './focused-in.ts';

const CONTROLS = 'button:not(:disabled), a[href], input, select, textarea, summary';

/**
 * Gives the focus to something near when the element that has it goes away; otherwise a keyboard, or a screen reader, would begin anew at the
 * top of the page. It does nothing if the focus has been moved already.
 */
export function useKeepFocus(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current: chat } = root;
    if (chat === null) return;
    /** The element that had the focus last, and what is around it. */
    let path: HTMLElement[] = [];
    let isLost = false;
    const note = ({ target }: FocusEvent) => {
      isLost = false;
      path = [];
      for (let one = target as HTMLElement | null; one !== null && one !== chat; one = one.parentElement)
        path.push(one);
    };
    const changes = new MutationObserver((records) => {
      const [last] = path;
      const focused = focusedIn(chat) ?? document.activeElement;
      if (last === undefined || (focused !== document.body && focused !== last)) return;
      // (To ask whether something is visible takes time, so not on each change.)
      const isHidden = () => records.some(({ type }) => type === 'attributes') && !last.checkVisibility();
      isLost ||= !last.isConnected || isHidden();
      // (If there is nothing yet, what comes next gets it.)
      if (isLost) nearest(path, chat)?.focus({ preventScroll: true });
    });
    chat.addEventListener('focusin', note);
    // (A pane hides when the other one opens, on small screens.)
    changes.observe(chat, { subtree: true, childList: true, attributeFilter: ['data-open'] });
    return () => {
      chat.removeEventListener('focusin', note);
      changes.disconnect();
    };
  }, [root]);
}

/** What is left of a path: a message, the list, the message field, or the first control. */
function nearest(path: readonly HTMLElement[], chat: HTMLElement): HTMLElement | undefined {
  const isThere = (one: HTMLElement | null) => one?.isConnected === true && one.checkVisibility();
  for (const around of [...path.filter(isThere), chat]) {
    if (around.matches('[tabindex]')) return around;
    const controls = [...around.querySelectorAll<HTMLElement>(CONTROLS)].filter(isThere);
    // (A field would open the keyboard of a phone.)
    const isFinger = matchMedia('(pointer: coarse)').matches;
    const field = isFinger ? undefined : controls.find((one) => one.matches('textarea'));
    // A message, or the list, is better than the first link in it.
    if (around.closest('[tabindex]') === null && controls.length > 0) return field ?? controls[0];
  }
  return undefined;
}

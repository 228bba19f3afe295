import { type RefObject, useEffect } from 'react';
import { useLatest } from '../hooks/use-latest.ts';

const IS_APPLE = typeof navigator === 'object' && /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The keys that open the search, as this platform writes them. */
export const SHORTCUT = IS_APPLE ? '⌘K' : 'Ctrl K';

/**
 * Runs on Ctrl K or ⌘K, unless a dialog is open. If there are several chats on the page, it is that of the one that has the focus, or the
 * first visible one.
 */
export function useShortcut(root: RefObject<HTMLElement | null>, onPress: () => void): void {
  const press = useLatest(onPress);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isPressed = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
      if (!isPressed || event.altKey || event.shiftKey) return;
      const { current: chat } = root;
      if (chat === null || [document, chat].some((place) => place.querySelector('dialog[open]'))) return;
      // (Outside a shadow tree, the target of its events is the element that has it.)
      if (chosen(event.composedPath()[0]) !== chat) return;
      // Browsers go to their address bar with these keys.
      event.preventDefault();
      press();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [root, press]);
}

/** The visible chat that has this element, or is nearest to it. */
function chosen(target: EventTarget | undefined): Element | undefined {
  for (let around = target instanceof Element ? target : document.body; ; ) {
    const chat = chatsIn(around).find((one) => one.checkVisibility());
    const next = around.parentElement ?? hostOf(around);
    if (chat !== undefined || next === undefined) return chat;
    around = next;
  }
}

const CHAT = '.pv-panes';

/** An element and those in it that are chats, also in the shadow trees of our own element. */
const chatsIn = (around: Element): Element[] =>
  [around, ...around.querySelectorAll(`${CHAT}, palaver-chat`)]
    .map((one) => (one.matches(CHAT) ? one : one.shadowRoot?.querySelector(CHAT)))
    .filter((one) => one instanceof Element);

/** The element whose shadow tree this element is in. */
function hostOf(element: Element): Element | undefined {
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? root.host : undefined;
}

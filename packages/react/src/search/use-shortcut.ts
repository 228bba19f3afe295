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
      if (!isPressed || event.altKey || event.shiftKey || document.querySelector('dialog[open]')) return;
      if (chosen(event.target) !== root.current) return;
      // Browsers go to their address bar with these keys.
      event.preventDefault();
      press();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [root, press]);
}

/** The visible chat that has this element, or is nearest to it. */
function chosen(target: EventTarget | null): Element | undefined {
  for (
    let around = target instanceof Element ? target : document.body;
    ;
    around = around.parentElement ?? around
  ) {
    const chats = around.matches('.pv-chat-app') ? [around] : [...around.querySelectorAll('.pv-chat-app')];
    const chat = chats.find((one) => one.checkVisibility());
    if (chat !== undefined || around.parentElement === null) return chat;
  }
}

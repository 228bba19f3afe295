import { type RefObject, useEffect } from 'react';

/** Where keys mean something else. */
const OWN_KEYS = 'input, textarea, select, dialog, [role="menu"], [role="dialog"], [contenteditable]';

/** Moves the focus to the field when the user types elsewhere in the thread, for instance on a message. */
export function useTypedElsewhere(place: HTMLElement | null, field: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target } = event;
      // (A space scrolls, or presses a button.)
      const isText = key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey;
      if (isText && !event.defaultPrevented && (target as Element).closest(OWN_KEYS) === null)
        field.current?.focus();
    };
    place?.addEventListener('keydown', onKeyDown);
    return () => place?.removeEventListener('keydown', onKeyDown);
  }, [place, field]);
}

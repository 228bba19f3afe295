import type { KeyboardEvent } from 'react';

/**
 * Stops a key that belongs to an input method, such as the Enter that accepts a conversion or the arrow that chooses among candidates,
 * before any handler of ours takes it for a command. Safari ends the composition before this key, so that only its code (229) tells.
 */
export function stopInputMethodKey(event: KeyboardEvent): void {
  const { isComposing, keyCode } = event.nativeEvent;
  if (isComposing || keyCode === 229) event.stopPropagation();
}

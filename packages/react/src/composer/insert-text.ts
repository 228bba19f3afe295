import type { RefObject } from 'react';

/** The caret of a field without focus so far is before its text, which may be a draft. */
const visited = new WeakSet<HTMLTextAreaElement>();

/** To be called when a field gets the focus. */
export const noteCaret = (field: HTMLTextAreaElement) => visited.add(field);

/**
 * Types a text where the caret is, in place of what is selected, or else of a given part. The field gets the focus. The browser does it as if
 * the user had typed, so that they can undo it, and fires `input`.
 */
export function insertText(
  { current: field }: RefObject<HTMLTextAreaElement | null>,
  inserted: string,
  part?: readonly [start: number, end: number],
): void {
  if (field === null) return;
  const { value } = field;
  const atEnd = [value.length, value.length] as const;
  const range = part ?? (visited.has(field) ? undefined : atEnd);
  field.focus();
  if (range !== undefined) field.setSelectionRange(...range);
  // (Its deprecation has no successor: no other way of changing a field can be undone.)
  if (document.execCommand('insertText', false, inserted)) return;
  field.setRangeText(inserted, field.selectionStart, field.selectionEnd, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

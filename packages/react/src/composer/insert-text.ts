import type { RefObject } from 'react';
import { flushSync } from 'react-dom';

/** The caret of a field without focus so far is before its text, which may be a draft. */
const visited = new WeakSet<HTMLTextAreaElement>();

/** To be called when a field gets the focus. */
export const noteCaret = (field: HTMLTextAreaElement) => visited.add(field);

/** Types a text where the caret is, in place of what is selected. The field gets the focus. */
export function insertText(
  { current: field }: RefObject<HTMLTextAreaElement | null>,
  inserted: string,
  write: (text: string) => void,
): void {
  if (field === null) return;
  const { value } = field;
  const [start, end] = visited.has(field)
    ? [field.selectionStart, field.selectionEnd]
    : [value.length, value.length];
  flushSync(() => write(value.slice(0, start) + inserted + value.slice(end)));
  field.focus();
  const caret = start + inserted.length;
  field.setSelectionRange(caret, caret);
}

import type { KeyboardEvent } from 'react';
import { stepFrom } from './grid-steps.ts';

/** The emoji that are shown, row by row, through all groups. */
export function cellsIn(list: HTMLElement | null): HTMLElement[][] {
  const rows = list?.querySelectorAll(':scope > :not([hidden]) [role="row"]') ?? [];
  return [...rows].map((row) => [...row.querySelectorAll<HTMLElement>('[role="gridcell"]')]);
}

export const isRtl = (element: Element) => getComputedStyle(element).direction === 'rtl';

/** Keys in the picker: arrows lead from the field to the emoji, among them and back; a letter is for the field, wherever it is typed. */
export function onEmojiKey(
  event: KeyboardEvent,
  field: HTMLInputElement | null,
  list: HTMLElement | null,
): void {
  const { key, target, ctrlKey, metaKey, altKey } = event;
  if (ctrlKey || metaKey || altKey || !(target instanceof HTMLElement)) return;
  const next = target === field ? belowField(key, list) : nextTo(target, key, field, list);
  if (next) {
    event.preventDefault();
    next.focus();
  }
  // (The key types into what has the focus then.)
  else if (key.length === 1 && key !== ' ' && target instanceof HTMLButtonElement) field?.focus();
}

const belowField = (key: string, list: HTMLElement | null) =>
  key === 'ArrowDown' ? cellsIn(list)[0]?.[0] : undefined;

/** Where a key leads from an emoji. */
function nextTo(target: HTMLElement, key: string, field: HTMLElement | null, list: HTMLElement | null) {
  const rows = cellsIn(list);
  const row = rows.findIndex((cells) => cells.includes(target));
  if (row === -1) return undefined;
  const column = rows[row]?.indexOf(target) ?? 0;
  const lengths = rows.map(({ length }) => length);
  const next = stepFrom({ row, column }, key, lengths, isRtl(target));
  if (next === undefined) return undefined;
  return next.row === -1 ? field : rows[next.row]?.[next.column];
}

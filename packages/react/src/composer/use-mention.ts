import type { ClientMember } from '@palaver/client';
import { type KeyboardEvent, type RefObject, useId, useState } from 'react';
import type { OptionsProps } from '../ui/options.tsx';
import { useActive } from '../ui/use-active.ts';
import { insertText } from './insert-text.ts';
import { mentionOf, startedMention } from './mentions.ts';

/** They choose among the suggestions, unless another key is held with them. */
const KEYS = ['ArrowDown', 'ArrowUp', 'Enter', 'Tab', 'Escape'];

/** Members to mention where the caret is, while the field has the focus. To choose one completes the mention. */
export interface Suggestions extends OptionsProps {
  members: readonly ClientMember[];
  /** Whether the key was for the suggestions. */
  takesKey: (event: KeyboardEvent) => boolean;
}

/** The suggestions, undefined if there are none, and functions that tell where the caret is, and whether the field has the focus. */
export function useMention(
  field: RefObject<HTMLTextAreaElement | null>,
  text: string,
  others: readonly ClientMember[],
) {
  const [caret, setCaret] = useState(text.length);
  const [hasFocus, setHasFocus] = useState(false);
  const [dismissed, setDismissed] = useState('');
  const listId = useId();
  const { from, members } = startedMention(text.slice(0, caret), others, text.slice(caret));
  const list = `${from} ${text}`;
  const isOpen = hasFocus && members.length > 0 && dismissed !== list;
  const { active, setActive, move } = useActive(members.length, isOpen ? list : '');

  const onChoose = (index: number) => {
    const member = members[index];
    if (member === undefined) return;
    // A space that is there already becomes the one after the name.
    insertText(field, `@${mentionOf(member)} `, [from, text.charAt(caret) === ' ' ? caret + 1 : caret]);
  };
  const takesKey = (event: KeyboardEvent) => {
    const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
    if (!KEYS.includes(key) || altKey || ctrlKey || metaKey || shiftKey) return false;
    event.preventDefault();
    // Escape closes nothing else, such as a dialog around the chat.
    event.stopPropagation();
    if (key === 'Escape') setDismissed(list);
    else if (key === 'ArrowDown') move(1);
    else if (key === 'ArrowUp') move(-1);
    else onChoose(active);
    return true;
  };
  const suggestions: Suggestions | undefined = isOpen
    ? { listId, members, active, onActive: setActive, onChoose, takesKey }
    : undefined;
  return { suggestions, setCaret, setHasFocus };
}

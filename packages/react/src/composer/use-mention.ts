import type { ClientMember } from '@palaver/client';
import { type RefObject, useState } from 'react';
import { insertText } from './insert-text.ts';
import { mentionOf, startedMention } from './mentions.ts';

/** Members to mention where the caret is, and a function that completes the mention. */
export function useMention(
  field: RefObject<HTMLTextAreaElement | null>,
  text: string,
  write: (text: string) => void,
  members: readonly ClientMember[],
) {
  const [caret, setCaret] = useState(text.length);
  const { from, members: suggested } = startedMention(text.slice(0, caret), members);
  const mention = (member: ClientMember) => {
    field.current?.setSelectionRange(from, caret);
    insertText(field, `@${mentionOf(member)}${text.charAt(caret) === ' ' ? '' : ' '}`, write);
  };
  return { suggested, setCaret, mention };
}

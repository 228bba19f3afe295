import type { Chat, ClientMember, NewMessage, Thread } from '@palaver/client';
import { type FormEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useReport } from '../ui/notices.tsx';
import { useReadable } from '../use-readable.ts';
import { mentionedBy } from './mentions.ts';
import type { Draft } from './use-draft.ts';

/** The context of a composer: a thread, its members, and the unsent text. */
export interface Composing {
  chat: Chat;
  thread: Thread;
  /** Members who can be mentioned. */
  members: readonly ClientMember[];
  draft: Draft;
  onDraft: (draft: Draft) => void;
  /** The unsent text of each thread, by thread id. */
  unsent: Map<string, string>;
}

/** The text in the composer's field, and the actions on it: write, send, save, cancel. */
export function useComposing(composing: Composing) {
  const { chat, thread, members, draft, onDraft, unsent } = composing;
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, write] = useText(composing, field);
  const report = useReport();
  const maxChars = useReadable(chat.limits)?.text_chars ?? Number.POSITIVE_INFINITY;
  const excess = Math.max(0, charsOf(text.trim()) - maxChars);

  /** The text of a cancelled reply stays, as an ordinary message. */
  const cancel = () => {
    onDraft({ type: 'new' });
    field.current?.focus();
  };
  const send = (message: Exclude<NewMessage, string>) =>
    thread.send(draft.type === 'reply' ? { ...message, reply_to: draft.message.seq } : message);
  /** Sends a message that is not typed. The text in the field stays. */
  const attach = (message: Exclude<NewMessage, string>) => {
    send(message);
    if (draft.type === 'reply') onDraft({ type: 'new' });
    field.current?.focus();
  };
  /** Saves the new text of a message. If that fails, the edit opens again, so that the user can retry it. */
  const saveEdit = async ({ message, ...others }: Extract<Draft, { type: 'edit' }>, written: string) => {
    try {
      await thread.edit(message.seq, { text: written });
    } catch (error) {
      // Unless the user is already writing something else.
      if (field.current?.value === (unsent.get(thread.id) ?? ''))
        onDraft({ ...others, message: { ...message, body: { ...message.body, text: written } } });
      throw error;
    }
  };
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    const written = text.trim();
    if (written === '' || excess > 0) return;
    if (draft.type === 'edit') report(saveEdit(draft, written));
    else {
      send({ body: { text: written }, mentions: mentionedBy(written, members) });
      write('');
    }
    cancel();
  };
  return { field, text, write, maxChars, excess, submit, attach, cancel };
}

/** The text in the field, and a function that changes it. During an edit, the text of the next message waits in `unsent`. */
function useText({ thread, draft, unsent }: Composing, field: RefObject<HTMLTextAreaElement | null>) {
  const [text, setText] = useState(unsent.get(thread.id) ?? '');
  const wasEdit = useRef(false);
  // Synchronously, because the user may press the next key before React renders.
  useLayoutEffect(() => {
    const isTakenBack = draft.type !== 'edit' && draft.isTakenBack === true;
    if (draft.type === 'edit') {
      setText(draft.message.body.text);
      // Others do not see an edit as typing.
      thread.setTyping(false);
    }
    // The field shows the unsent text again, after the text of a message that was taken back.
    else if (wasEdit.current || isTakenBack) setText(unsent.get(thread.id) ?? '');
    wasEdit.current = draft.type === 'edit';
    if (draft.type !== 'new' || isTakenBack) field.current?.focus();
  }, [draft, unsent, thread, field]);

  const write = (now: string) => {
    setText(now);
    if (draft.type !== 'edit') unsent.set(thread.id, now);
  };
  return [text, write] as const;
}

/** Code points, as the server counts: some take two UTF-16 units. */
function charsOf(text: string): number {
  return text.length - (text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)?.length ?? 0);
}

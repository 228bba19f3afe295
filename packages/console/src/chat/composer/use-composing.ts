import type { Chat, ClientMember, NewMessage, SendFileOptions, Thread } from '@palaver/client';
import { type FormEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useReport } from '../ui/notices.tsx';
import { useReadable } from '../use-readable.ts';
import { mentionedBy } from './mentions.ts';
import type { Draft } from './use-draft.ts';
import type { Chosen, TrayOfFiles } from './use-tray.ts';
import type { VoiceMessage } from './voice-recording.ts';

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
  tray: TrayOfFiles;
}

/** The text in the composer's field, and the actions on it: write, send, save, cancel. */
export function useComposing(composing: Composing) {
  const { chat, thread, members, draft, onDraft, unsent, tray } = composing;
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, write] = useText(composing, field);
  const report = useReport();
  const maxChars = useReadable(chat.limits)?.text_chars ?? Number.POSITIVE_INFINITY;
  const excess = Math.max(0, charsOf(text.trim()) - maxChars);
  const hasFiles = draft.type !== 'edit' && tray.chosen.length > 0;
  const canSubmit = (text.trim() !== '' || hasFiles) && excess === 0;

  /** The text of a cancelled reply stays, as an ordinary message. */
  const cancel = () => {
    onDraft({ type: 'new' });
    field.current?.focus();
  };
  const { send, sendFiles, ...attaching } = useSending(composing, field);
  /** Puts files into the tray. An edit ends, because a message keeps its file. */
  const attachFiles = (files: readonly File[]) => {
    if (draft.type === 'edit') cancel();
    field.current?.focus();
    return tray.add(files);
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
    const { chosen } = tray;
    if (!canSubmit) return;
    if (draft.type === 'edit') report(saveEdit(draft, written));
    else {
      const mentions = mentionedBy(written, members);
      if (chosen.length === 0) send({ body: { text: written }, mentions });
      else report(sendFiles(chosen, { text: written, mentions }));
      tray.clear();
      write('');
    }
    cancel();
  };
  return {
    field,
    text,
    write,
    maxChars,
    excess,
    hasFiles,
    canSubmit,
    submit,
    attachFiles,
    cancel,
    ...attaching,
  };
}

/** Sends messages, as replies if the draft is one. */
function useSending({ thread, draft, onDraft }: Composing, field: RefObject<HTMLTextAreaElement | null>) {
  const replyTo = draft.type === 'reply' ? { reply_to: draft.message.seq } : {};
  const send = (message: Exclude<NewMessage, string>) => thread.send({ ...message, ...replyTo });
  /** Sends each file as a message; the text, and the reply, go with the first. */
  const sendFiles = async (files: readonly Chosen[], text: Pick<SendFileOptions, 'text' | 'mentions'>) => {
    const first = { ...text, ...replyTo };
    for (const [at, { file, measured }] of files.entries())
      thread.sendFile(file, { metadata: await measured, ...(at === 0 ? first : {}) });
  };
  const endReply = () => {
    if (draft.type === 'reply') onDraft({ type: 'new' });
    field.current?.focus();
  };
  /** Sends a message that is not typed. The text in the field stays. */
  const attach = (message: Exclude<NewMessage, string>) => {
    send(message);
    endReply();
  };
  const attachVoice = ({ file, metadata }: VoiceMessage) => {
    thread.sendFile(file, { metadata, ...replyTo });
    endReply();
  };
  return { send, sendFiles, attach, attachVoice };
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

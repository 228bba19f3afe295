import type { NewMessage } from '@palaver/client';
import { type FormEvent, type RefObject, useRef, useState } from 'react';
import { useSetup } from '../context/chat-context.ts';
import type { Draft } from '../context/thread-context.ts';
import { useThread } from '../context/thread-context.ts';
import { useBrowserLayoutEffect } from '../hooks/use-latest.ts';
import { useReadable } from '../hooks/use-readable.ts';
import { useReport } from '../ui/notices.tsx';
import { mentionedAfter, mentionedBy } from './mentions.ts';
import { useUpload } from './use-upload.ts';
import type { VoiceMessage } from './voice-recording.ts';

/** The text in the composer's field, and the actions on it: write, send, save, cancel. */
export function useComposing() {
  const { client, drafts } = useSetup();
  const { thread, members, me, draft, setDraft } = useThread();
  const tray = useUpload();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, write] = useText(field);
  const report = useReport();
  const others = members.filter(({ ext_user_id }) => ext_user_id !== me);
  const maxChars = useReadable(client.limits)?.text_chars ?? Number.POSITIVE_INFINITY;
  const excess = Math.max(0, charsOf(text.trim()) - maxChars);
  const hasFiles = draft.type !== 'edit' && tray.chosen.length > 0;
  const canSubmit = (text.trim() !== '' || hasFiles) && excess === 0;

  /** The text of a cancelled reply stays, as an ordinary message. */
  const cancel = () => {
    setDraft({ type: 'new' });
    field.current?.focus();
  };
  const { send, ...attaching } = useSending(field);
  /** Puts files into the tray. An edit ends, because a message keeps its file. */
  const attachFiles = (files: readonly File[]) => {
    if (draft.type === 'edit') cancel();
    field.current?.focus();
    return tray.add(files);
  };
  /** Saves the new text of a message. If that fails, the edit opens again, so that the user can retry it. */
  const saveEdit = async ({ message, ...rest }: Extract<Draft, { type: 'edit' }>, written: string) => {
    try {
      await thread.edit(
        message.seq,
        { text: written },
        { mentions: mentionedAfter(message, written, members, me) },
      );
    } catch (error) {
      // Unless the user is already writing something else.
      if (field.current?.value === drafts.texts.get(thread.id))
        setDraft({ ...rest, message: { ...message, body: { ...message.body, text: written } } });
      throw error;
    }
  };
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    const written = text.trim();
    if (!canSubmit) return;
    if (draft.type === 'edit') report(saveEdit(draft, written));
    else {
      const mentions = mentionedBy(written, members, me);
      if (tray.chosen.length === 0) send({ body: { text: written }, mentions });
      else report(tray.send({ text: written, mentions }));
      write('');
    }
    cancel();
  };
  return {
    field,
    text,
    write,
    others,
    tray,
    limit: { excess, maxChars },
    hasFiles,
    canSubmit,
    submit,
    attachFiles,
    cancel,
    ...attaching,
  };
}

/** Sends messages, as replies if the draft is one. */
function useSending(field: RefObject<HTMLTextAreaElement | null>) {
  const { thread, draft, setDraft } = useThread();
  const replyTo = draft.type === 'reply' ? { reply_to: draft.message.seq } : {};
  const send = (message: Exclude<NewMessage, string>) => thread.send({ ...message, ...replyTo });
  const endReply = () => {
    if (draft.type === 'reply') setDraft({ type: 'new' });
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
  return { send, attach, attachVoice };
}

/** The text in the field, and a function that changes it. During an edit, the text of the next message waits in `unsent`. */
function useText(field: RefObject<HTMLTextAreaElement | null>) {
  const { thread, draft } = useThread();
  const { texts: unsent } = useSetup().drafts;
  const [text, setText] = useState(unsent.get(thread.id));
  const wasEdit = useRef(false);
  // Synchronously, because the user may press the next key before React renders.
  useBrowserLayoutEffect(() => {
    const isTakenBack = draft.type !== 'edit' && draft.isTakenBack === true;
    if (draft.type === 'edit') {
      setText(draft.message.body.text);
      // Others do not see an edit as typing.
      thread.setTyping(false);
    }
    // The field shows the unsent text again, after the text of a message that was taken back.
    else if (wasEdit.current || isTakenBack) setText(unsent.get(thread.id));
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

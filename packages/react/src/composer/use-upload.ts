import type { SendFileOptions } from '@palaver/client';
import { useState } from 'react';
import { useSetup } from '../context/chat-context.ts';
import type { ChosenFile } from '../context/drafts.ts';
import { useThread } from '../context/thread-context.ts';
import { useTexts } from '../texts/language.ts';
import { useNotify } from '../ui/notices.tsx';
import { measure } from './measure.ts';

const MAX_FILES = 10;
/** (`crypto.randomUUID` is missing on pages without HTTPS.) */
let lastId = 0;

/**
 * The files that are chosen in the thread around this component, and functions that add, remove and send them. They stay chosen while the
 * user is in another thread.
 */
export function useUpload() {
  const texts = useTexts();
  const { drafts } = useSetup();
  const notify = useNotify();
  const { thread, draft, setDraft } = useThread();
  const [chosen, setChosen] = useState(drafts.files.get(thread.id) ?? []);
  const set = (now: readonly ChosenFile[]) => {
    drafts.files.set(thread.id, now);
    setChosen(now);
  };
  /** Rejects if there are more than ten. Those that have room are added. */
  const add = async (files: readonly File[]) => {
    const before = drafts.files.get(thread.id) ?? [];
    const fitting = files.slice(0, MAX_FILES - before.length);
    const added = fitting.map((file) => ({ id: ++lastId, file, measured: measure(file) }));
    set([...before, ...added]);
    if (fitting.length < files.length) throw new Error(texts.tooManyFiles(MAX_FILES));
  };
  const remove = (id: number) => set(chosen.filter((one) => one.id !== id));
  /** Sends each file as a message of its own; the text, and the reply if the draft is one, go with the first. */
  const send = async (text: Pick<SendFileOptions, 'text' | 'mentions'> = {}) => {
    const first = draft.type === 'reply' ? { ...text, reply_to: draft.message.seq } : text;
    set([]);
    if (draft.type === 'reply') setDraft({ type: 'new' });
    const onFallback: SendFileOptions['onFallback'] = (reason) => {
      const { unreadable, tooLarge } = texts.sentAsFile;
      notify(reason === 'picture_unreadable' ? unreadable : tooLarge);
    };
    for (const [at, { file, measured }] of chosen.entries())
      thread.sendFile(file, { metadata: await measured, onFallback, ...(at === 0 ? first : {}) });
  };
  return { chosen, add, remove, send };
}

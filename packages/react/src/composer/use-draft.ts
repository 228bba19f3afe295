import type { KeptMessage, Thread, UnsentMessage } from '@palaver/client';
import { useCallback, useState } from 'react';
import type { DraftTexts } from '../context/drafts.ts';
import type { Draft } from '../context/thread-context.ts';

/** The draft of an open thread, and functions that make it a reply or an edit. */
export function useDraft(thread: Thread, unsent: DraftTexts) {
  const [draft, setDraft] = useState<Draft>({ type: 'new' });
  const reply = useCallback((message: KeptMessage) => setDraft({ type: 'reply', message }), []);
  const edit = useCallback((message: KeptMessage) => setDraft({ type: 'edit', message }), []);
  /** Puts a refused message back into the field, before any text that is already there. A reply stays a reply. */
  const takeBack = useCallback(
    ({ client_message_id, body: { text }, reply_to }: UnsentMessage) => {
      const answered = thread
        .getSnapshot()
        .messages.find((message) => message.state === 'sent' && message.seq === reply_to);
      thread.discard(client_message_id);
      const written = unsent.get(thread.id);
      unsent.set(thread.id, written === '' ? text : `${text}\n${written}`);
      const isTakenBack = true;
      setDraft(
        answered?.state === 'sent'
          ? { type: 'reply', message: answered, isTakenBack }
          : { type: 'new', isTakenBack },
      );
    },
    [thread, unsent],
  );
  return { draft, setDraft, reply, edit, takeBack };
}

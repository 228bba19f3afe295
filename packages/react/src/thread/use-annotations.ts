import type { KeptMessage, ShownMessage, ThreadState } from '@palaver/client';
import { useMemo, useRef } from 'react';
import { type Language, useLanguage } from '../texts/language.ts';

/** What the row of a message shows about other messages and members. */
interface Annotations {
  /** The message that this one replies to: its number, sender and text; the name is empty if it is no reply. */
  quotedSeq: number | null;
  quotedName: string;
  quotedText: string;
  /** The names of the mentioned members. */
  mentioned: readonly string[];
  /** Whether another member has read it. */
  isSeen: boolean;
  /** The names of the members who have read up to here; empty if there are none. */
  seenBy: string;
}

/** The annotations of each message of a thread. */
export function useAnnotations(state: ThreadState, me: string): (message: ShownMessage) => Annotations {
  const { messages, members } = state;
  const language = useLanguage();
  const { texts, nameOf, list } = language;
  const bySeq = useMemo(
    () => new Map(messages.flatMap((message) => (message.state === 'sent' ? [[message.seq, message]] : []))),
    [messages],
  );
  const names = useMemo(
    () => new Map(members.map((member) => [member.ext_user_id, nameOf(member)])),
    [members, nameOf],
  );
  const mentioned = useMentioned(messages, names);
  const seenBy = useMemo(
    () => lastSeen(state, me, names, texts.unknownUser, list),
    [state, me, names, texts, list],
  );
  const { readPositions } = state;
  const readSeq = useMemo(
    () => Math.max(0, ...Object.entries(readPositions).map(([user, seq]) => (user === me ? 0 : seq))),
    [readPositions, me],
  );
  return (message) => ({
    quotedSeq: message.reply_to,
    isSeen: message.state === 'sent' && message.seq <= readSeq,
    ...quotedBy(message, bySeq, names, language),
    mentioned: mentioned.get(message) ?? NOBODY,
    seenBy: message.state === 'sent' ? (seenBy.get(message.seq) ?? '') : '',
  });
}

/** By `seq` of the user's own messages: the names of the members who have read up to that one. */
function lastSeen(
  { messages, readPositions }: ThreadState,
  me: string,
  names: Map<string, string>,
  somebody: string,
  list: Language['list'],
): Map<number, string> {
  const mine = messages.flatMap((message) =>
    message.state === 'sent' && message.sender.ext_user_id === me ? [message.seq] : [],
  );
  const seen = new Map<number, string[]>();
  for (const [user, readSeq] of Object.entries(readPositions)) {
    const last = user === me ? undefined : mine.findLast((seq) => seq <= readSeq);
    if (last !== undefined) seen.set(last, [...(seen.get(last) ?? []), names.get(user) ?? somebody]);
  }
  return new Map([...seen].map(([seq, who]) => [seq, list(who)]));
}

/** The message that this one replies to: the loaded message, or else the preview that the server sends with the reply. */
function quotedBy(
  message: ShownMessage,
  bySeq: Map<number, KeptMessage>,
  names: Map<string, string>,
  { texts, senderName, summaryOf, previewSummaryOf }: Language,
): Pick<Annotations, 'quotedName' | 'quotedText'> {
  const loaded = message.reply_to === null ? undefined : bySeq.get(message.reply_to);
  if (loaded !== undefined) return { quotedName: senderName(loaded), quotedText: summaryOf(loaded) };
  const preview = message.state === 'sent' ? message.reply_preview : null;
  if (preview === null) return { quotedName: '', quotedText: '' };
  const { ext_user_id, display_name } = preview.sender;
  const quotedName = display_name || (names.get(ext_user_id) ?? texts.unknownUser);
  return { quotedName, quotedText: previewSummaryOf(preview) };
}

const NOBODY: readonly string[] = [];

/**
 * The names of the mentioned members, by message. An array stays the same while its names do, so that its row is not rendered
 * again.
 */
function useMentioned(messages: ThreadState['messages'], names: Map<string, string>) {
  const before = useRef(new Map<unknown, readonly string[]>());
  return useMemo(() => {
    const now = new Map<unknown, readonly string[]>();
    for (const message of messages) {
      if (message.state !== 'sent' || message.mentions.length === 0) continue;
      const mentioned = message.mentions.flatMap((user) => names.get(user) ?? []);
      const known = before.current.get(message);
      now.set(message, known?.join('\n') === mentioned.join('\n') ? known : mentioned);
    }
    before.current = now;
    return now;
  }, [messages, names]);
}

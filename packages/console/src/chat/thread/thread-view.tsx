import type { Chat, ClientMember, ClientThread, KeptMessage, Thread, UnsentMessage } from '@palaver/client';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { type Attachment, Composer } from '../composer/composer.tsx';
import { Details } from '../details/details.tsx';
import { nameOf, senderName, summaryOf, threadName } from '../ui/format.ts';
import { Icon, IconButton } from '../ui/icon.tsx';
import { useReport } from '../ui/notices.tsx';
import { presentMembers, useOpenThread, usePresence, useReadable } from '../use-readable.ts';
import { MessageList } from './message-list.tsx';

interface ThreadViewProps {
  chat: Chat;
  threadId: string;
  /** The `ext_user_id` of who looks. */
  me: string;
  attachments: readonly Attachment[];
  /** What was written in each thread, and not sent. */
  unsent: Map<string, string>;
  /** Back to the chat list, where there is room for one of the two. */
  onBack: () => void;
}

/** What is answered or changed by what is written next. */
export type Draft =
  | { type: 'new'; isTakenBack?: true }
  | { type: 'reply'; message: KeptMessage; isTakenBack?: true }
  | { type: 'edit'; message: KeptMessage };

/** An open thread. */
export function ThreadView({ chat, threadId, ...others }: ThreadViewProps) {
  const thread = useOpenThread(chat, threadId);
  return thread === undefined ? null : <OpenThread key={threadId} chat={chat} thread={thread} {...others} />;
}

function OpenThread({
  chat,
  thread,
  me,
  attachments,
  unsent,
  onBack,
}: Omit<ThreadViewProps, 'threadId'> & { thread: Thread }) {
  const state = useReadable(thread);
  const [draft, setDraft] = useState<Draft>({ type: 'new' });
  const reply = useCallback((message: KeptMessage) => setDraft({ type: 'reply', message }), []);
  const edit = useCallback((message: KeptMessage) => setDraft({ type: 'edit', message }), []);
  /** One that was refused is written on, as what it was: an answer stays one. */
  const takeBack = useCallback(
    ({ client_message_id, body: { text }, reply_to }: UnsentMessage) => {
      const answered = thread
        .getSnapshot()
        .messages.find((message) => message.state === 'sent' && message.seq === reply_to);
      thread.discard(client_message_id);
      const written = unsent.get(thread.id) ?? '';
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
  const [isDetailed, setIsDetailed] = useState(false);
  const members = useMemo(() => presentMembers(state.members), [state.members]);
  const { thread: summary } = state;

  // Somebody was removed, or the thread is gone.
  const isGone = summary === undefined && !state.isLoading;
  useEffect(() => {
    if (isGone) onBack();
  }, [isGone, onBack]);
  if (summary === undefined) return <p className="empty">Loading …</p>;

  const lastOfMine = state.messages.findLast(
    (message) =>
      message.state === 'sent' &&
      message.sender.ext_user_id === me &&
      message.deleted_at === null &&
      message.body.text !== '',
  ) as KeptMessage | undefined;
  return (
    <section className="thread" aria-label={`Chat: ${threadName(summary)}`}>
      <header className="thread-header">
        <IconButton icon="back" label="Back to the chats" onClick={onBack} />
        <div className="thread-title">
          <h2>{threadName(summary)}</h2>
          {summary.peer === null ? (
            <small>{summary.member_count === 1 ? '1 member' : `${summary.member_count} members`}</small>
          ) : (
            <PeerPresence chat={chat} extUserId={summary.peer.ext_user_id} type={summary.peer.type} />
          )}
        </div>
        <IconButton
          icon="info"
          label="Members and settings"
          isPressed={isDetailed}
          onClick={() => setIsDetailed(!isDetailed)}
        />
      </header>
      <Pins pinned={state.pinned} thread={thread} summary={summary} />
      <div className="thread-body">
        {state.isLoading && state.messages.length === 0 ? (
          <p className="empty">Loading …</p>
        ) : state.messages.length === 0 ? (
          <p className="empty">
            <b>No messages yet.</b> Say hello: what you write shows at once, here and on the other side.
          </p>
        ) : (
          <MessageList
            chat={chat}
            thread={thread}
            state={state}
            me={me}
            onReply={reply}
            onEdit={edit}
            onTakeBack={takeBack}
          />
        )}
        {isDetailed ? (
          <Details
            thread={thread}
            summary={summary}
            members={members}
            me={me}
            onClose={() => setIsDetailed(false)}
          />
        ) : null}
      </div>
      <TypingLine typing={state.typing} members={members} me={me} />
      {summary.me.status === 'muted' ? (
        <p className="composer muted">You are muted here: you can read, and not write.</p>
      ) : (
        <Composer
          chat={chat}
          thread={thread}
          members={members.filter(({ ext_user_id }) => ext_user_id !== me)}
          draft={draft}
          onDraft={setDraft}
          unsent={unsent}
          onEditLast={() => lastOfMine && edit(lastOfMine)}
          attachments={attachments}
        />
      )}
    </section>
  );
}

function PeerPresence({ chat, extUserId, type }: { chat: Chat; extUserId: string; type: 'user' | 'bot' }) {
  const isOnline = usePresence(chat, extUserId);
  if (type === 'bot') return <small>Bot</small>;
  // (Without a word it keeps its line: what is below must not move.)
  if (isOnline === undefined) return <small>&nbsp;</small>;
  return <small data-online={isOnline}>{isOnline ? 'Online' : 'Away'}</small>;
}

/** The last message that is pinned; the others after it, one by one. */
function Pins({
  pinned,
  thread,
  summary,
}: {
  pinned: readonly KeptMessage[];
  thread: Thread;
  summary: ClientThread;
}) {
  const [turn, setTurn] = useState(0);
  const report = useReport();
  const shown = pinned.at(-1 - (turn % Math.max(pinned.length, 1)));
  if (shown === undefined) return null;
  return (
    <div className="pins">
      <button type="button" className="link" onClick={() => setTurn(turn + 1)}>
        <Icon name="pin" /> <b>{senderName(shown)}:</b> {summaryOf(shown)}
      </button>
      <small>
        {summary.pin_message_count > 1 ? `${(turn % pinned.length) + 1} of ${summary.pin_message_count}` : ''}
      </small>
      {summary.me.role === 'member' ? null : (
        <IconButton icon="close" label="Unpin" onClick={() => report(thread.unpin(shown.seq))} />
      )}
    </div>
  );
}

function TypingLine({
  typing,
  members,
  me,
}: {
  typing: readonly string[];
  members: readonly ClientMember[];
  me: string;
}) {
  const names = members
    .filter(({ ext_user_id }) => ext_user_id !== me && typing.includes(ext_user_id))
    .map(nameOf);
  return (
    <p className="typing" aria-live="polite">
      {names.length === 0 ? '' : `${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} typing …`}
    </p>
  );
}

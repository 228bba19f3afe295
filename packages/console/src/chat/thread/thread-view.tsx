import type { Chat, ClientMember, ClientThread, KeptMessage, Thread, ThreadState } from '@palaver/client';
import { useEffect, useMemo, useState } from 'react';
import type { Attachment } from '../composer/attachment-menu.tsx';
import { Composer } from '../composer/composer.tsx';
import { useDraft } from '../composer/use-draft.ts';
import { type Chosen, useTray } from '../composer/use-tray.ts';
import { Details } from '../details/details.tsx';
import { nameOf, senderName, summaryOf, threadName } from '../ui/format.ts';
import { Icon, IconButton } from '../ui/icon.tsx';
import { useReport } from '../ui/notices.tsx';
import { presentMembers, useOpenThread, useReadable } from '../use-readable.ts';
import { MessageList, type MessageListProps } from './message-list.tsx';
import { ThreadHeader } from './thread-header.tsx';
import { useIsSeen } from './use-is-seen.ts';
import { type JumpTarget, useJump } from './use-jump.ts';

interface ThreadViewProps {
  chat: Chat;
  threadId: string;
  /** The user's own `ext_user_id`. */
  me: string;
  attachments: readonly Attachment[];
  /** The unsent text of each thread, by thread id. */
  unsent: Map<string, string>;
  /** The chosen files of each thread, by thread id. */
  trays: Map<string, readonly Chosen[]>;
  /** The message to jump to. */
  target: JumpTarget | undefined;
  /** Opens the search in this thread. */
  onSearch: () => void;
  /** Returns to the chat list, on screens with room for one of the two. */
  onBack: () => void;
}

/** One thread, which stays open in the SDK while it is shown. */
export function ThreadView({ chat, threadId, ...others }: ThreadViewProps) {
  const thread = useOpenThread(chat, threadId);
  return thread === undefined ? null : <OpenThread key={threadId} chat={chat} thread={thread} {...others} />;
}

type OpenThreadProps = Omit<ThreadViewProps, 'threadId'> & { thread: Thread };

function OpenThread({ chat, thread, me, target, onSearch, onBack, ...writing }: OpenThreadProps) {
  const { attachments, unsent, trays } = writing;
  const state = useReadable(thread);
  const { draft, setDraft, reply, edit, takeBack } = useDraft(thread, unsent);
  const tray = useTray(thread.id, trays);
  const { found, isPending } = useJump(thread, target);
  const [isDetailed, setIsDetailed] = useState(false);
  const [section, setSection] = useState<HTMLElement | null>(null);
  const isSeen = useIsSeen(section);
  useEffect(() => thread.setVisible(isSeen), [thread, isSeen]);
  const members = useMemo(() => presentMembers(state.members), [state.members]);
  const { thread: summary } = state;

  useReturn(summary === undefined && !state.isLoading, onBack);
  if (summary === undefined) return <p className="empty">Loading …</p>;

  const editLast = () => {
    const last = lastEditable(state, me);
    if (last !== undefined) edit(last);
  };
  return (
    <section ref={setSection} className="thread" aria-label={`Chat: ${threadName(summary)}`}>
      <ThreadHeader
        chat={chat}
        summary={summary}
        onBack={onBack}
        onSearch={onSearch}
        isDetailed={isDetailed}
        onDetails={() => setIsDetailed(!isDetailed)}
      />
      <Pins pinned={state.pinned} thread={thread} summary={summary} />
      <div className="thread-body">
        <Messages
          {...{ chat, thread, state, me, found, isPending }}
          onReply={reply}
          onEdit={edit}
          onTakeBack={takeBack}
        />
        {isDetailed ? (
          <Details {...{ chat, thread, summary, members, me }} onClose={() => setIsDetailed(false)} />
        ) : null}
      </div>
      <TypingLine typing={state.typing} members={members} me={me} />
      {summary.me.status === 'muted' ? (
        <p className="composer muted">You are muted here: you can read, and not write.</p>
      ) : (
        <Composer
          place={section}
          chat={chat}
          thread={thread}
          members={members.filter(({ ext_user_id }) => ext_user_id !== me)}
          draft={draft}
          onDraft={setDraft}
          unsent={unsent}
          tray={tray}
          onEditLast={editLast}
          attachments={attachments}
        />
      )}
    </section>
  );
}

/** Returns to the chats when the user was removed, or the thread was deleted. */
function useReturn(isGone: boolean, onBack: () => void): void {
  useEffect(() => {
    if (isGone) onBack();
  }, [isGone, onBack]);
}

/** The user's latest message with a text to edit. */
function lastEditable({ messages }: ThreadState, me: string): KeptMessage | undefined {
  return messages.findLast(
    (message) =>
      message.state === 'sent' &&
      message.sender.ext_user_id === me &&
      message.deleted_at === null &&
      message.body.text !== '',
  ) as KeptMessage | undefined;
}

/** The messages of a thread, or why there are none. */
function Messages({ isPending, ...props }: MessageListProps & { isPending: boolean }) {
  const { messages, isLoading } = props.state;
  // (The latest messages count as read once they are shown.)
  if (messages.length > 0 && !isPending) return <MessageList {...props} />;
  if (isLoading || isPending) return <p className="empty">Loading …</p>;
  return (
    <p className="empty">
      <b>No messages yet.</b> Say hello: what you write shows at once, here and on the other side.
    </p>
  );
}

/** The latest pinned message. Each click shows the one before it. */
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

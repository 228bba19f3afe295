import type { Thread as ThreadHandle } from '@palaver/client';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { Composer } from '../composer/composer.tsx';
import { useDraft } from '../composer/use-draft.ts';
import { useSetup } from '../context/chat-context.ts';
import type { JumpTarget } from '../context/thread-context.ts';
import { type OpenThread, ThreadContext, useThread } from '../context/thread-context.ts';
import { ThreadDetails } from '../details/lazy-thread-details.ts';
import { useMe } from '../hooks/use-chats.ts';
import { useReadable } from '../hooks/use-readable.ts';
import { useLanguage } from '../texts/language.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { MessageList } from './message-list.tsx';
import { Pins } from './pins.tsx';
import { ThreadHeader } from './thread-header.tsx';
import { TypingLine } from './typing-line.tsx';
import { useDeletions } from './use-deletions.ts';
import { useIsSeen } from './use-is-seen.ts';
import { useJump } from './use-jump.ts';
import { useOpenThread } from './use-open-thread.ts';

export interface ThreadProps {
  id: string;
  /** The message to jump to. Each jump is another object. */
  target?: JumpTarget | undefined;
  /** Opens the search in this thread. */
  onSearch?: () => void;
  /** Returns to the chat list: on screens with room for one of the two, and when the user is no member of the thread, or no longer. */
  onBack?: () => void;
  /** Its parts; without them, all of them. */
  children?: ReactNode;
}

/** One thread, which stays open in the SDK while it is shown. */
export function Thread({ id, ...others }: ThreadProps) {
  const thread = useOpenThread(id);
  return thread === undefined ? null : <Opened key={id} thread={thread} {...others} />;
}

type OpenedProps = Omit<ThreadProps, 'id'> & { thread: ThreadHandle };

function Opened({ thread, target, onSearch, onBack, children }: OpenedProps) {
  const me = useMe();
  const { texts, threadName } = useLanguage();
  const state = useReadable(thread);
  const drafting = useDraft(thread, useSetup().drafts.texts);
  const { found, isPending, jump } = useJump(thread, target);
  const deletions = useDeletions(thread);
  const [isDetailed, setIsDetailed] = useState(false);
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const isSeen = useIsSeen(place);
  useEffect(() => thread.setVisible(isSeen), [thread, isSeen]);
  // Former members stay in the list of the SDK.
  const members = useMemo(
    () => state.members.filter(({ status }) => status === 'active' || status === 'muted'),
    [state.members],
  );
  const { thread: summary } = state;
  // Once the SDK knows that the user is no member. (While it does not know, the thread is loading.)
  const isGone = summary === undefined && !state.isLoading;
  useEffect(() => {
    if (isGone) onBack?.();
  }, [isGone, onBack]);
  if (isGone) return <p className="pv-empty">{texts.chatGone}</p>;
  if (summary === undefined) return <Skeleton of="messages" />;

  const open: OpenThread = {
    ...{ thread, state, summary, members, me, ...drafting, deletions, jump, found, isPending },
    ...{ isDetailed, setIsDetailed, onSearch, onBack, place },
  };
  return (
    <ThreadContext.Provider value={open}>
      <section ref={setPlace} className="pv-thread" aria-label={texts.chatWith(threadName(summary))}>
        {children ?? <Parts />}
      </section>
    </ThreadContext.Provider>
  );
}

function Parts() {
  const { isDetailed } = useThread();
  return (
    <>
      <ThreadHeader />
      <Pins />
      <div className="pv-thread-body">
        <MessageList />
        {isDetailed ? <ThreadDetails /> : null}
      </div>
      <TypingLine />
      <Composer />
    </>
  );
}

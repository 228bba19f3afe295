import type { Chat, KeptMessage, ShownMessage, Thread, ThreadState, UnsentMessage } from '@palaver/client';
import {
  type KeyboardEvent,
  type RefObject,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { MessageRow } from '../message/message-row.tsx';
import { Pictures } from '../message/pictures.tsx';
import { senderName, summaryOf } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { useReport } from '../ui/notices.tsx';
import { type Row, rowsOf } from './timeline.ts';
import { useAnnotations } from './use-annotations.ts';
import { useEnd } from './use-end.ts';
import type { JumpTarget } from './use-jump.ts';
import { useMarkRead } from './use-mark-read.ts';

export interface MessageListProps {
  chat: Chat;
  thread: Thread;
  state: ThreadState;
  /** The user's own `ext_user_id`. */
  me: string;
  /** The message that the user has jumped to, while it is marked. */
  found: JumpTarget | undefined;
  onReply: (message: KeptMessage) => void;
  onEdit: (message: KeptMessage) => void;
  onTakeBack: (message: UnsentMessage) => void;
}

/**
 * The messages of a thread. Only visible rows are in the document. The list stays at its end while the user is there. Older
 * messages load when the user reaches the start, and visible messages do not move.
 */
export function MessageList({ chat, thread, state, me, found, ...callbacks }: MessageListProps) {
  const { messages, hasOlder } = state;
  const place = useRef<HTMLDivElement>(null);
  const { beginning, startMargin } = useBeginning(hasOlder);
  const [unreadAfter] = useState(state.thread?.me.read_seq ?? 0);
  const rows = useMemo(() => rowsOf(messages, me, unreadAfter), [messages, me, unreadAfter]);
  const isPrepended = useIsPrepended(rows);
  const annotationsOf = useAnnotations(state, me);
  const { isLoadingOlder, loadOlder, loadNewer } = usePages(thread);
  const virtualizer = useRef<VirtualizerHandle>(null);
  const newest = messages.at(-1);
  const sending = newest?.state === 'sending' ? newest.client_message_id : undefined;
  const { scroller, isAtEnd, scrollToEnd, ...end } = useEnd(rows, sending, {
    hasNewer: () => thread.getSnapshot().hasNewer === true,
    onStart: loadOlder,
    onNewer: loadNewer,
  });
  useFound(found, rows, end.jump, (index) => virtualizer.current?.scrollToIndex(index, { align: 'center' }));
  useMarkRead(thread, state, isAtEnd, place);

  const mayModerate = state.thread !== undefined && state.thread.me.role !== 'member';
  return (
    <Pictures chat={chat} messages={messages}>
      <div className="messages" ref={place}>
        {hasOlder ? <OlderButton isLoading={isLoadingOlder} onClick={loadOlder} /> : null}
        <div
          ref={scroller}
          className="message-list"
          role="log"
          aria-label="Messages"
          // Otherwise a screen reader would read every message that is scrolled into view.
          aria-live="off"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keyboard
          tabIndex={0}
          onKeyDown={(event) => moveFocus(event, place.current)}
        >
          {hasOlder ? null : <Beginning place={beginning} />}
          <Virtualizer
            ref={virtualizer}
            data={rows}
            {...{ shift: isPrepended, startMargin, ...end.handlers }}
          >
            {(row: Row) =>
              row.type === 'divider' ? (
                <Divider key={row.key} label={row.label} isNew={row.isNew} />
              ) : (
                <MessageRow
                  key={row.key}
                  {...{ chat, thread, message: row.message, isMine: row.isMine, isFirst: row.isFirst }}
                  isFound={row.message.state === 'sent' && row.message.seq === found?.seq}
                  {...annotationsOf(row.message)}
                  {...{ mayModerate, ...callbacks }}
                />
              )
            }
          </Virtualizer>
        </div>
        <Announcement newest={newest} me={me} lastSeq={state.thread?.last_seq ?? 0} />
        {isAtEnd ? null : <LatestButton thread={thread} onLatest={scrollToEnd} />}
      </div>
    </Pictures>
  );
}

function OlderButton({ isLoading, onClick }: { isLoading: boolean; onClick: () => void }) {
  return (
    <div className="older">
      <button type="button" className="button" disabled={isLoading} onClick={onClick}>
        {isLoading ? 'Loading …' : 'Load older'}
      </button>
    </div>
  );
}

/** As high as the button above the list that it replaces, so that visible messages do not move. */
function Beginning({ place }: { place: RefObject<HTMLParagraphElement | null> }) {
  return (
    <p ref={place} className="older">
      <small>The beginning</small>
    </p>
  );
}

function LatestButton({ thread, onLatest }: { thread: Thread; onLatest: () => void }) {
  const report = useReport();
  return (
    <button
      type="button"
      className="button to-end"
      onClick={() => report(thread.loadLatest().then(onLatest))}
    >
      <Icon name="down" /> Latest
    </button>
  );
}

function Divider({ label, isNew }: { label: string; isNew: boolean }) {
  return (
    <p className="divider" data-new={isNew}>
      <span>{label}</span>
    </p>
  );
}

interface AnnouncementProps {
  newest: ShownMessage | undefined;
  me: string;
  /** The `last_seq` of the thread. */
  lastSeq: number;
}

/** Announces the newest message, unless it was there when the list opened, or is the user's own. */
function Announcement({ newest, me, lastSeq }: AnnouncementProps) {
  const [lastSeqAtFirst] = useState(lastSeq);
  const isNew = newest?.state === 'sent' && newest.seq > lastSeqAtFirst && newest.sender.ext_user_id !== me;
  return (
    <p className="unseen" aria-live="polite">
      {isNew ? `${senderName(newest)}: ${summaryOf(newest)}` : ''}
    </p>
  );
}

/** The first row of a thread, and its height, which `virtua` must know. */
function useBeginning(hasOlder: boolean) {
  const beginning = useRef<HTMLParagraphElement>(null);
  const [startMargin, setStartMargin] = useState(0);
  useLayoutEffect(() => setStartMargin(hasOlder ? 0 : (beginning.current?.offsetHeight ?? 0)), [hasOlder]);
  return { beginning, startMargin };
}

/** Loads older and newer messages, one page at a time. */
function usePages(thread: Thread) {
  const [isLoadingOlder, setIsLoadingOlder] = useState(false);
  const isLoadingNewer = useRef(false);
  const report = useReport();
  const loadOlder = () => {
    if (isLoadingOlder || !thread.getSnapshot().hasOlder) return;
    setIsLoadingOlder(true);
    report(thread.loadOlder().finally(() => setIsLoadingOlder(false)));
  };
  const loadNewer = () => {
    if (isLoadingNewer.current) return;
    isLoadingNewer.current = true;
    report(
      thread.loadNewer().finally(() => {
        isLoadingNewer.current = false;
      }),
    );
  };
  return { isLoadingOlder, loadOlder, loadNewer };
}

/** Scrolls to the message that the user has jumped to, once it is among the rows. */
function useFound(
  found: JumpTarget | undefined,
  rows: readonly Row[],
  jump: (scroll: () => void) => void,
  scrollTo: (index: number) => void,
): void {
  const scroll = useEffectEvent(scrollTo);
  const shown = useRef<JumpTarget>(undefined);
  useLayoutEffect(() => {
    if (found === undefined || shown.current === found) return;
    const index = rows.findIndex(
      (row) => row.type === 'message' && row.message.state === 'sent' && row.message.seq === found.seq,
    );
    if (index === -1) return;
    shown.current = found;
    jump(() => scroll(index));
  }, [found, rows, jump]);
}

/** Whether rows were added before the first one since the last render. */
function useIsPrepended(rows: readonly Row[]): boolean {
  const first = rows.find(({ type }) => type === 'message')?.key;
  const firstBefore = useRef(first);
  useLayoutEffect(() => {
    firstBefore.current = first;
  });
  const { current: before } = firstBefore;
  // (After a jump, there are other rows.)
  return before !== undefined && before !== first && rows.some(({ key }) => key === before);
}

/** Arrow keys move the focus from message to message, and from the list to its last message. */
function moveFocus(event: KeyboardEvent, place: HTMLElement | null): void {
  if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
  const shown = [...(place?.querySelectorAll<HTMLElement>('.message') ?? [])];
  const at = shown.indexOf(event.target as HTMLElement);
  const isInside = event.target !== event.currentTarget && at === -1;
  if (isInside) return;
  const next = at === -1 ? shown.at(-1) : shown[at + (event.key === 'ArrowUp' ? -1 : 1)];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

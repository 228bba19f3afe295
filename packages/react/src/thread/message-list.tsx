import type { ShownMessage, Thread } from '@palaver/client';
import { type KeyboardEvent, type RefObject, useMemo, useRef, useState } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { useBrowserLayoutEffect, useLatest } from '../hooks/use-latest.ts';
import { MessageRow } from '../message/message-row.tsx';
import { Pictures } from '../message/pictures.tsx';
import { useLanguage, useTexts } from '../texts/language.ts';
import { Icon } from '../ui/icon.tsx';
import { useReport } from '../ui/notices.tsx';
import { useThread } from './thread-context.ts';
import { type Row, rowsOf } from './timeline.ts';
import { useAnnotations } from './use-annotations.ts';
import { useEnd } from './use-end.ts';
import type { JumpTarget } from './use-jump.ts';
import { useMarkRead } from './use-mark-read.ts';

/** The messages of a thread, or why there are none. */
export function MessageList() {
  const texts = useTexts();
  const {
    isPending,
    state: { messages, isLoading },
  } = useThread();
  // (The latest messages count as read once they are shown.)
  if (messages.length > 0 && !isPending) return <Messages />;
  if (isLoading || isPending) return <p className="pv-empty">{texts.loading}</p>;
  return (
    <p className="pv-empty">
      <b>{texts.noMessages}</b> {texts.noMessagesHint}
    </p>
  );
}

/**
 * Only visible rows are in the document. The list stays at its end while the user is there. Older messages load when the user reaches the
 * start, and visible messages do not move.
 */
function Messages() {
  const { thread, state, summary, me, found, reply, edit, takeBack } = useThread();
  const { messages, hasOlder } = state;
  const language = useLanguage();
  const place = useRef<HTMLDivElement>(null);
  const { beginning, startMargin } = useBeginning(hasOlder);
  const [unreadAfter] = useState(summary.me.read_seq);
  const rows = useMemo(
    () => rowsOf(messages, me, unreadAfter, language),
    [messages, me, unreadAfter, language],
  );
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

  const mayModerate = summary.me.role !== 'member';
  const callbacks = { onReply: reply, onEdit: edit, onTakeBack: takeBack };
  return (
    <Pictures messages={messages}>
      <div className="pv-messages" ref={place}>
        {hasOlder ? <OlderButton isLoading={isLoadingOlder} onClick={loadOlder} /> : null}
        <div
          ref={scroller}
          className="pv-message-list"
          role="log"
          aria-label={language.texts.messages}
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
                  {...{ thread, message: row.message, isMine: row.isMine, isFirst: row.isFirst }}
                  isFound={row.message.state === 'sent' && row.message.seq === found?.seq}
                  {...annotationsOf(row.message)}
                  {...{ mayModerate, ...callbacks }}
                />
              )
            }
          </Virtualizer>
        </div>
        <Announcement newest={newest} me={me} lastSeq={summary.last_seq} />
        {isAtEnd ? null : <LatestButton thread={thread} onLatest={scrollToEnd} />}
      </div>
    </Pictures>
  );
}

function OlderButton({ isLoading, onClick }: { isLoading: boolean; onClick: () => void }) {
  const texts = useTexts();
  return (
    <div className="pv-older">
      <button type="button" className="pv-button" disabled={isLoading} onClick={onClick}>
        {isLoading ? texts.loading : texts.loadOlder}
      </button>
    </div>
  );
}

/** As high as the button above the list that it replaces, so that visible messages do not move. */
function Beginning({ place }: { place: RefObject<HTMLParagraphElement | null> }) {
  return (
    <p ref={place} className="pv-older">
      <small>{useTexts().beginning}</small>
    </p>
  );
}

function LatestButton({ thread, onLatest }: { thread: Thread; onLatest: () => void }) {
  const report = useReport();
  const texts = useTexts();
  return (
    <button
      type="button"
      className="pv-button pv-to-end"
      onClick={() => report(thread.loadLatest().then(onLatest))}
    >
      <Icon name="down" /> {texts.latest}
    </button>
  );
}

function Divider({ label, isNew }: { label: string; isNew: boolean }) {
  return (
    <p className="pv-divider" data-new={isNew}>
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
  const { texts, senderName, summaryOf } = useLanguage();
  const [lastSeqAtFirst] = useState(lastSeq);
  const isNew = newest?.state === 'sent' && newest.seq > lastSeqAtFirst && newest.sender.ext_user_id !== me;
  return (
    <p className="pv-unseen" aria-live="polite">
      {isNew ? texts.lastOf(senderName(newest), summaryOf(newest)) : ''}
    </p>
  );
}

/** The first row of a thread, and its height, which `virtua` must know. */
function useBeginning(hasOlder: boolean) {
  const beginning = useRef<HTMLParagraphElement>(null);
  const [startMargin, setStartMargin] = useState(0);
  useBrowserLayoutEffect(
    () => setStartMargin(hasOlder ? 0 : (beginning.current?.offsetHeight ?? 0)),
    [hasOlder],
  );
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
  const scroll = useLatest(scrollTo);
  const shown = useRef<JumpTarget | undefined>(undefined);
  useBrowserLayoutEffect(() => {
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
  useBrowserLayoutEffect(() => {
    firstBefore.current = first;
  });
  const { current: before } = firstBefore;
  // (After a jump, there are other rows.)
  return before !== undefined && before !== first && rows.some(({ key }) => key === before);
}

/** Arrow keys move the focus from message to message, and from the list to its last message. */
function moveFocus(event: KeyboardEvent, place: HTMLElement | null): void {
  if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
  const shown = [...(place?.querySelectorAll<HTMLElement>('.pv-message') ?? [])];
  const at = shown.indexOf(event.target as HTMLElement);
  const isInside = event.target !== event.currentTarget && at === -1;
  if (isInside) return;
  const next = at === -1 ? shown.at(-1) : shown[at + (event.key === 'ArrowUp' ? -1 : 1)];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

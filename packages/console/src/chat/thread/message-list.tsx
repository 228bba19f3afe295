import type { Chat, KeptMessage, ShownMessage, Thread, ThreadState, UnsentMessage } from '@palaver/client';
import { type KeyboardEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Virtualizer } from 'virtua';
import { MessageRow } from '../message/message-row.tsx';
import { Pictures } from '../message/pictures.tsx';
import { senderName, summaryOf } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { useReport } from '../ui/notices.tsx';
import { type Row, rowsOf } from './timeline.ts';
import { useAnnotations } from './use-annotations.ts';
import { useEnd } from './use-end.ts';
import { useMarkRead } from './use-mark-read.ts';

export interface MessageListProps {
  chat: Chat;
  thread: Thread;
  state: ThreadState;
  /** The user's own `ext_user_id`. */
  me: string;
  onReply: (message: KeptMessage) => void;
  onEdit: (message: KeptMessage) => void;
  onTakeBack: (message: UnsentMessage) => void;
}

/**
 * The messages of a thread. Only visible rows are in the document. The list stays at its end while the user is there. Older
 * messages load when the user reaches the start, and visible messages do not move.
 */
export function MessageList({ chat, thread, state, me, onReply, onEdit, onTakeBack }: MessageListProps) {
  const { messages, hasOlder } = state;
  const place = useRef<HTMLDivElement>(null);
  const { beginning, startMargin } = useBeginning(hasOlder);
  const [unreadAfter] = useState(state.thread?.me.read_seq ?? 0);
  const rows = useMemo(() => rowsOf(messages, me, unreadAfter), [messages, me, unreadAfter]);
  const isPrepended = useIsPrepended(rows);
  const annotationsOf = useAnnotations(state, me);
  const { isLoadingOlder, loadOlder } = useOlder(thread, hasOlder);
  const newest = messages.at(-1);
  const sending = newest?.state === 'sending' ? newest.client_message_id : undefined;
  const { scroller, isAtEnd, scrollToEnd, ...end } = useEnd(rows, sending, loadOlder);
  useMarkRead(thread, state, isAtEnd, place);

  const mayModerate = state.thread !== undefined && state.thread.me.role !== 'member';
  const actions = { mayModerate, onReply, onEdit, onTakeBack };
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
          {/* As high as the button above the list that it replaces, so that visible messages do not move. */}
          {hasOlder ? null : (
            <p ref={beginning} className="older">
              <small>The beginning</small>
            </p>
          )}
          <Virtualizer data={rows} shift={isPrepended} startMargin={startMargin} {...end}>
            {(row: Row) =>
              row.type === 'divider' ? (
                <Divider key={row.key} label={row.label} isNew={row.isNew} />
              ) : (
                <MessageRow
                  key={row.key}
                  chat={chat}
                  thread={thread}
                  message={row.message}
                  isMine={row.isMine}
                  isFirst={row.isFirst}
                  {...annotationsOf(row.message)}
                  {...actions}
                />
              )
            }
          </Virtualizer>
        </div>
        <Announcement newest={newest} me={me} lastSeq={state.thread?.last_seq ?? 0} />
        {isAtEnd ? null : (
          <button type="button" className="button to-end" onClick={scrollToEnd}>
            <Icon name="down" /> Latest
          </button>
        )}
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

/** Loads older messages, one page at a time. */
function useOlder(thread: Thread, hasOlder: boolean) {
  const [isLoadingOlder, setIsLoadingOlder] = useState(false);
  const report = useReport();
  const loadOlder = () => {
    if (isLoadingOlder || !hasOlder) return;
    setIsLoadingOlder(true);
    report(thread.loadOlder().finally(() => setIsLoadingOlder(false)));
  };
  return { isLoadingOlder, loadOlder };
}

/** Whether rows were added before the first one since the last render. */
function useIsPrepended(rows: readonly Row[]): boolean {
  const first = rows.find(({ type }) => type === 'message')?.key;
  const firstBefore = useRef(first);
  useLayoutEffect(() => {
    firstBefore.current = first;
  });
  return firstBefore.current !== undefined && firstBefore.current !== first;
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

import type { Chat, KeptMessage, Thread, ThreadState } from '@palaver/client';
import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { VList, type VListHandle } from 'virtua';
import { MessageRow } from '../message/message-row.tsx';
import { nameOf, senderName, summaryOf } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { useReport } from '../ui/notices.tsx';
import { type Row, rowsOf } from './timeline.ts';

/** So near to an edge counts as being there, in pixels. */
const NEAR = 60;
/** What scrolls so soon after a gesture is what the user has meant. */
const GESTURE_MS = 1_000;

interface MessageListProps {
  chat: Chat;
  thread: Thread;
  state: ThreadState;
  /** The `ext_user_id` of who looks. */
  me: string;
  onReply: (message: KeptMessage) => void;
  onEdit: (message: KeptMessage) => void;
}

/**
 * The messages, of which only those in sight are in the document. It stays at its end while it is there; what is older comes
 * when the beginning is in sight, and moves nothing.
 */
export function MessageList({ chat, thread, state, me, onReply, onEdit }: MessageListProps) {
  const { messages, members, hasOlder } = state;
  const report = useReport();
  const list = useRef<VListHandle>(null);
  const place = useRef<HTMLDivElement>(null);
  const offsetBefore = useRef(0);
  /** When the user has last moved the list: a picture that has come, or a window of another size, scrolls as well. */
  const movedAt = useRef(Number.NEGATIVE_INFINITY);
  const [isAtEnd, setIsAtEnd] = useState(true);
  const wasAtEnd = useRef(true);
  const [isLoadingOlder, setIsLoadingOlder] = useState(false);
  /** What has come since is read out. */
  const [lastSeqAtFirst] = useState(state.thread?.last_seq ?? 0);
  const [unreadAfter] = useState(state.thread?.me.read_seq ?? 0);

  const rows = useMemo(() => rowsOf(messages, me, unreadAfter), [messages, me, unreadAfter]);
  const isPrepended = useIsPrepended(rows);
  const bySeq = useMemo(
    () => new Map(messages.flatMap((message) => (message.state === 'sent' ? [[message.seq, message]] : []))),
    [messages],
  );
  const names = useMemo(
    () => new Map(members.map((member) => [member.ext_user_id, nameOf(member)])),
    [members],
  );
  const mentioned = useMentioned(messages, names);
  const seenBy = useMemo(() => lastSeen(state, me, names), [state, me, names]);

  const scrollToEnd = useCallback(
    () => list.current?.scrollToIndex(rows.length - 1, { align: 'end' }),
    [rows],
  );
  const newest = messages.at(-1);
  const sending = newest?.state === 'sending' ? newest.client_message_id : undefined;
  const shownSending = useRef<string>(undefined);
  // Who writes wants to see it, wherever they have scrolled to; once, for it may wait for long, or be refused.
  useLayoutEffect(() => {
    const isWritten = sending !== undefined && sending !== shownSending.current;
    shownSending.current = sending;
    if (wasAtEnd.current || isWritten) scrollToEnd();
  }, [sending, scrollToEnd]);
  useEffect(() => {
    wasAtEnd.current = isAtEnd;
  }, [isAtEnd]);

  const loadOlder = () => {
    if (isLoadingOlder || !hasOlder) return;
    setIsLoadingOlder(true);
    report(thread.loadOlder().finally(() => setIsLoadingOlder(false)));
  };
  const isMoving = () => performance.now() - movedAt.current < GESTURE_MS;
  const onScroll = (offset: number) => {
    const { scrollSize = 0, viewportSize = 0 } = list.current ?? {};
    const isUp = offset < offsetBefore.current && isMoving();
    offsetBefore.current = offset;
    if (offset + viewportSize >= scrollSize - NEAR) setIsAtEnd(true);
    else if (isUp) setIsAtEnd(false);
    if (isUp && offset < NEAR) loadOlder();
  };
  const moves = () => {
    movedAt.current = performance.now();
  };
  useMarkRead(thread, state, isAtEnd, place);

  const mayModerate = state.thread !== undefined && state.thread.me.role !== 'member';
  return (
    <div className="messages" ref={place}>
      <div className="older">
        {hasOlder ? (
          <button type="button" className="button" disabled={isLoadingOlder} onClick={loadOlder}>
            {isLoadingOlder ? 'Loading …' : 'Load older'}
          </button>
        ) : null}
      </div>
      <VList
        ref={list}
        className="message-list"
        role="log"
        aria-label="Messages"
        // Whoever scrolls would be read all that comes into sight.
        aria-live="off"
        tabIndex={0}
        data={rows}
        shift={isPrepended}
        onScroll={onScroll}
        onResize={() => isAtEnd && !isMoving() && scrollToEnd()}
        onWheel={moves}
        onPointerDown={moves}
        onPointerMove={({ buttons }) => buttons > 0 && moves()}
        onTouchMove={moves}
        onKeyDown={(event) => {
          moves();
          moveFocus(event, place.current);
        }}
      >
        {(row: Row) =>
          row.type === 'divider' ? (
            <p key={row.key} className="divider" data-new={row.isNew}>
              <span>{row.label}</span>
            </p>
          ) : (
            <MessageRow
              key={row.key}
              chat={chat}
              thread={thread}
              message={row.message}
              quoted={quotedBy(row, bySeq)}
              mentioned={mentioned.get(row.message) ?? NOBODY}
              isMine={row.isMine}
              isFirst={row.isFirst}
              seenBy={row.message.state === 'sent' ? (seenBy.get(row.message.seq) ?? '') : ''}
              mayModerate={mayModerate}
              onReply={onReply}
              onEdit={onEdit}
            />
          )
        }
      </VList>
      <p className="unseen" aria-live="polite">
        {newest?.state === 'sent' && newest.seq > lastSeqAtFirst && newest.sender.ext_user_id !== me
          ? `${senderName(newest)}: ${summaryOf(newest)}`
          : ''}
      </p>
      {isAtEnd ? null : (
        <button type="button" className="button to-end" onClick={scrollToEnd}>
          <Icon name="down" /> Latest
        </button>
      )}
    </div>
  );
}

/** Whether rows have come before the first one since the last time. */
function useIsPrepended(rows: readonly Row[]): boolean {
  const first = rows.find(({ type }) => type === 'message')?.key;
  const firstBefore = useRef(first);
  useLayoutEffect(() => {
    firstBefore.current = first;
  });
  return firstBefore.current !== undefined && firstBefore.current !== first;
}

/** What is on the screen has been read. */
function useMarkRead(
  thread: Thread,
  { thread: summary }: ThreadState,
  isAtEnd: boolean,
  place: RefObject<HTMLElement | null>,
): void {
  const unread = summary?.unread_count ?? 0;
  const lastSeq = summary?.last_seq ?? 0;
  const isSeen = useIsSeen(place);
  useEffect(() => {
    // Offline it fails; what is unread then is still so on the next connection.
    if (unread > 0 && isAtEnd && isSeen) thread.markRead(lastSeq).catch(() => {});
  }, [thread, unread, lastSeq, isAtEnd, isSeen]);
}

/** Whether the page is in front, and this part of it in sight: on a phone something else may stand in its place. */
function useIsSeen(place: RefObject<HTMLElement | null>): boolean {
  const [isInFront, setIsInFront] = useState(document.visibilityState === 'visible');
  const [isInSight, setIsInSight] = useState(false);
  useEffect(() => {
    const look = () => setIsInFront(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  useEffect(() => {
    const observer = new IntersectionObserver((entries) =>
      setIsInSight(entries.at(-1)?.isIntersecting === true),
    );
    if (place.current !== null) observer.observe(place.current);
    return () => observer.disconnect();
  }, [place]);
  return isInFront && isInSight;
}

/** By message, the names of those for whom it is the last one of the user's that they have read. */
function lastSeen(
  { messages, readPositions }: ThreadState,
  me: string,
  names: Map<string, string>,
): Map<number, string> {
  const mine = messages.flatMap((message) =>
    message.state === 'sent' && message.sender.ext_user_id === me ? [message.seq] : [],
  );
  const seen = new Map<number, string[]>();
  for (const [user, readSeq] of Object.entries(readPositions)) {
    const last = user === me ? undefined : mine.findLast((seq) => seq <= readSeq);
    if (last !== undefined) seen.set(last, [...(seen.get(last) ?? []), names.get(user) ?? 'somebody']);
  }
  return new Map([...seen].map(([seq, who]) => [seq, who.join(', ')]));
}

function quotedBy({ message }: Extract<Row, { type: 'message' }>, bySeq: Map<number, KeptMessage>) {
  return message.state === 'sent' && message.reply_to !== null ? bySeq.get(message.reply_to) : undefined;
}

const NOBODY: readonly string[] = [];

/** By message, the names of who is mentioned in it: the same array for as long as nothing of it changes. */
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

/** Arrow keys lead from message to message, from the list to the last one. */
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

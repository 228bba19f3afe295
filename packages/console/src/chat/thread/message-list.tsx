import type { Chat, KeptMessage, Thread, ThreadState, UnsentMessage } from '@palaver/client';
import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Virtualizer } from 'virtua';
import { MessageRow } from '../message/message-row.tsx';
import { nameOf, previewSummaryOf, senderName, summaryOf } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { useReport } from '../ui/notices.tsx';
import { type Row, rowsOf } from './timeline.ts';

/** So near to an edge counts as being there, in pixels. */
const NEAR = 60;

interface MessageListProps {
  chat: Chat;
  thread: Thread;
  state: ThreadState;
  /** The `ext_user_id` of who looks. */
  me: string;
  onReply: (message: KeptMessage) => void;
  onEdit: (message: KeptMessage) => void;
  onTakeBack: (message: UnsentMessage) => void;
}

/**
 * The messages, of which only those in sight are in the document. It stays at its end while it is there; what is older comes
 * when the beginning is in sight, and moves nothing.
 */
export function MessageList({ chat, thread, state, me, onReply, onEdit, onTakeBack }: MessageListProps) {
  const { messages, members, hasOlder } = state;
  const report = useReport();
  const place = useRef<HTMLDivElement>(null);
  const [isLoadingOlder, setIsLoadingOlder] = useState(false);
  const beginning = useRef<HTMLParagraphElement>(null);
  const [startMargin, setStartMargin] = useState(0);
  useLayoutEffect(() => setStartMargin(hasOlder ? 0 : (beginning.current?.offsetHeight ?? 0)), [hasOlder]);
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

  const newest = messages.at(-1);
  const sending = newest?.state === 'sending' ? newest.client_message_id : undefined;
  const loadOlder = () => {
    if (isLoadingOlder || !hasOlder) return;
    setIsLoadingOlder(true);
    report(thread.loadOlder().finally(() => setIsLoadingOlder(false)));
  };
  const { scroller, isAtEnd, scrollToEnd, ...end } = useEnd(rows, sending, loadOlder);
  useMarkRead(thread, state, isAtEnd, place);

  const mayModerate = state.thread !== undefined && state.thread.me.role !== 'member';
  return (
    <div className="messages" ref={place}>
      {hasOlder ? (
        <div className="older">
          <button type="button" className="button" disabled={isLoadingOlder} onClick={loadOlder}>
            {isLoadingOlder ? 'Loading …' : 'Load older'}
          </button>
        </div>
      ) : null}
      <div
        ref={scroller}
        className="message-list"
        role="log"
        aria-label="Messages"
        // Whoever scrolls would be read all that comes into sight.
        aria-live="off"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keyboard
        tabIndex={0}
        onKeyDown={(event) => moveFocus(event, place.current)}
      >
        {/* As high as the button above the list, which it follows: what is read moves neither by the one nor by the other. */}
        {hasOlder ? null : (
          <p ref={beginning} className="older">
            <small>The beginning</small>
          </p>
        )}
        <Virtualizer data={rows} shift={isPrepended} startMargin={startMargin} {...end}>
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
                {...quotedBy(row, bySeq, names)}
                mentioned={mentioned.get(row.message) ?? NOBODY}
                isMine={row.isMine}
                isFirst={row.isFirst}
                seenBy={row.message.state === 'sent' ? (seenBy.get(row.message.seq) ?? '') : ''}
                mayModerate={mayModerate}
                onReply={onReply}
                onEdit={onEdit}
                onTakeBack={onTakeBack}
              />
            )
          }
        </Virtualizer>
      </div>
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

/**
 * Keeps the list at its end: while it is there it stays there, whatever comes or changes its size. It leaves the end only
 * when the user scrolls up. A scroll is theirs when no size has changed since the last look: measured rows, loaded pictures
 * and a window of another size move the list as well. While somebody presses something in it, it waits.
 *
 * (`virtua`'s own `scrollToIndex` goes on until all rows are measured, against a user who has begun to scroll meanwhile.)
 */
function useEnd(rows: readonly Row[], sending: string | undefined, onStart: () => void) {
  const scroller = useRef<HTMLDivElement>(null);
  /** As the user sees it: a few pixels above the end count as the end. */
  const [isAtEnd, setIsAtEnd] = useState(true);
  /** At the very end, which the list follows. */
  const isFollowing = useRef(true);
  const before = useRef({ offset: 0, height: 0, viewport: 0 });

  const look = useCallback(() => {
    const { current: list } = scroller;
    const { scrollTop: offset = 0, scrollHeight: height = 0, clientHeight: viewport = 0 } = list ?? {};
    const last = before.current;
    const isUp = offset < last.offset && height === last.height && viewport === last.viewport;
    before.current = { offset, height, viewport };
    const toEnd = height - viewport - offset;
    if (toEnd <= 1 || isUp) {
      isFollowing.current = toEnd <= 1;
      setIsAtEnd(isFollowing.current);
    }
    return { toStart: offset, toEnd };
  }, []);
  const scrollToEnd = useCallback(() => {
    scroller.current?.scrollTo({ top: scroller.current.scrollHeight, behavior: 'instant' });
    isFollowing.current = true;
    setIsAtEnd(true);
    look();
  }, [look]);

  const follow = () => {
    if (isFollowing.current && !isPressed.current) scrollToEnd();
    else look();
  };
  const isPressed = useIsPressed(scroller, follow);

  const last = rows.at(-1)?.key;
  const shown = useRef({ last, sending });
  useLayoutEffect(() => {
    const isNew = last !== shown.current.last;
    // Who writes wants to see it, wherever they have scrolled to; once, for it may wait for long, or be refused.
    const isWritten = sending !== undefined && sending !== shown.current.sending;
    shown.current = { last, sending };
    if (isWritten || (isNew && isAtEnd)) isFollowing.current = true;
    follow();
  });

  const onScroll = () => {
    const { toStart } = look();
    if (!isFollowing.current && toStart < NEAR) onStart();
  };
  const onScrollEnd = () => {
    if (look().toEnd < NEAR) setIsAtEnd(true);
  };
  return { scroller, isAtEnd, scrollToEnd, onScroll, onScrollEnd, onResize: follow };
}

/**
 * Whether a mouse button is down, or a finger, on something in this element. Browsers make a click only of a press and a
 * release on the same place: what moves in between loses it.
 */
function useIsPressed(element: RefObject<HTMLElement | null>, onRelease: () => void): RefObject<boolean> {
  const isPressed = useRef(false);
  const release = useEffectEvent(onRelease);
  useEffect(() => {
    const press = ({ target }: PointerEvent) => {
      // Not every browser tells when the scroll bar is let go.
      isPressed.current = target !== element.current;
    };
    // Some releases are told to nobody, such as one in a menu of the system's: then a move without a button tells.
    const look = ({ buttons }: PointerEvent) => {
      if (!isPressed.current || buttons !== 0) return;
      isPressed.current = false;
      // After the click, which comes next.
      requestAnimationFrame(release);
    };
    const { current: pressed } = element;
    pressed?.addEventListener('pointerdown', press);
    for (const type of RELEASES) window.addEventListener(type, look);
    return () => {
      pressed?.removeEventListener('pointerdown', press);
      for (const type of RELEASES) window.removeEventListener(type, look);
    };
  }, [element]);
  return isPressed;
}

const RELEASES = ['pointerup', 'pointercancel', 'pointermove'] as const;

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

/** What a message answers: as it is loaded, else as the server shows it beside the message. */
function quotedBy(
  { message }: Extract<Row, { type: 'message' }>,
  bySeq: Map<number, KeptMessage>,
  names: Map<string, string>,
): { quotedName: string; quotedText: string } {
  const loaded = message.reply_to === null ? undefined : bySeq.get(message.reply_to);
  if (loaded !== undefined) return { quotedName: senderName(loaded), quotedText: summaryOf(loaded) };
  const preview = message.state === 'sent' ? message.reply_preview : null;
  if (preview === null) return { quotedName: '', quotedText: '' };
  const { ext_user_id, display_name } = preview.sender;
  const quotedName = display_name || (names.get(ext_user_id) ?? 'Somebody');
  return { quotedName, quotedText: previewSummaryOf(preview) };
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

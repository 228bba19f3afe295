import type { ShownMessage, Thread, ThreadState } from '@palaver/client';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { JumpTarget } from '../context/thread-context.ts';
import { useThread } from '../context/thread-context.ts';
import { useBrowserLayoutEffect, useLatest } from '../hooks/use-latest.ts';
import { Message } from '../message/message.tsx';
import { Pictures } from '../message/pictures.tsx';
import { useLanguage, useTexts } from '../texts/language.ts';
import { Icon } from '../ui/icon.tsx';
import { useReport } from '../ui/notices.tsx';
import { replaceable } from '../ui/replaceable.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { type ChangeLine, lineOf } from './change-line.ts';
import type { ListScroll } from './rows/list-scroll.ts';
import { MeasuredRow } from './rows/measured-row.tsx';
import { useListScroll } from './rows/use-list-scroll.ts';
import type { Item } from './rows/window-of-rows.ts';
import { type Row, rowsOf } from './timeline.ts';
import { useAnnotations } from './use-annotations.ts';
import { useIsSeen } from './use-is-seen.ts';
import { useMarkRead } from './use-mark-read.ts';
import { type Mentions, useMentions } from './use-mentions.ts';
import { isNew, type NewRange, useNewRange } from './use-new-range.ts';

/** The messages of a thread, or why there are none. */
export const MessageList = replaceable('MessageList', function MessageList() {
  const texts = useTexts();
  const {
    isPending,
    state: { messages, isLoading },
  } = useThread();
  // (The latest messages count as read once they are shown.)
  if (messages.length > 0 && !isPending) return <Messages />;
  if (isLoading || isPending) return <Skeleton of="messages" />;
  return (
    <p className="pv-empty">
      <b>{texts.noMessages}</b> {texts.noMessagesHint}
    </p>
  );
});

/**
 * Only visible rows are in the document. The list stays at its end while the user is there. Older messages load before the user reaches the
 * start, and visible messages do not move.
 */
function Messages() {
  const { thread, state, summary, me, found } = useThread();
  const { messages, hasOlder } = state;
  const language = useLanguage();
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const [readSeq] = useState(summary.me.read_seq);
  const [range, setRange] = useState<NewRange>({ after: readSeq, upTo: Number.POSITIVE_INFINITY });
  const changes = useChangeLines(state);
  const rows = useMemo(
    () => rowsOf(messages, changes, { me, range, hasOlder }, language),
    [messages, changes, me, range, hasOlder, language],
  );
  const mentions = useMentions(messages, me, readSeq);
  const { isLoadingOlder, loadOlder, loadNewer } = usePages(thread);
  const newest = messages.at(-1);
  const written = newest?.state === 'sending' ? rows.at(-1)?.key : undefined;
  const { list, scroll, items, view } = useListScroll(rows, {
    hasNewer: state.hasNewer === true,
    written,
    onNearStart: loadOlder,
    onNearEnd: loadNewer,
  });
  useFound(found, rows, scroll);
  const isSeen = useIsSeen(place);
  useMarkRead(thread, state, isSeen && view.isAtEnd);
  const hasNew = messages.some((message) => isNew(message, range, me));
  useNewRange(setRange, { summary, hasNew, isSeen, isAtEnd: view.isAtEnd, written });
  return (
    <Pictures messages={messages}>
      <div className="pv-messages" ref={setPlace}>
        <div
          ref={list}
          className="pv-message-list"
          role="log"
          aria-label={language.texts.messages}
          // Otherwise a screen reader would read every message that is scrolled into view.
          aria-live="off"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keyboard
          tabIndex={0}
          onKeyDown={(event) => moveFocus(event, place)}
        >
          <div className="pv-rows">
            {hasOlder ? (
              <OlderButton isLoading={isLoadingOlder} onClick={loadOlder} />
            ) : (
              // (The rows after it may be out of sight, and so not here.)
              <p className="pv-older" aria-hidden={items[0]?.type === 'space'}>
                {language.texts.beginning}
              </p>
            )}
            <Rows {...{ items, scroll, mentions }} />
          </div>
        </div>
        <TopDay rows={rows} topKey={view.topKey} />
        <Announcement newest={newest} me={me} lastSeq={summary.last_seq} />
        <div className="pv-to-end">
          <MentionButton waiting={mentions.waiting} />
          {view.isAtEnd ? null : <LatestButton onLatest={() => scroll.scrollToEnd()} />}
        </div>
      </div>
    </Pictures>
  );
}

interface RowsProps {
  items: readonly Item<Row>[];
  scroll: ListScroll;
  mentions: Mentions;
}

function Rows({ items, scroll, mentions }: RowsProps) {
  const { thread, state, summary, me, found, reply, edit, takeBack, jump, deletions } = useThread();
  const annotationsOf = useAnnotations(state, me);
  const callbacks = { onReply: reply, onEdit: edit, onTakeBack: takeBack, onJump: jump };
  const shared = {
    ...{ thread, ...callbacks, onRemove: deletions.remove, onUndo: deletions.undo },
    mayModerate: summary.me.role !== 'member',
  };
  const rowOf = (row: Row) => {
    if (row.type === 'change') return <p className="pv-change">{row.text}</p>;
    if (row.type === 'divider') return <Divider label={row.label} isNew={row.isNew} />;
    const { message, isMine, isFirst, isLast } = row;
    const { seq, sender } = message.state === 'sent' ? message : {};
    const { seenBy, ...annotations } = annotationsOf(message);
    const isWaiting = seq !== undefined && mentions.waiting.includes(seq);
    return (
      <>
        {isWaiting ? <Sight onSight={() => mentions.note(seq)} /> : null}
        <Message
          {...{ ...shared, message, isMine, isFirst, isLast, ...annotations }}
          isNamed={!isMine && sender?.ext_user_id !== summary.peer?.ext_user_id}
          // Between two users, a mark in the message itself says it.
          seenBy={summary.peer === null ? seenBy : ''}
          isRemoved={seq !== undefined && deletions.has(seq)}
          isFound={seq !== undefined && seq === found?.seq}
        />
      </>
    );
  };
  return items.map((item) =>
    item.type === 'space' ? (
      <div key={item.key} style={{ height: item.height }} />
    ) : (
      <MeasuredRow key={item.key} id={item.key} scroll={scroll}>
        {rowOf(item.row)}
      </MeasuredRow>
    ),
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

/** Notes when it is in sight. */
function Sight({ onSight }: { onSight: () => void }) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const isSeen = useIsSeen(place);
  const note = useLatest(onSight);
  useEffect(() => {
    if (isSeen) note();
  }, [isSeen, note]);
  return <span ref={setPlace} />;
}

/** Leads to the oldest new message that mentions the user, and says how many there are. */
function MentionButton({ waiting }: Pick<Mentions, 'waiting'>) {
  const { jump } = useThread();
  const texts = useTexts();
  const [next] = waiting;
  if (next === undefined) return null;
  return (
    <button
      type="button"
      className="pv-button"
      aria-label={texts.mentionsOfYou(waiting.length)}
      onClick={() => jump(next)}
    >
      @ {waiting.length}
    </button>
  );
}

/** Leads to the latest messages, and says how many of them are new. */
function LatestButton({ onLatest }: { onLatest: () => void }) {
  const { thread, summary } = useThread();
  const report = useReport();
  const { texts, countOf } = useLanguage();
  const { unread_count } = summary;
  return (
    <button type="button" className="pv-button" onClick={() => report(thread.loadLatest().then(onLatest))}>
      <Icon name="down" />{' '}
      {unread_count === 0 ? texts.latest : texts.newCount(unread_count, countOf(summary))}
    </button>
  );
}

/** The day of the messages in sight, over the list. (Screen readers read the dividers.) */
function TopDay({ rows, topKey }: { rows: readonly Row[]; topKey: string | undefined }) {
  const { dayOf } = useLanguage();
  const top = topKey === undefined ? undefined : rows.find(({ key }) => key === topKey);
  if (top?.type !== 'message') return null;
  return (
    <p className="pv-divider pv-top-day" aria-hidden="true">
      <span>{dayOf(top.message.created_at)}</span>
    </p>
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
      {isNew
        ? texts.lastOf(
            newest.as ? texts.by(senderName(newest), texts.support) : senderName(newest),
            summaryOf(newest),
          )
        : ''}
    </p>
  );
}

/** What happened to the group between the messages, in words. */
function useChangeLines({ changes, members }: ThreadState): readonly ChangeLine[] {
  const language = useLanguage();
  return useMemo(() => {
    const names = new Map(members.map((member) => [member.ext_user_id, language.nameOf(member)]));
    const nameOf = (id: string) => names.get(id) ?? language.texts.unknownUser;
    return (changes ?? []).map((change) => lineOf(change, nameOf, language));
  }, [changes, members, language]);
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
function useFound(found: JumpTarget | undefined, rows: readonly Row[], scroll: ListScroll): void {
  const shown = useRef<JumpTarget | undefined>(undefined);
  useBrowserLayoutEffect(() => {
    if (found === undefined || shown.current === found) return;
    const row = rows.find(
      (one) => one.type === 'message' && one.message.state === 'sent' && one.message.seq === found.seq,
    );
    if (row === undefined) return;
    shown.current = found;
    scroll.scrollTo(row.key);
  }, [found, rows, scroll]);
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

import type { KeptMessage, ShownMessage, Thread, UnsentMessage } from '@palaver/client';
import { memo, useEffect, useRef, useState } from 'react';
import { useLanguage, useTexts } from '../texts/language.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Icon, IconButton } from '../ui/icon.tsx';
import { useReport } from '../ui/notices.tsx';
import { Body } from './body.tsx';

const REACTIONS = ['👍', '❤️', '😂', '🎉'];

interface MessageRowProps {
  thread: Thread;
  message: ShownMessage;
  /** The sender and text of the message that this one replies to; empty if it is no reply. */
  quotedName: string;
  quotedText: string;
  mentioned: readonly string[];
  isMine: boolean;
  /** The first of several messages of one sender: shows their name and picture. */
  isFirst: boolean;
  /** The user has jumped to it: it is marked, and gets the focus. */
  isFound: boolean;
  /** Members who have read up to this message. */
  seenBy: string;
  /** What the user's role allows beyond their own messages. */
  mayModerate: boolean;
  onReply: (message: KeptMessage) => void;
  onEdit: (message: KeptMessage) => void;
  onTakeBack: (message: UnsentMessage) => void;
}

/** One message. Arrow keys move between messages; the toolbar appears on hover and focus. */
export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { thread, message, quotedName, quotedText, mentioned, isMine, isFirst, seenBy, onTakeBack } = props;
  const { texts, senderName, time, exactTime } = useLanguage();
  const [isActive, setIsActive] = useState(false);
  const row = useFocus(props.isFound);
  const name = message.state === 'sent' ? senderName(message) : texts.you;
  const isDeleted = message.state === 'sent' && message.deleted_at !== null;
  return (
    <article
      ref={row}
      className="pv-message"
      data-found={props.isFound}
      data-mine={isMine}
      data-first={isFirst}
      data-state={message.state}
      aria-label={texts.by(name, time(message.created_at))}
      tabIndex={-1}
      onPointerEnter={() => setIsActive(true)}
      onPointerLeave={() => setIsActive(false)}
      onFocus={() => setIsActive(true)}
      onBlur={({ currentTarget, relatedTarget }) => setIsActive(currentTarget.contains(relatedTarget))}
    >
      {isFirst && !isMine && message.state === 'sent' ? (
        <header>
          <Avatar id={message.sender.ext_user_id} name={name} url={message.sender.avatar_url} />
          <b>{name}</b>
          {message.sender.type === 'bot' ? <span className="pv-tag">{texts.bot}</span> : null}
        </header>
      ) : null}
      <div className="pv-bubble">
        {quotedName === '' ? null : (
          <blockquote>
            <b>{quotedName}</b> {quotedText}
          </blockquote>
        )}
        <Body message={message} mentioned={mentioned} thread={thread} />
        <footer>
          {message.state === 'sent' && message.pinned_at !== null ? <Icon name="pin" /> : null}
          {message.state === 'sent' && message.edited_at !== null && !isDeleted ? `${texts.edited} ` : null}
          <time dateTime={new Date(message.created_at).toISOString()} title={exactTime(message.created_at)}>
            {time(message.created_at)}
          </time>
          {isMine ? <Progress state={message.state} /> : null}
        </footer>
        {isActive && !props.isFound && message.state === 'sent' && !isDeleted ? (
          <Actions {...props} message={message} />
        ) : null}
      </div>
      {message.state === 'sent' && message.reactions.length > 0 ? (
        <Reactions message={message} thread={thread} />
      ) : null}
      {message.state === 'failed' ? (
        <Failed message={message} thread={thread} onTakeBack={onTakeBack} />
      ) : null}
      {seenBy === '' ? null : <p className="pv-seen">{texts.seenBy(seenBy)}</p>}
    </article>
  );
});

/** Gives an element the focus, as soon as it is visible: the list hides rows until it knows their height. */
function useFocus(isWanted: boolean) {
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isWanted) return;
    let frame = 0;
    const look = () => {
      if (element.current?.checkVisibility({ visibilityProperty: true }))
        element.current.focus({ preventScroll: true });
      else frame = requestAnimationFrame(look);
    };
    look();
    return () => cancelAnimationFrame(frame);
  }, [isWanted]);
  return element;
}

function Failed({
  message,
  thread,
  onTakeBack,
}: Pick<MessageRowProps, 'thread' | 'onTakeBack'> & { message: UnsentMessage }) {
  const { texts, sentenceOf } = useLanguage();
  return (
    <p className="pv-failed">
      {texts.notSentBecause(sentenceOf(message.error))}{' '}
      {message.canRetry ? (
        <button type="button" className="pv-link" onClick={() => thread.retry(message.client_message_id)}>
          {texts.tryAgain}
        </button>
      ) : null}{' '}
      {message.body.text === '' || message.upload !== undefined ? null : (
        <button type="button" className="pv-link" onClick={() => onTakeBack(message)}>
          {texts.edit}
        </button>
      )}{' '}
      <button type="button" className="pv-link" onClick={() => thread.discard(message.client_message_id)}>
        {texts.discard}
      </button>
    </p>
  );
}

function Progress({ state }: { state: ShownMessage['state'] }) {
  const texts = useTexts();
  const marks = { sent: ['✓', texts.sent], sending: ['◷', texts.waiting], failed: ['!', texts.notSent] };
  const [mark, label] = marks[state];
  return (
    <span className="pv-progress" role="img" aria-label={label} title={label}>
      {mark}
    </span>
  );
}

function Reactions({ message, thread }: { message: KeptMessage; thread: Thread }) {
  const report = useReport();
  return (
    <div className="pv-reactions">
      {message.reactions.map(({ key, count, mine }) => (
        <button
          key={key}
          type="button"
          aria-pressed={mine}
          aria-label={`${key} ${count}`}
          onClick={() => report(mine ? thread.unreact(message.seq, key) : thread.react(message.seq, key))}
        >
          {key} {count}
        </button>
      ))}
    </div>
  );
}

function Actions({
  message,
  thread,
  isMine,
  mayModerate,
  onReply,
  onEdit,
}: MessageRowProps & { message: KeptMessage }) {
  const report = useReport();
  const texts = useTexts();
  const { seq, pinned_at, reactions } = message;
  const toolbar = useRef<HTMLDivElement>(null);
  const remove = () => {
    // Deleting removes these buttons, so the focus moves to the message itself.
    toolbar.current?.closest('article')?.focus();
    report(thread.delete(seq));
  };
  const hasMine = (key: string) => reactions.some((reaction) => reaction.key === key && reaction.mine);
  return (
    <div ref={toolbar} className="pv-actions" role="toolbar" aria-label={texts.message}>
      {REACTIONS.map((key) => (
        <button
          key={key}
          type="button"
          className="pv-icon-button"
          aria-label={texts.reactWith(key)}
          aria-pressed={hasMine(key)}
          onClick={() => report(hasMine(key) ? thread.unreact(seq, key) : thread.react(seq, key))}
        >
          {key}
        </button>
      ))}
      <IconButton icon="reply" label={texts.reply} onClick={() => onReply(message)} />
      {mayModerate ? (
        <IconButton
          icon="pin"
          label={pinned_at === null ? texts.pin : texts.unpin}
          isPressed={pinned_at !== null}
          onClick={() => report(pinned_at === null ? thread.pin(seq) : thread.unpin(seq))}
        />
      ) : null}
      {isMine && message.body.text !== '' ? (
        <IconButton icon="edit" label={texts.edit} onClick={() => onEdit(message)} />
      ) : null}
      {isMine || mayModerate ? <IconButton icon="trash" label={texts.delete} onClick={remove} /> : null}
    </div>
  );
}

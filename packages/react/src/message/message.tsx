import type { ShownMessage, Thread, UnsentMessage } from '@palaver/client';
import { memo, type ReactNode, useEffect, useRef, useState } from 'react';
import { useLanguage, useTexts } from '../texts/language.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Boundary } from '../ui/boundary.tsx';
import { replaceable } from '../ui/replaceable.tsx';
import { Actions, type ActionsProps } from './actions.tsx';
import { Body, isBare } from './body.tsx';
import { Meta } from './meta.tsx';
import { Reactions } from './reactions.tsx';

/** What is known of one message, and what can be done with it. */
export interface MessageProps extends Omit<ActionsProps, 'message' | 'thread'> {
  thread: Thread;
  message: ShownMessage;
  /** Says who wrote it, because others could have. */
  isNamed: boolean;
  /** The message that this one replies to: its number, sender and text; the name is empty if it is no reply. */
  quotedSeq: number | null;
  quotedName: string;
  quotedText: string;
  mentioned: readonly string[];
  /** The first of several messages of one sender shows their name, the last one their picture. */
  isFirst: boolean;
  isLast: boolean;
  /** The user has jumped to it: it is marked, and gets the focus. */
  isFound: boolean;
  /** Whether another member has read it. */
  isSeen: boolean;
  /** The user has just deleted it, and can undo that. */
  isRemoved: boolean;
  onUndo: (seq: number) => void;
  onTakeBack: (message: UnsentMessage) => void;
  /** Shows another message. */
  onJump: (seq: number) => void;
}

/** One message. Arrow keys move between messages; the actions appear on hover and focus. */
export const Message = replaceable(
  'Message',
  memo(function Message(props: MessageProps) {
    const { thread, message, isNamed, isMine, isFirst, isLast, isSeen, seenBy, isRemoved } = props;
    const [isActive, setIsActive] = useState(false);
    const { texts, senderName, time } = useLanguage();
    const row = useFocus(props.isFound);
    const sent = message.state === 'sent' ? message : undefined;
    const name = sent === undefined ? texts.you : senderName(sent);
    const tag = sent?.sender.type === 'bot' ? texts.bot : sent?.as && texts.support;
    const isDeleted = isRemoved || (sent !== undefined && sent.deleted_at !== null);
    const meta = <Meta message={message} isMine={isMine} isSeen={isSeen} seenBy={seenBy} />;
    return (
      <article
        ref={row}
        className="pv-message"
        data-found={props.isFound}
        data-mine={isMine}
        data-first={isFirst}
        data-last={isLast}
        data-state={message.state}
        aria-label={texts.by(tag ? texts.by(name, tag) : name, time(message.created_at))}
        tabIndex={-1}
        // (A finger gives the focus, where it stays.)
        onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setIsActive(true)}
        onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setIsActive(false)}
        onFocus={() => setIsActive(true)}
        onBlur={({ currentTarget, relatedTarget }) => setIsActive(currentTarget.contains(relatedTarget))}
      >
        {isNamed && sent !== undefined ? (
          <span className="pv-gutter">
            {isLast ? <Avatar id={sent.sender.ext_user_id} name={name} url={sent.sender.avatar_url} /> : null}
          </span>
        ) : null}
        <div className="pv-stack">
          {isFirst && isNamed ? (
            <header className="pv-sender">
              <b>{name}</b>
              {tag ? <span className="pv-tag">{tag}</span> : null}
            </header>
          ) : null}
          <div className="pv-line">
            <div className="pv-bubble" data-bare={!isDeleted && isBare(message)}>
              {isRemoved && sent !== undefined ? (
                <Removed onUndo={() => props.onUndo(sent.seq)} />
              ) : (
                <>
                  <Quote {...props} />
                  <Boundary instead={<NotShown meta={meta} />}>
                    <Body message={message} mentioned={props.mentioned} thread={thread} meta={meta} />
                  </Boundary>
                </>
              )}
            </div>
            {isActive && sent !== undefined && !isDeleted ? <Actions {...props} message={sent} /> : null}
          </div>
          {sent !== undefined && !isDeleted && sent.reactions.length > 0 ? (
            <Reactions message={sent} thread={thread} />
          ) : null}
          {message.state === 'failed' ? (
            <Failed message={message} thread={thread} onTakeBack={props.onTakeBack} />
          ) : null}
        </div>
      </article>
    );
  }),
);

/** Gives an element the focus. */
function useFocus(isWanted: boolean) {
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isWanted) element.current?.focus({ preventScroll: true });
  }, [isWanted]);
  return element;
}

/** The message that this one replies to; a press shows it. */
function Quote({ quotedSeq, quotedName, quotedText, onJump }: MessageProps) {
  if (quotedName === '' || quotedSeq === null) return null;
  return (
    <button type="button" className="pv-quote" onClick={() => onJump(quotedSeq)}>
      <b>{quotedName}</b> <span>{quotedText}</span>
    </button>
  );
}

/** A message with data that we did not expect, such as fields that its sender has added, costs only itself. */
function NotShown({ meta }: { meta: ReactNode }) {
  const texts = useTexts();
  return (
    <p className="pv-gone">
      {texts.cannotBeShown} {meta}
    </p>
  );
}

function Removed({ onUndo }: { onUndo: () => void }) {
  const texts = useTexts();
  return (
    <p className="pv-gone">
      {texts.messageDeleted}{' '}
      <button type="button" className="pv-link" onClick={onUndo}>
        {texts.undo}
      </button>
    </p>
  );
}

interface FailedProps extends Pick<MessageProps, 'thread' | 'onTakeBack'> {
  message: UnsentMessage;
}

function Failed({ message, thread, onTakeBack }: FailedProps) {
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

import type { Chat, ClientMember, NewMessage, Thread } from '@palaver/client';
import { type FormEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import type { Draft } from '../thread/thread-view.tsx';
import { nameOf, senderName, summaryOf } from '../ui/format.ts';
import { Icon, IconButton } from '../ui/icon.tsx';
import { useReport } from '../ui/notices.tsx';
import { useReadable } from '../use-readable.ts';
import { completeMention, mentionedBy, startedMention } from './mentions.ts';
import { StickerPicker } from './sticker-picker.tsx';

/** What can be added beside text. An app of yours uploads a file here, and sends where it is. */
export interface Attachment {
  label: string;
  /** A message to be sent as the user; or something to be done, which may take a while. */
  message?: Exclude<NewMessage, string>;
  run?: (threadId: string) => Promise<unknown>;
}

interface ComposerProps {
  chat: Chat;
  thread: Thread;
  /** Who can be mentioned. */
  members: readonly ClientMember[];
  draft: Draft;
  onDraft: (draft: Draft) => void;
  /** What was written in each thread, and not sent. */
  unsent: Map<string, string>;
  onEditLast: () => void;
  attachments: readonly Attachment[];
}

type Opened = 'nothing' | 'attachments' | 'stickers';

/** Where one writes: Enter sends, Shift and Enter begin a line, Escape gives up an answer or a change, ↑ changes the last message. */
export function Composer(props: ComposerProps) {
  const { chat, thread, members, draft, onDraft, unsent, onEditLast, attachments } = props;
  const [text, setText] = useState(unsent.get(thread.id) ?? '');
  const [opened, setOpened] = useState<Opened>('nothing');
  const field = useRef<HTMLTextAreaElement>(null);
  const wasEdit = useRef(false);
  const report = useReport();
  const started = startedMention(text, members);
  const maxChars = useReadable(chat.limits)?.text_chars ?? Number.POSITIVE_INFINITY;
  const tooMany = Math.max(0, charsOf(text.trim()) - maxChars);

  // At once: the next key may be on its way.
  useLayoutEffect(() => {
    const isTakenBack = draft.type !== 'edit' && draft.isTakenBack === true;
    if (draft.type === 'edit') {
      setText(draft.message.body.text);
      // Whatever was being written waits.
      thread.setTyping(false);
    }
    // What was being written before the change is there again, or what was refused.
    else if (wasEdit.current || isTakenBack) setText(unsent.get(thread.id) ?? '');
    wasEdit.current = draft.type === 'edit';
    if (draft.type !== 'new' || isTakenBack) field.current?.focus();
  }, [draft, unsent, thread]);

  const write = (now: string) => {
    setText(now);
    if (draft.type !== 'edit') unsent.set(thread.id, now);
  };

  /** What was written as an answer stays, as a message of its own. */
  const cancel = () => {
    onDraft({ type: 'new' });
    field.current?.focus();
  };
  const finish = () => {
    if (draft.type !== 'edit') write('');
    cancel();
  };
  const send = (message: Exclude<NewMessage, string>) =>
    thread.send(draft.type === 'reply' ? { ...message, reply_to: draft.message.seq } : message);
  /** What is being written meanwhile, stays. */
  const attach = (message: Exclude<NewMessage, string>) => {
    setOpened('nothing');
    send(message);
    if (draft.type === 'reply') onDraft({ type: 'new' });
    field.current?.focus();
  };
  const edit = async ({ message, ...others }: Extract<Draft, { type: 'edit' }>, written: string) => {
    try {
      await thread.edit(message.seq, { text: written });
    } catch (error) {
      // It can be tried again, unless something else is being written.
      if (field.current?.value === (unsent.get(thread.id) ?? ''))
        onDraft({ ...others, message: { ...message, body: { ...message.body, text: written } } });
      throw error;
    }
  };
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    const written = text.trim();
    if (written === '' || tooMany > 0) return;
    if (draft.type === 'edit') {
      report(edit(draft, written));
    } else send({ body: { text: written }, mentions: mentionedBy(written, members) });
    finish();
  };
  const mention = (member: ClientMember) => {
    write(completeMention(text, member));
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const [best] = started;
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      if (best === undefined) submit();
      else mention(best);
    } else if (event.key === 'Tab' && best !== undefined) {
      event.preventDefault();
      mention(best);
    } else if (event.key === 'Escape') {
      setOpened('nothing');
      if (draft.type !== 'new') cancel();
    } else if (event.key === 'ArrowUp' && text === '') {
      event.preventDefault();
      onEditLast();
    }
  };
  const toggle = (what: Opened) => setOpened(opened === what ? 'nothing' : what);

  return (
    <form className="composer" onSubmit={submit}>
      {draft.type === 'new' ? null : (
        <p className="draft">
          <Icon name={draft.type} />
          <span>
            <b>{draft.type === 'edit' ? 'Change your message' : `Answer ${senderName(draft.message)}`}</b>{' '}
            {summaryOf(draft.message)}
          </span>
          <IconButton icon="close" label="Cancel" onClick={cancel} />
        </p>
      )}
      {started.length === 0 ? null : (
        <ul className="suggestions" aria-label="Members to mention">
          {started.map((member) => (
            <li key={member.ext_user_id}>
              <button type="button" onClick={() => mention(member)}>
                @{nameOf(member)}
              </button>
            </li>
          ))}
        </ul>
      )}
      {opened === 'attachments' ? (
        <ul className="suggestions" aria-label="Attachments">
          {attachments.map(({ label, message, run }) => (
            <li key={label}>
              <button
                type="button"
                onClick={() => {
                  setOpened('nothing');
                  if (message !== undefined) attach(message);
                  if (run !== undefined) report(run(thread.id));
                }}
              >
                {label}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {opened === 'stickers' ? (
        <StickerPicker
          chat={chat}
          onPick={(pack_id, sticker_id) =>
            attach({ body: { metadata: [{ type: 'sticker', pack_id, sticker_id }] } })
          }
        />
      ) : null}
      {tooMany === 0 ? null : (
        <p className="too-long" role="status">
          {tooMany.toLocaleString()} characters too many: a message has at most {maxChars.toLocaleString()}.
        </p>
      )}
      <div className="composer-line">
        {attachments.length === 0 ? null : (
          <IconButton
            icon="plus"
            label="Attach"
            isPressed={opened === 'attachments'}
            onClick={() => toggle('attachments')}
          />
        )}
        <IconButton
          icon="sticker"
          label="Stickers"
          isPressed={opened === 'stickers'}
          onClick={() => toggle('stickers')}
        />
        <textarea
          ref={field}
          rows={1}
          value={text}
          placeholder="Write a message"
          aria-label="Message"
          onChange={({ target }) => {
            write(target.value);
            if (draft.type !== 'edit') thread.setTyping(target.value !== '');
          }}
          onKeyDown={onKeyDown}
        />
        <button
          type="submit"
          className="icon-button send"
          aria-label="Send"
          title="Send"
          disabled={text.trim() === '' || tooMany > 0}
        >
          <Icon name="send" />
        </button>
      </div>
    </form>
  );
}

/** Code points, as the server counts: two UTF-16 units may be one. */
function charsOf(text: string): number {
  return text.length - (text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)?.length ?? 0);
}

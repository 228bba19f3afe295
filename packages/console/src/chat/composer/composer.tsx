import type { Chat, ClientMember } from '@palaver/client';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { nameOf, senderName, summaryOf } from '../ui/format.ts';
import { Icon, IconButton } from '../ui/icon.tsx';
import { useReport } from '../ui/notices.tsx';
import { type Attachment, AttachmentMenu } from './attachment-menu.tsx';
import { FileDrop } from './file-drop.tsx';
import { completeMention, startedMention } from './mentions.ts';
import { MessageField } from './message-field.tsx';
import { StickerPicker } from './sticker-picker.tsx';
import { Tray } from './tray.tsx';
import { type Composing, useComposing } from './use-composing.ts';
import type { Draft } from './use-draft.ts';
import { useVoice } from './use-voice.ts';
import { VoiceBar } from './voice-bar.tsx';
import { canRecord } from './voice-recording.ts';

interface ComposerProps extends Composing {
  /** The element that takes files which are dropped. */
  place: HTMLElement | null;
  onEditLast: () => void;
  attachments: readonly Attachment[];
}

type Opened = 'nothing' | 'attachments' | 'stickers';

/**
 * The message field with mentions, files, attachments, stickers and voice messages. Enter sends, Shift+Enter starts a line, Escape cancels a reply
 * or an edit, ↑ edits the user's last message.
 */
export function Composer({ place, onEditLast, attachments, ...composing }: ComposerProps) {
  const { chat, thread, members, draft, tray } = composing;
  const { field, text, write, maxChars, excess, hasFiles, canSubmit, submit, cancel, ...attaching } =
    useComposing(composing);
  const { recording, ...voice } = useVoice(attaching.attachVoice);
  const [opened, setOpened] = useState<Opened>('nothing');
  const report = useReport();
  const suggested = startedMention(text, members);
  const [best] = suggested;
  const isBlank = text === '' && !hasFiles && draft.type !== 'edit';

  const onType = (now: string) => {
    write(now);
    if (draft.type !== 'edit') thread.setTyping(now !== '');
  };
  const mention = (member: ClientMember) => {
    write(completeMention(text, member));
    field.current?.focus();
  };
  const pick = ({ message, run }: Omit<Attachment, 'label'>) => {
    setOpened('nothing');
    if (message !== undefined) attaching.attach(message);
    if (run !== undefined) report(run(thread.id));
  };
  const pickFiles = (chosen: readonly File[]) => {
    setOpened('nothing');
    report(attaching.attachFiles(chosen));
  };
  const cancelVoice = () => {
    flushSync(voice.cancel);
    field.current?.focus();
  };
  const onEscape = () => {
    setOpened('nothing');
    if (draft.type !== 'new') cancel();
  };
  return (
    <form className="composer" onSubmit={submit}>
      <FileDrop place={place} onFiles={attaching.attachFiles} />
      {draft.type === 'new' ? null : <DraftSubject draft={draft} onCancel={cancel} />}
      {suggested.length === 0 ? null : <MentionMenu members={suggested} onPick={mention} />}
      <OpenedMenu opened={opened} chat={chat} attachments={attachments} onPick={pick} onFiles={pickFiles} />
      {hasFiles ? <Tray chosen={tray.chosen} onRemove={tray.remove} /> : null}
      <Excess excess={excess} maxChars={maxChars} />
      {recording === 'none' ? (
        <div className="composer-line">
          <Openers opened={opened} onOpen={setOpened} />
          <MessageField
            ref={field}
            text={text}
            onType={onType}
            onFiles={pickFiles}
            onSubmit={submit}
            onComplete={best && (() => mention(best))}
            onEscape={onEscape}
            onEditLast={onEditLast}
          />
          <SendButton isBlank={isBlank} isDisabled={!canSubmit} onRecord={() => report(voice.start())} />
        </div>
      ) : (
        <VoiceBar recording={recording} onCancel={cancelVoice} onSend={() => report(voice.send())} />
      )}
    </form>
  );
}

function Excess({ excess, maxChars }: { excess: number; maxChars: number }) {
  if (excess === 0) return null;
  return (
    <p className="too-long" role="status">
      {excess.toLocaleString()} characters too many: a message has at most {maxChars.toLocaleString()}.
    </p>
  );
}

interface OpenedMenuProps {
  opened: Opened;
  chat: Chat;
  attachments: readonly Attachment[];
  onPick: (attachment: Omit<Attachment, 'label'>) => void;
  onFiles: (files: readonly File[]) => void;
}

function OpenedMenu({ opened, chat, attachments, onPick, onFiles }: OpenedMenuProps) {
  const pickSticker = (pack_id: string, sticker_id: string) =>
    onPick({ message: { body: { metadata: [{ type: 'sticker', pack_id, sticker_id }] } } });
  if (opened === 'stickers') return <StickerPicker chat={chat} onPick={pickSticker} />;
  if (opened === 'attachments')
    return <AttachmentMenu attachments={attachments} onPick={onPick} onFiles={onFiles} />;
  return null;
}

interface DraftSubjectProps {
  draft: Exclude<Draft, { type: 'new' }>;
  onCancel: () => void;
}

/** The message that the draft replies to or edits. */
function DraftSubject({ draft: { type, message }, onCancel }: DraftSubjectProps) {
  return (
    <p className="draft">
      <Icon name={type} />
      <span>
        <b>{type === 'edit' ? 'Change your message' : `Answer ${senderName(message)}`}</b>{' '}
        {summaryOf(message)}
      </span>
      <IconButton icon="close" label="Cancel" onClick={onCancel} />
    </p>
  );
}

interface MentionMenuProps {
  members: readonly ClientMember[];
  onPick: (member: ClientMember) => void;
}

function MentionMenu({ members, onPick }: MentionMenuProps) {
  return (
    <ul className="suggestions" aria-label="Members to mention">
      {members.map((member) => (
        <li key={member.ext_user_id}>
          <button type="button" onClick={() => onPick(member)}>
            @{nameOf(member)}
          </button>
        </li>
      ))}
    </ul>
  );
}

interface OpenersProps {
  opened: Opened;
  onOpen: (what: Opened) => void;
}

/** The buttons that open and close the attachments and the stickers. */
function Openers({ opened, onOpen }: OpenersProps) {
  const toggle = (what: Opened) => onOpen(opened === what ? 'nothing' : what);
  return (
    <>
      <IconButton
        icon="plus"
        label="Attach"
        isPressed={opened === 'attachments'}
        onClick={() => toggle('attachments')}
      />
      <IconButton
        icon="sticker"
        label="Stickers"
        isPressed={opened === 'stickers'}
        onClick={() => toggle('stickers')}
      />
    </>
  );
}

interface SendButtonProps {
  /** There is nothing to send yet: the button records a voice message. */
  isBlank: boolean;
  isDisabled: boolean;
  onRecord: () => void;
}

function SendButton({ isBlank, isDisabled, onRecord }: SendButtonProps) {
  if (isBlank && canRecord())
    return <IconButton icon="microphone" label="Record a voice message" onClick={onRecord} />;
  return (
    <button type="submit" className="icon-button send" aria-label="Send" title="Send" disabled={isDisabled}>
      <Icon name="send" />
    </button>
  );
}

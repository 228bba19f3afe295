import type { ClientMember } from '@palaver/client';
import { useState } from 'react';
import { nameOf, senderName, summaryOf } from '../ui/format.ts';
import { Icon, IconButton } from '../ui/icon.tsx';
import { useReport } from '../ui/notices.tsx';
import { type Attachment, AttachmentMenu } from './attachment-menu.tsx';
import { completeMention, startedMention } from './mentions.ts';
import { MessageField } from './message-field.tsx';
import { StickerPicker } from './sticker-picker.tsx';
import { type Composing, useComposing } from './use-composing.ts';
import type { Draft } from './use-draft.ts';

interface ComposerProps extends Composing {
  onEditLast: () => void;
  attachments: readonly Attachment[];
}

type Opened = 'nothing' | 'attachments' | 'stickers';

/**
 * The message field with mentions, attachments and stickers. Enter sends, Shift+Enter starts a line, Escape cancels a reply
 * or an edit, ↑ edits the user's last message.
 */
export function Composer({ onEditLast, attachments, ...composing }: ComposerProps) {
  const { chat, thread, members, draft } = composing;
  const { field, text, write, maxChars, excess, submit, attach, cancel } = useComposing(composing);
  const [opened, setOpened] = useState<Opened>('nothing');
  const report = useReport();
  const suggested = startedMention(text, members);
  const [best] = suggested;

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
    if (message !== undefined) attach(message);
    if (run !== undefined) report(run(thread.id));
  };
  const pickSticker = (pack_id: string, sticker_id: string) =>
    pick({ message: { body: { metadata: [{ type: 'sticker', pack_id, sticker_id }] } } });
  const onEscape = () => {
    setOpened('nothing');
    if (draft.type !== 'new') cancel();
  };
  return (
    <form className="composer" onSubmit={submit}>
      {draft.type === 'new' ? null : <DraftSubject draft={draft} onCancel={cancel} />}
      {suggested.length === 0 ? null : <MentionMenu members={suggested} onPick={mention} />}
      {opened === 'attachments' ? <AttachmentMenu attachments={attachments} onPick={pick} /> : null}
      {opened === 'stickers' ? <StickerPicker chat={chat} onPick={pickSticker} /> : null}
      {excess === 0 ? null : (
        <p className="too-long" role="status">
          {excess.toLocaleString()} characters too many: a message has at most {maxChars.toLocaleString()}.
        </p>
      )}
      <div className="composer-line">
        <Openers hasAttachments={attachments.length > 0} opened={opened} onOpen={setOpened} />
        <MessageField
          ref={field}
          text={text}
          onType={onType}
          onSubmit={submit}
          onComplete={best && (() => mention(best))}
          onEscape={onEscape}
          onEditLast={onEditLast}
        />
        <SendButton isDisabled={text.trim() === '' || excess > 0} />
      </div>
    </form>
  );
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
  hasAttachments: boolean;
  opened: Opened;
  onOpen: (what: Opened) => void;
}

/** The buttons that open and close the attachments and the stickers. */
function Openers({ hasAttachments, opened, onOpen }: OpenersProps) {
  const toggle = (what: Opened) => onOpen(opened === what ? 'nothing' : what);
  return (
    <>
      {hasAttachments ? (
        <IconButton
          icon="plus"
          label="Attach"
          isPressed={opened === 'attachments'}
          onClick={() => toggle('attachments')}
        />
      ) : null}
      <IconButton
        icon="sticker"
        label="Stickers"
        isPressed={opened === 'stickers'}
        onClick={() => toggle('stickers')}
      />
    </>
  );
}

function SendButton({ isDisabled }: { isDisabled: boolean }) {
  return (
    <button type="submit" className="icon-button send" aria-label="Send" title="Send" disabled={isDisabled}>
      <Icon name="send" />
    </button>
  );
}

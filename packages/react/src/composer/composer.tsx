import type { KeptMessage, ThreadState } from '@palaver/client';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { Attachment } from '../context/attachment.ts';
import { useClient } from '../context/chat-context.ts';
import type { Draft } from '../context/thread-context.ts';
import { useThread } from '../context/thread-context.ts';
import { useReadable } from '../hooks/use-readable.ts';
import { useLanguage, useTexts } from '../texts/language.ts';
import { Icon, IconButton } from '../ui/icon.tsx';
import { useReport } from '../ui/notices.tsx';
import { Options } from '../ui/options.tsx';
import { replaceable } from '../ui/replaceable.tsx';
import { AttachmentMenu } from './attachment-menu.tsx';
import { EmojiButton } from './emoji-button.tsx';
import { FileDrop } from './file-drop.tsx';
import { insertText } from './insert-text.ts';
import { MessageField } from './message-field.tsx';
import { StickerPicker } from './sticker-picker.tsx';
import { Tray } from './tray.tsx';
import { useComposing } from './use-composing.ts';
import { type Suggestions, useMention } from './use-mention.ts';
import { useTypedElsewhere } from './use-typed-elsewhere.ts';
import { useVoice } from './use-voice.ts';
import { VoiceBar } from './voice-bar.tsx';
import { canRecord } from './voice-recording.ts';

type OpenPanel = 'nothing' | 'attachments' | 'stickers';

/**
 * The message field with mentions, files, attachments, stickers and voice messages. Enter sends, Shift+Enter starts a line, Escape cancels
 * a reply or an edit, ↑ edits the user's last message. While members are suggested for a mention, arrow keys, Enter, Tab and Escape belong
 * to the suggestions.
 */
export const Composer = replaceable('Composer', function Composer() {
  const { summary } = useThread();
  const { state } = useReadable(useClient().connection);
  const texts = useTexts();
  // It would be sent by the user's next chat, perhaps without their knowledge.
  if (state === 'closed') return <p className="pv-composer pv-muted">{texts.chatEnded}</p>;
  if (summary.me.status === 'muted') return <p className="pv-composer pv-muted">{texts.mutedHere}</p>;
  return <Writing />;
});

function Writing() {
  const { thread, state, me, place, draft, edit } = useThread();
  const { field, text, write, others, tray, limit, hasFiles, canSubmit, submit, cancel, ...attaching } =
    useComposing();
  useTypedElsewhere(place, field);
  const { recording, ...voice } = useVoice(attaching.attachVoice);
  const [opened, setOpened] = useState<OpenPanel>('nothing');
  const report = useReport();
  const { suggestions, setCaret, setHasFocus } = useMention(field, text, others);
  const isBlank = text === '' && !hasFiles && draft.type !== 'edit';

  const onType = (now: string) => {
    write(now);
    if (draft.type !== 'edit') thread.setTyping(now !== '');
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
    <form
      className="pv-composer"
      onSubmit={submit}
      // (The field has its own keys.)
      onKeyDown={({ key, target }) => key === 'Escape' && target !== field.current && setOpened('nothing')}
    >
      <FileDrop place={place} onFiles={attaching.attachFiles} />
      {draft.type === 'new' ? null : <DraftSubject draft={draft} onCancel={cancel} />}
      {suggestions === undefined ? null : <Mentions {...suggestions} />}
      <OpenedMenu opened={opened} onPick={pick} onFiles={pickFiles} />
      {hasFiles ? <Tray chosen={tray.chosen} onRemove={tray.remove} /> : null}
      <Excess {...limit} />
      {recording === null ? (
        <div className="pv-composer-line">
          <Openers opened={opened} onOpen={setOpened} />
          <MessageField
            field={field}
            text={text}
            onType={onType}
            onCaret={setCaret}
            onFocusChange={setHasFocus}
            onFiles={pickFiles}
            suggestions={suggestions}
            onSubmit={submit}
            onEscape={onEscape}
            onEditLast={() => editLast(state, me, edit)}
          />
          <EmojiButton onPick={(emoji) => insertText(field, emoji)} />
          <SendButton isBlank={isBlank} isDisabled={!canSubmit} onRecord={() => report(voice.start())} />
        </div>
      ) : (
        <VoiceBar recording={recording} onCancel={cancelVoice} onSend={() => report(voice.send())} />
      )}
    </form>
  );
}

/** Edits the user's latest message that has a text. While that one is on its way, nothing: an older one is not meant. */
function editLast({ messages }: ThreadState, me: string, edit: (message: KeptMessage) => void): void {
  const last = messages.findLast(
    (message) =>
      message.body.text !== '' &&
      (message.state === 'sending' ||
        (message.state === 'sent' && message.sender.ext_user_id === me && message.deleted_at === null)),
  );
  if (last?.state === 'sent') edit(last);
}

function Excess({ excess, maxChars }: { excess: number; maxChars: number }) {
  const { texts, number } = useLanguage();
  if (excess === 0) return null;
  return (
    <p className="pv-too-long" role="status">
      {texts.tooLong(number(excess), number(maxChars))}
    </p>
  );
}

interface OpenedMenuProps {
  opened: OpenPanel;
  onPick: (attachment: Omit<Attachment, 'label'>) => void;
  onFiles: (files: readonly File[]) => void;
}

function OpenedMenu({ opened, onPick, onFiles }: OpenedMenuProps) {
  const pickSticker = (pack_id: string, sticker_id: string) =>
    onPick({ message: { body: { metadata: [{ type: 'sticker', pack_id, sticker_id }] } } });
  if (opened === 'stickers') return <StickerPicker onPick={pickSticker} />;
  if (opened === 'attachments') return <AttachmentMenu onPick={onPick} onFiles={onFiles} />;
  return null;
}

interface DraftSubjectProps {
  draft: Exclude<Draft, { type: 'new' }>;
  onCancel: () => void;
}

/** The message that the draft replies to or edits. */
function DraftSubject({ draft: { type, message }, onCancel }: DraftSubjectProps) {
  const { texts, senderName, summaryOf } = useLanguage();
  return (
    <p className="pv-draft">
      <Icon name={type} />
      <span>
        <b>{type === 'edit' ? texts.changeMessage : texts.answer(senderName(message))}</b>{' '}
        {summaryOf(message)}
      </span>
      <IconButton icon="close" label={texts.cancel} onClick={onCancel} />
    </p>
  );
}

function Mentions({ members, ...choice }: Suggestions) {
  const { texts, nameOf } = useLanguage();
  const rows = members.map((member) => ({ key: member.ext_user_id, content: `@${nameOf(member)}` }));
  return <Options label={texts.membersToMention} className="pv-suggestions" rows={rows} {...choice} />;
}

interface OpenersProps {
  opened: OpenPanel;
  onOpen: (what: OpenPanel) => void;
}

/** The buttons that open and close the attachments and the stickers. */
function Openers({ opened, onOpen }: OpenersProps) {
  const texts = useTexts();
  const toggle = (what: OpenPanel) => onOpen(opened === what ? 'nothing' : what);
  return (
    <>
      <IconButton
        icon="plus"
        label={texts.attach}
        isPressed={opened === 'attachments'}
        onClick={() => toggle('attachments')}
      />
      <IconButton
        icon="sticker"
        label={texts.stickers}
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
  const texts = useTexts();
  if (isBlank && canRecord())
    return <IconButton icon="microphone" label={texts.recordVoice} onClick={onRecord} />;
  return (
    <button
      type="submit"
      className="pv-icon-button pv-send"
      aria-label={texts.send}
      title={texts.send}
      disabled={isDisabled}
    >
      <Icon name="send" />
    </button>
  );
}

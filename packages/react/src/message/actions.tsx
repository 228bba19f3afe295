import type { KeptMessage, Thread } from '@palaver/client';
import { type RefObject, useRef, useState } from 'react';
import { EmojiPicker } from '../emoji/emoji-picker.tsx';
import { useTexts } from '../texts/language.ts';
import { Icon, IconButton } from '../ui/icon.tsx';
import { Menu, type MenuItem } from '../ui/menu.tsx';
import { useReport } from '../ui/notices.tsx';
import { Popover } from '../ui/popover.tsx';

/** Offered first. */
const REACTIONS = ['👍', '❤️', '😂', '🎉', '😮', '😢'];

export interface ActionsProps {
  message: KeptMessage;
  thread: Thread;
  isMine: boolean;
  /** What the user's role allows beyond their own messages. */
  mayModerate: boolean;
  /** The names of the members whose last read message this is. */
  seenBy: string;
  onReply: (message: KeptMessage) => void;
  onEdit: (message: KeptMessage) => void;
  onRemove: (seq: number) => void;
}

type OpenMenu = 'nothing' | 'reactions' | 'menu' | 'emoji';

/** What can be done with a message, beside it. On a phone there is only the menu. */
export function Actions(props: ActionsProps) {
  const { message, seenBy, onReply } = props;
  const texts = useTexts();
  const [opened, setOpened] = useState<OpenMenu>('nothing');
  const toolbar = useRef<HTMLDivElement>(null);
  const items = useItems(props, toolbar);
  const buttons = () => [...(toolbar.current?.querySelectorAll('button') ?? [])];
  const close = () => setOpened('nothing');
  const [smile, , more] = opened === 'nothing' ? [] : buttons();
  const react = useReact(props);
  const pick = (key: string) => {
    close();
    react(key);
  };
  const reactions = <QuickReactions message={message} onPick={pick} onMore={() => setOpened('emoji')} />;
  return (
    <div ref={toolbar} className="pv-actions" role="toolbar" aria-label={texts.message} data-opened={opened}>
      <span className="pv-direct-actions">
        <IconButton
          icon="smile"
          label={texts.react}
          isExpanded={opened === 'reactions'}
          onClick={() => setOpened('reactions')}
        />
        <IconButton icon="reply" label={texts.reply} onClick={() => onReply(message)} />
      </span>
      <IconButton
        icon="more"
        label={texts.more}
        isExpanded={opened === 'menu'}
        onClick={() => setOpened('menu')}
      />
      {opened === 'reactions' && smile !== undefined ? (
        <Popover anchor={smile} label={texts.react} role="menu" onClose={close}>
          {reactions}
        </Popover>
      ) : null}
      {opened === 'emoji' && more !== undefined ? (
        <EmojiPicker anchor={more} onPick={pick} onClose={close} />
      ) : null}
      {opened === 'menu' && more !== undefined ? (
        <Menu anchor={more} label={texts.more} items={items} onClose={close}>
          {reactions}
          {seenBy === '' ? null : <div className="pv-menu-note">{texts.seenBy(seenBy)}</div>}
        </Menu>
      ) : null}
    </div>
  );
}

/** The actions in the menu. */
function useItems(
  { message, thread, isMine, mayModerate, onReply, onEdit, onRemove }: ActionsProps,
  toolbar: RefObject<HTMLElement | null>,
): MenuItem[] {
  const texts = useTexts();
  const report = useReport();
  const { seq, pinned_at, body } = message;
  const items: MenuItem[] = [{ icon: 'reply', label: texts.reply, run: () => onReply(message) }];
  if (body.text !== '')
    items.push({
      icon: 'copy',
      label: texts.copyText,
      run: () => report(navigator.clipboard.writeText(body.text)),
    });
  if (isMine && body.text !== '') items.push({ icon: 'edit', label: texts.edit, run: () => onEdit(message) });
  if (mayModerate)
    items.push({
      icon: 'pin',
      label: pinned_at === null ? texts.pin : texts.unpin,
      run: () => report(pinned_at === null ? thread.pin(seq) : thread.unpin(seq)),
    });
  if (isMine || mayModerate)
    items.push({
      icon: 'trash',
      label: texts.delete,
      isDangerous: true,
      run: () => {
        // The buttons go away, so the focus moves to the message itself.
        toolbar.current?.closest('article')?.focus();
        onRemove(seq);
      },
    });
  return items;
}

/** Adds a reaction of the user, or takes it back. */
function useReact({ message: { seq, reactions }, thread }: Pick<ActionsProps, 'message' | 'thread'>) {
  const report = useReport();
  return (key: string) => {
    const isTaken = reactions.some((reaction) => reaction.key === key && reaction.mine);
    report(isTaken ? thread.unreact(seq, key) : thread.react(seq, key));
  };
}

interface QuickReactionsProps extends Pick<ActionsProps, 'message'> {
  onPick: (key: string) => void;
  onMore: () => void;
}

function QuickReactions({ message: { reactions }, onPick, onMore }: QuickReactionsProps) {
  const texts = useTexts();
  return (
    <div className="pv-quick" role="none">
      {REACTIONS.map((key) => (
        <button
          key={key}
          type="button"
          role="menuitemcheckbox"
          aria-label={texts.reactWith(key)}
          aria-checked={reactions.some((reaction) => reaction.key === key && reaction.mine)}
          onClick={() => onPick(key)}
        >
          {key}
        </button>
      ))}
      <button type="button" role="menuitem" aria-label={texts.emoji} title={texts.emoji} onClick={onMore}>
        <Icon name="plus" />
      </button>
    </div>
  );
}

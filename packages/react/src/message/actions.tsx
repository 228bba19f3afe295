import type { KeptMessage, Thread } from '@palaver/client';
import { type RefObject, useRef, useState } from 'react';
import { useTexts } from '../texts/language.ts';
import { IconButton } from '../ui/icon.tsx';
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

type Opened = 'nothing' | 'reactions' | 'menu';

/** What can be done with a message, beside it. On a phone there is only the menu. */
export function Actions(props: ActionsProps) {
  const { message, seenBy, onReply } = props;
  const texts = useTexts();
  const [opened, setOpened] = useState<Opened>('nothing');
  const toolbar = useRef<HTMLDivElement>(null);
  const items = useItems(props, toolbar);
  const buttons = () => [...(toolbar.current?.querySelectorAll('button') ?? [])];
  const close = () => setOpened('nothing');
  const [smile, , more] = opened === 'nothing' ? [] : buttons();
  const reactions = <QuickReactions {...props} onClose={close} />;
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

interface QuickReactionsProps extends Pick<ActionsProps, 'message' | 'thread'> {
  onClose: () => void;
}

function QuickReactions({ message: { seq, reactions }, thread, onClose }: QuickReactionsProps) {
  const texts = useTexts();
  const report = useReport();
  const hasMine = (key: string) => reactions.some((reaction) => reaction.key === key && reaction.mine);
  return (
    <div className="pv-quick" role="none">
      {REACTIONS.map((key) => (
        <button
          key={key}
          type="button"
          role="menuitemcheckbox"
          aria-label={texts.reactWith(key)}
          aria-checked={hasMine(key)}
          onClick={() => {
            onClose();
            report(hasMine(key) ? thread.unreact(seq, key) : thread.react(seq, key));
          }}
        >
          {key}
        </button>
      ))}
    </div>
  );
}

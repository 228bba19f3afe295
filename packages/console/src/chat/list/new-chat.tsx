import type { Chat } from '@palaver/client';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { IconButton } from '../ui/icon.tsx';
import { sentenceOf } from '../ui/notices.tsx';
import type { Contact } from '../use-people.ts';
import { PeopleChoice } from './people-choice.tsx';

interface NewChatProps {
  chat: Chat;
  /** From your app's own list. */
  contacts: readonly Contact[];
  onOpen: (threadId: string) => void;
  onClose: () => void;
}

/** The dialog that starts a chat with one user, or a group, which has a name. */
export function NewChat({ chat, contacts, onOpen, onClose }: NewChatProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [failure, setFailure] = useState('');
  const [chosen, setChosen] = useState<readonly Contact[]>([]);
  const [other, setOther] = useState('');
  const [name, setName] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  useEffect(() => dialog.current?.showModal(), []);

  const userIds = [
    ...chosen.map(({ user_id }) => user_id),
    ...other.split(',').map((id) => id.trim()),
  ].filter((id) => id !== '');
  const [first] = userIds;
  const isGroup = userIds.length > 1 || name !== '';
  // The browser returns the focus to the button that opened the dialog, and fires `close`.
  const close = () => dialog.current?.close();
  const create = async () => {
    if (first === undefined) return;
    const thread = await (isGroup ? chat.createGroup({ name, user_ids: userIds }) : chat.openDirect(first));
    onOpen(thread.id);
    close();
    // By then `ThreadView` has opened the thread, too. If this handle closed earlier, the SDK would fetch the thread again.
    await thread.loaded();
    thread.close();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    create()
      .catch((error: unknown) => setFailure(sentenceOf(error)))
      .finally(() => setIsBusy(false));
  };

  return (
    <dialog ref={dialog} className="dialog" aria-label="New chat" onClose={onClose}>
      <form onSubmit={submit}>
        <header>
          <h2>New chat</h2>
          <IconButton icon="close" label="Close" onClick={close} />
        </header>
        <PeopleChoice chat={chat} contacts={contacts} chosen={chosen} onChoose={setChosen} />
        <label>
          Other users, by their ids
          <input value={other} placeholder="dora, emil" onChange={({ target }) => setOther(target.value)} />
        </label>
        <label>
          Name of the group
          <input
            value={name}
            placeholder={userIds.length > 1 ? 'Lunch' : 'Without one it is a chat of two'}
            required={userIds.length > 1}
            onChange={({ target }) => setName(target.value)}
          />
        </label>
        <p className="failed" role="alert">
          {failure}
        </p>
        <button type="submit" className="button primary" disabled={first === undefined || isBusy}>
          {isGroup ? 'Make the group' : 'Start the chat'}
        </button>
      </form>
    </dialog>
  );
}

import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useSetup } from '../context/chat-context.ts';
import type { Contact } from '../context/contact.ts';
import { useLanguage } from '../texts/language.ts';
import { IconButton } from '../ui/icon.tsx';
import { PeopleChoice } from './people-choice.tsx';

export interface NewChatProps {
  onOpen: (threadId: string) => void;
  onClose: () => void;
}

/** The dialog that starts a chat with one user, or a group, which has a name. */
export function NewChat({ onOpen, onClose }: NewChatProps) {
  const { client } = useSetup();
  const { texts, sentenceOf } = useLanguage();
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
    const thread = await (isGroup
      ? client.createGroup({ name, user_ids: userIds })
      : client.openDirect(first));
    onOpen(thread.id);
    close();
    // By then `<Thread>` has opened the thread, too. If this handle closed earlier, the SDK would fetch the thread again.
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
    <dialog ref={dialog} className="pv-dialog" aria-label={texts.newChat} onClose={onClose}>
      <form onSubmit={submit}>
        <header>
          <h2>{texts.newChat}</h2>
          <IconButton icon="close" label={texts.close} onClick={close} />
        </header>
        <PeopleChoice chosen={chosen} onChoose={setChosen} />
        <UserIds value={other} onChange={setOther} />
        <label>
          {texts.groupName}
          <input
            value={name}
            placeholder={userIds.length > 1 ? '' : texts.groupNameMissing}
            required={userIds.length > 1}
            onChange={({ target }) => setName(target.value)}
          />
        </label>
        <p className="pv-failed" role="alert">
          {failure}
        </p>
        <button type="submit" className="pv-button pv-primary" disabled={first === undefined || isBusy}>
          {isGroup ? texts.makeGroup : texts.startChat}
        </button>
      </form>
    </dialog>
  );
}

/** A field for users who cannot be found by their names, where the app wants one. */
function UserIds({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { takesUserIds } = useSetup();
  const { texts } = useLanguage();
  if (!takesUserIds) return null;
  return (
    <label>
      {texts.otherUsers}
      <input value={value} onChange={({ target }) => onChange(target.value)} />
    </label>
  );
}

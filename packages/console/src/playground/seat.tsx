import { type FormEvent, useEffect, useState } from 'react';
import { ChatApp } from '../chat/chat-app.tsx';
import type { Attachment } from '../chat/composer/composer.tsx';
import { Avatar } from '../chat/ui/avatar.tsx';
import { IconButton } from '../chat/ui/icon.tsx';
import { useReadable } from '../chat/use-readable.ts';
import { PEOPLE, type Person } from './people.ts';

interface SeatProps {
  person: Person;
  attachments: readonly Attachment[];
  /** See {@link ChatApp}. */
  firstId: string | null | undefined;
  onSwitch: (userId: string) => void;
}

/** One of the two who sit side by side: who that is, their network, and their chat. */
export function Seat({ person, attachments, firstId, onSwitch }: SeatProps) {
  const { chat, network, user_id } = person;
  const me = useReadable(chat.me);
  const connection = useReadable(chat.connection);
  const [isCut, setIsCut] = useState(false);
  const [other, setOther] = useState(user_id);
  const contact = PEOPLE.find((one) => one.user_id === user_id);
  const name = contact?.display_name ?? user_id;

  const toggle = () => {
    network.isCut = !isCut;
    setIsCut(!isCut);
    if (isCut) chat.reconnect();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (other.trim() !== '') onSwitch(other.trim());
  };
  useEffect(() => {
    const online = () => chat.reconnect();
    addEventListener('online', online);
    return () => removeEventListener('online', online);
  }, [chat]);
  return (
    <section className="seat" aria-label={name}>
      <header className="seat-header">
        <Avatar id={me?.ext_user_id ?? user_id} name={name} url="" isOnline={connection.state === 'online'} />
        <b>{name}</b>
        <form onSubmit={submit}>
          <label>
            user <input value={other} list="people" onChange={({ target }) => setOther(target.value)} />
          </label>
          {other === user_id ? null : (
            <button type="submit" className="button">
              Sign in
            </button>
          )}
        </form>
        <IconButton
          icon={isCut ? 'offline' : 'online'}
          label={isCut ? 'Connect the network' : 'Cut the network'}
          isPressed={isCut}
          onClick={toggle}
        />
      </header>
      <ChatApp
        chat={chat}
        contacts={PEOPLE.filter((one) => one.user_id !== user_id)}
        attachments={attachments}
        firstId={firstId}
      />
    </section>
  );
}

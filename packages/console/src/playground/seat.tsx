import type { Chat } from '@palaver/client';
import {
  type Attachment,
  Avatar,
  ChatApp,
  IconButton,
  NotificationSwitch,
  useReadable,
} from '@palaver/react';
import { type FormEvent, useEffect, useState } from 'react';
import { mapUrl } from './attachments.ts';
import { PEOPLE, type Person, type Sitter } from './people.ts';

interface SeatProps {
  person: Person;
  attachments: readonly Attachment[];
  /** See {@link ChatApp}. */
  firstId: string | null | undefined;
  uploadStickers: () => Promise<unknown>;
  /** Sets up Web Push for the application. */
  setUpWebPush: () => Promise<void>;
  onSwitch: (sitter: Sitter) => void;
}

/** One of the two people side by side: their name, their network and their chat. */
export function Seat({ person, attachments, firstId, uploadStickers, setUpWebPush, onSwitch }: SeatProps) {
  const { chat, network, push, user_id } = person;
  const me = useReadable(chat.me);
  const connection = useReadable(chat.connection);
  const [isCut, setIsCut] = useState(false);
  const profile = useProfile(chat);
  const contact = PEOPLE.find((one) => one.user_id === user_id);
  const name = contact?.display_name ?? (profile?.display_name || user_id);

  const toggle = () => {
    network.isCut = !isCut;
    setIsCut(!isCut);
    if (isCut) chat.reconnect();
  };
  const wanted = useClickedThread(person);
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
        {profile?.is_guest === true ? <span className="tag">Guest</span> : null}
        <SignIn userId={user_id} onSwitch={onSwitch} />
        <NotificationSwitch push={push} name={name} prepare={setUpWebPush} />
        <IconButton
          icon={isCut ? 'offline' : 'online'}
          label={isCut ? 'Connect the network' : 'Cut the network'}
          isPressed={isCut}
          onClick={toggle}
        />
      </header>
      <ChatApp
        client={chat}
        contacts={PEOPLE.filter((one) => one.user_id !== user_id)}
        takesUserIds
        attachments={attachments}
        mapUrl={mapUrl}
        addStickers={uploadStickers}
        firstId={firstId}
        wanted={wanted}
        // (The other seat would count in the same title.)
        hasTitleCount={false}
      />
    </section>
  );
}

/** Gives the seat to another user. */
function SignIn({ userId, onSwitch }: { userId: string; onSwitch: (sitter: Sitter) => void }) {
  const [other, setOther] = useState(userId);
  const [asGuest, setAsGuest] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (other.trim() !== '') onSwitch({ userId: other.trim(), asGuest });
  };
  return (
    <form onSubmit={submit}>
      <label>
        user <input value={other} list="people" onChange={({ target }) => setOther(target.value)} />
      </label>
      {other === userId ? null : (
        <>
          <label title="If there is nobody of this id yet">
            <input type="checkbox" checked={asGuest} onChange={({ target }) => setAsGuest(target.checked)} />{' '}
            as a guest
          </label>
          <button type="submit" className="button">
            Sign in
          </button>
        </>
      )}
    </form>
  );
}

/** The thread whose notification was clicked last. */
function useClickedThread(person: Person): { id: string } | undefined {
  const [clicked, setClicked] = useState<{ id: string }>();
  useEffect(() => {
    person.onOpen = (id) => setClicked({ id });
    return () => {
      person.onOpen = undefined;
    };
  }, [person]);
  return clicked;
}

type Profile = Awaited<ReturnType<Chat['getProfile']>>;

/** The profile of the signed-in user, read again after each reconnect. */
function useProfile(chat: Chat): Profile | undefined {
  const me = useReadable(chat.me);
  const [profile, setProfile] = useState<Profile>();
  useEffect(() => {
    if (me === undefined) return;
    let isWanted = true;
    const show = (one: Profile) => isWanted && setProfile(one);
    // Without a profile the seat shows the id.
    chat.getProfile().then(show, () => {});
    return () => {
      isWanted = false;
    };
  }, [chat, me]);
  return profile;
}

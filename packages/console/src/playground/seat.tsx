import type { Chat } from '@palaver/client';
import { Avatar, ChatApp, NotificationSwitch, useReadable } from '@palaver/react';
import { en } from '@palaver/react/texts/en';
import { type FormEvent, useEffect, useMemo, useState } from 'react';
import { mapUrl } from './attachments.ts';
import type { Desk, Person, Sitter } from './people.ts';
import { PlaygroundIcon } from './playground-icon.tsx';

interface SeatProps {
  person: Person;
  desk: Desk;
  isDemo: boolean;
  /** See {@link ChatApp}. */
  firstId: string | null | undefined;
  onSwitch: (sitter: Sitter) => void;
}

/** A person: their name, their network and their chat. */
export function Seat({ person, desk, isDemo, firstId, onSwitch }: SeatProps) {
  const { chat, network, push, user_id } = person;
  const me = useReadable(chat.me);
  const connection = useReadable(chat.connection);
  const [isCut, setIsCut] = useState(false);
  const profile = useProfile(chat);
  const urls = useReadable(chat.fileUrls);
  const contact = desk.people.find((one) => one.user_id === user_id);
  const name = contact?.display_name ?? (profile?.display_name || user_id);

  // (Two people may have the same chat open: the names of landmarks tell them apart.)
  const texts = useMemo(
    () => ({ ...en, chatWith: (chat: string) => `${en.chatWith(chat)} (${name})` }),
    [name],
  );

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
        <Avatar
          id={me?.ext_user_id ?? user_id}
          name={name}
          url={urls.avatarOf(profile?.avatar_url ?? '') ?? ''}
          isOnline={connection.state === 'online'}
        />
        {isDemo ? (
          <PersonChoice desk={desk} userId={user_id} onSwitch={onSwitch} />
        ) : (
          <>
            <b>{name}</b>
            {profile?.is_guest === true ? <span className="tag">Guest</span> : null}
            <SignIn userId={user_id} onSwitch={onSwitch} />
          </>
        )}
        <NotificationSwitch push={push} name={name} prepare={desk.setUpWebPush} />
        <NetworkSwitch isCut={isCut} onToggle={toggle} />
      </header>
      <ChatApp
        client={chat}
        texts={texts}
        contacts={desk.people.filter((one) => one.user_id !== user_id)}
        takesUserIds={!isDemo}
        attachments={desk.attachments}
        mapUrl={mapUrl}
        addStickers={desk.uploadStickers}
        firstId={firstId}
        wanted={wanted}
        // (The other seat would count in the same title.)
        hasTitleCount={false}
      />
    </section>
  );
}

/** Which person of the demo has the seat. */
function PersonChoice({ desk, userId, onSwitch }: Pick<SeatProps, 'desk' | 'onSwitch'> & { userId: string }) {
  const chosen = desk.people.find(({ user_id }) => user_id === userId);
  return (
    <span className="person">
      <span className="person-label">You are</span>
      <select
        aria-label="You are"
        value={userId}
        onChange={({ target }) => onSwitch({ userId: target.value, asGuest: false })}
      >
        {desk.people.map(({ user_id, display_name }) => (
          <option key={user_id} value={user_id}>
            {display_name || user_id}
          </option>
        ))}
      </select>
      {chosen?.role ? (
        <small className="person-role">
          {chosen.role} at Northlight Coffee, which exists in this demo only
        </small>
      ) : null}
    </span>
  );
}

/** Cuts the connection, as a lost network does. */
function NetworkSwitch({ isCut, onToggle }: { isCut: boolean; onToggle: () => void }) {
  const label = isCut ? 'Connect the network' : 'Cut the network';
  return (
    <button
      type="button"
      className="pv-icon-button"
      aria-label={label}
      title={label}
      aria-pressed={isCut}
      onClick={onToggle}
    >
      <PlaygroundIcon name={isCut ? 'offline' : 'online'} />
    </button>
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

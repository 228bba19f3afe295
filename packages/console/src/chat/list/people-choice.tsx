import type { Chat, Peer } from '@palaver/client';
import { useEffect, useState } from 'react';
import { sentenceOf } from '../ui/notices.tsx';

/** A user to chat with. */
export interface Contact {
  user_id: string;
  display_name: string;
}

interface PeopleChoiceProps {
  chat: Chat;
  /** From your app's own list: who is offered while no name is typed. */
  contacts: readonly Contact[];
  /** In the order of choice. */
  chosen: readonly Contact[];
  onChoose: (chosen: readonly Contact[]) => void;
}

/** Offers people to choose from: the contacts, or those whom a search by name finds. The chosen ones stay in sight. */
export function PeopleChoice({ chat, contacts, chosen, onChoose }: PeopleChoiceProps) {
  const [name, setName] = useState('');
  const { people, failure } = useSearch(chat, name);
  const isChosen = ({ user_id }: Contact) => chosen.some((one) => one.user_id === user_id);
  const offered = people?.flatMap(toContact) ?? contacts;
  const unoffered = chosen.filter(({ user_id }) => !offered.some((one) => one.user_id === user_id));
  const toggle = (contact: Contact) =>
    onChoose(
      isChosen(contact) ? chosen.filter(({ user_id }) => user_id !== contact.user_id) : [...chosen, contact],
    );
  return (
    <fieldset>
      <legend>With whom?</legend>
      <input
        type="search"
        aria-label="Find people by name"
        placeholder="Find people by name"
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      {[...unoffered, ...offered].map((contact) => (
        <label key={contact.user_id}>
          <input type="checkbox" checked={isChosen(contact)} onChange={() => toggle(contact)} />
          {contact.display_name}
        </label>
      ))}
      <p role="status">{failure || (offered.length === 0 ? 'Nobody of this name.' : '')}</p>
    </fieldset>
  );
}

/** Where the policy hides `user_id`s, a chat cannot be started with what was found, unless it is a bot. */
function toContact({ user_id, display_name }: Peer): Contact[] {
  return user_id === null ? [] : [{ user_id, display_name: display_name || user_id }];
}

interface Found {
  /** Undefined while nothing is searched for. */
  people?: readonly Peer[] | undefined;
  failure: string;
}

const NOTHING: Found = { failure: '' };
/** A search waits until the user pauses. */
const PAUSE_MS = 200;

function useSearch(chat: Chat, name: string): Found {
  const [found, setFound] = useState(NOTHING);
  const text = name.trim();
  useEffect(() => {
    if (text === '') return setFound(NOTHING);
    let isCurrent = true;
    const show = (next: Found) => isCurrent && setFound(next);
    const search = () =>
      void chat.findPeople(text).then(
        ({ people }) => show({ people, failure: '' }),
        (error: unknown) => show({ people: [], failure: sentenceOf(error) }),
      );
    const timer = setTimeout(search, PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [chat, text]);
  return found;
}

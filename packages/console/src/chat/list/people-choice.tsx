import type { Chat } from '@palaver/client';
import { useState } from 'react';
import { type Contact, usePeople } from '../use-people.ts';

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
  const { people, failure } = usePeople(chat, name);
  const isChosen = ({ user_id }: Contact) => chosen.some((one) => one.user_id === user_id);
  const offered = people ?? contacts;
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

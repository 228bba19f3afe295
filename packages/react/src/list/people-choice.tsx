import { useState } from 'react';
import { useSetup } from '../context/chat-context.ts';
import type { Contact } from '../context/contact.ts';
import { usePeople } from '../hooks/use-people.ts';
import { useTexts } from '../texts/language.ts';

interface PeopleChoiceProps {
  /** In the order of choice. */
  chosen: readonly Contact[];
  onChoose: (chosen: readonly Contact[]) => void;
}

/** Offers people to choose from: the contacts, or those whom a search by name finds. The chosen ones stay in sight. */
export function PeopleChoice({ chosen, onChoose }: PeopleChoiceProps) {
  const { contacts } = useSetup();
  const texts = useTexts();
  const [name, setName] = useState('');
  const { people, failure } = usePeople(name);
  const isChosen = ({ user_id }: Contact) => chosen.some((one) => one.user_id === user_id);
  const offered = people ?? contacts;
  const unoffered = chosen.filter(({ user_id }) => !offered.some((one) => one.user_id === user_id));
  const toggle = (contact: Contact) =>
    onChoose(
      isChosen(contact) ? chosen.filter(({ user_id }) => user_id !== contact.user_id) : [...chosen, contact],
    );
  return (
    <fieldset>
      <legend>{texts.people}</legend>
      <input
        type="search"
        aria-label={texts.findPeople}
        placeholder={texts.findPeople}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      {[...unoffered, ...offered].map((contact) => (
        <label key={contact.user_id}>
          <input type="checkbox" checked={isChosen(contact)} onChange={() => toggle(contact)} />
          {contact.display_name}
        </label>
      ))}
      <p role="status">{failure || (people?.length === 0 ? texts.nobodyFound : '')}</p>
    </fieldset>
  );
}

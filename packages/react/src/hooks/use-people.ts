import type { Peer } from '@palaver/client';
import { useEffect, useState } from 'react';
import { useClient } from '../context/chat-context.ts';
import type { Contact } from '../context/contact.ts';
import { useLanguage } from '../texts/language.ts';

interface FoundPeople {
  /** Undefined while nothing is searched for. */
  people?: readonly Contact[] | undefined;
  failure: string;
}

const NOTHING: FoundPeople = { failure: '' };
/** A search waits until the user pauses. */
const PAUSE_MS = 200;

/** Whom a search by name finds, while the user types. */
export function usePeople(name: string): FoundPeople {
  const client = useClient();
  const { sentenceOf } = useLanguage();
  const [found, setFound] = useState(NOTHING);
  const text = name.trim();
  useEffect(() => {
    if (text === '') return setFound(NOTHING);
    let isCurrent = true;
    const show = (next: FoundPeople) => isCurrent && setFound(next);
    const search = () =>
      void client.findPeople(text).then(
        ({ people }) => show({ people: people.flatMap(toContact), failure: '' }),
        (error: unknown) => show({ people: [], failure: sentenceOf(error) }),
      );
    const timer = setTimeout(search, PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [client, text, sentenceOf]);
  return found;
}

/** Where the policy hides `user_id`s, a chat cannot be started with what was found, unless it is a bot. */
function toContact({ user_id, display_name }: Peer): Contact[] {
  return user_id === null ? [] : [{ user_id, display_name: display_name || user_id }];
}

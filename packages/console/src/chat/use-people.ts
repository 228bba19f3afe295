import type { Chat, Peer } from '@palaver/client';
import { useEffect, useState } from 'react';
import { sentenceOf } from './ui/notices.tsx';

/** A user to chat with. */
export interface Contact {
  user_id: string;
  display_name: string;
}

interface Found {
  /** Undefined while nothing is searched for. */
  people?: readonly Contact[] | undefined;
  failure: string;
}

const NOTHING: Found = { failure: '' };
/** A search waits until the user pauses. */
const PAUSE_MS = 200;

/** Whom a search by name finds, while the user types. */
export function usePeople(chat: Chat, name: string): Found {
  const [found, setFound] = useState(NOTHING);
  const text = name.trim();
  useEffect(() => {
    if (text === '') return setFound(NOTHING);
    let isCurrent = true;
    const show = (next: Found) => isCurrent && setFound(next);
    const search = () =>
      void chat.findPeople(text).then(
        ({ people }) => show({ people: people.flatMap(toContact), failure: '' }),
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

/** Where the policy hides `user_id`s, a chat cannot be started with what was found, unless it is a bot. */
function toContact({ user_id, display_name }: Peer): Contact[] {
  return user_id === null ? [] : [{ user_id, display_name: display_name || user_id }];
}

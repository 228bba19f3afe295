import { useEffect, useState } from 'react';
import { type Desk, type Person, type Sitter, signIn } from './people.ts';

/** A seat, and who has it. */
export interface Place {
  place: 'left' | 'right';
  userId: string;
  setSitter: (sitter: Sitter) => void;
  /** Undefined before they have signed in. */
  person: Person | undefined;
}

interface First {
  userId: string;
  /** The seat is remembered under this name: in the tab, so that two tabs may be two people. */
  key: string;
  /** Whether new tabs begin with the person of the latest one. */
  isKept: boolean;
}

/** The user in a seat; with `isTaken` false, nobody. */
export function usePerson(
  place: Place['place'],
  { userId, key, isKept }: First,
  desk: Desk,
  isTaken = true,
): Place {
  const [sitter, setSitter] = useState<Sitter>(() => ({
    userId: sessionStorage.getItem(key) ?? (isKept ? localStorage.getItem(key) : null) ?? userId,
    asGuest: false,
  }));
  const [person, setPerson] = useState<Person>();
  useEffect(() => {
    if (!isTaken) return;
    sessionStorage.setItem(key, sitter.userId);
    if (isKept) localStorage.setItem(key, sitter.userId);
    const signedIn = signIn(sitter, desk);
    setPerson(signedIn);
    return () => {
      setPerson(undefined);
      signedIn.chat.close();
    };
  }, [key, isKept, isTaken, sitter, desk]);
  return { place, userId: sitter.userId, setSitter, person };
}

import type { ClientThread } from '@palaver/client';
import { useEffect, useRef } from 'react';
import { useClient } from '../context/chat-context.ts';
import { useChats, useMe } from '../hooks/use-chats.ts';
import { useReadable } from '../hooks/use-readable.ts';

/** A message in the open thread is unread for a moment. */
const SETTLE_MS = 400;
/** The SDK counts no further. */
const MOST = 99;

/** Puts the number of unread messages before the title of the page. */
export function useTitleCount(isOn: boolean): void {
  const { unread_messages: unread } = useReadable(useClient().unread);
  useEffect(() => {
    if (!isOn || unread === 0) return;
    const count = `(${unread < MOST ? unread : `${MOST}+`}) `;
    const timer = setTimeout(() => {
      document.title = count + document.title;
    }, SETTLE_MS);
    return () => {
      clearTimeout(timer);
      // Unless the app has set another one since.
      if (document.title.startsWith(count)) document.title = document.title.slice(count.length);
    };
  }, [isOn, unread]);
}

/** Plays a sound when a message comes that the user does not see at once. */
export function useSound(isOn: boolean): void {
  const { state } = useReadable(useClient().connection);
  const latest = latestUnread(useChats(), useMe());
  const heard = useRef<number>(undefined);
  useEffect(() => {
    if (state !== 'online') return;
    // Messages that were there at first are not new.
    heard.current ??= latest;
    const before = heard.current;
    const timer = setTimeout(() => {
      if (isOn && latest > before) playSound();
      heard.current = Math.max(latest, before);
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [isOn, state, latest]);
}

/** The time of the latest unread message from another user, in Unix milliseconds; 0 if there is none. */
function latestUnread(threads: readonly ClientThread[], me: string): number {
  return threads.reduce((latest, { unread_count, last_message }) => {
    if (unread_count === 0 || last_message === null || last_message.sender.ext_user_id === me) return latest;
    return Math.max(latest, last_message.created_at);
  }, 0);
}

/** In hertz. */
const NOTES = [660, 880];
const NOTE_SECONDS = 0.12;
const VOLUME = 0.15;

function playSound(): void {
  // Browsers let no page sound before the user has clicked or typed something there.
  if (navigator.userActivation?.hasBeenActive === false) return;
  const context = new AudioContext();
  const gain = new GainNode(context, { gain: VOLUME });
  gain.connect(context.destination);
  gain.gain.exponentialRampToValueAtTime(0.001, context.currentTime + 3 * NOTE_SECONDS);
  for (const [index, frequency] of NOTES.entries()) {
    const note = new OscillatorNode(context, { frequency });
    note.connect(gain);
    note.start(context.currentTime + index * NOTE_SECONDS);
    note.stop(context.currentTime + (index + 2) * NOTE_SECONDS);
    if (index === NOTES.length - 1) note.onended = () => void context.close();
  }
}

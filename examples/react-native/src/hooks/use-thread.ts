import type { Thread } from '@palaver/client';
import { useEffect, useState } from 'react';
import { AppState } from 'react-native';
import { attend } from '../chat/app-state';
import { useChat } from './use-chat';

/** A thread that is open, and that the user is looking at, while the component is mounted; undefined at first. */
export function useThread(id: string): Thread | undefined {
  const chat = useChat();
  const [thread, setThread] = useState<Thread>();
  useEffect(() => {
    const opened = chat.open(id);
    const leave = attend(opened, AppState);
    setThread(opened);
    return () => {
      leave();
      opened.close();
    };
  }, [chat, id]);
  return thread?.id === id ? thread : undefined;
}

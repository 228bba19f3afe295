import { type Chat, connect } from '@palaver/client';
import AsyncStorage from '@react-native-async-storage/async-storage';
import { createContext, useContext, useEffect, useState } from 'react';
import { AppState } from 'react-native';
import { followAppState } from '../chat/app-state';
import { BackEnd } from '../chat/back-end';

export interface Addresses {
  /** Of your Palaver server. */
  palaver: string;
  /** Of your own back end. */
  backEnd: string;
}

/** The connection of the signed-in user; undefined at first. Unsent messages are kept on the device. */
export function useConnection({ palaver, backEnd }: Addresses): Chat | undefined {
  const [chat, setChat] = useState<Chat>();
  useEffect(() => {
    const { chatToken } = new BackEnd(backEnd, AsyncStorage);
    const connected = connect({ url: palaver, tokenProvider: chatToken, storage: AsyncStorage });
    const stopFollowing = followAppState(connected, AppState);
    setChat(connected);
    return () => {
      stopFollowing();
      connected.close();
      setChat(undefined);
    };
  }, [palaver, backEnd]);
  return chat;
}

const ChatContext = createContext<Chat | undefined>(undefined);
export const ChatProvider = ChatContext.Provider;

export function useChat(): Chat {
  const chat = useContext(ChatContext);
  if (chat === undefined) throw new Error('useChat() needs a <ChatProvider> around it');
  return chat;
}

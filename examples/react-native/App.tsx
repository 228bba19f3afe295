import type { Chat } from '@palaver/client';
import { useEffect, useState } from 'react';
import { BackHandler, StatusBar, StyleSheet } from 'react-native';
import { SafeAreaProvider, SafeAreaView } from 'react-native-safe-area-context';
import { ConnectionBar } from './src/components/connection-bar';
import { ChatProvider, useChat, useConnection } from './src/hooks/use-chat';
import { ChatListScreen } from './src/screens/chat-list-screen';
import { ThreadScreen } from './src/screens/thread-screen';
import { useColors } from './src/theme';

/** As `npm run example` serves them. An Android emulator reaches them after `adb reverse tcp:7700 tcp:7700`, likewise 7701. */
const ADDRESSES = { palaver: 'http://127.0.0.1:7700', backEnd: 'http://127.0.0.1:7701' };
/** Each new user gets a chat with this user of your back end. */
const SUPPORT = 'agent';

export function App() {
  const chat = useConnection(ADDRESSES);
  const colors = useColors();
  return (
    <SafeAreaProvider>
      <StatusBar />
      <SafeAreaView style={[styles.app, { backgroundColor: colors.background }]}>
        {chat === undefined ? null : <SignedIn chat={chat} />}
      </SafeAreaView>
    </SafeAreaProvider>
  );
}

function SignedIn({ chat }: { chat: Chat }) {
  return (
    <ChatProvider value={chat}>
      <ConnectionBar />
      <Screens />
    </ChatProvider>
  );
}

/** One of two screens. An app with a navigation library mounts them in its stack instead. */
function Screens() {
  const chat = useChat();
  const [openId, setOpenId] = useState<string>();
  const close = () => setOpenId(undefined);
  useEffect(() => {
    if (openId === undefined) return;
    const back = BackHandler.addEventListener('hardwareBackPress', () => {
      setOpenId(undefined);
      return true;
    });
    return () => back.remove();
  }, [openId]);
  if (openId !== undefined) return <ThreadScreen id={openId} onBack={close} />;
  const start = async () => {
    const thread = await chat.openDirect(SUPPORT);
    thread.close();
    setOpenId(thread.id);
  };
  // (Without a connection the chat does not begin, and the button stays.)
  return <ChatListScreen onOpen={setOpenId} onStart={() => void start().catch(() => {})} />;
}

const styles = StyleSheet.create({
  app: { flex: 1 },
});

import type { Thread } from '@palaver/client';
import { type RefObject, useMemo, useRef, useState } from 'react';
import { ActivityIndicator, FlatList, KeyboardAvoidingView, StyleSheet, Text } from 'react-native';
import { takeBack } from '../chat/composing';
import { type MessageRow, messageRows } from '../chat/message-row';
import { threadName, typingLine } from '../chat/words';
import { Composer, type ReplyTarget } from '../components/composer';
import { Header } from '../components/header';
import { Message } from '../components/message';
import { useChat } from '../hooks/use-chat';
import { useReadable } from '../hooks/use-readable';
import { useThread } from '../hooks/use-thread';
import { useColors } from '../theme';

interface ThreadScreenProps {
  id: string;
  onBack: () => void;
}

export function ThreadScreen({ id, onBack }: ThreadScreenProps) {
  const thread = useThread(id);
  if (thread === undefined) return <Header title="" onBack={onBack} />;
  return <OpenThread thread={thread} onBack={onBack} />;
}

function OpenThread({ thread, onBack }: { thread: Thread; onBack: () => void }) {
  const colors = useColors();
  const chat = useChat();
  const state = useReadable(thread);
  const me = useReadable(chat.me)?.ext_user_id ?? '';
  const [text, setText] = useState('');
  const [replyTo, setReplyTo] = useState<ReplyTarget>();
  const list = useRef<FlatList<MessageRow>>(null);
  const title = state.thread === undefined ? '' : threadName(state.thread);
  const endReply = () => setReplyTo(undefined);
  const startAnew = () => {
    setText('');
    endReply();
    list.current?.scrollToOffset({ offset: 0 });
  };
  return (
    <KeyboardAvoidingView behavior="padding" style={styles.screen}>
      <Header title={title} subtitle={typingLine(state, me)} onBack={onBack} />
      <MessageList thread={thread} list={list} onReply={setReplyTo} onTakeBack={setText} />
      {state.thread?.me.status === 'muted' ? (
        <Text style={[styles.note, { color: colors.faint }]}>You are muted here: you can only read.</Text>
      ) : (
        <Composer
          {...{ thread, text, replyTo }}
          onChange={setText}
          onReplyEnd={endReply}
          onSent={startAnew}
        />
      )}
    </KeyboardAvoidingView>
  );
}

interface MessageListProps {
  thread: Thread;
  list: RefObject<FlatList<MessageRow> | null>;
  onReply: (target: ReplyTarget) => void;
  onTakeBack: (text: string) => void;
}

/** The latest message is at the bottom; older ones are fetched when the user scrolls up to them. */
function MessageList({ thread, list, onReply, onTakeBack }: MessageListProps) {
  const chat = useChat();
  const state = useReadable(thread);
  const me = useReadable(chat.me)?.ext_user_id ?? '';
  const urls = useReadable(chat.fileUrls);
  const rows = useMemo(() => messageRows(state, { me, urls }), [state, me, urls]);
  const renderItem = ({ item: row }: { item: MessageRow }) => (
    <Message
      row={row}
      onReply={() => row.seq !== undefined && onReply({ seq: row.seq, text: row.text })}
      onRetry={() => thread.retry(row.clientMessageId)}
      onTakeBack={() => onTakeBack(takeBack(thread, row.clientMessageId))}
    />
  );
  return (
    <FlatList
      ref={list}
      inverted
      data={rows}
      keyExtractor={({ key }) => key}
      keyboardDismissMode="interactive"
      keyboardShouldPersistTaps="handled"
      maintainVisibleContentPosition={{ minIndexForVisible: 0, autoscrollToTopThreshold: 40 }}
      renderItem={renderItem}
      // (It fails without a connection: the user scrolls again.)
      onEndReached={() => void thread.loadOlder().catch(() => {})}
      ListFooterComponent={<ActivityIndicator animating={state.isLoading || state.hasOlder} />}
    />
  );
}

const styles = StyleSheet.create({
  screen: { flex: 1 },
  note: { padding: 16, textAlign: 'center' },
});

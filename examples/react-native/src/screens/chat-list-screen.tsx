import { useMemo } from 'react';
import { FlatList, Pressable, StyleSheet, Text, View } from 'react-native';
import { type ChatRow, chatRow } from '../chat/chat-row';
import { Avatar } from '../components/avatar';
import { Header } from '../components/header';
import { useChat } from '../hooks/use-chat';
import { useReadable } from '../hooks/use-readable';
import { useColors } from '../theme';

interface ChatListScreenProps {
  onOpen: (threadId: string) => void;
  /** Begins the first chat of a new user. */
  onStart: () => void;
}

/** The chats of the user, the latest first. */
export function ChatListScreen({ onOpen, onStart }: ChatListScreenProps) {
  const chat = useChat();
  const threads = useReadable(chat.threads);
  const me = useReadable(chat.me)?.ext_user_id ?? '';
  const rows = useMemo(() => threads.map((thread) => chatRow(thread, me)), [threads, me]);
  return (
    <>
      <Header title="Chats" />
      <FlatList
        data={rows}
        keyExtractor={({ id }) => id}
        renderItem={({ item }) => <Row row={item} onPress={() => onOpen(item.id)} />}
        ListEmptyComponent={<NoChats onStart={onStart} />}
      />
    </>
  );
}

function Row({ row, onPress }: { row: ChatRow; onPress: () => void }) {
  const colors = useColors();
  const { name, avatarUrl, line, time, unread, peerId } = row;
  return (
    <Pressable accessibilityRole="button" style={styles.row} onPress={onPress}>
      <Avatar name={name} url={avatarUrl} peerId={peerId} />
      <View style={styles.middle}>
        <Text numberOfLines={1} style={[styles.name, { color: colors.text }]}>
          {name}
        </Text>
        <Text numberOfLines={1} style={{ color: colors.faint }}>
          {line}
        </Text>
      </View>
      <View style={styles.end}>
        <Text style={[styles.time, { color: colors.faint }]}>{time}</Text>
        {unread === '' ? null : (
          <Text
            accessibilityLabel={`${unread} unread`}
            style={[styles.badge, { backgroundColor: colors.accent, color: colors.onAccent }]}
          >
            {unread}
          </Text>
        )}
      </View>
    </Pressable>
  );
}

function NoChats({ onStart }: { onStart: () => void }) {
  const colors = useColors();
  return (
    <View style={styles.empty}>
      <Text style={{ color: colors.faint }}>No chats yet.</Text>
      <Pressable accessibilityRole="button" onPress={onStart}>
        <Text style={[styles.start, { color: colors.accent }]}>Chat with us</Text>
      </Pressable>
    </View>
  );
}

const styles = StyleSheet.create({
  row: { flexDirection: 'row', alignItems: 'center', gap: 12, paddingHorizontal: 16, paddingVertical: 10 },
  middle: { flex: 1, gap: 2 },
  name: { fontSize: 16, fontWeight: '600' },
  end: { alignItems: 'flex-end', gap: 4 },
  time: { fontSize: 12 },
  badge: {
    ...{ minWidth: 22, paddingHorizontal: 6, paddingVertical: 2, borderRadius: 11, overflow: 'hidden' },
    ...{ textAlign: 'center', fontSize: 12, fontWeight: '600' },
  },
  empty: { alignItems: 'center', gap: 16, paddingTop: 64 },
  start: { fontSize: 18, fontWeight: '600' },
});

import { StyleSheet, Text } from 'react-native';
import { useChat } from '../hooks/use-chat';
import { useReadable } from '../hooks/use-readable';
import { useColors } from '../theme';

/** Says that the connection is away, unless it is there. */
export function ConnectionBar() {
  const chat = useChat();
  const connection = useReadable(chat.connection);
  const colors = useColors();
  if (connection.state === 'online') return null;
  const style = [styles.bar, { backgroundColor: colors.raised, color: colors.faint }];
  if (connection.state === 'connecting') return <Text style={style}>Connecting…</Text>;
  if (connection.state === 'closed') return <Text style={style}>Signed out</Text>;
  return (
    <Text accessibilityRole="button" style={style} onPress={() => chat.reconnect()}>
      Offline: what you write waits. Tap to try now.
    </Text>
  );
}

const styles = StyleSheet.create({
  bar: { padding: 8, textAlign: 'center', fontSize: 13 },
});

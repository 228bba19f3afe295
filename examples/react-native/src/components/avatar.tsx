import { Image, StyleSheet, Text, View } from 'react-native';
import { useChat } from '../hooks/use-chat';
import { useReadable } from '../hooks/use-readable';
import { useColors } from '../theme';

interface AvatarProps {
  name: string;
  url: string;
  /** The `ext_user_id` of a user whose presence is shown. */
  peerId: string | undefined;
}

export function Avatar({ name, url, peerId }: AvatarProps) {
  const colors = useColors();
  // (Uploaded pictures are read with a ticket of the user.)
  const picture = useReadable(useChat().fileUrls).avatarOf(url);
  return (
    <View style={[styles.circle, { backgroundColor: colors.raised }]}>
      {picture === undefined ? (
        <Text style={[styles.initial, { color: colors.faint }]}>{Array.from(name)[0]}</Text>
      ) : (
        <Image source={{ uri: picture }} style={styles.picture} />
      )}
      {peerId === undefined ? null : <PresenceDot peerId={peerId} />}
    </View>
  );
}

function PresenceDot({ peerId }: { peerId: string }) {
  const colors = useColors();
  const isOnline = useReadable(useChat().presence(peerId));
  if (!isOnline) return null;
  const style = { backgroundColor: colors.online, borderColor: colors.background };
  return <View accessibilityLabel="Online" style={[styles.dot, style]} />;
}

const styles = StyleSheet.create({
  circle: { width: 48, height: 48, borderRadius: 24, alignItems: 'center', justifyContent: 'center' },
  picture: { width: 48, height: 48, borderRadius: 24 },
  initial: { fontSize: 20, fontWeight: '600' },
  dot: { position: 'absolute', right: 0, bottom: 0, width: 14, height: 14, borderRadius: 7, borderWidth: 2 },
});

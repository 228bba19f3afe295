import { Image, Linking, Pressable, StyleSheet, Text, View } from 'react-native';
import type { Attachment, MessageRow } from '../chat/message-row';
import { useColors } from '../theme';

interface MessageProps {
  row: MessageRow;
  onReply: () => void;
  onRetry: () => void;
  /** Takes a failed message back, to change it. */
  onTakeBack: () => void;
}

const STATES = { sending: 'Sending…', failed: 'Not sent', sent: '', seen: 'Seen' };

/** A message; a long press replies to it. */
export function Message({ row, onReply, onRetry, onTakeBack }: MessageProps) {
  const colors = useColors();
  const { isMine, sender, quote, text, attachment, isDeleted, state, time } = row;
  const color = isMine ? colors.onAccent : colors.text;
  const canReply = row.seq !== undefined && !isDeleted;
  const bubble = { backgroundColor: isMine ? colors.accent : colors.raised };
  return (
    <View style={[styles.row, isMine ? styles.mine : styles.theirs]}>
      {sender === '' ? null : <Text style={[styles.sender, { color: colors.faint }]}>{sender}</Text>}
      <Pressable
        accessibilityHint={canReply ? 'Hold to reply' : ''}
        style={[styles.bubble, bubble]}
        onLongPress={() => canReply && onReply()}
      >
        {quote === undefined ? null : (
          <Text numberOfLines={2} style={[styles.quote, { color, borderColor: color }]}>
            {quote.name}: {quote.text}
          </Text>
        )}
        {attachment === undefined ? null : <AttachmentView attachment={attachment} color={color} />}
        {text === '' ? null : (
          <Text style={[styles.text, { color }, isDeleted && styles.deleted]}>{text}</Text>
        )}
      </Pressable>
      <Text style={[styles.meta, { color: colors.faint }]}>
        {[time, isMine ? STATES[state] : ''].filter((part) => part !== '').join(' · ')}
      </Text>
      {state === 'failed' ? <Failure row={row} onRetry={onRetry} onTakeBack={onTakeBack} /> : null}
    </View>
  );
}

function AttachmentView({ attachment, color }: { attachment: Attachment; color: string }) {
  if (attachment.type === 'other') return <Text style={[styles.text, { color }]}>{attachment.name}</Text>;
  const { url, name } = attachment;
  if (attachment.type === 'image')
    return (
      <Image
        accessibilityLabel={name}
        source={{ uri: url }}
        style={[styles.image, { aspectRatio: attachment.aspectRatio }]}
      />
    );
  return (
    <Text
      accessibilityRole="link"
      style={[styles.text, styles.link, { color }]}
      onPress={() => void Linking.openURL(url)}
    >
      {name}
    </Text>
  );
}

function Failure({ row, onRetry, onTakeBack }: Omit<MessageProps, 'onReply'>) {
  const colors = useColors();
  const action = [styles.action, { color: colors.danger }];
  return (
    <View style={styles.failure}>
      <Text style={[styles.meta, { color: colors.danger }]}>{row.failure}</Text>
      {row.canRetry ? (
        <Text accessibilityRole="button" style={action} onPress={onRetry}>
          Try again
        </Text>
      ) : null}
      <Text accessibilityRole="button" style={action} onPress={onTakeBack}>
        Change
      </Text>
    </View>
  );
}

const styles = StyleSheet.create({
  row: { marginHorizontal: 12, marginVertical: 4, maxWidth: '82%' },
  mine: { alignSelf: 'flex-end', alignItems: 'flex-end' },
  theirs: { alignSelf: 'flex-start', alignItems: 'flex-start' },
  sender: { fontSize: 13, marginLeft: 12, marginBottom: 2 },
  bubble: { borderRadius: 18, paddingHorizontal: 12, paddingVertical: 8, gap: 6 },
  quote: { fontSize: 13, opacity: 0.8, borderLeftWidth: 2, paddingLeft: 8 },
  text: { fontSize: 16, lineHeight: 21 },
  link: { textDecorationLine: 'underline' },
  deleted: { fontStyle: 'italic', opacity: 0.7 },
  image: { width: 220, borderRadius: 10 },
  meta: { fontSize: 12, marginTop: 2, marginHorizontal: 12 },
  failure: { flexDirection: 'row', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'flex-end' },
  action: { fontSize: 14, fontWeight: '600', paddingVertical: 4, paddingHorizontal: 8 },
});

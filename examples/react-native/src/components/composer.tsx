import type { Thread } from '@palaver/client';
import { Pressable, StyleSheet, Text, TextInput, View } from 'react-native';
import { excessOf, sendText } from '../chat/composing';
import { useChat } from '../hooks/use-chat';
import { useReadable } from '../hooks/use-readable';
import { useColors } from '../theme';

/** The message that the next one replies to. */
export interface ReplyTarget {
  seq: number;
  text: string;
}

interface ComposerProps {
  thread: Thread;
  text: string;
  onChange: (text: string) => void;
  replyTo: ReplyTarget | undefined;
  onReplyEnd: () => void;
  onSent: () => void;
}

export function Composer({ thread, text, onChange, replyTo, onReplyEnd, onSent }: ComposerProps) {
  const colors = useColors();
  const excess = excessOf(text, useReadable(useChat().limits)?.text_chars);
  const canSend = text.trim() !== '' && excess === 0;
  const change = (next: string) => {
    onChange(next);
    thread.setTyping(next !== '');
  };
  const send = () => {
    if (sendText(thread, text, replyTo?.seq)) onSent();
  };
  return (
    <View style={[styles.composer, { borderColor: colors.line }]}>
      {replyTo === undefined ? null : (
        <View style={styles.line}>
          <Text numberOfLines={1} style={[styles.reply, { color: colors.faint }]}>
            Reply to: {replyTo.text}
          </Text>
          <Text accessibilityRole="button" style={{ color: colors.accent }} onPress={onReplyEnd}>
            Cancel
          </Text>
        </View>
      )}
      {excess === 0 ? null : <Text style={{ color: colors.danger }}>{excess} characters too many</Text>}
      <View style={styles.line}>
        <TextInput
          accessibilityLabel="Message"
          multiline
          placeholder="Write a message"
          placeholderTextColor={colors.faint}
          style={[styles.field, { backgroundColor: colors.raised, color: colors.text }]}
          value={text}
          onChangeText={change}
        />
        <Pressable accessibilityRole="button" disabled={!canSend} hitSlop={8} onPress={send}>
          <Text style={[styles.send, { color: canSend ? colors.accent : colors.faint }]}>Send</Text>
        </Pressable>
      </View>
    </View>
  );
}

const styles = StyleSheet.create({
  composer: { padding: 8, gap: 8, borderTopWidth: StyleSheet.hairlineWidth },
  line: { flexDirection: 'row', alignItems: 'center', gap: 12, paddingHorizontal: 4 },
  reply: { flex: 1 },
  field: {
    ...{ flex: 1, maxHeight: 140, borderRadius: 18, paddingHorizontal: 14, paddingVertical: 8 },
    fontSize: 16,
  },
  send: { fontSize: 16, fontWeight: '600', paddingVertical: 8 },
});

import { Pressable, StyleSheet, Text, View } from 'react-native';
import { useColors } from '../theme';

interface HeaderProps {
  title: string;
  /** Empty: there is none. */
  subtitle?: string;
  onBack?: () => void;
}

export function Header({ title, subtitle = '', onBack }: HeaderProps) {
  const colors = useColors();
  return (
    <View style={[styles.header, { borderColor: colors.line }]}>
      {onBack === undefined ? null : (
        <Pressable accessibilityRole="button" accessibilityLabel="Back" hitSlop={12} onPress={onBack}>
          <Text style={[styles.back, { color: colors.accent }]}>‹</Text>
        </Pressable>
      )}
      <View style={styles.titles}>
        <Text accessibilityRole="header" numberOfLines={1} style={[styles.title, { color: colors.text }]}>
          {title}
        </Text>
        {subtitle === '' ? null : (
          <Text numberOfLines={1} style={{ color: colors.faint }}>
            {subtitle}
          </Text>
        )}
      </View>
    </View>
  );
}

const styles = StyleSheet.create({
  header: {
    ...{ flexDirection: 'row', alignItems: 'center', gap: 12 },
    ...{ minHeight: 56, paddingHorizontal: 16, borderBottomWidth: StyleSheet.hairlineWidth },
  },
  back: { fontSize: 36, lineHeight: 40 },
  titles: { flex: 1 },
  title: { fontSize: 18, fontWeight: '600' },
});

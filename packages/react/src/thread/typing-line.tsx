import { useTyping } from '../hooks/use-typing.ts';
import { useLanguage } from '../texts/language.ts';
import { replaceable } from '../ui/replaceable.tsx';

/** Who is typing. */
export const TypingLine = replaceable('TypingLine', function TypingLine() {
  const names = useTyping();
  const { texts, list } = useLanguage();
  return (
    <p className="pv-typing" aria-live="polite">
      {names.length === 0 ? '' : texts.typing(list(names), names.length)}
    </p>
  );
});

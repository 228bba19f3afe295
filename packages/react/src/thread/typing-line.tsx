import { useTyping } from '../hooks/use-typing.ts';
import { useLanguage } from '../texts/language.ts';

/** Who is typing. */
export function TypingLine() {
  const names = useTyping();
  const { texts, list } = useLanguage();
  return (
    <p className="pv-typing" aria-live="polite">
      {names.length === 0 ? '' : texts.typing(list(names), names.length)}
    </p>
  );
}

import { useTexts } from '../texts/language.ts';

/** How many lines stand for what is not there yet. */
const LINES = { chats: 6, messages: 5 };

/** The outline of what is being loaded. */
export function Skeleton({ of }: { of: keyof typeof LINES }) {
  const texts = useTexts();
  return (
    <div className="pv-skeleton" data-of={of}>
      <p className="pv-unseen" role="status">
        {texts.loading}
      </p>
      {Array.from({ length: LINES[of] }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <span key={index} />
      ))}
    </div>
  );
}

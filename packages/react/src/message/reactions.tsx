import type { KeptMessage, Thread } from '@palaver/client';
import { useReport } from '../ui/notices.tsx';

/** The reactions to a message; a press adds one's own, or takes it back. */
export function Reactions({ message, thread }: { message: KeptMessage; thread: Thread }) {
  const report = useReport();
  return (
    <div className="pv-reactions">
      {message.reactions.map(({ key, count, mine }) => (
        <button
          key={key}
          type="button"
          aria-pressed={mine}
          aria-label={`${key} ${count}`}
          onClick={() => report(mine ? thread.unreact(message.seq, key) : thread.react(message.seq, key))}
        >
          <span>{key}</span> {count}
        </button>
      ))}
    </div>
  );
}

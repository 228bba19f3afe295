import { Icon, IconButton } from '../ui/icon.tsx';
import { Options, type OptionsProps } from './options.tsx';

interface RecentListProps extends OptionsProps {
  recent: readonly string[];
  onRemove: (query: string) => void;
  onClear: () => void;
}

/** Earlier searches, each of which can be removed. The buttons are beside the list, because rows of a list contain no buttons. */
export function RecentList({ recent, onRemove, onClear, ...choice }: RecentListProps) {
  if (recent.length === 0)
    return (
      <p className="empty">
        Finds messages by their words, in all your chats. Accents and capital letters need not be written.
      </p>
    );
  const rows = recent.map((query) => ({
    key: query,
    content: (
      <>
        <Icon name="clock" /> <span dir="auto">{query}</span>
      </>
    ),
  }));
  return (
    <section className="recent" aria-label="Recent searches">
      <header>
        <h3>Recent</h3>
        <button type="button" className="link" onClick={onClear}>
          Clear
        </button>
      </header>
      <div className="recent-rows">
        <Options label="Recent searches" className="recent-list" rows={rows} {...choice} />
        <ul className="recent-removals">
          {recent.map((query) => (
            <li key={query}>
              <IconButton icon="close" label={`Remove “${query}”`} onClick={() => onRemove(query)} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

import { useTexts } from '../texts/language.ts';
import { Icon, IconButton } from '../ui/icon.tsx';
import { Options, type OptionsProps } from '../ui/options.tsx';

interface RecentListProps extends OptionsProps {
  recent: readonly string[];
  onRemove: (query: string) => void;
  onClear: () => void;
}

/** Earlier searches, each of which can be removed. The buttons are beside the list, because rows of a list contain no buttons. */
export function RecentList({ recent, onRemove, onClear, ...choice }: RecentListProps) {
  const texts = useTexts();
  if (recent.length === 0) return <p className="pv-empty">{texts.searchHelp}</p>;
  const rows = recent.map((query) => ({
    key: query,
    content: (
      <>
        <Icon name="clock" /> <span dir="auto">{query}</span>
      </>
    ),
  }));
  return (
    <section className="pv-recent" aria-label={texts.recentSearches}>
      <header>
        <h3>{texts.recent}</h3>
        <button type="button" className="pv-link" onClick={onClear}>
          {texts.clear}
        </button>
      </header>
      <div className="pv-recent-rows">
        <Options label={texts.recentSearches} className="pv-recent-list" rows={rows} {...choice} />
        <ul className="pv-recent-removals">
          {recent.map((query) => (
            <li key={query}>
              <IconButton icon="close" label={texts.removeSearch(query)} onClick={() => onRemove(query)} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

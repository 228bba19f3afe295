import type { ClientSearchHit, ClientThread, PalaverError, SearchState } from '@palaver/client';
import { type KeyboardEvent, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import { useSearch } from '../hooks/use-search.ts';
import type { Texts } from '../texts/en.ts';
import { type Language, useLanguage, useTexts } from '../texts/language.ts';
import { focusedIn } from '../ui/focused-in.ts';
import { Icon, IconButton } from '../ui/icon.tsx';
import { useActive } from '../ui/use-active.ts';
import { Hits } from './hits.tsx';
import { RecentList } from './recent-list.tsx';
import { useRecentSearches } from './recent-searches.ts';

export interface SearchDialogProps {
  /** The open thread, to which the search can be limited. */
  thread: ClientThread | undefined;
  /** Whether it is limited at first. */
  isHere: boolean;
  onOpen: (hit: ClientSearchHit) => void;
  onClose: () => void;
}

/** The distance from the end of the list at which the next page is fetched, in pixels. */
const NEAR = 200;

/**
 * Finds messages as the user types. The focus stays in the field: arrow keys choose a hit or an earlier search, Enter opens it, and
 * Escape closes the dialog.
 */
export function SearchDialog({ thread, isHere, onOpen, onClose }: SearchDialogProps) {
  const language = useLanguage();
  const { texts } = language;
  const dialog = useRef<HTMLDialogElement>(null);
  const listId = useId();
  const [query, setQuery] = useState('');
  const [isLimited, setIsLimited] = useState(isHere && thread !== undefined);
  const search = useSearch(query, isLimited ? thread?.id : undefined);
  const { recent, add, remove, clear } = useRecentSearches();
  const hasQuery = query.trim() !== '';
  const count = hasQuery ? search.hits.length : recent.length;
  const { active, setActive, move } = useActive(count, `${query} ${isLimited}`);
  useEffect(() => dialog.current?.showModal(), []);
  // The browser returns the focus to where it was, and fires `close`.
  const close = () => dialog.current?.close();

  const choose = (index: number) => {
    const [hit, earlier] = [search.hits[index], recent[index]];
    if (!hasQuery) {
      if (earlier !== undefined) setQuery(earlier);
    } else if (hit !== undefined) {
      add(query.trim());
      close();
      onOpen(hit);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (by === undefined) choose(active);
    else if (by === 1 && active === count - 1 && hasQuery && search.hasMore) search.loadMore();
    else move(by);
  };
  const choice = { listId, active, onActive: setActive, onChoose: choose };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does what a click beside the dialog does
    <dialog
      ref={dialog}
      className="pv-dialog pv-search"
      aria-label={texts.searchMessages}
      onClose={withCaret(onClose)}
      onClick={({ target }) => target === dialog.current && close()}
    >
      <SearchField
        {...{ query, listId, count, active, onKeyDown }}
        isWaiting={search.isLoading}
        onQuery={setQuery}
        onClose={close}
      />
      {thread === undefined ? null : <Limit thread={thread} isOn={isLimited} onChange={setIsLimited} />}
      <div
        className="pv-search-body"
        onScroll={({ currentTarget }) => isNearEnd(currentTarget) && search.hasMore && search.loadMore()}
      >
        {hasQuery ? (
          <Hits hits={search.hits} {...choice} />
        ) : (
          <RecentList recent={recent} {...choice} onRemove={remove} onClear={clear} />
        )}
        {hasQuery && search.hasMore && !search.isLoading ? (
          <button type="button" className="pv-button pv-search-more" onClick={search.loadMore}>
            {moreOf(search, texts)}
          </button>
        ) : null}
      </div>
      <Footer status={hasQuery ? statusOf(search, language) : ''} isFailed={search.error !== undefined} />
    </dialog>
  );
}

/**
 * Chromium returns the focus to a field, but its caret stays in the dialog that closes: without the dialog, nothing can be typed.
 */
const withCaret =
  (closed: () => void) =>
  ({ currentTarget }: SyntheticEvent) => {
    const field = focusedIn(currentTarget);
    if (field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement)
      field.setSelectionRange(field.selectionStart, field.selectionEnd);
    closed();
  };

function Limit({
  thread,
  isOn,
  onChange,
}: {
  thread: ClientThread;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}) {
  const { texts, threadName } = useLanguage();
  return (
    <div className="pv-search-filters">
      <button type="button" className="pv-button" aria-pressed={isOn} onClick={() => onChange(!isOn)}>
        {texts.onlyIn} <bdi>{threadName(thread)}</bdi>
      </button>
    </div>
  );
}

function Footer({ status, isFailed }: { status: string; isFailed: boolean }) {
  return (
    <footer>
      <p role="status" data-failed={isFailed}>
        {status}
      </p>
      <small aria-hidden="true">{useTexts().searchKeys}</small>
    </footer>
  );
}

interface SearchFieldProps {
  query: string;
  /** The id of the list that it controls, how many rows that has, and the number of the chosen one. */
  listId: string;
  count: number;
  active: number;
  isWaiting: boolean;
  onQuery: (query: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onClose: () => void;
}

function SearchField({
  query,
  listId,
  count,
  active,
  isWaiting,
  onQuery,
  onKeyDown,
  onClose,
}: SearchFieldProps) {
  const texts = useTexts();
  return (
    <div className="pv-search-field">
      <Icon name="search" />
      <input
        role="combobox"
        aria-label={texts.searchMessages}
        aria-autocomplete="list"
        aria-expanded={count > 0}
        aria-controls={listId}
        aria-activedescendant={active < count ? `${listId}-${active}` : undefined}
        placeholder={texts.searchHint}
        dir="auto"
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        value={query}
        onChange={({ target }) => onQuery(target.value)}
        onKeyDown={onKeyDown}
      />
      <span className="pv-search-wait" data-on={isWaiting} />
      <IconButton icon="close" label={texts.close} onClick={onClose} />
    </div>
  );
}

const isNearEnd = ({ scrollHeight, scrollTop, clientHeight }: HTMLElement) =>
  scrollHeight - scrollTop - clientHeight < NEAR;

function moreOf({ hits, error }: SearchState, texts: Texts): string {
  if (error !== undefined) return texts.tryAgain;
  return hits.length === 0 ? texts.searchFurther : texts.more;
}

/** How the search stands, also for screen readers. */
function statusOf({ hits, isLoading, hasMore, error }: SearchState, language: Language): string {
  const { texts } = language;
  if (error !== undefined) return reasonOf(error, language);
  if (hits.length > 0) {
    const found = texts.found(hits.length, hasMore);
    return isLoading ? texts.stillSearching(found) : found;
  }
  if (isLoading) return texts.searching;
  return hasMore ? texts.nothingSoFar : texts.nothingFound;
}

/** The rule that a query breaks, in words for the user. */
function reasonOf(error: PalaverError, { texts, sentenceOf }: Language): string {
  const [fault] = error.fields;
  if (fault?.rule === 'max_words') return texts.tooManyWords;
  if (fault?.rule === 'max_length') return texts.queryTooLong;
  if (error.code === 'network') return texts.searchOffline;
  return sentenceOf(error);
}

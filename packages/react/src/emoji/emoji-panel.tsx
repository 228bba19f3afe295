import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { KeptList } from '../hooks/use-kept-list.ts';
import type { Texts } from '../texts/en.ts';
import {
  type Emoji,
  type EmojiGroup,
  type EmojiGroups,
  emojiOf,
  SKIN_TONES,
  searchEmoji,
  withSkinTone,
} from './emoji-groups.ts';
import { cellsIn, isRtl, onEmojiKey } from './emoji-keys.ts';
import { EmojiSection, type ShownEmoji } from './emoji-section.tsx';
import { stepFrom } from './grid-steps.ts';
import { shownEmoji } from './shown-emoji.ts';

export { loadEmoji } from './emoji-groups.ts';

interface EmojiPanelProps {
  groups: EmojiGroups;
  texts: Texts;
  /** What was picked before, the latest first. */
  recent: KeptList;
  /** The skin tone, if there is one. */
  tone: KeptList;
  /** Always the same function. */
  onPick: (emoji: string) => void;
}

/** Two rows. */
const MOST_RECENT = 16;

/**
 * The emoji in their groups, or those that a search finds. The field has the focus first, and arrow keys lead from it to the emoji.
 *
 * It gets all that it needs of the chat as properties: a module that it imported as well would become a file of its own, which every page
 * would load.
 */
export function EmojiPanel({ groups, texts, recent, tone, onPick }: EmojiPanelProps) {
  const [query, setQuery] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const shown = shownEmoji(groups);
  const skin = SKIN_TONES.find((one) => one === tone[0][0]) ?? '';
  const found = useMemo(
    () => (query.trim() === '' ? undefined : toned(searchEmoji(shown, query), skin)),
    [shown, query, skin],
  );
  const [picked, keepPicked] = recent;
  const pick = useCallback(
    (emoji: string) => {
      keepPicked([emoji, ...picked.filter((one) => one !== emoji)].slice(0, MOST_RECENT));
      onPick(emoji);
    },
    [picked, keepPicked, onPick],
  );
  const choose = (group: EmojiGroup) => {
    flushSync(() => setQuery(''));
    openGroup(list.current, group);
  };
  useEffect(() => {
    // A field would open the keyboard of a phone, over the emoji.
    if (matchMedia('(pointer: coarse)').matches) cellsIn(list.current)[0]?.[0]?.focus();
  }, []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of what is in it
    <div onKeyDown={(event) => onEmojiKey(event, field.current, list.current)}>
      <header>
        <input
          ref={field}
          value={query}
          placeholder={texts.searchEmoji}
          aria-label={texts.searchEmoji}
          autoComplete="off"
          enterKeyHint="done"
          onChange={({ target }) => setQuery(target.value)}
          onKeyDown={(event) => pickBest(event, found, pick)}
        />
        <SkinTones label={texts.skinTone} tone={skin} onChoose={(chosen) => tone[1]([chosen])} />
      </header>
      <Groups groups={shown} texts={texts} onChoose={choose} />
      {/* (Otherwise Firefox stops at it on the way to the emoji, because it scrolls.) */}
      <div ref={list} className="pv-emoji-list" tabIndex={-1}>
        <div hidden={found !== undefined}>
          <AllEmoji groups={shown} texts={texts} recent={picked} tone={skin} onPick={pick} />
        </div>
        <div className="pv-emoji-found">
          {found === undefined || found.length === 0 ? null : (
            <EmojiSection label={texts.emojiFound} emoji={found} onPick={pick} />
          )}
        </div>
        <p role="status">{found?.length === 0 ? texts.nothingFound : ''}</p>
      </div>
    </div>
  );
}

/** Enter in the field. */
function pickBest(
  event: KeyboardEvent,
  found: readonly ShownEmoji[] | undefined,
  onPick: (emoji: string) => void,
): void {
  if (event.key !== 'Enter') return;
  // Not the form around the picker.
  event.preventDefault();
  const [best] = found ?? [];
  if (best !== undefined) onPick(best.emoji);
}

const toned = (emoji: readonly Emoji[], tone: string): ShownEmoji[] =>
  emoji.map((one) => ({ emoji: withSkinTone(one, tone), name: one.name }));

interface AllEmojiProps {
  groups: EmojiGroups;
  texts: Texts;
  recent: readonly string[];
  tone: string;
  onPick: (emoji: string) => void;
}

function AllEmoji({ groups, texts, recent, tone, onPick }: AllEmojiProps) {
  const picked = useMemo(
    () =>
      recent.slice(0, MOST_RECENT).flatMap((emoji) => {
        const known = emojiOf(groups, emoji);
        return known === undefined ? [] : [{ emoji, name: known.name }];
      }),
    [groups, recent],
  );
  const all = useMemo(
    () => [...groups].map(([group, emoji]) => ({ group, emoji: toned(emoji, tone) })),
    [groups, tone],
  );
  return (
    <>
      {picked.length === 0 ? null : <EmojiSection label={texts.recentEmoji} emoji={picked} onPick={onPick} />}
      {all.map(({ group, emoji }) => (
        <EmojiSection
          key={group}
          group={group}
          label={texts.emojiGroups[group]}
          emoji={emoji}
          onPick={onPick}
        />
      ))}
    </>
  );
}

interface GroupsProps {
  groups: EmojiGroups;
  texts: Texts;
  onChoose: (group: EmojiGroup) => void;
}

/** A button for each group, with its first emoji. */
function Groups({ groups, texts, onChoose }: GroupsProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { key, target, currentTarget } = event;
    const buttons = [...currentTarget.querySelectorAll('button')];
    const column = buttons.indexOf(target as HTMLButtonElement);
    const next = stepFrom({ row: 0, column }, key, [buttons.length], isRtl(currentTarget));
    if (next?.row !== 0) return;
    event.preventDefault();
    buttons[next.column]?.focus();
  };
  return (
    <div role="toolbar" aria-label={texts.emoji} className="pv-emoji-groups" onKeyDown={onKeyDown}>
      {[...groups].map(([group, [first]], index) => (
        <button
          key={group}
          type="button"
          tabIndex={index === 0 ? 0 : -1}
          aria-label={texts.emojiGroups[group]}
          title={texts.emojiGroups[group]}
          onClick={() => onChoose(group)}
        >
          {first?.emoji}
        </button>
      ))}
    </div>
  );
}

/** Scrolls to a group. */
function openGroup(list: HTMLElement | null, group: EmojiGroup): void {
  const section = list?.querySelector<HTMLElement>(`[data-group="${group}"]`);
  if (list === null || !section) return;
  list.scrollTop = section.offsetTop;
  section.querySelector<HTMLElement>('[role="gridcell"]')?.focus({ preventScroll: true });
}

interface SkinTonesProps {
  label: string;
  tone: string;
  onChoose: (tone: string) => void;
}

function SkinTones({ label, tone, onChoose }: SkinTonesProps) {
  return (
    <select aria-label={label} title={label} value={tone} onChange={({ target }) => onChoose(target.value)}>
      {SKIN_TONES.map((one) => (
        <option key={one} value={one}>
          ✋{one}
        </option>
      ))}
    </select>
  );
}

import { useEffect, useState } from 'react';
import { useMe } from '../hooks/use-chats.ts';
import { useKeptList } from '../hooks/use-kept-list.ts';
import { useLatest } from '../hooks/use-latest.ts';
import type { Texts } from '../texts/en.ts';
import { useTexts } from '../texts/language.ts';
import { useReport } from '../ui/notices.tsx';
import { Popover } from '../ui/popover.tsx';

interface EmojiPickerProps {
  /** The button that it belongs to. */
  anchor: HTMLElement;
  /** The picker stays open until it is no longer rendered. */
  onPick: (emoji: string) => void;
  /** On Escape, on a press beside it, and if it cannot be loaded. */
  onClose: () => void;
}

/** Opens with all emoji, to pick one. They are loaded, with the code for them, when it is first rendered. */
export function EmojiPicker({ anchor, onPick, onClose }: EmojiPickerProps) {
  const texts = useTexts();
  const me = useMe();
  const recent = useKeptList(`palaver recent emoji ${me}`);
  const tone = useKeptList(`palaver skin tone ${me}`);
  const loaded = useLoaded(texts, onClose);
  const pick = useLatest(onPick);
  if (loaded === undefined) return null;
  const { EmojiPanel, groups } = loaded;
  return (
    <Popover anchor={anchor} label={texts.emoji} role="dialog" className="pv-emoji" onClose={onClose}>
      <EmojiPanel {...{ groups, texts, recent, tone }} onPick={pick} />
    </Popover>
  );
}

function useLoaded({ emojiNames, somethingWrong }: Texts, onFailure: () => void) {
  const [loaded, setLoaded] = useState<Awaited<ReturnType<typeof load>>>();
  const report = useReport();
  const fail = useLatest(onFailure);
  useEffect(() => {
    let isWanted = true;
    const open = async () => {
      try {
        const found = await load(emojiNames);
        if (isWanted) setLoaded(found);
      } catch (cause) {
        fail();
        throw new Error(somethingWrong, { cause });
      }
    };
    report(open());
    return () => {
      isWanted = false;
    };
  }, [emojiNames, somethingWrong, report, fail]);
  return loaded;
}

async function load(emojiNames: Texts['emojiNames']) {
  const { EmojiPanel, loadEmoji } = await import('./emoji-panel.tsx');
  return { EmojiPanel, groups: await loadEmoji({ emojiNames }) };
}

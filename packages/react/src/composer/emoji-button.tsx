import { useRef, useState } from 'react';
import { EmojiPicker } from '../emoji/emoji-picker.tsx';
import { useTexts } from '../texts/language.ts';
import { Icon } from '../ui/icon.tsx';

/** Opens the emoji, and closes when one is picked. */
export function EmojiButton({ onPick }: { onPick: (emoji: string) => void }) {
  const texts = useTexts();
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => setIsOpen(false);
  return (
    <>
      <button
        ref={button}
        type="button"
        className="pv-icon-button"
        aria-label={texts.emoji}
        title={texts.emoji}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name="smile" />
      </button>
      {isOpen && button.current !== null ? (
        <EmojiPicker
          anchor={button.current}
          onPick={(emoji) => {
            close();
            onPick(emoji);
          }}
          onClose={close}
        />
      ) : null}
    </>
  );
}

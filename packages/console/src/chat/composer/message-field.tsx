import type { KeyboardEvent, RefObject } from 'react';

interface MessageFieldProps {
  ref: RefObject<HTMLTextAreaElement | null>;
  text: string;
  onType: (text: string) => void;
  onSubmit: () => void;
  /** Completes the mention that is being typed, on Enter or Tab; undefined if there is none. */
  onComplete: (() => void) | undefined;
  onEscape: () => void;
  /** Handles ↑ in an empty field. */
  onEditLast: () => void;
}

/** The text field and its key bindings. */
export function MessageField({ ref, text, onType, ...keys }: MessageFieldProps) {
  const { onSubmit, onComplete, onEscape, onEditLast } = keys;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      if (onComplete === undefined) onSubmit();
      else onComplete();
    } else if (event.key === 'Tab' && onComplete !== undefined) {
      event.preventDefault();
      onComplete();
    } else if (event.key === 'Escape') onEscape();
    else if (event.key === 'ArrowUp' && text === '') {
      event.preventDefault();
      onEditLast();
    }
  };
  return (
    <textarea
      ref={ref}
      rows={1}
      value={text}
      placeholder="Write a message"
      aria-label="Message"
      onChange={({ target }) => onType(target.value)}
      onKeyDown={onKeyDown}
    />
  );
}

import type { ClipboardEvent, KeyboardEvent, RefObject, SyntheticEvent } from 'react';
import { useTexts } from '../texts/language.ts';
import { noteCaret } from './insert-text.ts';
import { pastedFiles } from './received-files.ts';

interface MessageFieldProps {
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
  onType: (text: string) => void;
  /** Where the caret is now. */
  onCaret: (position: number) => void;
  onFiles: (files: readonly File[]) => void;
  onSubmit: () => void;
  /** Completes the mention that is being typed, on Enter or Tab; undefined if there is none. */
  onComplete: (() => void) | undefined;
  onEscape: () => void;
  /** Handles ↑ in an empty field. */
  onEditLast: () => void;
}

/** The text field and its key bindings. */
export function MessageField({ field, text, onType, onCaret, onFiles, ...keys }: MessageFieldProps) {
  const texts = useTexts();
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
  const onPaste = (event: ClipboardEvent) => {
    const files = pastedFiles(event.clipboardData);
    if (files.length === 0) return;
    event.preventDefault();
    onFiles(files);
  };
  const follow = ({ currentTarget }: SyntheticEvent<HTMLTextAreaElement>) =>
    onCaret(currentTarget.selectionStart);
  return (
    <textarea
      ref={field}
      rows={1}
      value={text}
      placeholder={texts.writeMessage}
      aria-label={texts.message}
      onFocus={({ currentTarget }) => noteCaret(currentTarget)}
      onChange={({ target }) => {
        onCaret(target.selectionStart);
        onType(target.value);
      }}
      // (React fires the first of them in no shadow tree.)
      onSelect={follow}
      onKeyUp={follow}
      onClick={follow}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
    />
  );
}

import type { ClipboardEvent, KeyboardEvent, RefObject, SyntheticEvent } from 'react';
import { useTexts } from '../texts/language.ts';
import { noteCaret } from './insert-text.ts';
import { pastedFiles } from './received-files.ts';
import type { Suggestions } from './use-mention.ts';

interface MessageFieldProps {
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
  onType: (text: string) => void;
  /** Where the caret is now. */
  onCaret: (position: number) => void;
  onFocusChange: (hasFocus: boolean) => void;
  onFiles: (files: readonly File[]) => void;
  /** For the mention that is being typed. Their keys come first. */
  suggestions: Suggestions | undefined;
  onSubmit: () => void;
  onEscape: () => void;
  /** Handles ↑ in an empty field. */
  onEditLast: () => void;
}

/** The text field and its key bindings. */
export function MessageField({ field, text, onType, onCaret, onFiles, ...props }: MessageFieldProps) {
  const texts = useTexts();
  const { onFocusChange, suggestions, onSubmit, onEscape, onEditLast } = props;
  const onKeyDown = (event: KeyboardEvent) => {
    if (suggestions?.takesKey(event)) return;
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      onSubmit();
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
      {...(suggestions && controlling(suggestions))}
      onFocus={({ currentTarget }) => {
        noteCaret(currentTarget);
        onFocusChange(true);
      }}
      onBlur={() => onFocusChange(false)}
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

/** What tells a screen reader of the list, and reads the chosen row. (A field of several lines cannot have the role `combobox`.) */
const controlling = ({ listId, active }: Suggestions) =>
  ({
    'aria-autocomplete': 'list',
    'aria-controls': listId,
    'aria-activedescendant': `${listId}-${active}`,
  }) as const;

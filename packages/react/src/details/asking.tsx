import { type KeyboardEvent, type MouseEvent, useRef } from 'react';
import { useTexts } from '../texts/language.ts';

interface AskingProps {
  ask: string;
  confirm: string;
  /** What takes the question back; by default, it cancels. */
  refuse?: string;
  isAsked: boolean;
  setIsAsked: (isAsked: boolean) => void;
  /** How the buttons look. */
  className: 'pv-button' | 'pv-link';
  run: () => void;
}

/** Browsers press a button again and again while Enter is held: that does not count as confirmation either. */
const ignoreRepeats = (event: KeyboardEvent) => event.repeat && event.preventDefault();

/** A button that asks for confirmation: what it does cannot be undone, or not simply. The focus stays on it. */
export function Asking({ ask, confirm, refuse, isAsked, setIsAsked, className, run }: AskingProps) {
  const texts = useTexts();
  const button = useRef<HTMLButtonElement>(null);
  const press = ({ detail: clicks }: MouseEvent) => {
    if (!isAsked) setIsAsked(true);
    // (The second click of a double click does not count as confirmation.)
    else if (clicks < 2) run();
  };
  const takeBack = () => {
    setIsAsked(false);
    button.current?.focus();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className={`${className} pv-danger`}
        onClick={press}
        onKeyDown={ignoreRepeats}
      >
        {isAsked ? confirm : ask}
      </button>
      {isAsked ? (
        <button type="button" className={className} onClick={takeBack}>
          {refuse ?? texts.cancel}
        </button>
      ) : null}
    </>
  );
}

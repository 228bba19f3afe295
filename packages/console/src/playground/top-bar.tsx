import type { ReactNode } from 'react';
import type { Application } from './back-end.ts';
import type { Place } from './use-person.ts';

const APPLICATIONS: readonly (readonly [Application, string])[] = [
  ['demo', 'Demo'],
  ['own', 'Your app'],
];

export interface Drawer {
  icon: ReactNode;
  label: string;
  isOpen: boolean;
  onToggle: () => void;
}

interface TopBarProps {
  application: Application;
  hasDemo: boolean;
  onChoose: (application: Application) => void;
  /** Those between whom small screens switch. */
  places: readonly Place[];
  shown: Place['place'];
  onShow: (place: Place['place']) => void;
  drawers: readonly Drawer[];
}

/** What is above the chats: which application, who is shown, and the drawers. */
export function TopBar({ application, hasDemo, onChoose, places, shown, onShow, drawers }: TopBarProps) {
  return (
    <header className="top">
      <Mark />
      <h1>
        Palaver <span>playground</span>
      </h1>
      {hasDemo ? (
        <fieldset className="choice" aria-label="Application">
          {APPLICATIONS.map(([one, label]) => (
            <button key={one} type="button" aria-pressed={one === application} onClick={() => onChoose(one)}>
              {label}
            </button>
          ))}
        </fieldset>
      ) : null}
      {places.length < 2 ? null : (
        <fieldset className="choice tabs" aria-label="Who is shown">
          {places.map(({ place, userId }) => (
            <button key={place} type="button" aria-pressed={shown === place} onClick={() => onShow(place)}>
              {userId}
            </button>
          ))}
        </fieldset>
      )}
      <nav aria-label="More">
        {drawers.map(({ icon, label, isOpen, onToggle }) => (
          <button
            key={label}
            type="button"
            className="button"
            aria-label={label}
            aria-expanded={isOpen}
            title={label}
            onClick={onToggle}
          >
            {icon} <span>{label}</span>
          </button>
        ))}
        <a href="../docs" target="_blank" rel="noopener">
          API
        </a>
      </nav>
    </header>
  );
}

/** Two people talk. */
function Mark() {
  return (
    <svg className="mark" viewBox="0 0 32 32" aria-hidden="true">
      <path d="M4 6h17a3 3 0 0 1 3 3v8a3 3 0 0 1-3 3h-9l-6 5v-5H4a3 3 0 0 1-3-3V9a3 3 0 0 1 3-3z" />
      <path d="M26.500 12H28a3 3 0 0 1 3 3v8a3 3 0 0 1-3 3h-1v4l-5.500-4H15" />
    </svg>
  );
}

/** Lines of width 1.8 on a grid of 24. */
const PATHS = {
  alert: 'M12 21a9 9 0 100-18 9 9 0 000 18z M12 7v6 M12 16h.01',
  back: 'M15 5l-7 7 7 7',
  bell: 'M6 17V11a6 6 0 0112 0v6l2 1H4z M10 21h4',
  check: 'M5 13l4 4L19 7',
  checks: 'M2 13l4 4L15 8 M10 15l2 2L22 7',
  close: 'M6 6l12 12 M18 6L6 18',
  clock: 'M12 21a9 9 0 100-18 9 9 0 000 18z M12 7v5l3 2',
  copy: 'M9 9h10v11H9z M5 15V4h10',
  down: 'M12 5v14 M6 13l6 6 6-6',
  edit: 'M4 20h4L19 9l-4-4L4 16z',
  forward: 'M9 5l7 7-7 7',
  file: 'M6 3h8l4 4v14H6z M14 3v5h4',
  info: 'M12 21a9 9 0 100-18 9 9 0 000 18z M12 11v5 M12 8h.01',
  microphone: 'M12 14a3 3 0 003-3V6a3 3 0 00-6 0v5a3 3 0 003 3z M6 11a6 6 0 0012 0 M12 17v4',
  more: 'M6 12h.01 M12 12h.01 M18 12h.01',
  pause: 'M8 5v14 M16 5v14',
  picture: 'M4 5h16v14H4z M4 16l5-5 4 4 2-2 5 4 M15 9h.01',
  pin: 'M9 3h6l-1 6 4 4H6l4-4z M12 13v8',
  place: 'M12 21c-4-4-6-7.5-6-11a6 6 0 0112 0c0 3.5-2 7-6 11z M12 12a2 2 0 100-4 2 2 0 000 4z',
  play: 'M7 4l12 8-12 8z',
  plus: 'M12 5v14 M5 12h14',
  reply: 'M10 7L4 12l6 5 M4 12h9c4 0 7 2 7 6',
  save: 'M12 4v11 M7 10l5 5 5-5 M5 20h14',
  search: 'M11 18a7 7 0 100-14 7 7 0 000 14z M16 16l5 5',
  send: 'M4 12l16-8-5 16-3.5-6.5z',
  smile: 'M12 21a9 9 0 100-18 9 9 0 000 18z M8.5 14a4 4 0 007 0 M9 9.5h.01 M15 9.5h.01',
  sticker: 'M5 4h14v9l-6 7H5z M19 13h-6v7',
  trash: 'M4 7h16 M9 7V4h6v3 M6 7l1 13h10l1-13',
} as const;

export type IconName = keyof typeof PATHS;

/** `label`: says what it means, where nothing else does. */
export function Icon({ name, label }: { name: IconName; label?: string }) {
  const said = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: it has a label, or is beside one
    <svg className="pv-icon" data-icon={name} viewBox="0 0 24 24" {...said}>
      <path d={PATHS[name]} />
    </svg>
  );
}

/** A button with an icon and an accessible label. */
export function IconButton({
  icon,
  label,
  onClick,
  isPressed,
  isExpanded,
  isDisabled,
}: {
  icon: IconName;
  label: string;
  onClick: () => void;
  isPressed?: boolean;
  /** It opens something: whether that is open. */
  isExpanded?: boolean;
  isDisabled?: boolean;
}) {
  return (
    <button
      type="button"
      className="pv-icon-button"
      aria-label={label}
      title={label}
      aria-pressed={isPressed}
      aria-expanded={isExpanded}
      disabled={isDisabled}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
}

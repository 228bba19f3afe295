/** What the components have no icons for, drawn as theirs are: lines of width 1.8 on a grid of 24. */
const PATHS = {
  online: 'M4 9a12 12 0 0116 0 M7 12.5a7.5 7.5 0 0110 0 M10 16a3 3 0 014 0 M12 19h.01',
  offline: 'M4 9a12 12 0 014-2.5 M20 9a12 12 0 00-8-3 M7 12.5a7.5 7.5 0 013-1.8 M12 19h.01 M3 3l18 18',
  traffic: 'M8 4v14 M4 14l4 4 4-4 M16 20V6 M12 10l4-4 4 4',
} as const;

export function PlaygroundIcon({ name }: { name: keyof typeof PATHS }) {
  return (
    <svg className="pv-icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}

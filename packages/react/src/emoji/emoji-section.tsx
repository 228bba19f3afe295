// biome-ignore-all lint/a11y/useSemanticElements: cells of a table cannot be pressed
// biome-ignore-all lint/a11y/useFocusableInteractive: of a grid, only the cells have the focus
import { memo } from 'react';
import { COLUMNS } from './grid-steps.ts';

/** As it is picked, with its skin tone. */
export interface ShownEmoji {
  emoji: string;
  name: string;
}

interface EmojiSectionProps {
  group?: string;
  label: string;
  emoji: readonly ShownEmoji[];
  onPick: (emoji: string) => void;
}

/** A group of emoji with its heading; Tab leads to its first emoji. It is large, so it is rendered again only for other emoji. */
export const EmojiSection = memo(function EmojiSection({ group, label, emoji, onPick }: EmojiSectionProps) {
  const rows = Array.from({ length: Math.ceil(emoji.length / COLUMNS) }, (_, row) =>
    emoji.slice(row * COLUMNS, (row + 1) * COLUMNS),
  );
  return (
    <section data-group={group} style={{ '--pv-rows': rows.length } as object}>
      <h3>{label}</h3>
      <div role="grid" aria-label={label}>
        {rows.map((row, at) => (
          <div key={row[0]?.emoji} role="row">
            {row.map((one, column) => (
              <button
                key={one.emoji}
                type="button"
                role="gridcell"
                tabIndex={at === 0 && column === 0 ? 0 : -1}
                aria-label={one.name}
                title={one.name}
                onClick={() => onPick(one.emoji)}
              >
                {one.emoji}
              </button>
            ))}
          </div>
        ))}
      </div>
    </section>
  );
});

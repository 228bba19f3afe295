/** The loudest of each part, in at most so many parts. */
export function loudest(levels: readonly number[], parts: number): number[] {
  const count = Math.min(parts, levels.length);
  return Array.from({ length: count }, (_, part) => {
    const [from, to] = [part, part + 1].map((at) => Math.floor((at * levels.length) / count));
    return Math.max(...levels.slice(from, to));
  });
}

const BARS = 48;
const FLAT = Array.from({ length: BARS }, () => 0);

/** Loudness over time, as bars. `levels`: 0 to 100; `played`: 0 to 1. */
export function Waveform({
  levels = [],
  played,
}: {
  levels?: readonly number[] | undefined;
  played: number;
}) {
  const bars = levels.length === 0 ? FLAT : loudest(levels, BARS);
  return (
    <svg
      className="pv-waveform"
      viewBox={`0 0 ${bars.length} 100`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {bars.map((level, index) => {
        const height = Math.max(6, level);
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
            key={index}
            x={index + 0.2}
            y={(100 - height) / 2}
            width={0.6}
            height={height}
            data-played={index < played * bars.length}
          />
        );
      })}
    </svg>
  );
}

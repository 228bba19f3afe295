/* The stickers of the demo, which move: Lottie animations of two seconds. */

const at = (k: unknown) => ({ a: 0, k });
const SMOOTH = { i: { x: [0.4], y: [1] }, o: { x: [0.6], y: [0] } };
/** A value that goes through these, evenly, and ends as it began. */
const through = (...values: (number | number[])[]) => {
  const all = [...values, values[0] ?? 0];
  const last = all.length - 1;
  const keys = all.map((value, index) => ({
    t: Math.round((index * FRAMES) / last),
    s: typeof value === 'number' ? [value] : value,
    ...(index < last ? SMOOTH : {}),
  }));
  return { a: 1, k: keys };
};
const FRAMES = 120;

type Part = Record<string, unknown>;

const fill = (red: number, green: number, blue: number): Part => ({
  ty: 'fl',
  c: at([red / 255, green / 255, blue / 255, 1]),
  o: at(100),
});
const stroke = (red: number, green: number, blue: number, width: number): Part => ({
  ...{ ty: 'st', c: at([red / 255, green / 255, blue / 255, 1]), o: at(100), w: at(width), lc: 2, lj: 2 },
});
const oval = (x: number, y: number, width: number, height = width): Part => ({
  ...{ ty: 'el', p: at([x, y]), s: at([width, height]) },
});
const box = (x: number, y: number, width: number, height: number, round: number): Part => ({
  ...{ ty: 'rc', p: at([x, y]), s: at([width, height]), r: at(round) },
});
/** A curve through points, each with its tangents. */
const curve = (closed: boolean, points: [x: number, y: number, dx?: number, dy?: number][]): Part => ({
  ty: 'sh',
  ks: at({
    c: closed,
    v: points.map(([x, y]) => [x, y]),
    i: points.map(([, , dx = 0, dy = 0]) => [-dx, -dy]),
    o: points.map(([, , dx = 0, dy = 0]) => [dx, dy]),
  }),
});
const group = (...parts: Part[]): Part => ({
  ty: 'gr',
  it: [...parts, { ty: 'tr', p: at([0, 0]), a: at([0, 0]), s: at([100, 100]), r: at(0), o: at(100) }],
});

interface Moves {
  at?: [x: number, y: number];
  position?: Part;
  turn?: Part;
  size?: Part;
  opacity?: Part;
}

/** The first layers are in front. */
const layer = (shapes: Part[], { at: place = [120, 120], ...moves }: Moves = {}): Part => ({
  ...{ ty: 4, ip: 0, op: FRAMES, st: 0, shapes },
  ks: {
    o: moves.opacity ?? at(100),
    r: moves.turn ?? at(0),
    p: moves.position ?? at([...place, 0]),
    a: at([0, 0, 0]),
    s: moves.size ?? at([100, 100, 100]),
  },
});
const animation = (nm: string, layers: Part[]): Part => ({
  ...{ v: '5.7.0', fr: 60, ip: 0, op: FRAMES, w: 240, h: 240, nm, layers },
});

const steam = (x: number, delay: number) =>
  layer(
    [
      group(
        curve(false, [
          [0, 26, -12, -12],
          [0, 0, 12, -12],
          [0, -26, -12, -12],
        ]),
        stroke(214, 190, 160, 8),
      ),
    ],
    {
      position: through([x, 62 + delay, 0], [x, 44 - delay, 0]),
      opacity: through(90 - 3 * delay, 35 + 3 * delay),
    },
  );

const coffee = animation('coffee', [
  ...[steam(88, 0), steam(120, 8), steam(152, 3)],
  layer(
    [
      group(oval(-20, -8, 10), oval(20, -8, 10), fill(58, 37, 26)),
      group(
        curve(false, [
          [-14, 12, 8, 12],
          [14, 12, 8, -12],
        ]),
        stroke(58, 37, 26, 6),
      ),
      group(oval(-36, 6, 16, 10), oval(36, 6, 16, 10), fill(244, 160, 140)),
      group(oval(0, -46, 112, 24), fill(122, 74, 43)),
      group(
        curve(true, [
          [-64, -46, 0, 60],
          [-30, 52, 20, 6],
          [30, 52, 34, -10],
          [64, -46],
        ]),
        fill(255, 248, 236),
      ),
      group(
        curve(false, [
          [58, -22, 50, -14],
          [46, 30, -20, 6],
        ]),
        stroke(255, 248, 236, 13),
      ),
      group(
        curve(true, [
          [-64, -46, 0, 60],
          [-30, 52, 20, 6],
          [30, 52, 34, -10],
          [64, -46],
        ]),
        stroke(201, 139, 83, 12),
      ),
      group(
        curve(false, [
          [58, -22, 50, -14],
          [46, 30, -20, 6],
        ]),
        stroke(201, 139, 83, 24),
      ),
      group(oval(0, 62, 150, 20), fill(201, 139, 83)),
    ],
    { at: [116, 146], turn: through(-4, 4) },
  ),
]);

const rays = Array.from({ length: 8 }, (_, index) => {
  const angle = (index * Math.PI) / 4;
  const point = (radius: number): [number, number] => [radius * Math.cos(angle), radius * Math.sin(angle)];
  return group(curve(false, [point(78), point(98)]), stroke(242, 169, 59, 15));
});
const sun = animation('sunny', [
  layer(
    [
      group(oval(-18, -8, 11, 13), oval(18, -8, 11, 13), fill(74, 47, 35)),
      group(
        curve(false, [
          [-18, 12, 10, 16],
          [18, 12, 10, -16],
        ]),
        stroke(74, 47, 35, 7),
      ),
      group(oval(-34, 8, 16, 11), oval(34, 8, 16, 11), fill(244, 140, 90)),
      group(oval(0, 0, 116), fill(255, 211, 77)),
    ],
    { size: through([96, 96, 100], [103, 103, 100]) },
  ),
  layer(rays, {
    turn: {
      a: 1,
      k: [
        { t: 0, s: [0], i: { x: [1], y: [1] }, o: { x: [0], y: [0] } },
        { t: FRAMES, s: [45] },
      ],
    },
  }),
]);

const PAPER: [number, number, number][] = [
  [200, 85, 61],
  [244, 211, 94],
  [91, 142, 125],
  [126, 168, 216],
];
const confetti = Array.from({ length: 10 }, (_, index) => {
  const angle = -2.5 + (index * 1.9) / 9;
  const far = 78 + 26 * ((index * 7) % 3);
  const end = [104 + far * Math.cos(angle) * 1.15, 138 + far * Math.sin(angle), 0];
  const [red, green, blue] = PAPER[index % PAPER.length] ?? [0, 0, 0];
  return layer([group(box(0, 0, 14, index % 2 === 0 ? 14 : 8, 3), fill(red, green, blue))], {
    position: through(end, [(end[0] ?? 0) + 4, (end[1] ?? 0) + 22, 0], [112, 134, 0]),
    turn: through(20, 160, 300),
    opacity: through(100, 60, 0),
  });
});
const hooray = animation('hooray', [
  ...confetti,
  layer(
    [
      group(
        curve(false, [
          [-24, 4],
          [8, 34],
        ]),
        curve(false, [
          [-42, 36],
          [-22, 54],
        ]),
        stroke(255, 246, 232, 9),
      ),
      group(
        curve(true, [
          [-66, 86],
          [-10, -34, 30, 6],
          [44, 26, 4, 26],
        ]),
        fill(200, 85, 61),
      ),
    ],
    { at: [92, 140], turn: through(-5, 5, -5, 5) },
  ),
]);

/** Each is a file of the pack, in this order. */
export const STICKERS = { coffee, sunny: sun, hooray };

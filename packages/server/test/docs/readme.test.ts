import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../harness/command.ts';

/* The README is short enough to be read to its end, and what it says first is what a newcomer needs first. */

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const README = read('README.md');
const [, REASONS = ''] = /\n## Five reasons\n(.*?)\n## /s.exec(README) ?? [];

test('the README has at most 900 words outside of code', () => {
  const prose = README.replaceAll(/^```.*?^```$/gms, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\]\([^)]*\)/g, ' ');
  const words = prose.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  expect(words.length).toBeGreaterThan(300);
  expect(words.length).toBeLessThanOrEqual(900);
});

test('the picture and the command come first, then code, reasons and gaps, and a table only after them', () => {
  const places = [
    '<picture>',
    '```sh\nnpm start\n```',
    '```ts\n',
    '```tsx\n',
    '## Five reasons',
    '## Not yet',
    '\n|---|',
  ].map((text) => README.indexOf(text));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  const [, command = 0] = places;
  expect(README.slice(0, command).split('\n').length).toBeLessThanOrEqual(20);
});

test('the picture is large enough for sharp screens, by day and by night', () => {
  const pictures = [...README.matchAll(/(?:src|srcset)="([^"]+\.png)"/g)].map(([, path = '']) => path);
  expect(pictures).toHaveLength(2);
  for (const path of pictures) {
    // The width in the header of a PNG file.
    expect(readFileSync(join(ROOT, path)).readUInt32BE(16), path).toBeGreaterThanOrEqual(1_600);
  }
});

test('each of the five reasons has a figure of the results, and the command that repeats it', () => {
  const reasons = REASONS.split(/^- /m)
    .slice(1)
    .map((text) => text.split('\n\n')[0] ?? '');
  expect(reasons).toHaveLength(5);
  const results = `${read('bench/RESULTS.md')}${read('docs/reliability.md')}`;
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  for (const reason of reasons) {
    const [, script = '', scenario] =
      /: +`npm run ([\w:]+)(?: (\w+))?`\.$/.exec(reason.replaceAll('\n', ' ').trim()) ?? [];
    expect(scripts, reason).toHaveProperty([script]);
    if (script === 'bench') expect(read('bench/run.ts'), reason).toContain(`${scenario}`);
    const figures = reason.match(/\b\d+(,\d{3})+\b|\b\d{3}(?= bytes)/g) ?? [];
    expect(figures, reason).not.toEqual([]);
    expect(
      figures.filter((figure) => !results.includes(figure)),
      reason,
    ).toEqual([]);
  }
});

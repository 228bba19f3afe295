import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../harness/command.ts';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const SKILLS = globSync('skills/*/SKILL.md', { cwd: ROOT }).toSorted();

test('there are skills to add a chat, to move here, and to operate a server', () => {
  const folders = SKILLS.map((path) => basename(dirname(path)));
  expect(folders).toEqual(['palaver-add-chat', 'palaver-move-from-stream', 'palaver-operate']);
  const listed = [...read('llms.txt').matchAll(/\]\((skills\/[^)]+)\)/g)].map(([, path]) => path);
  expect(listed).toEqual(SKILLS);
});

test.for(SKILLS)('%s begins with its name, and says when it is used', (path) => {
  const [, name = '', description = ''] =
    /^---\nname: ([^\n]+)\ndescription: ([^\n]+)\n---\n\n# /.exec(read(path)) ?? [];
  // The limits of the format.
  expect(name).toBe(basename(dirname(path)));
  expect(name).toMatch(/^[a-z\d-]{1,64}$/);
  expect(description).toMatch(/\bUse it when\b/);
  expect(description.length).toBeLessThanOrEqual(1_024);
  expect(read(path).split('\n').length).toBeLessThan(500);
});

test.for(SKILLS)('the files, sections and metrics that %s names exist', (path) => {
  const text = read(path);
  const files = [...text.matchAll(/`(docs\/[\w./-]+\.md)`(?:, section "([^"]+)")?/g)];
  expect(files).not.toEqual([]);
  for (const [, file = '', section] of files)
    expect(read(file), file).toMatch(section === undefined ? /^# /m : new RegExp(`^##+ ${section}$`, 'm'));
  const metrics = [...text.matchAll(/`(palaver_\w+)`/g)].map(([, name = '']) => name);
  const described = read('docs/operating.md');
  expect(metrics.filter((name) => !described.includes(`\`${name}\``))).toEqual([]);
});

import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT, startPalaver } from '../harness/palaver.ts';

const hasCurl = spawnSync('curl', ['--version']).status === 0;
if (!hasCurl && process.env.CI) throw new Error('curl is missing: .ci/run installs it');

/** A block of commands, and what the README shows as its output. */
interface Step {
  commands: string;
  output: string | undefined;
}

test.skipIf(!hasCurl)('the commands of the README print what it shows (needs curl)', async () => {
  const { url, key } = await startPalaver();
  const steps = readSteps();
  expect(steps.length).toBeGreaterThan(8);
  for (const { commands, output } of steps) {
    // The first block sets what the prelude sets for every block.
    if (commands.startsWith('API=')) continue;
    const script = `API=${url}\nKEY=${key()}\n${commands}`;
    const printed = execFileSync('bash', ['-c', script], { encoding: 'utf8' });
    expect(lines(printed), commands).toEqual(lines(output ?? ''));
  }
});

function readSteps(): Step[] {
  const text = readFileSync(join(ROOT, 'README.md'), 'utf8');
  return [...text.matchAll(/```sh\n([\s\S]*?)```(?:\n\n```(?:json|text)\n([\s\S]*?)```)?/g)].map(
    ([, commands = '', output]) => ({ commands, output }),
  );
}

/** One answer a line, whether the commands end their lines or not; times are of the day. */
function lines(text: string): unknown[] {
  return text
    .replaceAll('}{"message_code"', '}\n{"message_code"')
    .replaceAll(/\b\d{13}\b/g, '0')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => (line.startsWith('{') ? JSON.parse(line) : line));
}

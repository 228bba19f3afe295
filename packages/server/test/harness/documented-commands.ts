import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { ROOT } from './command.ts';
import { NODE_IN_TERMINALS } from './terminal.ts';

export const hasCurl = spawnSync('curl', ['--version']).status === 0;
if (!hasCurl && process.env.CI) throw new Error('curl is missing: .ci/run installs it');

/** Where the pages say that the server is. */
const ADDRESS = 'http://127.0.0.1:7700';
const RECEIVER = 'http://127.0.0.1:7799';
const hostOf = (url: string) => new URL(url).host;

/** A block of commands, and what the page shows as its output. */
interface Step {
  commands: string;
  output: string | undefined;
}

/** Where the commands are run; without it in the repository. */
export interface Place {
  folder: string;
  /** What is in the place of `http://127.0.0.1:7799`, where the pages say that a receiver of webhooks is. */
  receiver: string;
  /** What else is in the place of words of the page. */
  others?: Readonly<Record<string, string>>;
}

/** Runs the commands of a page on a fresh server, and holds what they print against what the page shows. */
export async function expectToPrintWhatItShows(
  page: string,
  url: string,
  key: string,
  { folder, receiver, others = {} }: Place = { folder: ROOT, receiver: RECEIVER },
): Promise<void> {
  const [prelude, ...steps] = stepsOf(page);
  // The first block says where the server is, and may define what the others use.
  const definitions = prelude?.commands.split('\n').slice(2).join('\n') ?? '';
  expect(prelude?.commands).toMatch(/^API=.*\nKEY=.*\n/);
  expect(steps.length).toBeGreaterThan(0);
  for (const { commands, output } of steps) {
    const script = Object.entries({ ...others, [RECEIVER]: receiver }).reduce(
      (text, [shown, real]) => text.replaceAll(shown, real),
      `API=${url}\nKEY=${key}\n${definitions}\n${commands}`,
    );
    const env = { ...process.env, PATH: `${dirname(NODE_IN_TERMINALS)}:${process.env.PATH}` };
    const { stdout } = await promisify(execFile)('bash', ['-c', script], { cwd: folder, env });
    const printed = stdout.replaceAll(url, ADDRESS).replaceAll(hostOf(receiver), hostOf(RECEIVER));
    // Whoever types them sees the next prompt on a line of its own.
    expect(printed, commands).toMatch(/^$|\n$/);
    expect(lines(printed), commands).toEqual(lines(unfolded(output ?? '')));
  }
}

function stepsOf(page: string): Step[] {
  const text = readFileSync(join(ROOT, page), 'utf8');
  return [...text.matchAll(/```sh\n([\s\S]*?)```(?:\n\n```(?:json|text)\n([\s\S]*?)```)?/g)].map(
    ([, commands = '', output]) => ({ commands, output }),
  );
}

/** The pages fold a long answer over several lines; each but the first begins with a space. */
function unfolded(shown: string): string {
  return shown.replaceAll(/\n +/g, ' ');
}

/** One answer a line; times and the names of folders are of the day. */
function lines(text: string): unknown[] {
  return text
    .replaceAll(/\b\d{13}\b/g, '0')
    .replaceAll(/"duration_ms": ?\d+/g, '"duration_ms":0')
    .replaceAll(/\bevt_(\d+)_\w+/g, 'evt_$1_0')
    .replaceAll(/\/file\/[0-9a-f-]+/g, '/file/')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => (/^\{.*\}$/.test(line) ? JSON.parse(line) : line));
}

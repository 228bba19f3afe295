import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { ROOT } from './command.ts';
import { NODE_IN_TERMINALS } from './terminal.ts';

export const hasCurl = spawnSync('curl', ['--version']).status === 0;
if (!hasCurl && process.env.CI) throw new Error('curl is missing: .ci/run installs it');

/** The server's address on the pages. */
const ADDRESS = 'http://127.0.0.1:7700';
const RECEIVER = 'http://127.0.0.1:7799';
const hostOf = (url: string) => new URL(url).host;

/** A block of commands and its output on the page. */
interface Step {
  commands: string;
  output: string | undefined;
}

/** The folder where the commands run; by default the repository. */
export interface Place {
  folder: string;
  /** The replacement of `http://127.0.0.1:7799`, the webhook receiver's address on the pages. */
  receiver: string;
  /** Replacements of other words of the page. */
  others?: Readonly<Record<string, string>>;
}

/** The repository, with a receiver where the pages say. */
export const HERE: Place = { folder: ROOT, receiver: RECEIVER };

/** Runs the commands of a page on a fresh server and compares their output with the page. */
export async function expectDocumentedOutput(
  page: string,
  url: string,
  key: string,
  { folder, receiver, others = {} }: Place = HERE,
): Promise<void> {
  const [prelude, ...steps] = stepsOf(page);
  // The first block has the server's address, and may define what the others use.
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
    // The next prompt must start on its own line.
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

/** The pages fold long responses; continuation lines start with a space. */
function unfolded(shown: string): string {
  return shown.replaceAll(/\n +/g, ' ');
}

/** One response per line; times and folder names vary between runs. */
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

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cleanEnvironment, ROOT } from '../../../server/test/harness/command.ts';
import { until } from '../../../server/test/harness/until.ts';

/** What a page of the guides shows: files, by path, and the commands of each block. */
export interface Guide {
  files: Map<string, string>;
  commands: string[][];
}

/** A paragraph that begins with a path in bold is about the file below it. Further blocks for a file belong at its end. */
export function readGuide(path: string, replacements: Readonly<Record<string, string>>): Guide {
  const text = Object.entries(replacements).reduce(
    (page, [shown, real]) => page.replaceAll(shown, real),
    readFileSync(join(ROOT, path), 'utf8'),
  );
  const files = new Map<string, string>();
  for (const [, file = '', code = ''] of text.matchAll(
    /^\*\*`([^`\n]+)`\*\*(?:[^\n]+\n)+\n```\w+\n(.*?)^```/gms,
  ))
    files.set(file, [files.get(file), code].filter((part) => part !== undefined).join('\n'));
  const blocks = Array.from(text.matchAll(/^```console\n(.*?)^```/gms), ([, block = '']) => block);
  const commands = blocks.map((block) => Array.from(block.matchAll(/^\$ (.*)$/gm), ([, line = '']) => line));
  return { files, commands };
}

/** Versions that nothing else in the repository names. */
const VERSIONS: Readonly<Record<string, string>> = { '@vitejs/plugin-react': '6.3.0' };

interface Manifest {
  version: string;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
}

/** The same versions in each run, where possible those of the repository. */
export function pinVersions(project: string): void {
  const path = join(project, 'package.json');
  const manifest = readManifest(path);
  for (const dependencies of [manifest.dependencies, manifest.devDependencies])
    for (const name of Object.keys(dependencies))
      dependencies[name] =
        VERSIONS[name] ?? readManifest(join(ROOT, 'node_modules', name, 'package.json')).version;
  writeFileSync(path, JSON.stringify(manifest, null, 2));
}

const readManifest = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Manifest;

export function writeFiles(project: string, files: ReadonlyMap<string, string>): void {
  for (const [file, text] of files) {
    mkdirSync(dirname(join(project, file)), { recursive: true });
    writeFileSync(join(project, file), text);
  }
}

const { NODE_COMPILE_CACHE: _ours, ...ENVIRONMENT } = cleanEnvironment();

/** Runs a command in a shell. */
export function run(command: string, cwd: string): void {
  process.stdout.write(`$ ${command}\n`);
  execFileSync('bash', ['-c', command], { cwd, env: ENVIRONMENT, stdio: ['ignore', 'inherit', 'inherit'] });
}

/**
 * Starts a command in a shell, and resolves once its address answers to a request. The result ends it with all of its processes, as the
 * end of this process does.
 */
export async function start(
  command: string,
  cwd: string,
  address: string,
  environment: NodeJS.ProcessEnv = {},
): Promise<() => Promise<void>> {
  process.stdout.write(`$ ${command} &\n`);
  const env = { ...ENVIRONMENT, ...environment };
  const child = spawn('bash', ['-c', command], {
    cwd,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  let complaints = '';
  child.stderr.on('data', (chunk) => {
    complaints += String(chunk);
  });
  const closed = once(child, 'close');
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const end = () => {
    if (child.pid !== undefined && !hasEnded()) process.kill(-child.pid);
  };
  process.once('exit', end);
  const stop = async () => {
    end();
    await closed;
  };
  const answers = async () => {
    if (hasEnded()) throw new Error(`${command} ended: ${complaints}`);
    const response = await fetch(address).catch(() => undefined);
    return response?.ok || undefined;
  };
  try {
    await until(answers, 60);
  } catch (error) {
    await stop();
    throw new Error(`${command} does not serve ${address}: ${complaints}`, { cause: error });
  }
  return stop;
}

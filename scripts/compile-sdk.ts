import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Compiles `@palaver/client` into this folder, as published: browsers cannot run the TypeScript sources. */
export async function compileSdk(folder: string): Promise<void> {
  const args = ['node_modules/.bin/tsc', '-p', 'packages/client/tsconfig.build.json', '--outDir', folder];
  await promisify(execFile)(process.execPath, args, { cwd: ROOT });
}

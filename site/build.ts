/*
 * `npm run docs:build`: builds the site in build/site, from the Markdown of the repository.
 *
 *   --out <folder>      the folder of the site; other versions in it stay
 *   --base <path>       the path where the site will be, such as /docs/
 *   --version <version> builds it as another version than that of the packages
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { VERSION } from '../packages/server/src/version.ts';
import { copyMermaid } from './drawings.ts';
import { DOWNLOADS } from './links.ts';
import { publishLlms, writeLlms } from './llms.ts';
import { ROOT } from './pages.ts';
import { writeReference } from './reference.ts';
import { folderOf, publish } from './versions.ts';

const SITE = join(ROOT, 'site');

export const OPTIONS = {
  out: { type: 'string', default: join(ROOT, 'build/site') },
  base: { type: 'string', default: '/' },
  version: { type: 'string', default: VERSION },
} as const;

if (import.meta.main) build(parseArgs({ options: OPTIONS }).values);

export function build(options: { out: string; base: string; version: string }): void {
  const { base, version } = options;
  if (!/^\/([\w.~-]+\/)*$/.test(base)) throw new Error(`--base ${base}: a path is needed, such as /docs/`);
  const out = resolve(options.out);
  const folder = join(out, folderOf(version));
  installToolChain();
  writeReference();
  const vitepress = join(SITE, 'node_modules/vitepress/bin/vitepress.js');
  const args = ['build', SITE, '--base', `${base}${folderOf(version)}/`, '--outDir', folder];
  const { status } = spawnSync(process.execPath, [vitepress, ...args], { stdio: 'inherit' });
  if (status !== 0) process.exit(1);
  for (const [file, name] of Object.entries(DOWNLOADS)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    copyFileSync(join(ROOT, file), join(folder, name));
  }
  writeLlms(folder);
  keepFonts(folder);
  copyMermaid(join(SITE, 'node_modules'), folder);
  publishLlms(out, publish(out, base, version));
}

/** A font that arrives late waits for the next page, so that no text moves under the eyes of a reader. */
function keepFonts(folder: string): void {
  for (const name of globSync('assets/*.css', { cwd: folder })) {
    const css = readFileSync(join(folder, name), 'utf8');
    writeFileSync(join(folder, name), css.replaceAll(/font-display: *swap/g, 'font-display:optional'));
  }
}

/** Only the site needs it, so the root's `npm ci` does not install it. */
function installToolChain(): void {
  const [lock, installed] = ['package-lock.json', 'node_modules/.palaver-lock.json'].map((name) =>
    join(SITE, name),
  ) as [string, string];
  if (existsSync(installed) && readFileSync(installed).equals(readFileSync(lock))) return;
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', ['ci', '--ignore-scripts', ...quiet, '--prefix', SITE], { stdio: 'inherit' });
  copyFileSync(lock, installed);
}

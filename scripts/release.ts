/*
 * `npm run release`: publishes the version that the packages have. `--dry-run` does all of it that changes nothing outside of
 * build/, and shows the rest.
 *
 *   1. Checks: nothing is uncommitted, the whole gate has passed, all packages have one version, the changelog has its date, its
 *      contract is recorded, its data folder is kept, the packages say where the repository is, and the version is not released yet.
 *   2. Packs the packages, shows their files, and lists what a user gets with each (CycloneDX): build/<package>.cdx.json.
 *   3. Writes build/SHA256SUMS.
 *   4. Publishes with provenance, which the registry only takes from a build on a public runner, and tags the commit.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BundledPackage } from './bundled-packages.ts';
import type { Packed } from './check-packed.ts';
import { hasPassed } from './gate/plan.ts';
import { listComponents } from './list-components.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const BUILD = join(ROOT, 'build');
const isDryRun = process.argv.includes('--dry-run');

const run = (command: string, args: readonly string[], cwd = ROOT): string =>
  execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();
const say = (text: string) => process.stdout.write(`${text}\n`);
const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

const { version } = manifestOf('packages/server');
const tag = `v${version}`;

const problems = findProblems();
for (const problem of problems) say(`Not ready: ${problem}`);
if (problems.length > 0 && !isDryRun) process.exit(1);

run('npm', ['run', '--silent', 'pack']);
const packed = readJson(join(BUILD, 'packed.json')) as Packed[];
for (const one of packed) showFiles(one);
const archives = new Map(packed.map(({ name, filename }) => [name, join(BUILD, filename)]));
const lists = packed.map(({ name }) => writeComponents(name));
const files = [...archives.values(), ...lists];
const sums = files.map((file) => `${sha256(file)}  ${basename(file)}\n`).join('');
writeFileSync(join(BUILD, 'SHA256SUMS'), sums);
say(`build/SHA256SUMS:\n${sums.trimEnd()}`);

// (The server needs `@palaver/node`, and `@palaver/testing` the server.)
for (const name of ['@palaver/node', '@palaver/client', '@palaver/react', 'palaver', '@palaver/testing'])
  change('npm', ['publish', archives.get(name) ?? name, '--provenance', '--access', 'public']);
change('git', ['tag', '--annotate', '--message', `Palaver ${version}`, tag]);
change('git', ['push', 'origin', tag]);

function manifestOf(folder: string) {
  return readJson(join(ROOT, folder, 'package.json')) as { version: string; repository?: unknown };
}

function findProblems(): string[] {
  const found: string[] = [];
  if (run('git', ['status', '--porcelain']) !== '') found.push('there are uncommitted changes');
  for (const name of ['client', 'react', 'testing', 'protocol', 'console']) {
    const folder = `packages/${name}`;
    const other = manifestOf(folder).version;
    if (other !== version) found.push(`${folder} has version ${other}, and packages/server ${version}`);
  }
  if (manifestOf('packages/server').repository === undefined)
    found.push('packages/server/package.json has no "repository", which provenance needs');
  const heading = new RegExp(`^## ${version.replaceAll('.', '\\.')} — \\d{4}-\\d\\d-\\d\\d$`, 'm');
  if (!heading.test(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8')))
    found.push(`CHANGELOG.md has no heading "## ${version} — <date>"`);
  if (!existsSync(join(ROOT, `packages/server/test/upgrade/data-folders/${version}.tar.zst`)))
    found.push(
      `no data folder of ${version} is kept: KEEP_DATA_FOLDER=1 npm run test:system -- keep-data-folder`,
    );
  if (!isContractRecorded())
    found.push(`the contract of ${version} is not recorded: npm run record-contract`);
  if (!hasPassed())
    found.push('.ci/all has not passed with these files, or .ci/passed.json is not committed');
  if (run('git', ['tag', '--list', tag]) !== '') found.push(`the tag ${tag} exists`);
  return found;
}

function isContractRecorded(): boolean {
  const check = ['packages/server/reference/record-contract.ts', '--check'];
  return spawnSync(process.execPath, check, { cwd: ROOT, stdio: 'inherit' }).status === 0;
}

function showFiles({ filename, size, unpackedSize, files: contents }: Packed): void {
  say(`${filename}:`);
  for (const file of contents) say(`${String(file.size).padStart(9)}  ${file.path}`);
  say(`${String(unpackedSize).padStart(9)}  bytes in ${contents.length} files; the archive has ${size}\n`);
}

function writeComponents(name: string): string {
  const { [name]: bundled = [] } = readJson(join(BUILD, 'bundled.json')) as Record<string, BundledPackage[]>;
  const written = (archives.get(name) ?? name).replace(/\.tgz$/, '.cdx.json');
  writeFileSync(written, listComponents({ name, version }, archives, bundled));
  return written;
}

function sha256(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

/** Changes something outside. */
function change(command: string, args: readonly string[]): void {
  const shown = [command, ...args.map((arg) => (/^[\w@%+=:,./-]+$/.test(arg) ? arg : `'${arg}'`))].join(' ');
  say(`${isDryRun ? 'Would run' : 'Running'}: ${shown}`);
  if (!isDryRun) say(run(command, args));
}

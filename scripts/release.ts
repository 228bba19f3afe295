/*
 * `npm run release`: publishes the version that the packages have. `--dry-run` does all of it that changes nothing outside of
 * build/, and shows the rest.
 *
 *   1. Checks: nothing is uncommitted, all packages have one version, the changelog has its date, its contract is recorded, its data
 *      folder is kept, and it is not released yet.
 *   2. Packs the packages, installs each in an empty folder, and lists what was installed there (CycloneDX): build/<package>.cdx.json.
 *   3. Writes build/SHA256SUMS.
 *   4. Publishes with provenance, which the registry only takes from a build on a public runner, and tags the commit.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const BUILD = join(ROOT, 'build');
const isDryRun = process.argv.includes('--dry-run');

const run = (command: string, args: readonly string[], cwd = ROOT): string =>
  execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();
const say = (text: string) => process.stdout.write(`${text}\n`);

const version = versionOf('packages/server');
const tag = `v${version}`;

const problems = findProblems();
for (const problem of problems) say(`Not ready: ${problem}`);
if (problems.length > 0 && !isDryRun) process.exit(1);

run('npm', ['run', '--silent', 'pack']);
const packages = globSync('*.tgz', { cwd: BUILD })
  .toSorted()
  .map((name) => join(BUILD, name));
const lists = packages.map(listComponents);
const files = [...packages, ...lists];
const sums = files.map((file) => `${sha256(file)}  ${basename(file)}\n`).join('');
writeFileSync(join(BUILD, 'SHA256SUMS'), sums);
say(sums.trimEnd());

for (const file of packages) change('npm', ['publish', file, '--provenance', '--access', 'public']);
change('git', ['tag', '--annotate', '--message', `Palaver ${version}`, tag]);
change('git', ['push', 'origin', tag]);

function versionOf(folder: string): string {
  const { version } = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as {
    version: string;
  };
  return version;
}

function findProblems(): string[] {
  const found: string[] = [];
  if (run('git', ['status', '--porcelain']) !== '') found.push('there are uncommitted changes');
  for (const folder of ['packages/client', 'packages/protocol', 'packages/console'])
    if (versionOf(folder) !== version)
      found.push(`${folder} has version ${versionOf(folder)}, and packages/server ${version}`);
  const heading = new RegExp(`^## ${version.replaceAll('.', '\\.')} — \\d{4}-\\d\\d-\\d\\d$`, 'm');
  if (!heading.test(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8')))
    found.push(`CHANGELOG.md has no heading "## ${version} — <date>"`);
  if (!existsSync(join(ROOT, `packages/server/test/upgrade/data-folders/${version}.tar.zst`)))
    found.push(
      `no data folder of ${version} is kept: KEEP_DATA_FOLDER=1 npm run test:system -- keep-data-folder`,
    );
  if (!isContractRecorded())
    found.push(`the contract of ${version} is not recorded: npm run record-contract`);
  if (run('git', ['tag', '--list', tag]) !== '') found.push(`the tag ${tag} exists`);
  return found;
}

function isContractRecorded(): boolean {
  const check = ['packages/server/reference/record-contract.ts', '--check'];
  return spawnSync(process.execPath, check, { cwd: ROOT, stdio: 'inherit' }).status === 0;
}

/** Writes which packages a user gets, with their licenses and checksums, and returns the name of the file. */
function listComponents(file: string): string {
  const temporary = mkdtempSync(join(tmpdir(), 'palaver-release-'));
  try {
    // (The list has the name of the folder.)
    const folder = join(temporary, 'installation');
    mkdirSync(folder);
    copyFileSync(file, join(temporary, basename(file)));
    writeFileSync(
      join(folder, 'package.json'),
      JSON.stringify({ name: 'installation', version, private: true }),
    );
    const quiet = ['--silent', '--ignore-scripts', '--no-audit', '--no-fund'];
    run('npm', ['install', ...quiet, `../${basename(file)}`], folder);
    const list = run('npm', ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'], folder);
    const written = file.replace(/\.tgz$/, '.cdx.json');
    // Where the package was here is of no use to others.
    writeFileSync(written, `${list.replaceAll(`${temporary}/`, '')}\n`);
    return written;
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
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

import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { BundledPackage } from './bundled-packages.ts';

/** Of CycloneDX. */
interface Component {
  'bom-ref': string;
  name: string;
  components?: unknown[];
}

/**
 * All packages that a user of a package gets, on any platform, with licenses and checksums.
 * @param packages the archives of all of our packages, by name
 * @param bundled the packages whose code is in that package
 * @returns a document in CycloneDX's JSON
 */
export function listComponents(
  { name, version }: { name: string; version: string },
  packages: ReadonlyMap<string, string>,
  bundled: readonly BundledPackage[],
): string {
  const temporary = mkdtempSync(join(tmpdir(), 'palaver-release-'));
  try {
    // (The list has the name of the folder.)
    const folder = join(temporary, 'installation');
    mkdirSync(folder);
    for (const file of packages.values()) copyFileSync(file, join(temporary, basename(file)));
    const places = new Map([...packages].map(([key, file]) => [key, `file:../${basename(file)}`]));
    const { [name]: own, ...others } = Object.fromEntries(places);
    const manifest = { name: 'installation', version, private: true, dependencies: { [name]: own } };
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, overrides: others }));
    const npm = (...args: string[]) =>
      execFileSync('npm', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
    npm('install', '--package-lock-only', '--loglevel=error', '--no-audit', '--no-fund');
    const list = npm('sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application');
    const document = JSON.parse(list) as { components: Component[] };
    const component = document.components.find((found) => found.name === name);
    if (component === undefined) throw new Error(`npm does not list ${name}`);
    if (bundled.length > 0) component.components = bundled.map((part) => componentIn(component, part));
    // The package's place here is of no use to others.
    return `${JSON.stringify(document, null, 2).replaceAll(`${temporary}/`, '')}\n`;
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

function componentIn(whole: Component, { name, version, license, integrity }: BundledPackage) {
  const [algorithm = '', content = ''] = integrity.split('-', 2);
  return {
    'bom-ref': `${whole['bom-ref']}/${name}@${version}`,
    type: 'library',
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    hashes: [
      {
        alg: algorithm.replace('sha', 'SHA-'),
        content: Buffer.from(content, 'base64').toString('hex'),
      },
    ],
    licenses: [/[ ()]/.test(license) ? { expression: license } : { license: { id: license } }],
  };
}

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** A package whose code is part of the server's package. */
export interface BundledPackage {
  name: string;
  version: string;
  /** SPDX, as the package declares it. */
  license: string;
  /** Of the archive in the registry, as in package-lock.json. */
  integrity: string;
  /** Its files with licenses and notices. */
  notices: string;
}

/** The packages, each once, that contain modules. `root`: the folder with package-lock.json. */
export function packagesOf(modules: readonly string[], root: string): BundledPackage[] {
  const folders = new Set(modules.filter((path) => path.includes('/node_modules/')).map(folderOf));
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { integrity?: string }>;
  };
  const packages = [...folders].map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      [field: string]: string | undefined;
    };
    const integrity = lock.packages[relative(root, folder)]?.integrity;
    if (name === undefined || version === undefined || license === undefined || integrity === undefined)
      throw new Error(`${folder} lacks a name, a version, a license or a checksum`);
    return { name, version, license, integrity, notices: noticesIn(folder) };
  });
  // (A version may be installed in several folders.)
  const once = new Map(packages.map((found) => [`${found.name} ${found.version}`, found]));
  return [...once.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** The folder of the package that a module belongs to: some have further files named package.json inside, without a version. */
function folderOf(module: string): string {
  const match = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(module);
  if (match === null || !existsSync(join(match[0], 'package.json')))
    throw new Error(`${module} is in no package`);
  return match[0];
}

/** The files with licenses and notices, or else the section of the readme. */
function noticesIn(folder: string): string {
  const files = readdirSync(folder).toSorted();
  const read = (file: string) => readFileSync(join(folder, file), 'utf8').trim();
  const notices = files.filter((file) => /^(?:licen[cs]e|copying|notice)/i.test(file)).map(read);
  if (notices.length > 0) return notices.join('\n\n');
  const readme = files.find((file) => /^readme/i.test(file));
  return readme === undefined ? '' : (/^#+ *licen[cs]e\b[\s\S]*/im.exec(read(readme))?.[0] ?? '');
}

/** Modules of the packages that the playground consists of, as its list of licenses names them. */
export function modulesOfPage(licenses: string, root: string): string[] {
  const names = [...readFileSync(licenses, 'utf8').matchAll(/^## (\S+) - /gm)].map(([, name = '']) => name);
  if (names.length === 0) throw new Error(`${licenses} names no package`);
  return names.map((name) => join(root, 'node_modules', name, 'package.json'));
}

/** `note`: what else is to say of them. */
export function licensesPage(packages: readonly BundledPackage[], note: string): string {
  return [
    `# Third-party licenses

This package contains code of the following packages, unchanged except that it is bundled. \`npm pack <name>@<version>\` gets their
sources. ${note}`,
    ...packages.map(
      ({ name, version, license, notices }) =>
        `## ${name} ${version} (${license})\n\n${notices === '' ? 'It contains no text of its license.' : indented(notices)}`,
    ),
  ]
    .join('\n\n')
    .concat('\n');
}

/** Code in Markdown: shown as it is. */
function indented(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '    ');
}

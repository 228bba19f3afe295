/*
 * A site has the documentation of several versions, each in a folder of its own: `0.1/` has that of the last 0.1.x. `versions.json`
 * lists them for the switch on each page. `latest/` leads to the newest release, page by page.
 */
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface Versions {
  /** The folder that `latest/` leads to. */
  latest: string;
  /** The newest first. */
  versions: { folder: string; version: string }[];
}

/** `0.1.3` and `0.1.0-rc.1` are in `0.1`. */
export function folderOf(version: string): string {
  const [, folder] = /^(\d+\.\d+)\.\d+(-[\w.]+)?$/.exec(version) ?? [];
  if (folder === undefined) throw new Error(`${version} is no version, such as 0.1.0`);
  return folder;
}

/** Adds a version to those that were built before, or replaces an earlier one of the same folder. */
export function withVersion(known: readonly Versions['versions'][number][], version: string): Versions {
  const folder = folderOf(version);
  const versions = [...known.filter((one) => one.folder !== folder), { folder, version }].toSorted(
    (a, b) => -a.folder.localeCompare(b.folder, 'en', { numeric: true }),
  );
  const newest = versions.find((one) => !one.version.includes('-')) ?? versions[0];
  return { latest: newest?.folder ?? folder, versions };
}

/** Lists a version that is in its folder, and leads `latest/` and the root to the newest release, whose folder it returns. */
export function publish(out: string, base: string, version: string): string {
  const file = join(out, 'versions.json');
  const known = readVersions(file);
  const now = withVersion(known, version);
  const pages = globSync('**/*.html', { cwd: join(out, now.latest) });
  rmSync(join(out, 'latest'), { recursive: true, force: true });
  for (const page of pages) write(join(out, 'latest', page), redirect(`${base}${now.latest}/${page}`, base));
  write(join(out, 'index.html'), redirect(`${base}${now.latest}/index.html`, base));
  // (A script may keep the anchor of an address; the redirect of a page without script loses it.)
  write(join(out, 'redirect.js'), 'location.replace(document.currentScript.dataset.to + location.hash);\n');
  write(file, `${JSON.stringify(now, null, 2)}\n`);
  return now.latest;
}

function readVersions(file: string): Versions['versions'] {
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as Versions).versions;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** (Paths of pages need no escape: they are names of files in the repository, and a base is checked.) */
function redirect(to: string, base: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'">
    <title>Palaver</title>
    <link rel="canonical" href="${to}">
    <script src="${base}redirect.js" data-to="${to}"></script>
    <noscript><meta http-equiv="refresh" content="0; url=${to}"></noscript>
  </head>
  <body><a href="${to}">Palaver</a></body>
</html>
`;
}

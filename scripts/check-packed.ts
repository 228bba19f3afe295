import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** What `npm pack --json` says about a package. */
export interface Packed {
  name: string;
  version: string;
  /** Of the archive. */
  filename: string;
  /** In bytes, as is `unpackedSize`. */
  size: number;
  unpackedSize: number;
  files: { path: string; size: number }[];
}

/** All that a package may contain. */
const EXPECTED = [
  /^(?:(?:dist\/server\/)?package\.json|README\.md|LICENSE|CHANGELOG\.md|THIRD-PARTY-LICENSES\.md)$/,
  /^bin\/(?:palaver|find-node)\.js$/,
  /^dist\/.+(?<!\.test)\.js$/,
  /^dist\/(?:[\w-]+\/)*[\w-]+\.d\.ts$/,
  /^dist\/server\/src\/storage\/migrations\/\d{4}_\w+\.sql$/,
  /^dist\/console\/dist\/(?:index\.html|licenses\.md|[\w-]+\.js\.(?:br|gz)|assets\/[\w-]+\.(?:js|css)(?:\.(?:br|gz))?|demo\/[\w-]+\.\w+)$/,
  /^dist\/styles\.css$/,
  /^service-worker\/service-worker\.js$/,
];

/** @throws Error if a package contains a file that does not belong there, or a path of this machine. */
export function checkFiles(folder: string, files: Packed['files'], root: string): void {
  const stray = files.filter(({ path }) => !EXPECTED.some((pattern) => pattern.test(path)));
  const local = files.filter(({ path }) => {
    const content = readFileSync(join(folder, path), 'latin1');
    return content.includes(root) || content.includes(`${homedir()}/`);
  });
  for (const [what, found] of Object.entries({
    'does not belong there': stray,
    'names a path of this machine': local,
  }))
    if (found.length > 0) throw new Error(`${folder}: ${found.map(({ path }) => path).join(', ')} ${what}`);
}

/**
 * The lock files of the repository. The others are for steps of the gate, the names of emoji, the documentation's site, and an example
 * that only the gate installs.
 */
export const LOCK_FILES = [
  'package-lock.json',
  '.ci/helm/package-lock.json',
  '.ci/lighthouse/package-lock.json',
  '.ci/package-lint/package-lock.json',
  '.ci/prism/package-lock.json',
  '.ci/redocly/package-lock.json',
  'examples/react-native/package-lock.json',
  'packages/react/emoji-data/package-lock.json',
  'site/package-lock.json',
];

/** A package in a lock file. */
export interface LockedPackage {
  /** If it is installed under another name. */
  name?: string;
  version: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  inBundle?: boolean;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
}

/**
 * Whether npm downloads the package, and so compares what it gets with `integrity`. It does not download the repository's own packages
 * (workspaces, links and `file:`), nor those that are part of another package (`inBundle`), whose `integrity` covers them.
 */
export function isDownloaded(path: string, { link, inBundle, resolved }: LockedPackage): boolean {
  const isOwn = !path.includes('node_modules/') || link === true || resolved?.startsWith('file:') === true;
  return !isOwn && inBundle !== true;
}

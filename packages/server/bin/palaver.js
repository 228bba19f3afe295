#!/usr/bin/env node
// The door of the `palaver` command: plain JavaScript, so that any Node can at least say what is missing. The sources
// need Node 24; when an older one runs this, the Node that comes with the package takes over.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const main = new URL('../src/main.ts', import.meta.url);
const major = Number(process.versions.node.split('.', 1)[0]);

if (major >= 24) {
  // Compiled code is kept for the next start, in a folder that only who installed us writes to (never in the shared
  // one for temporary files, which is Node's default). Here, so that all of ours is among it.
  module.enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/palaver', import.meta.url)));
  await import(main.href);
} else {
  const own = ['../../../node_modules/.bin/node', '../../.bin/node', '../node_modules/.bin/node']
    .map((path) => fileURLToPath(new URL(path, import.meta.url)))
    .find((path) => existsSync(path));
  if (own === undefined) {
    process.stderr.write(`palaver: needs Node 24 or later; this is ${process.versions.node}\n`);
    process.exit(1);
  }
  const child = spawn(own, [fileURLToPath(main), ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 128)));
}

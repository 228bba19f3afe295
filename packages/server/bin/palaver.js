#!/usr/bin/env node
// The door for `npx palaver`: plain JavaScript, so that any Node can at least say what is missing. The sources
// need Node 24; when an older one runs this, the Node that comes with the package takes over.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const main = new URL('../src/main.ts', import.meta.url);
const major = Number(process.versions.node.split('.', 1)[0]);

if (major >= 24) {
  await import(main.href);
} else {
  const own = ['../../../node_modules/.bin/node', '../../.bin/node']
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

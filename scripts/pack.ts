/*
 * `npm run pack`: builds the packages `palaver` and `@palaver/client` in build/. The server's package includes the protocol
 * and needs nothing of the repository: `npx palaver start` runs it.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SERVER = join(ROOT, 'packages/server');
const BUILD = join(ROOT, 'build');
const PACKAGE = join(BUILD, 'palaver');
const DIST = join(PACKAGE, 'dist');

// Otherwise the package would include files left over from an older build.
rmSync(BUILD, { recursive: true, force: true });
mkdirSync(PACKAGE, { recursive: true });
execFileSync(join(ROOT, 'node_modules/.bin/tsc'), ['-p', join(SERVER, 'tsconfig.build.json')], {
  stdio: 'inherit',
});
for (const file of globSync('**/*.js', { cwd: DIST })) rewrite(join(DIST, file), resolved(file));
cpSync(join(SERVER, 'src/storage/migrations'), join(DIST, 'server/src/storage/migrations'), {
  recursive: true,
});
execFileSync('sh', [join(ROOT, 'scripts/build-console-if-needed.sh')], { stdio: 'inherit' });
cpSync(join(ROOT, 'packages/console/dist'), join(DIST, 'console/dist'), { recursive: true });
cpSync(join(SERVER, 'bin'), join(PACKAGE, 'bin'), { recursive: true });
rewrite(join(PACKAGE, 'bin/palaver.js'), (text) =>
  text.replace('../src/main.ts', '../dist/server/src/main.js'),
);
for (const file of ['LICENSE', 'README.md', 'CHANGELOG.md']) cpSync(join(ROOT, file), join(PACKAGE, file));
writeFileSync(join(PACKAGE, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
for (const folder of [PACKAGE, join(ROOT, 'packages/client')])
  process.stdout.write(`${relative(process.cwd(), pack(folder))}\n`);

/** Packs a folder and returns the file name. */
function pack(folder: string): string {
  const output = execFileSync('npm', ['pack', '--silent', '--pack-destination', BUILD], {
    cwd: folder,
    encoding: 'utf8',
  });
  // (The output of the package's scripts comes first.)
  return join(BUILD, output.trim().split('\n').at(-1) ?? '');
}

/** Module specifiers that the compiler does not rewrite: those of the protocol and of the worker. */
function resolved(file: string): (text: string) => string {
  const protocol = relative(dirname(join(DIST, file)), join(DIST, 'protocol/src'));
  return (text) =>
    text
      .replaceAll(/(['"])@palaver\/protocol\/([\w-]+)\1/g, `'${protocol}/$2.js'`)
      .replaceAll(/new URL\((['"])(\.[^'"]*)\.ts\1/g, `new URL('$2.js'`);
}

function rewrite(file: string, change: (text: string) => string): void {
  writeFileSync(file, change(readFileSync(file, 'utf8')));
}

function manifest() {
  const { description, version, license, bin, dependencies, optionalDependencies } = JSON.parse(
    readFileSync(join(SERVER, 'package.json'), 'utf8'),
  ) as Record<string, Record<string, string>>;
  const { '@palaver/protocol': _protocol, ...others } = dependencies ?? {};
  return {
    name: 'palaver',
    version,
    description,
    license,
    type: 'module',
    bin,
    // (An older Node than the server's is enough: the package brings its own.)
    engines: { node: '>=20' },
    dependencies: others,
    optionalDependencies,
  };
}

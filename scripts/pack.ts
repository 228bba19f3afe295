/*
 * `npm run pack`: builds the packages `palaver`, `@palaver/node`, `@palaver/client`, `@palaver/react` and `@palaver/testing` in build/, and
 * lists their files in build/packed.json, and the packages whose code is in them in build/bundled.json.
 *
 *   palaver          the server, with the protocol and all dependencies that are JavaScript (dist/vendor). So npm installs little, and has
 *                    nothing to say about the versions of Node that those packages want.
 *   @palaver/node    Node itself, for users whose own is too old. npm skips an optional dependency whose `engines` do not match.
 *   @palaver/client  the SDK
 *   @palaver/react   the components, and `<palaver-chat>` with all that it needs (dist/element)
 *   @palaver/testing what test suites import, and the process that it starts (dist/process): it uses modules of `palaver`
 */
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleDependencies } from './bundle-dependencies.ts';
import { writeElement } from './bundle-element.ts';
import { bundleTestProcess } from './bundle-test-process.ts';
import { type BundledPackage, licensesPage, modulesOfPage, packagesOf } from './bundled-packages.ts';
import { checkFiles, type Packed } from './check-packed.ts';
import { joinStyles } from './join-styles.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const BUILD = join(ROOT, 'build');
const SERVER = join(ROOT, 'packages/server');
const CLIENT = join(ROOT, 'packages/client');
const REACT = join(ROOT, 'packages/react');
const TESTING = join(ROOT, 'packages/testing');
/** Code for a processor: it remains a dependency of the server. */
const NATIVE = 'sharp';
/** Imported by a dependency only where it is installed. */
const ABSENT = 'typescript';

interface ServerManifest {
  version: string;
  description: string;
  keywords: string[];
  license: string;
  repository?: unknown;
  bin: Record<string, string>;
  engines: { node: string };
  dependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
}

const server = readManifest(SERVER) as ServerManifest;
/** What all of our packages say about themselves. */
const { version, license, repository } = server;
const common = { version, license, repository };

// Otherwise the packages would include files left over from an older build.
rmSync(BUILD, { recursive: true, force: true });
const bundled: Record<string, BundledPackage[]> = { palaver: await buildServer(join(BUILD, 'palaver')) };
buildNode(join(BUILD, 'palaver-node'));
buildClient(join(BUILD, 'palaver-client'));
bundled['@palaver/react'] = await buildReact(join(BUILD, 'palaver-react'));
bundled['@palaver/testing'] = await buildTesting(join(BUILD, 'palaver-testing'));
writeFileSync(join(BUILD, 'bundled.json'), `${JSON.stringify(bundled, null, 2)}\n`);
const packed = ['palaver', 'palaver-node', 'palaver-client', 'palaver-react', 'palaver-testing'].map((name) =>
  pack(join(BUILD, name)),
);
writeFileSync(join(BUILD, 'packed.json'), `${JSON.stringify(packed, null, 2)}\n`);
for (const { filename } of packed)
  process.stdout.write(`${relative(process.cwd(), join(BUILD, filename))}\n`);

/** Resolves to the packages that it contains. */
async function buildServer(folder: string): Promise<BundledPackage[]> {
  const dist = join(folder, 'dist');
  compile(join(SERVER, 'tsconfig.build.json'));
  // `version.ts` reads the version from this file.
  writeManifest(join(dist, 'server'), { version, type: 'module' });
  const { dependencies, optionalDependencies } = server;
  const vendored = Object.keys(dependencies).filter((name) => ![NATIVE, '@palaver/protocol'].includes(name));
  const modules = await bundleDependencies(vendored, [NATIVE, ABSENT], SERVER, join(dist, 'vendor'));
  for (const file of globSync(['server/**/*.js', 'protocol/**/*.js'], { cwd: dist }))
    rewrite(join(dist, file), resolved(join(dist, file), dist, new Set(vendored)));
  copy(join(SERVER, 'src/storage/migrations'), join(dist, 'server/src/storage/migrations'));
  execFileSync('sh', [join(ROOT, 'scripts/build-console-if-needed.sh')], { stdio: 'inherit' });
  const pages = join(dist, 'console/dist');
  copy(join(ROOT, 'packages/console/dist'), pages);
  // (Helpers of rolldown are in the bundles.)
  const helpers = join(ROOT, 'node_modules/rolldown/package.json');
  const contained = packagesOf(
    [...modules, helpers, ...modulesOfPage(join(pages, 'licenses.md'), ROOT)],
    ROOT,
  );
  const note = `(The script of \`/docs\`, in \`@scalar/fastify-api-reference\`, was built from further packages by its authors.)`;
  writeFileSync(join(folder, 'THIRD-PARTY-LICENSES.md'), licensesPage(contained, note));
  copy(join(SERVER, 'bin'), join(folder, 'bin'));
  rewrite(join(folder, 'bin/palaver.js'), (text) =>
    text.replace('../src/main.ts', '../dist/server/src/main.js'),
  );
  copy(join(SERVER, 'README.md'), join(folder, 'README.md'));
  for (const file of ['LICENSE', 'CHANGELOG.md']) copy(join(ROOT, file), join(folder, file));
  const postgres = Object.entries(optionalDependencies).filter(([name]) => !isNode(name));
  writeManifest(folder, {
    name: 'palaver',
    ...common,
    description: server.description,
    keywords: server.keywords,
    type: 'module',
    bin: server.bin,
    files: ['bin', 'dist', 'CHANGELOG.md', 'THIRD-PARTY-LICENSES.md'],
    // (An older Node than the server's is enough, because there is `@palaver/node`. This one is the oldest that sharp names.)
    engines: { node: '>=20.9' },
    dependencies: { [NATIVE]: dependencies[NATIVE] },
    optionalDependencies: { '@palaver/node': version, ...Object.fromEntries(postgres) },
  });
  return contained;
}

function buildNode(folder: string): void {
  const nodes = Object.entries(server.optionalDependencies).filter(([name]) => isNode(name));
  const oldest = server.engines.node.replace('>=', '');
  mkdirSync(folder);
  copy(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
  writeFileSync(
    join(folder, 'README.md'),
    `# @palaver/node

Node ${nodes[0]?.[1]} for \`palaver\`, where the Node that installs it is older than ${oldest}. This package has no
code: it depends on the packages that contain Node for each platform. npm leaves it out where \`engines\` does not match.
`,
  );
  writeManifest(folder, {
    name: '@palaver/node',
    ...common,
    description: 'Node for palaver, where the installed one is too old',
    files: [],
    engines: { node: `<${oldest}` },
    optionalDependencies: Object.fromEntries(nodes),
  });
}

function buildClient(folder: string): void {
  compile(join(CLIENT, 'tsconfig.build.json'), '--outDir', join(folder, 'dist'));
  copy(join(CLIENT, 'service-worker/service-worker.js'), join(folder, 'service-worker/service-worker.js'));
  describe(CLIENT, folder);
}

/** Resolves to the packages that it contains. (The compiler takes the types of the SDK from its package, which is built before.) */
async function buildReact(folder: string): Promise<BundledPackage[]> {
  compile(join(REACT, 'tsconfig.build.json'), '--outDir', join(folder, 'dist'));
  // The element is bundled. The compiler only writes its types.
  const element = join(folder, 'dist/element');
  for (const file of globSync('*.js', { cwd: element })) rmSync(join(element, file));
  const chunks = await writeElement(element);
  const helpers = join(ROOT, 'node_modules/rolldown/package.json');
  const contained = packagesOf([...chunks.flatMap(({ moduleIds }) => moduleIds), helpers], ROOT);
  writeFileSync(
    join(folder, 'THIRD-PARTY-LICENSES.md'),
    licensesPage(contained, 'Only `dist/element/` contains it.'),
  );
  writeFileSync(join(folder, 'dist/styles.css'), joinStyles(join(REACT, 'src/styles/index.css')));
  // From version 6 on, TypeScript wants types for an import of styles, too.
  writeFileSync(join(folder, 'dist/styles.d.ts'), 'export {};\n');
  describe(REACT, folder);
  return contained;
}

/** Resolves to the packages that it contains. Its modules import those of the server from `palaver`, the name under which it is published. */
async function buildTesting(folder: string): Promise<BundledPackage[]> {
  const dist = join(folder, 'dist');
  compile(join(TESTING, 'tsconfig.build.json'), '--outDir', dist);
  const modules = await bundleTestProcess(join(TESTING, 'src/process/main.ts'), join(dist, 'process'));
  const inPackage = (text: string) =>
    text
      .replaceAll(/@palaver\/server\/src\/([\w/-]+)\.ts/g, 'palaver/dist/server/src/$1.js')
      .replaceAll('@palaver/server/', 'palaver/');
  for (const cwd of [dist, join(dist, 'process')])
    for (const file of globSync('*.js', { cwd })) rewrite(join(cwd, file), inPackage);
  const helpers = join(ROOT, 'node_modules/rolldown/package.json');
  const contained = packagesOf([...modules, helpers], ROOT);
  writeFileSync(
    join(folder, 'THIRD-PARTY-LICENSES.md'),
    licensesPage(contained, 'Only `dist/process/` contains it.'),
  );
  describe(TESTING, folder, { '@palaver/server': 'palaver' });
  return contained;
}

/** Adds the texts and the manifest of a package. `publishedAs`: dependencies that have another name in the registry. */
function describe(from: string, folder: string, publishedAs: Readonly<Record<string, string>> = {}): void {
  copy(join(from, 'README.md'), join(folder, 'README.md'));
  copy(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
  const {
    scripts: _scripts,
    devDependencies: _devDependencies,
    dependencies = {},
    ...published
  } = readManifest(from) as Record<string, unknown> & { dependencies?: Record<string, string> };
  const named = Object.entries(dependencies).map(
    ([name, exact]) => [publishedAs[name] ?? name, exact] as const,
  );
  const needs = named.length === 0 ? {} : { dependencies: Object.fromEntries(named) };
  writeManifest(folder, { ...published, ...needs, ...common });
}

function isNode(name: string): boolean {
  return name.startsWith('node-');
}

function compile(...args: string[]): void {
  execFileSync(join(ROOT, 'node_modules/.bin/tsc'), ['-p', ...args], { stdio: 'inherit' });
}

function copy(from: string, to: string): void {
  cpSync(from, to, { recursive: true });
}

function readManifest(folder: string): unknown {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

function writeManifest(folder: string, manifest: Record<string, unknown>): void {
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Module specifiers that the compiler does not rewrite: those of the protocol, of bundled packages, and of workers. */
function resolved(file: string, dist: string, vendored: ReadonlySet<string>): (text: string) => string {
  const to = (path: string) => {
    const found = relative(dirname(file), join(dist, path));
    return `'${found.startsWith('.') ? found : `./${found}`}'`;
  };
  return (text) =>
    text
      .replaceAll(/(['"])@palaver\/protocol\/([\w-]+)\1/g, (_all, _quote, name) =>
        to(`protocol/src/${name}.js`),
      )
      .replaceAll(/((?:from|import) ?\(?)'([^'\s]+)'/g, (all: string, before: string, name: string) =>
        vendored.has(name) ? before + to(`vendor/${name}.js`) : all,
      )
      .replaceAll(/new URL\((['"])(\.[^'"]*)\.ts\1/g, `new URL('$2.js'`);
}

function rewrite(file: string, change: (text: string) => string): void {
  writeFileSync(file, change(readFileSync(file, 'utf8')));
}

function pack(folder: string): Packed {
  const output = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', BUILD], {
    cwd: folder,
    encoding: 'utf8',
  });
  const [packed] = Object.values(JSON.parse(output) as Packed[]);
  if (packed === undefined) throw new Error(`npm has not packed ${folder}`);
  checkFiles(folder, packed.files, ROOT);
  const { name, filename, size, unpackedSize, files } = packed;
  return { name, version, filename, size, unpackedSize, files };
}

import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const SRC = fileURLToPath(new URL('../../src', import.meta.url));
const CLIENT = fileURLToPath(new URL('../../../client/src', import.meta.url));
const CONSOLE = fileURLToPath(new URL('../../../console/src', import.meta.url));
const REACT = fileURLToPath(new URL('../../../react/src', import.meta.url));
const EXAMPLE = fileURLToPath(new URL('../../../../examples/integrator-backend', import.meta.url));
const PROTOCOL = fileURLToPath(new URL('../../../protocol/src', import.meta.url));

/** The layers of the server and those that each may import from (ARCHITECTURE.md, "Import direction"). */
const MAY_IMPORT: Record<string, readonly string[]> = {
  platform: [],
  storage: ['platform', 'config'],
  bus: ['platform', 'storage'],
  jobs: ['platform', 'storage'],
  domain: ['platform', 'storage', 'bus', 'jobs'],
  edge: ['platform', 'storage', 'bus', 'domain', 'config'],
  http: ['platform', 'storage', 'bus', 'domain', 'edge', 'webhooks', 'notifications', 'config'],
  demo: ['platform', 'domain', 'http', 'storage', 'config'],
  realtime: ['platform', 'bus', 'storage', 'domain', 'edge', 'config'],
  events: ['platform', 'bus', 'storage', 'domain'],
  webhooks: ['platform', 'bus', 'storage', 'domain', 'events', 'config', 'version.ts'],
  notifications: ['platform', 'bus', 'storage', 'domain', 'events', 'config', 'version.ts'],
  backup: ['platform', 'storage', 'domain', 'events', 'config', 'version.ts'],
  recovery: ['platform', 'storage', 'domain', 'backup', 'config', 'version.ts'],
  upgrade: ['platform', 'storage', 'domain', 'events', 'backup', 'version.ts'],
  doctor: ['platform', 'storage', 'bus', 'domain', 'notifications', 'backup', 'recovery', 'demo', 'config'],
  cli: [
    'platform',
    'storage',
    'domain',
    'webhooks',
    'backup',
    'recovery',
    'upgrade',
    'doctor',
    'demo',
    'http',
    'app.ts',
    'config',
    'version.ts',
  ],
  config: ['platform'],
  'version.ts': [],
  'foundation.ts': ['platform', 'bus', 'storage', 'notifications', 'config', 'version.ts'],
  'background-work.ts': [
    'platform',
    'storage',
    'jobs',
    'domain',
    'events',
    'webhooks',
    'notifications',
    'foundation.ts',
  ],
  serving: [
    'platform',
    'storage',
    'bus',
    'domain',
    'edge',
    'http',
    'realtime',
    'config',
    'foundation.ts',
    'version.ts',
  ],
  'compose.ts': ['storage', 'domain', 'foundation.ts', 'background-work.ts', 'serving'],
  'app.ts': [
    'platform',
    'storage',
    'domain',
    'http',
    'config',
    'foundation.ts',
    'background-work.ts',
    'compose.ts',
    'demo',
    'recovery',
    'serving',
  ],
  'main.ts': ['cli', 'version.ts'],
};

/** Layers of the domain, each with those below it. Files beside them (`context.ts`, …) import none of them. */
const LAYERS: Record<string, readonly string[]> = {
  rules: [],
  media: [],
  scan: [],
  'sticker-archive': ['media'],
  records: ['rules', 'sticker-archive'],
  operations: ['rules', 'media', 'scan', 'sticker-archive', 'records'],
};

/** Folders of the SDK for users, each with those that it may import from (docs/internals/client.md, "Folders"). */
const CHAT_FOLDERS: Record<string, readonly string[]> = {
  state: [],
  connection: ['state'],
  people: ['state', 'connection'],
  files: ['state', 'connection'],
  sending: ['connection', 'files'],
  list: ['state', 'connection'],
  thread: ['state', 'connection', 'people', 'files', 'sending'],
  notifications: ['connection', 'thread'],
  search: ['state', 'connection'],
};

/** Folders of the components: the ground, the parts of the screen, and the whole chat (docs/internals/client.md, "Components"). */
const GROUND = ['text', 'texts', 'context', 'hooks', 'ui'];
const REACT_FOLDERS: Record<string, readonly string[]> = {
  text: [],
  'emoji-names': [],
  texts: ['text', 'emoji-names'],
  context: ['text'],
  hooks: ['text', 'texts', 'context'],
  ui: ['texts', 'context', 'hooks'],
  emoji: GROUND,
  message: [...GROUND, 'emoji'],
  composer: [...GROUND, 'emoji', 'message'],
  list: GROUND,
  details: GROUND,
  search: GROUND,
  thread: [...GROUND, 'message', 'composer', 'details'],
  chat: [...GROUND, 'message', 'composer', 'list', 'details', 'search', 'thread'],
  element: [...GROUND, 'thread', 'chat'],
};

interface Import {
  from: string;
  to: string;
}

const IMPORT = /(?:from|import)\s*\(?'([^']+)'/g;

function importsIn(root: string): Import[] {
  return globSync('**/*.{ts,tsx}', { cwd: root }).flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return [...text.matchAll(IMPORT)].map(([, to = '']) => ({
      from: file,
      to: to.startsWith('.') ? relative(root, join(root, dirname(file), to)) : to,
    }));
  });
}

const imports = importsIn(SRC);
const topFolderOf = (path: string) => path.split('/', 1)[0] ?? '';
const isInside = ({ to }: Import) => topFolderOf(to) in MAY_IMPORT;
const name = ({ from, to }: Import) => `${from} -> ${to}`;

test('the checks find imports', () => {
  expect(imports.filter(isInside).length).toBeGreaterThan(100);
});

test('layers of the server import only from the layers below them', () => {
  const wrong = imports
    .filter(isInside)
    .filter(({ from, to }) => topFolderOf(from) !== topFolderOf(to))
    .filter(({ from, to }) => !MAY_IMPORT[topFolderOf(from)]?.includes(topFolderOf(to)));
  expect(wrong.map(name)).toEqual([]);
});

test('every file of the server is in a known layer', () => {
  const unknown = globSync('**/*.ts', { cwd: SRC }).filter((file) => !(topFolderOf(file) in MAY_IMPORT));
  expect(unknown).toEqual([]);
});

test('layers of the domain import only from the layers below them', () => {
  const layerOf = (path: string) => (path.startsWith('domain/') ? (path.split('/')[1] ?? '') : '');
  const isLayer = (path: string) => layerOf(path) in LAYERS;
  const layers = new Set(globSync('domain/*/**/*.ts', { cwd: SRC }).map(layerOf));
  expect([...layers].sort()).toEqual(Object.keys(LAYERS).sort());
  const wrong = imports
    .filter(({ from, to }) => from.startsWith('domain/') && isLayer(to) && layerOf(from) !== layerOf(to))
    .filter(({ from, to }) => LAYERS[layerOf(from)]?.includes(layerOf(to)) !== true);
  expect(wrong.map(name)).toEqual([]);
});

test('rules are pure: they import no database and nothing with state', () => {
  const wrong = imports.filter(
    ({ from, to }) => from.startsWith('domain/rules/') && /^(storage|bus|jobs)\//.test(to),
  );
  expect(wrong.map(name)).toEqual([]);
});

test('the domain knows of the bus only that transactions publish', () => {
  const known = imports.filter(({ from, to }) => from.startsWith('domain/') && to.startsWith('bus/'));
  expect([...new Set(known.map(({ to }) => to))]).toEqual(['bus/publishing-database.ts']);
});

test('SQL that writes is only in records', () => {
  const writers = globSync('domain/{rules,media,sticker-archive,operations}/**/*.ts', { cwd: SRC }).filter(
    (file) =>
      /\b(insert into|delete from|update [a-z_]+ (as )?([a-z]+ )?set)\b/.test(
        readFileSync(join(SRC, file), 'utf8'),
      ),
  );
  expect(writers).toEqual([]);
});

test.each([
  ['server', SRC, 300],
  ['protocol', PROTOCOL, 20],
  ['client', CLIENT, 40],
  ['console', CONSOLE, 8],
  ['components', REACT, 60],
])('the %s has no circular imports, not even of types', (_, root, least) => {
  const all = importsIn(root);
  // (Vite would also find a file whose import leaves out the extension; this test would not.)
  expect(all.filter(({ to }) => globSync(`${to}.{ts,tsx}`, { cwd: root }).length > 0).map(name)).toEqual([]);
  const below = Map.groupBy(all, ({ from }) => from);
  expect(below.size).toBeGreaterThan(least);
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' -> '));
    if (path.includes(file) || done.has(file)) return;
    for (const { to } of below.get(file) ?? []) visit(to, [...path, file]);
    done.add(file);
  };
  for (const file of below.keys()) visit(file, []);
  expect(circles).toEqual([]);
});

test('only config/ reads the environment, and only commands pass it on', () => {
  const readers = globSync('**/*.ts', { cwd: SRC }).filter((file) =>
    readFileSync(join(SRC, file), 'utf8').includes('process.env'),
  );
  expect(readers.filter((file) => !file.startsWith('cli/') && !file.startsWith('storage/embedded/'))).toEqual(
    [],
  );
});

test('only one module writes each table, beside the batch of sends and the pictures of users', () => {
  const writers = new Map<string, Set<string>>();
  for (const file of globSync('domain/**/*.ts', { cwd: SRC })) {
    const text = readFileSync(join(SRC, file), 'utf8');
    const writes = text.matchAll(
      /\b(?:insert into|delete from|update)\s+([a-z_]+)(?=\s+(?:set|as|\w+\s+set|\(|where|from))/g,
    );
    for (const [, table = ''] of writes) writers.set(table, (writers.get(table) ?? new Set()).add(file));
  }
  expect(writers.size).toBeGreaterThan(8);
  const shared = [...writers].filter(([, files]) => files.size > 1);
  expect(Object.fromEntries(shared.map(([table, files]) => [table, [...files].sort()]))).toEqual({
    messages: ['domain/records/messages.ts', 'domain/records/sends.ts', 'domain/records/thread-log.ts'],
    thread_heads: ['domain/records/sends.ts', 'domain/records/thread-log.ts'],
    users: ['domain/records/avatars.ts', 'domain/records/users.ts'],
  });
});

test('the protocol imports nothing of the server', () => {
  const outside = importsIn(PROTOCOL).filter(({ to }) => to.startsWith('..') || to.includes('@palaver'));
  expect(outside.map(name)).toEqual([]);
});

test('the client imports only its own files, so that it has no dependencies', () => {
  const inside = importsIn(CLIENT);
  expect(inside.length).toBeGreaterThan(10);
  expect(
    inside.filter(({ from, to }) => to.startsWith('..') || !existsSync(join(CLIENT, to)) || from === to),
  ).toEqual([]);
  const { dependencies = {} } = JSON.parse(readFileSync(join(CLIENT, '../package.json'), 'utf8'));
  expect(dependencies).toEqual({});
});

test("the client's entry points do not import each other, except that notifications in a browser and the support desk are those of a chat", () => {
  const entries = ['chat', 'server', 'web-push', 'desk'];
  const across = importsIn(CLIENT)
    .filter(({ from, to }) => topFolderOf(from) !== topFolderOf(to) && entries.includes(topFolderOf(to)))
    .filter(
      ({ from, to }) => !['web-push', 'desk'].includes(topFolderOf(from)) || topFolderOf(to) !== 'chat',
    );
  expect(across.filter(({ from }) => from !== 'index.ts').map(name)).toEqual([]);
});

test("folders of the client's chat import only from those below them, and nothing from the files beside them", () => {
  const chat = join(CLIENT, 'chat');
  const folders = new Set(globSync('*/**/*.ts', { cwd: chat }).map(topFolderOf));
  expect([...folders].sort()).toEqual(Object.keys(CHAT_FOLDERS).sort());
  const wrong = importsIn(chat)
    .filter(({ from, to }) => folders.has(topFolderOf(from)) && !to.startsWith('..'))
    .filter(({ from, to }) => topFolderOf(from) !== topFolderOf(to))
    .filter(({ from, to }) => !CHAT_FOLDERS[topFolderOf(from)]?.includes(topFolderOf(to)));
  expect(wrong.map(name)).toEqual([]);
});

test('folders of the components import only from those below them', () => {
  const folders = new Set(globSync('*/**/*.{ts,tsx}', { cwd: REACT }).map(topFolderOf));
  expect([...folders].sort()).toEqual(Object.keys(REACT_FOLDERS).sort());
  const wrong = importsIn(REACT)
    .filter(
      ({ from, to }) =>
        from.includes('/') && existsSync(join(REACT, to)) && topFolderOf(from) !== topFolderOf(to),
    )
    .filter(
      ({ from, to }) => !to.endsWith('.css') && !REACT_FOLDERS[topFolderOf(from)]?.includes(topFolderOf(to)),
    );
  expect(wrong.map(name)).toEqual([]);
});

test('the components import only what their package depends on', () => {
  const { dependencies, peerDependencies } = JSON.parse(
    readFileSync(join(REACT, '../package.json'), 'utf8'),
  ) as Record<'dependencies' | 'peerDependencies', Record<string, string>>;
  const outside = importsIn(REACT).filter(({ to }) => !existsSync(join(REACT, to)));
  const packageOf = (path: string) => path.split('/', path.startsWith('@') ? 2 : 1).join('/');
  const used = new Set(outside.map(({ to }) => packageOf(to)));
  expect([...used].sort()).toEqual(Object.keys({ ...dependencies, ...peerDependencies }).sort());
});

test('the example imports only what integrators have: the SDK for back ends', () => {
  const outside = importsIn(join(EXAMPLE, 'src')).filter(({ to }) => !/^[\w-]+\.ts$/.test(to));
  const used = new Set(outside.map(({ to }) => to).filter((to) => !to.startsWith('node:')));
  const { dependencies } = JSON.parse(readFileSync(join(EXAMPLE, 'package.json'), 'utf8'));
  // (`@palaver/react` is what it serves to its page.)
  const imported = Object.keys(dependencies).filter((one) => one !== '@palaver/react');
  const declared = imported.map((one) => (one === '@palaver/client' ? `${one}/server` : one));
  expect([...used].sort()).toEqual(declared.sort());
});

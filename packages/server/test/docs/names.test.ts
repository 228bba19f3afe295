import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../harness/command.ts';

/*
 * The documents about the code, and comments, name only what exists: files, scripts of npm, and identifiers. These tests look at what is in
 * backticks, and leave out what they cannot decide, such as programs and plain words.
 */

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
/** All but what Git ignores, also before it is committed. */
const FILES = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\0')
  .filter((path) => path !== '' && existsSync(join(ROOT, path)));
const INTERNALS = FILES.filter((path) => /^docs\/internals\/.+\.md$/.test(path));
const PAGES = ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs/life-of-a-message.md', ...INTERNALS];

const COMMENT = /\/\*[\s\S]*?\*\/|^\s*(?:\/\/|--|#).*$/gm;
const SOURCES = FILES.filter((path) => /\.(ts|tsx|sql|sh)$|^\.ci\/[\w-]+$|package\.json$/.test(path))
  .filter((path) => !path.includes('/emoji-names/'))
  .map((path) => ({ path, text: read(path) }));

/** The words of all code, without those of comments. */
const WORDS = new Set(
  SOURCES.flatMap(({ text }) => text.replaceAll(COMMENT, '').match(/[A-Za-z_$][\w$]*/g) ?? []),
);
/** Names of protocols: a message of PostgreSQL's, a header of HTTP. */
const FOREIGN = new Set(['Sync', 'Referer']);
/** (Tests of other stores get the settings of a bucket with this prefix.) */
const isUnknown = (name: string) => !WORDS.has(name.replace(/^TEST_(?=S3_)/, '')) && !FOREIGN.has(name);

const DEPENDENCIES = FILES.filter((path) => /(^|\/)package\.json$/.test(path)).flatMap((path) => {
  const { dependencies = {}, devDependencies = {} } = JSON.parse(read(path));
  return Object.keys({ ...dependencies, ...devDependencies }).map((name) => ({ path, name }));
});
const PACKAGES = new Set(DEPENDENCIES.map(({ name }) => name));

/** The texts in backticks of each line. One that goes over the end of a line belongs to the first. */
function linesOf(page: string): string[][] {
  const text = read(page)
    .replaceAll(/^( *)```[\s\S]*?^\1```/gm, '')
    .replaceAll(/`[^`]+`/g, (span) => span.replaceAll(/\s+/g, ' '));
  return text.split('\n').map((line) => [...line.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span));
}

/** All faults of a kind, with their pages. */
const inPages = (faultsOf: (page: string) => readonly string[]) =>
  PAGES.flatMap((page) => faultsOf(page).map((fault) => `${page}: ${fault}`));

const PATH = /^[\w.*<-][\w.@*<>-]*(\/[\w.@*<>-]+)*\/?$/;
const FILE_NAME = /\.(ts|tsx|js|mjs|md|sql|sh|css|json|ya?ml|html|txt)$/;
const MEDIA_TYPE = /^(application|image|multipart|text)\/[\w.+-]+$/;
/** What commands write, and is not in the repository; the last one is an example. */
const ELSEWHERE =
  /^(build|data|dist|latest|node_modules|0\.1)\/|^\.ci\/passed\.json$|^(THIRD-PARTY-LICENSES\.md|times\.jsonl|versions\.json|verb-noun\.ts)$/;

function isPath(word: string): boolean {
  if (!PATH.test(word) || PACKAGES.has(word) || MEDIA_TYPE.test(word) || ELSEWHERE.test(word)) return false;
  return word.includes('/') || FILE_NAME.test(word);
}

const BASES = ['', 'packages/server/src/', 'packages/server/'];

/** All files and folders, and which of them end with a path. */
const PLACES = new Set(
  FILES.flatMap((file) => file.split('/').map((_, at, names) => names.slice(0, at + 1).join('/'))),
);
const ENDINGS = new Map<string, string[]>();
for (const place of PLACES) {
  for (let at = 0; at !== -1; at = place.indexOf('/', at + 1)) {
    const ending = place.slice(at === 0 ? 0 : at + 1);
    ENDINGS.set(ending, [...(ENDINGS.get(ending) ?? []), place]);
  }
}

/** What a path stands for: in the folder of the path before it in the same line, else below one of the bases, else what ends with it. */
function placesAt(path: string, before: readonly string[] = []): string[] {
  const plain = path.replace(/\/$/, '');
  const bases = [...before, ...BASES];
  if (!/[*<]/.test(plain)) {
    const base = bases.find((one) => PLACES.has(one + plain));
    return base === undefined ? (ENDINGS.get(plain) ?? []) : [base + plain];
  }
  const pattern = plain.replaceAll(/[.+$]/g, String.raw`\$&`).replaceAll(/\*+|<[\w-]+>/g, '[^/]*');
  const isOne = new RegExp(`(^|/)${pattern}$`);
  return [...PLACES].filter((place) => isOne.test(place));
}

/** What is wrong with the paths of a line. */
function faultsIn(paths: readonly string[]): string[] {
  let before: string[] = [];
  return paths.flatMap((path) => {
    const found = placesAt(path, before);
    const [first] = found;
    if (first === undefined) return [`\`${path}\` does not exist`];
    if (FILE_NAME.test(path) && !/[*<]/.test(path) && found.length > 1)
      return [`\`${path}\` may be ${found.join(' or ')}`];
    before = [FILE_NAME.test(first) ? `${dirname(first)}/` : `${first}/`];
    return [];
  });
}

const IDENTIFIER = /^[A-Za-z_$][\w$]*(?:\.#?[A-Za-z_$][\w$]*)*$/;

/** The parts of a name that look like one of code, not like a word. */
function identifiersIn(span: string): string[] {
  const name = span.replace(/\(.*\)$/, '').replace(/=.*$/, '');
  if (!IDENTIFIER.test(name) || PACKAGES.has(name) || FILE_NAME.test(name)) return [];
  const isCalled = span.endsWith(')');
  return name.split(/\.#?/).filter((part) => isCalled || /[_$]|[a-z\d][A-Z]|^[A-Z][a-z]/.test(part));
}

test('files and folders in the documents exist, and a name stands for one of them', () => {
  const faults = inPages((page) =>
    linesOf(page).flatMap((spans) => faultsIn(spans.flatMap((span) => span.split(' ')).filter(isPath))),
  );
  expect(faults).toEqual([]);
});

test('identifiers in the documents exist, and are in the file that the sentence names', () => {
  const unknown = inPages((page) => linesOf(page).flat().flatMap(identifiersIn).filter(isUnknown));
  const misplaced = inPages((page) =>
    [...read(page).matchAll(/`(\w+)(?:\(\))?`\sin\s`([\w./-]+\.(?:ts|tsx|sql))`/g)]
      .filter(([, name = '', path = '']) => {
        const isThere = (file: string) => new RegExp(String.raw`\b${name}\b`).test(read(file));
        return !placesAt(path).some(isThere);
      })
      .map(([text]) => text),
  );
  expect([...unknown, ...misplaced]).toEqual([]);
});

test('scripts of npm in the documents exist', () => {
  const scripts = ['package.json', 'packages/console/package.json'].flatMap((path) =>
    Object.keys(JSON.parse(read(path)).scripts),
  );
  const namedIn = (page: string) =>
    [...read(page).matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name = '']) => name);
  expect(inPages((page) => namedIn(page).filter((name) => !scripts.includes(name)))).toEqual([]);
});

test('files that comments name exist, and so do the names that they refer to', () => {
  const wrong = SOURCES.flatMap(({ path, text }) => {
    const prose = (text.match(COMMENT) ?? []).join('\n').replaceAll(/https?:\S+|`\w+\.sql`|^\s*\* /gm, ' ');
    const files = prose.match(/(?:[\w-]+\/)*\w[\w.-]*\.(?:tsx?|sql|md|sh)\b/g) ?? [];
    const names = [...prose.matchAll(/\b[Ss]ee\s+`(\w+)`/g)].map(([, name = '']) => name);
    return [...files.filter((name) => !ENDINGS.has(name)), ...names.filter(isUnknown)].map(
      (name) => `${path}: ${name}`,
    );
  });
  expect(wrong).toEqual([]);
});

test('the map and the pages about internals stay short', () => {
  const bytesOf = (path: string) => Buffer.byteLength(read(path));
  expect(bytesOf('ARCHITECTURE.md')).toBeLessThanOrEqual(16_384);
  expect(INTERNALS.length).toBeGreaterThan(10);
  expect(INTERNALS.filter((page) => bytesOf(page) > 8_192)).toEqual([]);
});

test('each page about internals is in their index', () => {
  const index = read('docs/internals/README.md');
  const isListed = (page: string) => page.endsWith('/README.md') || index.includes(`(${basename(page)})`);
  expect(INTERNALS.filter((page) => !isListed(page))).toEqual([]);
});

test('each dependency has its reason', () => {
  const page = read('docs/internals/dependencies.md');
  const needReason = DEPENDENCIES.filter(
    ({ path, name }) => !/^@(palaver|types)\//.test(name) && !path.startsWith('examples/react-native/'),
  );
  const without = needReason.filter(({ name }) => !page.includes(`\`${name}\``));
  expect(without).toEqual([]);
});

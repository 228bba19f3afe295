import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import { ROOT } from '../harness/command.ts';
import {
  type Block,
  blocksOf,
  CODE,
  EXCEPTIONS,
  isException,
  OTHER_LANGUAGES,
  PAGES,
  RUN,
} from './code-blocks.ts';

/*
 * Every block of code that readers copy is compiled, or runs in a test, or stands in the list of exceptions. A block may use the names below
 * without declaring them: the text around it, or an earlier block, says what they are.
 */

const BLOCKS = PAGES.flatMap(blocksOf);
const CODE_BLOCKS = BLOCKS.filter(({ language }) => CODE.some((code) => code === language));

/** What TypeScript checks with all its rules, as a strict project does. */
const NAMES_IN_TYPESCRIPT = `
import type { Desk } from '@palaver/client/desk';
import type { Chat as Client, Thread as OpenThread } from '@palaver/client';
import type { EventCursor, Palaver, PulledEvent } from '@palaver/client/server';
import type { ChatApp as App } from '@palaver/react';
declare global {
  const palaver: Palaver;
  const chat: Client;
  const client: Client;
  const thread: OpenThread;
  const url: string, apiKey: string, secret: string, token: string, accessToken: string;
  const threadId: string, extUserId: string;
  const seq: number;
  const desk: Desk;
  const ChatApp: typeof App;
  const field: HTMLInputElement;
  const button: HTMLButtonElement;
  function showThread(threadId: string): void;
  const storedCursor: EventCursor;
  function handle(event: PulledEvent): Promise<void>;
  function store(cursor: EventCursor): Promise<void>;
  // Of Vue.
  function shallowRef<T>(value: T): { value: T };
  function onUnmounted(run: () => void): void;
}`;

/** What is checked as JavaScript. */
const NAMES_IN_JAVASCRIPT = `
import type { PalaverChat } from '@palaver/react/element';
declare global {
  const chat: PalaverChat;
  const tokenProvider: () => Promise<string>;
  const badge: HTMLElement;
  // In a service worker.
  var palaver: object;
  function importScripts(...addresses: string[]): void;
  function decryptedText(threadId: string, seq: string): Promise<string>;
}`;

/** Styles; and what our pages use of Next.js, as its reference gives the types. */
const FOREIGN_MODULES = `
declare module '*.css';
declare module 'next/navigation' {
  export function useParams<Params>(): Params;
  export function useRouter(): { push(href: string): void; replace(href: string): void };
}`;

const FOLDER = join(import.meta.dirname, '.code-blocks');

const PATHS = {
  '@palaver/client': ['packages/client/src/index.ts'],
  '@palaver/client/server': ['packages/client/src/server/index.ts'],
  '@palaver/client/desk': ['packages/client/src/desk/index.ts'],
  '@palaver/client/web-push': ['packages/client/src/web-push/index.ts'],
  '@palaver/react': ['packages/react/src/index.ts'],
  '@palaver/react/element': ['packages/react/src/element/element.ts'],
  '@palaver/react/texts/*': ['packages/react/src/texts/*'],
  '@palaver/testing': ['packages/testing/src/index.ts'],
};

/** Writes the blocks as modules, and returns what the compiler says of them. */
function compile(languages: readonly string[], names: string, options: object): string {
  const folder = join(FOLDER, languages.join('-'));
  mkdirSync(folder, { recursive: true });
  for (const { page, line, language, code } of compiledIn(languages)) {
    // (The file of the element is an address of the reader's site.)
    const text = code.replace(/'\/palaver-chat-[\d.]+\/element\.js'/, "'@palaver/react/element'");
    writeFileSync(join(folder, `${page.replaceAll('/', ' ')} ${line}.${language}`), text);
  }
  writeFileSync(join(folder, 'names.ts'), names);
  writeFileSync(join(folder, 'foreign.d.ts'), FOREIGN_MODULES);
  const paths = Object.entries(PATHS).map(([name, [path = '']]) => [name, [join(ROOT, path)]]);
  const compilerOptions = {
    moduleDetection: 'force',
    noUnusedLocals: false,
    noUnusedParameters: false,
    types: ['node'],
    paths: Object.fromEntries(paths) as object,
    ...options,
  };
  const config = { extends: join(ROOT, 'packages/react/tsconfig.json'), compilerOptions, include: ['.'] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  try {
    return execFileSync(process.execPath, [tsc, '--noEmit', '--checkers', '1', '-p', folder], {
      cwd: folder,
      encoding: 'utf8',
    });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

function compiledIn(languages: readonly string[]): Block[] {
  return CODE_BLOCKS.filter(
    (block) => languages.includes(block.language) && !isException(block) && !isRun(block),
  );
}

function isRun({ page, language }: Block): boolean {
  return RUN.some(({ pages, languages }) => pages.test(page) && languages.some((one) => one === language));
}

beforeAll(() => rmSync(FOLDER, { recursive: true, force: true }));
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

describe('code on pages', () => {
  test('blocks have languages that this test knows', () => {
    expect(CODE_BLOCKS.length).toBeGreaterThan(200);
    const known = [...CODE, ...OTHER_LANGUAGES];
    expect(BLOCKS.filter(({ language }) => !known.includes(language))).toEqual([]);
  });

  test('TypeScript compiles', () => {
    expect(compiledIn(['ts', 'tsx']).length).toBeGreaterThan(40);
    expect(compile(['ts', 'tsx'], NAMES_IN_TYPESCRIPT, {})).toBe('');
  });

  test('JavaScript has no errors that the compiler finds without types', () => {
    expect(compiledIn(['js']).length).toBeGreaterThan(3);
    const options = { allowJs: true, checkJs: true, noImplicitAny: false };
    expect(compile(['js'], NAMES_IN_JAVASCRIPT, options)).toBe('');
  });

  test('commands have a valid syntax', () => {
    const faults = CODE_BLOCKS.filter(({ language }) => language === 'sh').flatMap(({ page, line, code }) => {
      try {
        execFileSync('bash', ['-n'], { input: code, stdio: 'pipe' });
        return [];
      } catch (error) {
        return [`${page}:${line}: ${String(error)}`];
      }
    });
    expect(faults).toEqual([]);
  });

  test('commands and pages of HTML run in a test, or the list of exceptions says why not', () => {
    const others = CODE_BLOCKS.filter(
      (block) => ['sh', 'html'].includes(block.language) && !isRun(block) && !isException(block),
    );
    expect(others).toEqual([]);
  });

  test.for(RUN)('$by runs $languages of $pages', ({ pages, languages, by }) => {
    const text = existsSync(join(ROOT, by)) ? readFileSync(join(ROOT, by), 'utf8') : '';
    const found = CODE_BLOCKS.filter(
      (block) => pages.test(block.page) && languages.some((one) => one === block.language),
    );
    expect(found.length).toBeGreaterThan(0);
    // (One test takes all guides.)
    const names = [...new Set(found.map(({ page }) => basename(page)))];
    for (const name of names.length > 1 ? ['docs/guides/*.md'] : names) expect(text).toContain(name);
  });

  test.for(EXCEPTIONS)('$page: $begins … is one block, and nothing runs it', ({ page, begins }) => {
    const found = CODE_BLOCKS.filter((block) => block.page === page && block.code.startsWith(begins));
    expect(found).toHaveLength(1);
    expect(found.filter(isRun)).toEqual([]);
  });

  test('blocks of settings name settings of Palaver', () => {
    const settings = loadConfig({}).shown.map(({ name }) => name);
    const named = BLOCKS.filter(({ language }) => language === 'ini').flatMap(({ code }) =>
      [...code.matchAll(/^(\w+?)(?:_FILE)?=/gm)].map(([, name = '']) => name),
    );
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => !settings.includes(name) && !name.startsWith('OTEL_'))).toEqual([]);
  });
});

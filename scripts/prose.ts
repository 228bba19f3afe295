/*
 * Finds the phrases of `prose-phrases.ts` in comments, Markdown, and the literals of the server, among which are its errors
 * and logs. `npm run check` runs it.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ESTree, parseSync, Visitor } from 'rolldown/utils';
import { EXCEPTIONS, OPENING, PHRASES, WHY_NO_CLAUSE } from './prose-phrases.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Generated from other files, or copies of them. */
const GENERATED = [
  'docs/reference/',
  'packages/client/src/api.ts',
  'packages/react/src/search/searched-texts.ts',
  'packages/react/src/text/boundaries.ts',
  'packages/server/src/storage/schema.sql',
];
/** In these folders literals are prose, too: errors, log messages, descriptions of the API. */
const WITH_LITERALS = /^packages\/(?:server|protocol)\/src\//;

const PATTERNS = PHRASES.map(([pattern, why]) => ({
  pattern: new RegExp(String.raw`\b(?:${pattern.replaceAll(' ', String.raw`\s+`)})`, 'gi'),
  why,
}));

const CLAUSE = new RegExp(String.raw`^${OPENING}\b`);

interface Passage {
  /** Has the length of its part of the source. */
  text: string;
  start: number;
  /**
   * Where a clause may open a sentence, because it is a label: in each of a `label` (a heading, a cell, a literal), in the first of a
   * `docstring`.
   */
  kind: 'prose' | 'docstring' | 'label';
}

export interface Finding {
  line: number;
  phrase: string;
  why: string;
}

/** The phrases in a file that read badly, by line. `path`: from the root of the repository. */
export function findPhrases(path: string, source: string): Finding[] {
  const findings = passagesOf(path, source).flatMap(({ text, start, kind }) => {
    const prose = withoutCode(text);
    const phrases = PATTERNS.flatMap(({ pattern, why }) =>
      [...prose.matchAll(pattern)].map(({ 0: phrase, index }) => ({ index, phrase, why })),
    );
    const clauses = kind === 'label' ? [] : clausesIn(prose, kind);
    return [...phrases, ...clauses].map(({ index, phrase, why }) => ({
      line: source.slice(0, start + index).split('\n').length,
      phrase: phrase.replaceAll(/\s+/g, ' '),
      why,
    }));
  });
  return findings.sort((a, b) => a.line - b.line);
}

function passagesOf(path: string, source: string): Passage[] {
  switch (extname(path)) {
    case '.md':
      return paragraphsOf(source);
    case '.sql':
      // (A literal may contain `--`.)
      return matchesOf(source, /'[^']*'|\/\*[\s\S]*?\*\/|--.*(?:\n[ \t]*--.*)*/g).filter(
        ({ text }) => !text.startsWith("'"),
      );
    case '.css':
      return matchesOf(source, /\/\*[\s\S]*?\*\//g);
    default:
      return inTypeScript(path, source);
  }
}

function matchesOf(source: string, pattern: RegExp): Passage[] {
  return [...source.matchAll(pattern)].map(({ 0: text, index }) => ({
    text: undecorated(text),
    start: index,
    kind: 'prose',
  }));
}

function inTypeScript(path: string, source: string): Passage[] {
  const { program, comments } = parseSync(path, source);
  const passages: Passage[] = [];
  for (const [index, { type, start, end }] of comments.entries()) {
    const before = comments[index - 1];
    const last = passages.at(-1);
    const goesOn =
      before?.type === 'Line' && type === 'Line' && /^\n[ \t]*$/.test(source.slice(before.end, start));
    if (goesOn && last !== undefined) last.text = source.slice(last.start, end);
    else
      passages.push({
        text: source.slice(start, end),
        start,
        kind: type === 'Block' ? 'docstring' : 'prose',
      });
  }
  for (const passage of passages) passage.text = undecorated(passage.text);
  if (!WITH_LITERALS.test(path)) return passages;
  const add = ({ start, end }: ESTree.Span) => {
    passages.push({ text: source.slice(start + 1, end - 1), start: start + 1, kind: 'label' });
  };
  new Visitor({
    Literal: (node) => typeof node.value === 'string' && add(node),
    TemplateElement: add,
  }).visit(program);
  return passages;
}

/** Spaces instead of the marks of comments. */
function undecorated(comment: string): string {
  return comment.replaceAll(/^[ \t]*(?:\/\*+|\*(?!\/)|\/\/|--)|\*\/$/gm, blank);
}

function paragraphsOf(source: string): Passage[] {
  const passages: Passage[] = [];
  let start = 0;
  for (const line of withoutFences(source).split(/(?<=\n)/)) {
    const mark = /^(?:[ \t>]*(?:[-*]|\d+\.)?[ \t]+|>)/.exec(line)?.[0] ?? '';
    const isLabel = /^[ \t]*[#|]/.test(line);
    const last = passages.at(-1);
    const text = blank(mark) + line.slice(mark.length);
    if (
      isLabel ||
      last?.kind !== 'prose' ||
      /[-*\d]/.test(mark) ||
      last.text.trim() === '' ||
      line.trim() === ''
    )
      passages.push({ text, start, kind: isLabel ? 'label' : 'prose' });
    else last.text += text;
    start += line.length;
  }
  return passages;
}

const withoutFences = (text: string) => text.replaceAll(/^[ \t*]*```[\s\S]*?^[ \t*]*```/gm, blank);

const withoutCode = (text: string) =>
  withoutFences(text).replaceAll(/`[^`]+`/g, (code) => code.replaceAll(/\S/g, 'x'));

const blank = (text: string) => text.replaceAll(/[^\n]/g, ' ');

function clausesIn(prose: string, kind: 'prose' | 'docstring') {
  const sentences = [
    ...prose.matchAll(
      /(?<=^\s*|[.!?]["')*]*\s+|\n\s*\n|\n\s*- )(?=\S)[\s\S]+?(?:[.!?](?=["')*]*(?:\s|$))|\n\s*\n|$)/g,
    ),
  ];
  return sentences.slice(kind === 'docstring' ? 1 : 0).flatMap(({ 0: sentence, index }) => {
    const opening = CLAUSE.exec(sentence.replace(/^[("]+/, ''))?.[0];
    if (opening === undefined || sentence.endsWith('?')) return [];
    return [{ index, phrase: `${opening}…`, why: WHY_NO_CLAUSE }];
  });
}

if (import.meta.main) {
  const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.md', '*.sql', '*.css'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  for (const path of files.trim().split('\n')) {
    // (A file that was just deleted is still tracked.)
    if (GENERATED.some((one) => path.startsWith(one)) || !existsSync(join(ROOT, path))) continue;
    for (const { line, phrase, why } of findPhrases(path, readFileSync(join(ROOT, path), 'utf8'))) {
      if (EXCEPTIONS.some((one) => one.path === path && one.phrase === phrase)) continue;
      process.stderr.write(`${path}:${line}: "${phrase}": ${why}\n`);
      process.exitCode = 1;
    }
  }
}

import { type ESTree, type ParseResult, parseSync, Visitor } from 'rolldown/utils';

/** A parsed file. */
export interface Source {
  program: ESTree.Program;
  comments: ParseResult['comments'];
  text: string;
}

export type Statement = ESTree.Program['body'][number];

export function parse(name: string, text: string): Source {
  const { program, comments } = parseSync(name, text);
  return { program, comments, text };
}

/** The distinct names of types in a statement, in order of appearance. */
export function namesIn(statement: Statement, { program }: Source): string[] {
  const names = new Set<string>();
  const add = (name: ESTree.Node) => {
    if (name.type === 'Identifier') names.add(name.name);
  };
  new Visitor({
    TSTypeReference: ({ typeName }) => add(typeName),
    TSInterfaceHeritage: ({ expression }) => add(expression),
  }).visit({ ...program, body: [statement] });
  return [...names];
}

/** The source text of a node. Converts the compiler's indentation of four spaces to two, and drops the final semicolon. */
export function textOf({ start, end }: ESTree.Span, text: string): string {
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1);
  const depth = Math.trunc(line.search(/[^ ]/) / 4);
  return text
    .slice(start, end)
    .replaceAll(new RegExp(`^ {${depth * 4}}`, 'gm'), '')
    .replaceAll(/^( {4})+/gm, (indent) => ' '.repeat(indent.length / 2))
    .replace(/;$/, '');
}

/** The text of the doc comment directly before this position, without asterisks; empty if there is none. */
export function commentBefore({ start }: ESTree.Span, { comments, text }: Source): string {
  const last = comments.findLast(({ end }) => end <= start);
  const isNext = last?.value.startsWith('*') && /^\s*\|?\s*$/.test(text.slice(last.end, start));
  if (last === undefined || !isNext) return '';
  return last.value
    .slice(1)
    .replaceAll(/^[ \t]*\* ?/gm, '')
    .trim();
}

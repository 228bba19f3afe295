import type { ESTree } from 'rolldown/utils';
import { commentBefore, type Source, type Statement, textOf } from './source.ts';

/** Longer declarations are split into several lines. */
const LINE_LENGTH = 110;

/** Formats a declaration for display, without `export declare`. */
export function signatureOf(node: Statement, source: Source): string {
  if (node.type === 'TSTypeAliasDeclaration' && node.typeAnnotation.type === 'TSUnionType')
    return unionOf(node, node.typeAnnotation, source);
  const whole =
    node.type === 'TSDeclareFunction' ? inLines(node, node.params, source) : textOf(node, source.text);
  return whole.replace(/^declare /, '');
}

/** Puts each parameter on its own line if the declaration is too long for one line. */
export function inLines(node: ESTree.Span, parameters: readonly ESTree.Span[], { text }: Source): string {
  const whole = textOf(node, text);
  const [first, last] = [parameters.at(0), parameters.at(-1)];
  if (first === undefined || last === undefined || whole.length <= LINE_LENGTH) return whole;
  const lines = parameters.map((parameter) => `${indented(textOf(parameter, text))},`);
  const before = text.slice(node.start, first.start);
  return [before, ...lines, textOf({ start: last.end, end: node.end }, text)].join('\n');
}

/** Puts each type of a union on its own line, below its comment. */
function unionOf(node: ESTree.TSTypeAliasDeclaration, union: ESTree.TSUnionType, source: Source): string {
  const whole = textOf(node, source.text);
  if (whole.length <= LINE_LENGTH && !whole.includes('\n')) return whole;
  const lines = union.types.flatMap((type) => {
    const comment = commentBefore(type, source);
    const stars = comment.includes('\n')
      ? `/**\n${comment.replaceAll(/^/gm, ' * ')}\n */`
      : `/** ${comment} */`;
    const text = textOf(type, source.text).replaceAll('\n', '\n  ');
    return [...(comment === '' ? [] : [indented(stars)]), indented(`| ${text}`)];
  });
  const end = node.typeParameters?.end ?? node.id.end;
  return [`${source.text.slice(node.start, end)} =`, ...lines].join('\n');
}

function indented(text: string): string {
  return text.replaceAll(/^/gm, '  ');
}

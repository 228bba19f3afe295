import { parseAst } from 'rolldown/parseAst';

/** A fault of one line: an expression or a statement that another one replaces. */
export interface Fault {
  start: number;
  end: number;
  was: string;
  becomes: string;
  /** Where its statement begins, and its text: by that it is found in another commit. */
  statementStart: number;
  statement: string;
}

interface Node {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

const OPERATORS: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '&&': '||',
  '||': '&&',
  '-': '+',
};

/** All faults that can be planted in the functions of a source: other operators, numbers, conditions, and calls that are left out. */
export function faultsIn(source: string): Fault[] {
  const found: Fault[] = [];
  visit(parseAst(source, { lang: 'ts' }) as unknown as Node, undefined);
  return found;

  /** `statement` is the innermost one in the block of a function. */
  function visit(node: Node, statement: Node | undefined): void {
    if (statement !== undefined) {
      for (const [place, becomes] of faultsOf(node, source)) {
        const was = source.slice(place.start, place.end);
        if (was.includes('\n')) continue;
        const text = source.slice(statement.start, statement.end);
        found.push({
          ...{ start: place.start, end: place.end, was, becomes },
          ...{ statementStart: statement.start, statement: text },
        });
      }
    }
    const isBody = isFunction(node) && isNode(node.body) && node.body.type === 'BlockStatement';
    for (const child of childrenOf(node)) {
      const isBlock = node.type === 'BlockStatement' && (statement !== undefined || node.isBody === true);
      if (isBody && child === node.body) child.isBody = true;
      visit(child, isBlock ? child : statement);
    }
  }
}

/** What could stand in place of a node, or of a part of it. */
function* faultsOf(node: Node, source: string): Generator<[Pick<Node, 'start' | 'end'>, string]> {
  const text = (part: unknown) => (isNode(part) ? source.slice(part.start, part.end) : '');
  if (node.type === 'BinaryExpression' || node.type === 'LogicalExpression') {
    const operator = OPERATORS[node.operator as string];
    if (operator !== undefined) yield [node, `${text(node.left)} ${operator} ${text(node.right)}`];
  }
  if (node.type === 'Literal' && typeof node.value === 'number') yield [node, String(node.value + 1)];
  if (node.type === 'Literal' && typeof node.value === 'boolean') yield [node, String(!node.value)];
  if (node.type === 'IfStatement' && isNode(node.test)) yield [node.test, `!(${text(node.test)})`];
  if (node.type === 'ConditionalExpression')
    yield [node, `${text(node.test)} ? ${text(node.alternate)} : ${text(node.consequent)}`];
  if (node.type === 'ExpressionStatement' && isNode(node.expression)) {
    const { type } = node.expression;
    if (type === 'CallExpression' || type === 'AwaitExpression') yield [node, 'void 0;'];
  }
}

function* childrenOf(node: Node): Generator<Node> {
  for (const [field, value] of Object.entries(node)) {
    // Types are no code.
    if (/^(type|typeAnnotation|returnType|typeArguments|typeParameters)$/.test(field)) continue;
    for (const child of Array.isArray(value) ? (value as unknown[]) : [value]) if (isNode(child)) yield child;
  }
}

const isFunction = ({ type }: Node): boolean => /Function/.test(type);

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ESTree } from 'rolldown/utils';
import { inLines, signatureOf } from './signature.ts';
import { commentBefore, namesIn, parse, type Source, type Statement, textOf } from './source.ts';

const PACKAGE = fileURLToPath(new URL('..', import.meta.url));
const TSC = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url));

/** A member of a class. */
export interface Member {
  kind: 'constructor' | 'method' | 'property';
  name: string;
  /** The declaration, without a semicolon. */
  signature: string;
  comment: string;
  /** All type names in the declaration. */
  names: string[];
  /** The module that declares it. */
  module: string;
}

/** A declaration of a module. */
export interface Declared {
  kind: 'function' | 'class' | 'type';
  name: string;
  /** The module that declares it, such as `chat/chat`. */
  module: string;
  /** The text of the doc comment; empty if there is none. */
  comment: string;
  /** The declaration, without `export declare`. */
  signature: string;
  names: string[];
  /** Members of a class, then those that it inherits. */
  members: Member[];
  /** The class that a class extends. */
  parent: string | undefined;
}

/** An export of a module. */
export interface Exported {
  declared: Declared;
  /** The export can neither be called nor constructed with `new`. */
  isType: boolean;
}

/** The contents of one file. */
interface Module {
  /** In source order, by name. */
  declared: Map<string, Declared>;
  /** The module that each imported name comes from. */
  imported: Map<string, string>;
  /** Re-exports in source order: a name, or everything (`*`), the module, and whether they are types only. */
  exported: { name: string; module: string; isType: boolean }[];
}

/** The declarations of the package that its users see. */
export class Declarations {
  readonly #folder: string;
  readonly #modules = new Map<string, Module>();

  /** Runs the compiler to write the declarations, and `read` on them. Modules are parsed when `read` needs them. */
  static with<T>(read: (declarations: Declarations) => T): T {
    const folder = mkdtempSync(join(tmpdir(), 'palaver-declarations-'));
    try {
      const options = ['-p', 'tsconfig.build.json', '--emitDeclarationOnly', '--outDir', folder];
      execFileSync(process.execPath, [TSC, ...options], { cwd: PACKAGE });
      return read(new Declarations(folder));
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** The exports of a module in source order. */
  exportsOf(module: string): Exported[] {
    return this.#module(module).exported.flatMap(({ name, module: from, isType }) => {
      const { declared } = this.#module(from);
      const named = name === '*' ? [...declared.values()] : [declared.get(name)];
      return named.flatMap((one) => (one === undefined ? [] : [{ declared: one, isType }]));
    });
  }

  /** Finds the declaration that a name refers to in a module; undefined for names of the platform. */
  resolve(name: string, module: string): Declared | undefined {
    const { declared, imported } = this.#module(module);
    const from = imported.get(name);
    return declared.get(name) ?? (from === undefined ? undefined : this.resolve(name, from));
  }

  #module(name: string): Module {
    let module = this.#modules.get(name);
    if (module === undefined) {
      module = readModule(name, readFileSync(join(this.#folder, `${name}.d.ts`), 'utf8'));
      this.#modules.set(name, module);
      for (const one of module.declared.values()) this.#inherit(one);
    }
    return module;
  }

  #inherit(one: Declared): void {
    const parent = one.parent === undefined ? undefined : this.resolve(one.parent, one.module);
    one.members.push(...(parent?.members ?? []).filter(({ kind }) => kind !== 'constructor'));
  }
}

function readModule(name: string, text: string): Module {
  const source = parse(`${name}.d.ts`, text);
  const module: Module = { declared: new Map(), imported: new Map(), exported: [] };
  const pathOf = ({ value }: ESTree.StringLiteral) => join(dirname(name), value).replace(/\.ts$/, '');
  for (const statement of source.program.body) {
    if (statement.type === 'ImportDeclaration') {
      for (const { local } of statement.specifiers) module.imported.set(local.name, pathOf(statement.source));
    } else if (statement.type === 'ExportAllDeclaration') {
      const isType = statement.exportKind === 'type';
      module.exported.push({ name: '*', module: pathOf(statement.source), isType });
    } else if (statement.type === 'ExportNamedDeclaration' && statement.source !== null) {
      for (const { exported, exportKind } of statement.specifiers) {
        const isType = statement.exportKind === 'type' || exportKind === 'type';
        module.exported.push({ name: textOf(exported, text), module: pathOf(statement.source), isType });
      }
    } else {
      const node = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
      const one = node === null ? undefined : declaredBy(node, name, source);
      if (one === undefined) continue;
      module.declared.set(one.name, { ...one, comment: commentBefore(statement, source) });
    }
  }
  return module;
}

/** The statements that the reference shows, and their kinds. */
const KINDS: Partial<Record<Statement['type'], Declared['kind']>> = {
  TSDeclareFunction: 'function',
  ClassDeclaration: 'class',
  TSInterfaceDeclaration: 'type',
  TSTypeAliasDeclaration: 'type',
};

function declaredBy(node: Statement, module: string, source: Source): Omit<Declared, 'comment'> | undefined {
  const kind = KINDS[node.type];
  if (kind === undefined || !('id' in node) || node.id?.type !== 'Identifier') return undefined;
  return {
    kind,
    name: node.id.name,
    module,
    signature: signatureOf(node, source),
    names: namesIn(node, source),
    members: node.type === 'ClassDeclaration' ? membersOf(node, module, source) : [],
    parent:
      node.type === 'ClassDeclaration' && node.superClass?.type === 'Identifier'
        ? node.superClass.name
        : undefined,
  };
}

function membersOf(node: ESTree.Class, module: string, source: Source): Member[] {
  return node.body.body.flatMap((member): Member[] => {
    const isMember = member.type === 'MethodDefinition' || member.type === 'PropertyDefinition';
    if (!isMember || member.key.type !== 'Identifier') return [];
    return [
      {
        kind: kindOf(member),
        name: member.key.name,
        signature:
          member.type === 'MethodDefinition'
            ? inLines(member, member.value.params, source)
            : textOf(member, source.text),
        comment: commentBefore(member, source),
        module,
        names: namesIn({ ...node, superClass: null, body: { ...node.body, body: [member] } }, source),
      },
    ];
  });
}

function kindOf(member: ESTree.MethodDefinition | ESTree.PropertyDefinition): Member['kind'] {
  if (!('kind' in member))
    return member.typeAnnotation?.typeAnnotation.type === 'TSFunctionType' ? 'method' : 'property';
  if (member.kind === 'constructor') return 'constructor';
  return member.kind === 'method' ? 'method' : 'property';
}

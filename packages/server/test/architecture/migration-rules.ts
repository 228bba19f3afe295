/**
 * What a migration may not do, because servers use the database meanwhile: those of the version before, which serve until they are
 * replaced. Statements that touch only tables of the same migration may do anything: nobody uses these yet.
 */
interface Rule {
  /**
   * Matches a whole statement, in lower case and with single spaces; an `alter table` has one action. `table` is the table that it locks
   * or changes.
   */
  pattern: RegExp;
  /** What makes such a statement harmless. */
  unless?: RegExp;
  advice: string;
}

const RULES: readonly Rule[] = [
  {
    pattern: /^create (?:unique )?index .*?\bon (?:only )?(?<table>\w+)/,
    unless: /^create (?:unique )?index concurrently /,
    advice: 'blocks all writes: create the index concurrently',
  },
  {
    pattern:
      /^alter table (?:if exists )?(?:only )?(?<table>\w+) .*\badd (?:constraint \w+ )?(?:check|foreign key)\b/,
    unless: / not valid$/,
    advice:
      'reads the whole table under its lock: add it as `not valid`, and validate it in another migration',
  },
  {
    pattern:
      /^alter table (?:if exists )?(?:only )?(?<table>\w+) .*\badd (?:constraint \w+ )?(?:unique|primary key)\b/,
    unless: / using index \w+/,
    advice:
      'builds an index under the lock of the table: create it concurrently, and add the constraint `using index`',
  },
  {
    pattern: /^alter table (?:if exists )?(?:only )?(?<table>\w+) .*\balter (?:column )?\w+ set not null\b/,
    advice:
      'reads the whole table under its lock: use a check that is `not valid`, and validate it in another migration',
  },
  {
    pattern:
      /^alter table (?:if exists )?(?:only )?(?<table>\w+) .*\balter (?:column )?\w+ (?:set data )?type\b/,
    advice: 'rewrites the table under its lock: add another column',
  },
  {
    pattern: /^alter table (?:if exists )?(?:only )?(?<table>\w+) .*\brename\b/,
    advice: 'takes a name from servers that use it: add another one, and remove this one in a later version',
  },
];

/** Statements that take something away, which only a version may do whose predecessor no longer uses it. */
const REMOVAL =
  /^(?:drop (?:table|view|function|type|sequence) |alter table .* drop (?!constraint |default$|not null$))/;
const UNUSED_SINCE = /^--.*\bunused since \d+\.\d+/im;

/** The faults of a migration, given its text: a statement, and what is wrong with it. */
export function faultsIn(text: string): string[] {
  const bare = text.replaceAll(/--.*$/gm, '').replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''");
  const statements = bare
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim().toLowerCase())
    .filter((statement) => statement !== '')
    .flatMap(actionsOf);
  const own = new Set(
    statements.flatMap((statement) => /^create table (?:if not exists )?(\w+)/.exec(statement)?.[1] ?? []),
  );
  return statements.flatMap((statement) => {
    const broken = RULES.filter(({ pattern, unless }) => {
      const table = pattern.exec(statement)?.groups?.table;
      return table !== undefined && !own.has(table) && unless?.test(statement) !== true;
    }).map(({ advice }) => `${statement}: ${advice}`);
    return REMOVAL.test(statement) && !UNUSED_SINCE.test(text)
      ? [...broken, `${statement}: say in a comment since which version it is unused ("Unused since 0.2")`]
      : broken;
  });
}

/** The same as statements with one action each. */
function actionsOf(statement: string): string[] {
  const table = /^alter table (?:if exists )?(?:only )?\w+ /.exec(statement)?.[0];
  if (table === undefined) return [statement];
  let depth = 0;
  const actions = [''];
  for (const char of statement.slice(table.length)) {
    depth += Number(char === '(') - Number(char === ')');
    if (char === ',' && depth === 0) actions.push('');
    else actions[actions.length - 1] += char;
  }
  return actions.map((action) => table + action.trim());
}

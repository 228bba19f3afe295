/**
 * What a migration may not do, because servers use the database meanwhile: those of the version before, which serve until they are
 * replaced. Statements that touch only tables of the same migration may do anything: nobody uses these yet.
 */
interface Rule {
  /** Matches a whole statement, in lower case and with single spaces. `table` is the table that it locks or changes. */
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
    pattern: /^alter table (?:only )?(?<table>\w+) .*\badd (?:constraint \w+ )?(?:check|foreign key)\b/,
    unless: / not valid$/,
    advice:
      'reads the whole table under its lock: add it as `not valid`, and validate it in another migration',
  },
  {
    pattern: /^alter table (?:only )?(?<table>\w+) .*\badd (?:constraint \w+ )?(?:unique|primary key)\b/,
    unless: / using index \w+/,
    advice:
      'builds an index under the lock of the table: create it concurrently, and add the constraint `using index`',
  },
  {
    pattern: /^alter table (?:only )?(?<table>\w+) .*\balter (?:column )?\w+ set not null\b/,
    advice:
      'reads the whole table under its lock: use a check that is `not valid`, and validate it in another migration',
  },
  {
    pattern: /^alter table (?:only )?(?<table>\w+) .*\balter (?:column )?\w+ (?:set data )?type\b/,
    advice: 'rewrites the table under its lock: add another column',
  },
  {
    pattern: /^alter table (?:only )?(?<table>\w+) .*\brename\b/,
    advice: 'takes a name from servers that use it: add another one, and remove this one in a later version',
  },
];

/** Statements that take something away, which only a version may do whose predecessor does not use it any more. */
const REMOVAL = /^(?:drop table (?:if exists )?\w+|alter table (?:only )?\w+ .*\bdrop (?:column )?\w+)/;
const UNUSED_SINCE = /^--.*\bunused since \d+\.\d+/im;

/** The faults of a migration, given its text: a statement, and what is wrong with it. */
export function faultsIn(text: string): string[] {
  const bare = text.replaceAll(/--.*$/gm, '').replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''");
  const statements = bare
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim().toLowerCase())
    .filter((statement) => statement !== '');
  const own = new Set(
    statements.flatMap((statement) => /^create table (?:if not exists )?(\w+)/.exec(statement)?.[1] ?? []),
  );
  return statements.flatMap((statement) => {
    const broken = RULES.filter(({ pattern, unless }) => {
      const table = pattern.exec(statement)?.groups?.table;
      return table !== undefined && !own.has(table) && unless?.test(statement) !== true;
    }).map(({ advice }) => `${statement}: ${advice}`);
    const isRemoval = REMOVAL.test(statement) && !/\bdrop (?:constraint|default|not null)\b/.test(statement);
    return isRemoval && !UNUSED_SINCE.test(text)
      ? [...broken, `${statement}: say in a comment since which version it is unused ("Unused since 0.2")`]
      : broken;
  });
}

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { faultsIn } from './migration-rules.ts';

const FOLDER = join(import.meta.dirname, '../../src/storage/migrations');
/** The first migration that runs beside servers of the version before. */
const FIRST = '0014';

test('migrations lock little, and take nothing from servers of the version before', () => {
  const files = globSync('*.sql', { cwd: FOLDER }).filter((file) => file >= FIRST);
  expect(files.length).toBeGreaterThan(0);
  const faults = files.flatMap((file) =>
    faultsIn(readFileSync(join(FOLDER, file), 'utf8')).map((fault) => `${file}: ${fault}`),
  );
  expect(faults).toEqual([]);
});

test.each([
  ['create index by_topic on messages (topic)'],
  ['CREATE UNIQUE INDEX by_topic\n  ON messages (topic)'],
  ['create index if not exists by_topic on only messages (topic)'],
  ['alter table messages add constraint short check (length(topic) < 10)'],
  ['alter table messages add foreign key (topic) references topics'],
  ['alter table messages add column topic text, add constraint one unique (topic)'],
  ['alter table messages add primary key (id)'],
  ['alter table messages alter column topic set not null'],
  ['alter table only messages alter topic type bigint'],
  ['alter table messages alter column topic set data type bigint'],
  ['alter table messages rename column topic to subject'],
  ['alter table messages rename to letters'],
  ['drop table topics'],
  ['alter table messages drop column topic'],
  ['alter table messages drop topic'],
  ['alter table if exists messages drop column topic'],
  ['drop function topic_of'],
  // The harmless action excuses no other.
  ['alter table messages add check (length(topic) < 10), add check (length(topic) > 1) not valid'],
  ['alter table messages drop constraint short, drop column topic'],
  // A table of the same migration excuses no other.
  ['create table topics (id bigint); create index by_topic on messages (topic)'],
])('%s: is refused', (statement) => {
  expect(faultsIn(`-- A comment\n${statement};\n`)).toHaveLength(1);
});

test.each([
  ['create index concurrently by_topic on messages (topic) where topic is not null'],
  ['drop index concurrently if exists by_topic'],
  ['create table topics (id bigint primary key, name text unique); create index by_name on topics (name)'],
  ['alter table messages add column topic text'],
  ['alter table messages add constraint short check (length(topic) < 10) not valid'],
  ['alter table messages validate constraint short'],
  ['alter table messages add constraint one unique using index one_topic'],
  ['alter table messages alter column topic drop not null'],
  ['alter table messages alter column topic drop default'],
  ['alter table messages drop constraint short'],
  ['alter table messages add column one text, add constraint short check (kind in (1, 2)) not valid'],
  ['-- Unused since 0.2.\nalter table messages drop column topic'],
  ['-- Not: create index by_topic on messages (topic)\nselect 1'],
  ['create function f() returns void language sql as $$ drop table topics; $$'],
])('%s: is accepted', (statement) => {
  expect(faultsIn(`${statement};\n`)).toEqual([]);
});

-- Up Migration

-- The indexer fills it for all blocks, as they get further terms, too. (A server of the former version leaves it as it is. Then it also begins
-- to make the index anew, so that nobody uses the column until this version has done so again.)
alter table search_blocks add column pairs bit(1024);
comment on column search_blocks.pairs is 'Which words follow one another, a bit for a hash of two; null: none. See domain/rules/search/pairs.ts';

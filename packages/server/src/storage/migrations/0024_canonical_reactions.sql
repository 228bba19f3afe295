-- Up Migration

-- Reactions are counted by a canonical form of their keys, because `❤` and `❤️` are the same emoji. The server makes this form:
-- PostgreSQL does not know which characters are emoji. Servers of the former version may be running still, and write only the key.

alter table reactions add column canonical_key text collate "C";
comment on column reactions.canonical_key is 'The key in the form in which clients see it: see canonicalReactionKey. Null: it is made soon';

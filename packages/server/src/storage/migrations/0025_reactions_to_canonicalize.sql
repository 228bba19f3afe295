-- Outside a transaction
-- Reactions without the canonical form of their key: those from before, and those that a server of the former version has stored. (A
-- killed attempt leaves an invalid index.)
drop index concurrently if exists reactions_to_canonicalize;
create index concurrently reactions_to_canonicalize on reactions (thread_id, message_seq, key, ext_user_id)
  where canonical_key is null;

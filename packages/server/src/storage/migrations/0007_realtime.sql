-- Up Migration

-- (Set by a default of its own: rows that are there already need none, and are not written again.)
alter table user_threads add column joined_in xid8;
alter table user_threads alter column joined_in set default pg_current_xact_id();
comment on column user_threads.joined_in is 'The transaction in which the user became a member, for nodes that poll for what the bus has lost';
create index user_threads_by_joining on user_threads (joined_in);

alter table token_revocations add column cut_below bigint not null default 0;
comment on column token_revocations.cut_below is 'Connections that were opened with a token of an earlier generation are cut; they outlive a change of the user id, which ends its tokens';

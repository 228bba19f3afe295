-- Up Migration

-- When more blocks wait than the indexer of search can take at once, it sorts them by their tenants here, which then take turns: nobody waits
-- for the backlog of another tenant. Sends only add to search_queue, so this costs them nothing. (A server of the former version does not
-- read this table. If one becomes the indexer again, it reads all messages anew, because it makes other terms.)
create table search_backlog (
  thread_id bigint not null,
  block bigint not null,
  is_large boolean not null,
  space bigint not null,
  id bigint not null,
  primary key (thread_id, block)
);
create index search_backlog_turns on search_backlog (is_large, space, id, block);
comment on table search_backlog is 'Blocks that have changed since they were indexed, out of search_queue, each once';
comment on column search_backlog.block is '-1: the thread was deleted';
comment on column search_backlog.is_large is 'These blocks have much text: they take turns with the others, which do not wait for them';
comment on column search_backlog.space is 'A hash of the application and tenant, of 63 bits';
comment on column search_backlog.id is 'The newest row of search_queue that named the block; 0: from before the index. The highest ones of a tenant are first';

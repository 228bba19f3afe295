-- Outside a transaction
-- Lists of the threads of a reference go by id. Many threads may have the same reference, so the indexes have the id, too: a page reads no
-- more rows than it shows, and none of deleted threads. They take the place of indexes without it. (A killed attempt leaves an invalid index.)
drop index concurrently if exists threads_of_reference;
create index concurrently threads_of_reference on threads (app_id, tenant_id, reference_id, id)
  where reference_id is not null and deleted_at is null;
drop index concurrently if exists threads_of_satl_reference;
create index concurrently threads_of_satl_reference on threads (app_id, tenant_id, satl_reference_id, id)
  where satl_reference_id is not null and deleted_at is null;
drop index concurrently if exists threads_by_reference;
drop index concurrently if exists threads_by_satl_reference;

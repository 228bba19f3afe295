-- Outside a transaction
-- A server that copies all changes to where backups are looks for new files every minute. (A killed attempt leaves an invalid index.)
drop index concurrently if exists files_by_time;
create index concurrently files_by_time on files (created_at);

-- Outside a transaction
-- The chat list looks at the latest activity of each thread of a user. It finds the ids of these threads in this index, without their rows,
-- which are scattered over the table. Sends do not touch it. (A killed attempt leaves an invalid index.)
drop index concurrently if exists user_threads_listed;
create index concurrently user_threads_listed on user_threads (ext_user_id, thread_id) where is_member and not is_linked;

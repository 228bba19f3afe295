-- Outside a transaction
-- The linked threads of a user, found like those of the chat list: in an index that sends do not touch. (A killed attempt leaves an invalid index.)
drop index concurrently if exists user_threads_linked;
create index concurrently user_threads_linked on user_threads (ext_user_id, thread_id) where is_member and is_linked;

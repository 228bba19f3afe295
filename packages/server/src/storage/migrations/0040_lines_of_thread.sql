-- Outside a transaction
-- The changes of a thread for lines between messages: without those of messages, of the metadata alone, and without silent ones. (Servers of the
-- version before use `log_entries_of_thread`. A killed attempt leaves an invalid index.)
drop index concurrently if exists log_lines_of_thread;
create index concurrently log_lines_of_thread on log_entries (thread_id, seq)
  where message_seq is null and (type <> 'thread.updated' or change -> 'fields' <> '["metadata"]') and (change -> 'silent') is null;

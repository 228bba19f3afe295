-- Up Migration

-- Users whom an edit mentions anew are notified. A batch of edits has the seq of their log entries, which name these users. Servers of
-- the former version remove such batches without a notification. (The table is a queue, so it has few rows to check.)
alter table notification_batches
  drop constraint notification_batches_type_check,
  add constraint notification_batches_type_check check (type in ('message.created', 'message.updated', 'message.deleted')) not valid;
alter table notification_batches validate constraint notification_batches_type_check;
comment on column notification_batches.message_seqs is 'Of message.updated: the seq of the log entries of the edits';

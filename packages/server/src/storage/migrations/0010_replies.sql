-- Up Migration

-- What quotes a message is found when that is deleted: nothing of its text may stay.
create index messages_by_reply on messages (thread_id, reply_to) where reply_to is not null;

-- Up Migration

create index messages_pinned on messages (thread_id, seq) where pinned_at is not null;

-- Up Migration

alter table threads add column deleted_at timestamptz;
comment on column threads.deleted_at is 'From then on no request reaches the thread; its memberships have ended';

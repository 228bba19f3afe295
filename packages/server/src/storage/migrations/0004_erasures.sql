-- Up Migration

-- A deletion erased the content of all events, under a lock for which the relay waited. Now it erases a limited number, and the
-- relay (events/erasures.ts) erases the rest.

alter table events add column deletions integer not null default 0;
comment on column events.deletions is 'How many deletions of messages that it shows the body knows of: see deletionsIn() in domain/records/events.ts';
comment on column events.erasures is 'The deletions after which content was erased, here and by the consumers';
comment on column events.body is 'As it is handed out, from the first time on; null before that, and after a message that it shows was deleted';

comment on column webhook_deliveries.erasures is 'events.deletions at the latest attempt, or when the responses were erased: responses from before later deletions are not shown, and soon removed';
-- Deliveries are removed with their events.
create index webhook_deliveries_by_time on webhook_deliveries using brin (created_at);

create table erasures (
  id bigint generated always as identity primary key,
  thread_id bigint not null,
  message_seq bigint not null,
  reached bigint not null default 0
);
comment on table erasures is 'Deleted messages whose content is still to be erased from stored events, which do not show it any more';
comment on column erasures.reached is 'Events of replies up to this seq are done';

drop index messages_by_reply;
create index messages_by_reply on messages (thread_id, reply_to, seq) where reply_to is not null;

insert into erasures (thread_id, message_seq) select thread_id, seq from messages where deleted_at is not null;

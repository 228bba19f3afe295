-- Up Migration

-- The relay stores one row for all messages of a thread in one of its transactions, instead of one row for each message, whose
-- insertion and removal slow sends down.

create table notification_batches (
  id bigint generated always as identity primary key,
  thread_id bigint not null,
  type text collate "C" not null check (type in ('message.created', 'message.deleted')),
  message_seqs bigint[] not null check (cardinality(message_seqs) > 0)
);
comment on table notification_batches is 'Messages of which nobody has been notified yet: those of a thread in one transaction of the relay';

-- Servers of the former version may be running still. What their relay adds is moved here; a notifier of the new version takes over.
lock table notification_messages;
create function move_notification_message() returns trigger language plpgsql as $$
begin
  insert into notification_batches (thread_id, type, message_seqs) values (new.thread_id, new.type, array[new.message_seq]);
  return null;
end $$;
create trigger move_notification_message before insert on notification_messages
  for each row execute function move_notification_message();
insert into notification_batches (thread_id, type, message_seqs)
  select thread_id, type, array[message_seq] from notification_messages order by id;
truncate notification_messages;
comment on table notification_messages is 'Always empty: the table of servers of a former version, see notification_batches';

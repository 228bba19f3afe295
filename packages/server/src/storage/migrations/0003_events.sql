-- Up Migration

-- What happened in an application, for its listeners. A change writes the outbox in its own transaction; the relay
-- (events/relay.ts) moves it to events and gives each event a position.

create table event_streams (
  app_id text collate "C" primary key references applications,
  is_on boolean not null,
  dropped_through bigint not null default 0,
  epoch_begins bigint not null default 1
);
comment on table event_streams is 'The applications that have had listeners. Other applications record no events';
comment on column event_streams.is_on is 'While it is off, only the deletion of messages is recorded, so that consumers forget what they store of them';
comment on column event_streams.dropped_through is 'Events up to this position have been removed, because of their age';
comment on column event_streams.epoch_begins is 'The first position of the epoch: earlier events are the same as in the epoch before';

create table event_epoch (
  is_only boolean primary key default true check (is_only),
  epoch text not null default replace(gen_random_uuid()::text, '-', ''),
  previous text,
  database text
);
comment on table event_epoch is 'Positions of another epoch may name other events: it changes when the database was restored or has failed over';
comment on column event_epoch.previous is 'The epoch before, with which event_streams.epoch_begins compares; nothing is known of others';
comment on column event_epoch.database is 'The database in which the epoch began: see events/epoch.ts; null before the first event';
insert into event_epoch default values;

create sequence outbox_ids as bigint;

create table outbox (
  -- A transaction has its own id before it draws one from the sequence, so that the relay can tell which ones may still come.
  id bigint primary key default case when pg_current_xact_id() is not null then nextval('outbox_ids') end,
  thread_id bigint,
  seq bigint,
  message_seq bigint,
  app_id text collate "C" not null,
  tenant_id text collate "C" not null,
  type text collate "C" not null,
  body text
);
comment on table outbox is 'Events that the relay has not seen yet. Ids ascend along the log of each thread, because they are drawn under the lock of its head';
comment on column outbox.body is 'null: an entry of a thread''s log, which is shown as it is when the event is first handed out';

create table events (
  at timestamptz not null,
  position bigint not null,
  thread_id bigint,
  seq bigint,
  message_seq bigint,
  erasures integer not null default 0,
  app_id text collate "C" not null,
  tenant_id text collate "C" not null,
  type text collate "C" not null,
  body text,
  primary key (app_id, position, at)
) partition by range (at);
comment on table events is 'The events of each application, with positions 1, 2, 3 … without a gap. The relay creates a partition for each day';
comment on column events.at is 'When the relay took it from the outbox';
comment on column events.thread_id is 'The thread whose log has the entry seq; null: an event of no thread';
comment on column events.message_seq is 'The message that the entry is about, unless it is the entry of its creation; of a pressed button the promotion';
comment on column events.erasures is 'How often its content was erased: a body that was made before is not stored';
comment on column events.body is 'As it is handed out, from the first time on; null before that, and after its content was erased';
-- When a message is deleted, its content is erased from the events that show it.
create index events_by_entry on events (thread_id, seq) where thread_id is not null;
create index events_by_message on events (thread_id, message_seq) where message_seq is not null;

create table parked_events (
  consumer text collate "C" not null,
  app_id text collate "C" not null,
  position bigint not null,
  at timestamptz not null,
  tries integer not null default 1,
  next_try_at timestamptz not null,
  error text not null,
  primary key (consumer, app_id, position)
);
comment on table parked_events is 'Events that a consumer failed to take; they are offered to it again';
create index parked_events_by_time on parked_events (next_try_at);

alter table leases add column requires text[] collate "C" not null default '{}';
comment on column leases.requires is 'What a process must know to acquire the lease: the consumers of events, for the relay';

-- Deliveries refer to events. Those of development versions are dropped.
truncate webhook_deliveries;
drop index webhook_deliveries_by_promotion;
alter table webhook_deliveries
  drop column data,
  drop column body,
  alter column created_at drop default,
  add column position bigint not null;
comment on column webhook_deliveries.erasures is 'events.erasures at the latest attempt: responses to what has been erased since are not shown, and soon removed';
comment on column webhook_deliveries.position is 'Of the event in its application; created_at is events.at';

insert into event_streams (app_id, is_on) select distinct app_id, true from webhooks where is_live;

-- Up Migration

-- A new epoch begins with each start of PostgreSQL, so the former ones are remembered: a consumer continues across those in which
-- nothing was lost.

alter table event_epoch add column number bigint not null default 1;
comment on column event_epoch.number is 'Counts the epochs of the database';
comment on column event_epoch.previous is 'The epoch before; only servers that do not know former_epochs read it';
comment on column event_epoch.database is 'The history of the database to which the epoch belongs: see events/epoch.ts; null before the relay has first run';
comment on column event_streams.epoch_begins is 'The first position of the current epoch';

create table former_epochs (
  number bigint primary key,
  epoch text collate "C" not null unique
);
comment on table former_epochs is 'The epochs before the current one, as far as they are remembered';

create table epoch_starts (
  app_id text collate "C" references event_streams on delete cascade,
  number bigint references former_epochs on delete cascade,
  begins bigint not null,
  primary key (app_id, number)
);
comment on table epoch_starts is 'The first event of an application in a former epoch; there is no row for an epoch without events';
comment on column epoch_starts.begins is 'Its position: the event there may differ from the one that a consumer of an earlier epoch has seen there';

insert into former_epochs (number, epoch) select number, previous from event_epoch where previous is not null;
update event_epoch set number = number + 1 where previous is not null;

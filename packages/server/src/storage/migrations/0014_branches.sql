-- Up Migration

-- Logs and ids may go back as events do: a backup was restored, or a replica took over that lacked the last changes. So each
-- connection looks for another history before its first statement, and clients compare the logs that they have. See storage/epoch.ts.

alter table event_epoch
  add column branch text not null default '',
  add column began_at timestamptz not null default now();
comment on column event_epoch.branch is 'The epoch with which the history of the database began: unlike the epoch, it stays when PostgreSQL starts again';
comment on column event_epoch.began_at is 'When the epoch began, in whole milliseconds: entries of logs from before are older';
alter table former_epochs
  add column branch text not null default '',
  add column began_at timestamptz not null default now();

create function database_history(writer xid) returns text language sql as $$
  select (select system_identifier from pg_control_system()) || '/' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)
    || '/' || extract(epoch from pg_postmaster_start_time())
    || '/' || (select oid from pg_database where datname = current_database()) || '/' || writer
$$;
comment on function database_history is 'The history that the database has now, for a row of event_epoch that this transaction has written';

-- This transaction writes the row, which is a part of the history.
update event_epoch set branch = epoch,
  database = case when database = database_history(xmin) then database_history(pg_current_xact_id()::xid) else database end;
update former_epochs set branch = (select branch from event_epoch);

create function is_other_branch(one text, other text) returns boolean language sql immutable as $$
  select (split_part(one, '/', 1), split_part(one, '/', 2), split_part(one, '/', 4), split_part(one, '/', 5))
    is distinct from (split_part(other, '/', 1), split_part(other, '/', 2), split_part(other, '/', 4), split_part(other, '/', 5))
$$;
comment on function is_other_branch is 'Whether two histories differ in more than the start of PostgreSQL';

create function keep_epoch() returns text language plpgsql as $$
declare
  ended record;
  current text;
  next text := replace(gen_random_uuid()::text, '-', '');
begin
  if pg_is_in_recovery() then
    raise exception 'this PostgreSQL is a standby' using errcode = 'read_only_sql_transaction';
  end if;
  select branch into current from event_epoch where database = database_history(xmin);
  if found then
    return current;
  end if;
  -- No server has used the database yet, so no client knows its epoch.
  update event_epoch set database = database_history(pg_current_xact_id()::xid) where database is null
    returning branch into current;
  if found then
    return current;
  end if;

  select epoch, number, branch, began_at, is_other_branch(database, database_history(xmin)) as is_branch into ended
    from event_epoch where database is distinct from database_history(xmin) for update;
  if not found then
    -- Another transaction has begun it meanwhile.
    return (select branch from event_epoch);
  end if;
  update event_epoch set database = database_history(pg_current_xact_id()::xid), previous = epoch,
    epoch = next, number = number + 1, branch = case when ended.is_branch then next else branch end,
    began_at = date_trunc('milliseconds', clock_timestamp())
    returning branch into current;
  insert into former_epochs (number, epoch, branch, began_at)
    values (ended.number, ended.epoch, ended.branch, ended.began_at);

  -- Only streams that had events in the epoch that has ended: others still begin where they did.
  with lasts as materialized (
    select app_id, epoch_begins,
      greatest(dropped_through, (select max(position) from events e where e.app_id = s.app_id)) as position
    from event_streams s
  ), started as (
    update event_streams s set epoch_begins = lasts.position + 1
    from lasts where s.app_id = lasts.app_id and lasts.position >= lasts.epoch_begins
    returning s.app_id, lasts.epoch_begins as begins
  )
  insert into epoch_starts (app_id, number, begins) select app_id, ended.number, begins from started;
  -- 1,000 former epochs are remembered.
  delete from former_epochs where number <= ended.number - 1000;
  -- A consumer after dropped_through that a start refuses is also refused by the last start up to there, which is kept.
  delete from epoch_starts former using event_streams s
    where s.app_id = former.app_id and exists (
      select from epoch_starts later
      where later.app_id = former.app_id and later.number > former.number and later.begins <= s.dropped_through);

  -- Ids that were given out and lost are not given out again.
  if ended.is_branch then
    perform setval(id.seqrelid::regclass, nextval(id.seqrelid::regclass) + 999999)
      from pg_sequence id join pg_class c on c.oid = id.seqrelid
      where id.seqtypid = 'bigint'::regtype
        and (c.relnamespace, c.relowner) = (select relnamespace, relowner from pg_class where oid = 'event_epoch'::regclass);
  end if;
  return current;
end $$;
comment on function keep_epoch is 'Begins an epoch if the database has another history than that of the current one, and returns the branch: see storage/epoch.ts';

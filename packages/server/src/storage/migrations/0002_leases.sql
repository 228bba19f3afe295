-- Up Migration

create table leases (
  name text collate "C" primary key,
  holder text not null,
  fence bigint not null,
  expires_at timestamptz not null,
  renewed_at timestamptz not null,
  -- Makes fence a part of a key: an acquisition, which changes it, then conflicts with the lock of check_lease(), and a
  -- renewal, which does not, waits for no transaction of the holder.
  constraint leases_fence unique (name, fence)
);
comment on table leases is 'Work that one process does for all nodes, and the process that does it: see storage/lease.ts';
comment on column leases.name is 'The work';
comment on column leases.holder is 'The process that holds the lease or held it last: its host, its process id and a random part';
comment on column leases.fence is 'Grows by one with each acquisition, so that a former holder is recognised';
comment on column leases.renewed_at is 'The last acquisition or renewal: one from before the start of PostgreSQL is void';
comment on column leases.expires_at is 'The holder holds the lease until then; -infinity: it gave the lease up';

-- The first statement of each transaction that writes as the holder of a lease. It locks the row against other processes
-- until the transaction ends. As a frozen process must not keep that lock, the transaction may be idle, or wait for another
-- lock, for 5 seconds only.
create function check_lease(of_name text, of_holder text, of_fence bigint) returns void language plpgsql as $$
begin
  perform set_config('idle_in_transaction_session_timeout', '5s', true), set_config('lock_timeout', '5s', true);
  perform from leases
    where name = of_name and holder = of_holder and fence = of_fence and expires_at > clock_timestamp()
    for key share;
  if not found then
    raise exception 'the lease % is lost', of_name using errcode = 'PLV01';
  end if;
end $$;

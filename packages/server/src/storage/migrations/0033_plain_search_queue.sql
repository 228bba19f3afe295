-- Up Migration

-- Runs with every batch of sends, so it takes blocks as they come, which is half the time: the indexer names each block once when it takes a row
-- out of the queue.
create or replace function queue_new_messages() returns trigger language plpgsql as $$
begin
  if exists (select from search_state) then
    insert into search_queue (thread_ids, blocks) select array_agg(thread_id), array_agg(seq >> 3) from added having count(*) > 0;
  end if;
  return null;
end $$;

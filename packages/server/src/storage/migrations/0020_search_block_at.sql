-- Most searches are for what is recent, so this looks at the last block first, then further and further back. And it reads single rows
-- of the key, where it used to read whole pages.
create or replace function search_block_at(thread bigint, at timestamptz) returns bigint language plpgsql stable as $$
declare
  low bigint := -1;
  high bigint := (select last_seq >> 3 from thread_heads where thread_id = thread);
  step bigint := 0;
  middle bigint;
  found_block bigint;
  found_at timestamptz;
begin
  while low < high loop
    middle := greatest(high - step, (low + high + 1) / 2);
    step := least(8 * step + 3, high - low);
    select b.block, b.earliest_at into found_block, found_at from search_blocks b
      where b.thread_id = thread and b.block = middle;
    if not found then
      select b.block, b.earliest_at into found_block, found_at from search_blocks b
        where b.thread_id = thread and b.block between middle and high order by b.block limit 1;
    end if;
    if found_at <= at then
      low := found_block;
    else
      high := middle - 1;
    end if;
  end loop;
  return nullif(low, -1);
end $$;

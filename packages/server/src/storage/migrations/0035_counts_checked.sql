-- Up Migration

-- (Validating does not block changes of heads.)
alter table thread_heads validate constraint thread_heads_counts_check;

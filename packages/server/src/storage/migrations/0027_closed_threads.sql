-- Up Migration

-- Notifications of a thread that is open wait until it is closed. A connection that closes one adds a row, which the notifier removes when it
-- has made them due. (Without it they are due when open_threads.until has passed: so it is when a server of the former version closes it.)
create unlogged table closed_threads (
  id bigint generated always as identity primary key,
  ext_user_id bigint not null,
  thread_id bigint not null
);
comment on table closed_threads is 'Threads that users with devices have closed, and whose notifications wait for that. A crash loses it: then they are due later';

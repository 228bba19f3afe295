-- Outside a transaction
-- Active users whose name has no words yet: those from before, and those whose name a server of the former version has changed. (A
-- killed attempt leaves an invalid index.)
drop index concurrently if exists users_to_name;
create index concurrently users_to_name on users (ext_user_id)
  where named_as is distinct from display_name and deactivated_at is null;

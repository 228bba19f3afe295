-- Up Migration

-- Applications take turns with their e-mails: one with many that are due does not hold up those of others.

-- (Users who were merged with others have left rows.)
delete from email_digests d where not exists (select from users u where u.ext_user_id = d.ext_user_id);
alter table email_digests add column app_id text collate "C";
update email_digests d set app_id = u.app_id from users u where u.ext_user_id = d.ext_user_id;
-- Servers of the former version may be running still. They do not name the application.
create function name_app_of_email_digest() returns trigger language plpgsql as $$
begin
  select app_id into new.app_id from users where ext_user_id = new.ext_user_id;
  return new;
end $$;
create trigger name_app_of_email_digest before insert on email_digests
  for each row when (new.app_id is null) execute function name_app_of_email_digest();
alter table email_digests alter column app_id set not null;
drop index email_digests_due;
create index email_digests_due on email_digests (app_id, due_at) where due_at is not null;

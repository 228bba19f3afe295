-- Up Migration

-- Notifications are claimed by the service that pushes them, as many as it may get now: what waits for a slow service holds up no other.

alter table notifications add column service text collate "C" not null default '';
comment on column notifications.service is 'fcm, apns, or the origin of the address of a Web Push subscription; empty: stored by a server of a former version';
update notifications n set service = case d.provider when 'web_push' then substring(d.token from '^https://[^/?]+') else d.provider end
from devices d where d.ext_user_id = n.ext_user_id and d.device_id = n.device_id;
drop index notifications_due;
create index notifications_due on notifications (service, due_at) where due_at is not null;

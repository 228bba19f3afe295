-- Up Migration

alter table files add column is_animated boolean not null default false;
comment on column files.is_animated is 'Whether it is a picture with more than one frame. (False of pictures that former versions have stored.)';

-- Up Migration

create table sticker_packs (
  id bigint generated always as identity primary key,
  app_id text collate "C" not null references applications (id),
  tenant_id text collate "C" not null,
  name text not null,
  status text collate "C" not null check (status in ('uploading', 'uploaded')),
  folder text collate "C" not null unique,
  created_at timestamptz not null default now()
);
comment on column sticker_packs.tenant_id is 'empty: a global pack, which serves all tenants of the application';
comment on column sticker_packs.folder is 'Where its objects are; random, so that their addresses cannot be guessed';
create index sticker_packs_by_space on sticker_packs (app_id, tenant_id, id);

create table stickers (
  id bigint generated always as identity primary key,
  pack_id bigint not null references sticker_packs (id) on delete cascade,
  position int not null check (position > 0),
  name text not null,
  kind text collate "C" not null check (kind in ('png', 'gif', 'webp', 'json')),
  size bigint not null check (size >= 0),
  unique (pack_id, position)
);
comment on column stickers.position is 'Its place in the archive, from 1 on';

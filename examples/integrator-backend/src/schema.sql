create table if not exists installation (
  only_row boolean primary key default true check (only_row),
  salt_key bytea not null
);

create table if not exists users (
  id bigint generated always as identity primary key,
  -- In lower case. Nobody has proved that it is theirs: two accounts may say the same (see the README).
  email text not null,
  password_hash text not null,
  full_name text not null,
  is_guest boolean not null,
  created_at timestamptz not null default now(),
  converted_at timestamptz,
  unique (email, password_hash)
);

create table if not exists sessions (
  -- SHA-256: who reads the table has no token.
  token_hash bytea primary key,
  user_id bigint not null references users on delete cascade,
  expires_at timestamptz not null
);

-- From where an account has been signed in to: there a stranger's guesses do not lock it.
create table if not exists known_networks (
  user_id bigint not null references users on delete cascade,
  network text not null,
  at timestamptz not null,
  primary key (user_id, network)
);

-- Calls of Palaver that are still to be made, each written in the transaction of the change that it is about.
create table if not exists outbox (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  call jsonb not null,
  attempts int not null default 0,
  due_at timestamptz not null default now()
);
create index if not exists outbox_of_user on outbox (user_id, id);

-- Attempts at actions that are limited, with their times.
create table if not exists attempts (
  key text not null,
  at timestamptz not null
);
create index if not exists attempts_of_key on attempts (key, at);
create index if not exists attempts_by_age on attempts (at);

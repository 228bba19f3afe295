-- Up Migration

-- Users and bots are found by the words of their names. The server makes the words, because PostgreSQL cannot fold accents and
-- letters as search does. So a user remembers for which name it made them: servers of the former version may be running still, and
-- they change only the name.

alter table users add column named_as text;
comment on column users.named_as is 'The display name whose words name_words has; null: it has none. Where it differs from that of an active user, the words are made soon';

create table name_words (
  space bigint not null,
  word text collate "C" not null,
  ext_user_id bigint not null references users on delete cascade,
  primary key (space, word, ext_user_id)
);
comment on table name_words is 'The words of the names of active users and bots, folded: see domain/rules/search/name-words.ts';
comment on column name_words.space is 'A hash of application, tenant and kind of user, which keeps the key short';
create index name_words_by_user on name_words (ext_user_id);

-- Up Migration

alter table members add column muted_silently boolean, add column banned_silently boolean;
comment on column members.muted_silently is 'Members read no line about the latest mute, nor about its end';
comment on column members.banned_silently is 'Members read no line about the latest ban, nor about its end';

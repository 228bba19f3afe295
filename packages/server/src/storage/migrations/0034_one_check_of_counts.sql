-- Up Migration

-- PostgreSQL parses the checks of a table anew for each statement that changes it: one instead of seven.
alter table thread_heads add constraint thread_heads_counts_check check (
  least(message_count, image_count, video_count, file_count, link_count, pin_message_count, member_count) >= 0
) not valid;
alter table thread_heads
  drop constraint thread_heads_message_count_check,
  drop constraint thread_heads_image_count_check,
  drop constraint thread_heads_video_count_check,
  drop constraint thread_heads_file_count_check,
  drop constraint thread_heads_link_count_check,
  drop constraint thread_heads_pin_message_count_check,
  drop constraint thread_heads_member_count_check;

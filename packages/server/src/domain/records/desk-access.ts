/**
 * The SQL condition that the support desk opens a thread to a viewer. `thread`: a row of `threads` in the space of the viewer. (The users of
 * a desk are few, and most viewers are members: statements ask for their membership first.)
 */
export const isOpenToDesk = (thread: string, viewer: string) => `exists (
    select from desk_users desk
    where desk.ext_user_id = ${viewer} and (${thread}.type <> 'direct' or desk.direct_threads and exists (
      select from desk_readings reading
      where reading.ext_user_id = ${viewer} and reading.thread_id = ${thread}.id and reading.until > now())))`;

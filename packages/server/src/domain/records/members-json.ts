import { STATUS, STATUS_UNTIL } from './members.ts';

/** SQL expression: JSON of the members of a thread whose ids are in `ids`, by ascending ext_user_id. */
export const membersJson = (thread: string, ids: string) =>
  jsonOfMembers(`m.thread_id = ${thread} and m.ext_user_id in (${ids}) order by m.ext_user_id`);

/** The same of its first current members. */
export const firstMembersJson = (thread: string, most: number) =>
  jsonOfMembers(`m.thread_id = ${thread} and m.state = 'active' order by m.ext_user_id limit ${most}`);

const jsonOfMembers = (which: string) => `(
  select json_agg(json_strip_nulls(to_json(shown))) from (
    select u.user_id, m.ext_user_id::text, u.display_name, u.avatar_url, ${STATUS} as status, m.role,
      floor(extract(epoch from ${STATUS_UNTIL}) * 1000)::float8 as status_until
    from members m join users u using (ext_user_id)
    where ${which}
  ) shown)`;

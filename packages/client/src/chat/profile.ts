/** How somebody is shown. */
export interface Profile {
  ext_user_id: string;
  /** Null: the policy does not show it. */
  user_id: string | null;
  display_name: string;
  avatar_url: string;
}

/** Somebody as they are shown now: the same object when that is as before. (A bot that has written has no `user_id`.) */
export function shownAs<One extends Profile>(one: One, now: Profile | undefined): One {
  if (now === undefined) return one;
  const { display_name, avatar_url } = now;
  const user_id = one.user_id === '' ? '' : now.user_id;
  const isSame =
    one.user_id === user_id && one.display_name === display_name && one.avatar_url === avatar_url;
  return isSame ? one : { ...one, user_id, display_name, avatar_url };
}

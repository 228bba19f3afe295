/** How to show a user or bot. */
export interface Profile {
  ext_user_id: string;
  /** Null if the policy hides it. */
  user_id: string | null;
  display_name: string;
  avatar_url: string;
}

/** Profiles by `ext_user_id`. */
export type Profiles = ReadonlyMap<string, Profile>;

/** Returns the same object if the profile is unchanged, or unknown. (The sender of a bot's message has an empty `user_id`.) */
export function withProfile<User extends Profile>(user: User, profiles: Profiles): User {
  const profile = profiles.get(user.ext_user_id);
  if (profile === undefined) return user;
  const { display_name, avatar_url } = profile;
  const user_id = user.user_id === '' ? '' : profile.user_id;
  const isSame =
    user.user_id === user_id && user.display_name === display_name && user.avatar_url === avatar_url;
  return isSame ? user : { ...user, user_id, display_name, avatar_url };
}

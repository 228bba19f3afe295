import { findUser, type Of, type Space, type Thread, type User, withUser } from '../space.ts';
import { isCurrent, leave } from './members.ts';
import { become, done, refuse, type Verdict } from './verdict.ts';

/** `given`: the `ext_user_id` of a new user. */
export function put({ people }: Space, { user: id, name }: Of<'put'>, given: string): Verdict {
  const user = findUser(people.users, 2, id);
  if (user?.isBot === true) return refuse(['M40901', 'user_id']);
  const now = { extId: user?.extId ?? given, id, name, isBot: false, isActive: true };
  return become({ ...people, users: withUser(people.users, now) });
}

/** The history goes on under the new id. A change that has happened already is a success. */
export function rename(space: Space, { user: from, to }: Of<'rename'>): Verdict {
  const { users, renames } = space.people;
  const user = findUser(users, 2, from);
  if (user === undefined && renames.has(`${from} ${to}`)) return done();
  if (user === undefined || user.isBot) return refuse(['M40402', 'current_user_id']);
  if (from === to) return done();
  const other = findUser(users, 2, to);
  if (other !== undefined && (other.isBot || threadsOf(space, other).length > 0)) {
    return refuse(['M40901', 'new_user_id']);
  }
  // Who was just synchronised is absorbed, and that profile wins.
  const now = { ...(other ?? user), extId: user.extId, id: to };
  if (user.isActive) now.isActive = true;
  return become({ users: withUser(users, now, other), renames: new Set(renames).add(`${from} ${to}`) });
}

/** Ends all memberships but ownerships. */
export function deactivate(space: Space, { user: id }: Of<'deactivate'>): Verdict {
  const { people } = space;
  const user = findUser(people.users, 2, id);
  if (user === undefined || user.isBot) return refuse(['M40402', 'user_id']);
  if (!user.isActive) return done();
  const left = threadsOf(space, user).flatMap(({ id: thread, places }) => {
    const place = places.get(user.extId);
    return isCurrent(place) && place.role !== 'owner' ? [leave(thread, user.extId, place, null)] : [];
  });
  return become({ ...people, users: withUser(people.users, { ...user, isActive: false }) }, ...left);
}

function threadsOf({ threads }: Space, { extId }: User): Thread[] {
  return [...threads.values()].filter(({ places }) => places.has(extId));
}

import { changeOf, type Fields, findUser, moveMembers, type Of, type Space } from '../space.ts';
import { ACTIVE, type Entered, forbid, isCurrent, isPerson, without } from './members.ts';
import { done, type Fault, refuse, type Verdict } from './verdict.ts';

/** The first whom it names is the owner; `given`: the id of the thread. */
export function createGroup({ people }: Space, command: Of<'create'>, given: string): Verdict {
  const { idType, users: ids, isLinked, fields } = command;
  const named = ids.map((id) => findUser(people.users, idType, id));
  const fieldOf = (index: number) => (index === 0 ? 'owner_id' : `member_ids[${index - 1}]`);
  const lost = named.flatMap((user, index): Fault[] => (isPerson(user) ? [] : [['M40402', fieldOf(index)]]));
  if (lost.length > 0) return refuse(...lost);
  const members = [...new Set(named.flatMap((user) => user?.extId ?? []))];
  const moves = members.map((extId, index) => {
    const role = index === 0 ? 'owner' : 'member';
    return { extId, after: { ...ACTIVE, role }, told: { role } } as const;
  });
  const { effect, ...created } = moveMembers(given, 'thread.created', null, moves);
  return done({
    ...created,
    effect: (thread) => {
      effect(thread);
      Object.assign(thread, { isLinked, fields });
    },
  });
}

/** What a thread is called and shows. A group keeps its name; the two of a direct thread need none. */
export function updateThread(entered: Entered, command: Of<'update'>): Verdict {
  const { thread, acting } = entered;
  const refused = [...entered.faults, ...forbid(entered, command.does)];
  if (refused.length > 0) return refuse(...refused);
  const { name, description, metadata } = command.fields;
  const named = (['name', 'description'] as const).filter((field) => command.fields[field]);
  if (thread.type === 'direct' && named.length > 0)
    return refuse(...named.map((field): Fault => ['M40903', field]));
  const before = thread.fields;
  const after: Fields = {
    name: name || before.name,
    description: description ?? before.description,
    metadata: metadata ?? before.metadata,
  };
  const fields = (['name', 'description', 'metadata'] as const).filter((key) => after[key] !== before[key]);
  if (fields.length === 0) return done();
  return done(
    changeOf(
      thread.id,
      { type: 'thread.updated', actor: acting?.extId ?? null, change: { fields } },
      (one) => {
        one.fields = after;
      },
    ),
  );
}

/** All memberships end, the ownership too. */
export function deleteThread(entered: Entered, command: Of<'delete'>): Verdict {
  const { thread, acting } = entered;
  const refused = [...entered.faults, ...forbid(entered, command.does)];
  if (refused.length > 0) return refuse(...refused);
  return done(
    changeOf(thread.id, { type: 'thread.deleted', actor: acting?.extId ?? null }, (one) => {
      one.isDeleted = true;
      for (const [extId, place] of one.places) if (isCurrent(place)) one.places.set(extId, without(place));
    }),
  );
}

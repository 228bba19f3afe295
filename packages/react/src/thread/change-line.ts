import type { ShownChange } from '@palaver/client';
import type { Language } from '../texts/language.ts';

/** What happened to the thread or its members, for a line between the messages. */
export interface ChangeLine {
  /** Its place in the log. */
  seq: number;
  at: number;
  text: string;
}

/** A back end may add a thousand members at once. */
const MOST_NAMED = 5;

/** `nameOf`: the name of a member, by `ext_user_id`. */
export function lineOf(
  change: ShownChange,
  nameOf: (ext_user_id: string) => string,
  language: Pick<Language, 'texts' | 'list'>,
): ChangeLine {
  return { seq: change.seq, at: change.at, text: textOf(change, nameOf, language) };
}

function textOf(
  { type, actor, change }: ShownChange,
  nameOf: (ext_user_id: string) => string,
  { texts: { changes }, list }: Pick<Language, 'texts' | 'list'>,
): string {
  const members = change?.members ?? [];
  const named = members.slice(0, MOST_NAMED).map(({ ext_user_id }) => nameOf(ext_user_id));
  const others = members.length - named.length;
  const names = list(others === 0 ? named : [...named, changes.others(others)]);
  const by = actor === null ? '' : nameOf(actor);
  // A user who joins or leaves is the actor. A back end has none.
  const isOwn = actor === null || members.every(({ ext_user_id }) => ext_user_id === actor);
  switch (type) {
    case 'thread.created':
      return changes.created(by);
    case 'thread.updated':
      return change?.fields?.includes('name') ? changes.renamed(by) : changes.edited(by);
    case 'thread.owner_changed':
      return changes.owner(names);
    case 'member.added':
      return isOwn ? changes.joined(names) : changes.added(by, names);
    case 'member.removed':
      return isOwn ? changes.left(names) : changes.removed(by, names);
    case 'member.role_changed':
      return members.some(({ role }) => role === 'admin')
        ? changes.promoted(names, members.length)
        : changes.demoted(names, members.length);
    case 'member.muted':
      return changes.muted(names, members.length);
    case 'member.unmuted':
      return changes.unmuted(names, members.length);
    case 'member.banned':
      return changes.banned(names, members.length);
    case 'member.unbanned':
      return changes.unbanned(names, members.length);
  }
}

import type { ClientMember } from '@palaver/client';

/** `@` and the start of a name, at the end of the text. */
const STARTED = /(?:^|\s)@([^@\n]{0,40})$/u;
const MAX_SUGGESTIONS = 5;

/** A mention that is being typed. */
interface StartedMention {
  /** Where its `@` is. */
  from: number;
  /** Members whose names begin like it. */
  members: readonly ClientMember[];
}

/** `text`: up to the caret. */
export function startedMention(text: string, members: readonly ClientMember[]): StartedMention {
  const [, beginning] = STARTED.exec(text) ?? [];
  if (beginning === undefined) return { from: text.length, members: [] };
  const isMeant = (member: ClientMember) =>
    mentionOf(member) !== '' && mentionOf(member).toLowerCase().startsWith(beginning.toLowerCase());
  return {
    from: text.length - beginning.length - 1,
    members: members.filter(isMeant).slice(0, MAX_SUGGESTIONS),
  };
}

/** What is written of a member: their name, otherwise their id. Empty: they cannot be mentioned. */
export const mentionOf = ({ display_name, user_id }: ClientMember) => display_name || user_id || '';

/** The `ext_user_id`s of members whose names occur in the text after an `@`. */
export function mentionedBy(text: string, members: readonly ClientMember[]): string[] {
  let rest = text;
  const mentioned = new Set<string>();
  // Longest names first, so that @Ann-Marie does not match Ann.
  const names = [...new Set(members.map(mentionOf))].filter((name) => name !== '');
  for (const name of names.sort((a, b) => b.length - a.length)) {
    if (rest.includes(`@${name}`)) mentioned.add(name);
    rest = rest.replaceAll(`@${name}`, ' ');
  }
  return members.filter((member) => mentioned.has(mentionOf(member))).map(({ ext_user_id }) => ext_user_id);
}

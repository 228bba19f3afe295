import type { ClientMember } from '@palaver/client';

/** `@` and the start of a name, at the end of the text. */
const STARTED = /(?:^|\s)@([^@\n]{0,40})$/u;
const MAX_SUGGESTIONS = 5;

/** Members whose names match the mention that is being typed. */
export function startedMention(text: string, members: readonly ClientMember[]): readonly ClientMember[] {
  const [, beginning] = STARTED.exec(text) ?? [];
  if (beginning === undefined) return [];
  return members
    .filter(
      (member) =>
        mentionOf(member) !== '' && mentionOf(member).toLowerCase().startsWith(beginning.toLowerCase()),
    )
    .slice(0, MAX_SUGGESTIONS);
}

/** What is written of a member: their name, otherwise their id. Empty: they cannot be mentioned. */
const mentionOf = ({ display_name, user_id }: ClientMember) => display_name || user_id || '';

export function completeMention(text: string, member: ClientMember): string {
  return `${text.replace(STARTED, (match) => match.slice(0, match.indexOf('@')))}@${mentionOf(member)} `;
}

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

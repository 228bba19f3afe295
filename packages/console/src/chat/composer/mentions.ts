import type { ClientMember } from '@palaver/client';
import { nameOf } from '../ui/format.ts';

/** `@` and the start of a name, at the end of the text. */
const STARTED = /(?:^|\s)@([^@\n]{0,40})$/u;
const MAX_SUGGESTIONS = 5;

/** Members whose names match the mention that is being typed. */
export function startedMention(text: string, members: readonly ClientMember[]): readonly ClientMember[] {
  const [, beginning] = STARTED.exec(text) ?? [];
  if (beginning === undefined) return [];
  return members
    .filter((member) => nameOf(member).toLowerCase().startsWith(beginning.toLowerCase()))
    .slice(0, MAX_SUGGESTIONS);
}

export function completeMention(text: string, member: ClientMember): string {
  return `${text.replace(STARTED, (match) => match.slice(0, match.indexOf('@')))}@${nameOf(member)} `;
}

/** The `ext_user_id`s of members whose names occur in the text after an `@`. */
export function mentionedBy(text: string, members: readonly ClientMember[]): string[] {
  let rest = text;
  const mentioned = new Set<string>();
  // Longest names first, so that @Ann-Marie does not match Ann.
  for (const name of [...new Set(members.map(nameOf))].toSorted((a, b) => b.length - a.length)) {
    if (rest.includes(`@${name}`)) mentioned.add(name);
    rest = rest.replaceAll(`@${name}`, ' ');
  }
  return members.filter((member) => mentioned.has(nameOf(member))).map(({ ext_user_id }) => ext_user_id);
}

import type { ClientMember, ClientMessage } from '@palaver/client';
import { searchable } from '../ui/searchable.ts';

/** `@` and the start of a name, at the end of the text. */
const STARTED = /(?:^|\s)@([^@\n]{0,40})$/u;
const MAX_SUGGESTIONS = 5;

/** A mention that is being typed. */
interface StartedMention {
  /** Where its `@` is. */
  from: number;
  /** Members who may be meant, the best first. Empty if what is written is already a member's name. */
  members: readonly ClientMember[];
}

/** `text`: up to the caret. */
export function startedMention(text: string, members: readonly ClientMember[]): StartedMention {
  const [, written] = STARTED.exec(text) ?? [];
  if (written === undefined) return { from: text.length, members: [] };
  const from = text.length - written.length - 1;
  const ranked: ClientMember[][] = [[], [], []];
  const wanted = searchable(written);
  let isComplete = false;
  for (const member of members) {
    const name = mentionOf(member);
    // A space ends a name, unless more letters show that a longer name is meant.
    if (name !== '' && (written === name || written === `${name} `)) isComplete = true;
    if (name !== '') ranked[rankOf(searchable(name), wanted)]?.push(member);
  }
  const [, longer] = ranked;
  if (isComplete && (written.endsWith(' ') || longer?.length === 0)) return { from, members: [] };
  return { from, members: ranked.flat().slice(0, MAX_SUGGESTIONS) };
}

/** 0 for the name itself, 1 if it begins so, 2 if another of its words does, otherwise -1. */
function rankOf(name: string, wanted: string): number {
  if (name === wanted) return 0;
  if (name.startsWith(wanted)) return 1;
  return name.includes(` ${wanted}`) || name.includes(`-${wanted}`) ? 2 : -1;
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

/**
 * The same of a message whose text was edited. Mentions of users who are not among these members, such as bots, stay: their names are not
 * known, so the text does not tell whether they are still in it.
 */
export function mentionedAfter(
  { mentions }: Pick<ClientMessage, 'mentions'>,
  text: string,
  members: readonly ClientMember[],
): string[] {
  const unknown = mentions.filter((id) => members.every(({ ext_user_id }) => ext_user_id !== id));
  return [...mentionedBy(text, members), ...unknown];
}

import type { ClientMember, ClientMessage } from '@palaver/client';
import { STARTED_MENTION, WORD_START } from '../text/boundaries.ts';
import { mentionedIn } from '../text/rich-text.ts';
import { undirected } from '../text/undirected.ts';
import { searchable } from '../ui/searchable.ts';

const MAX_SUGGESTIONS = 5;

/** A mention that is being typed. */
interface StartedMention {
  /** Where its `@` is. */
  from: number;
  /** Members who may be meant, the best first. Empty if what is written is already a member's name. */
  members: readonly ClientMember[];
}

/** A name that nobody has. */
const PROBE = '\0';

/** `text`: up to the caret. `rest`: after it. */
export function startedMention(text: string, members: readonly ClientMember[], rest = ''): StartedMention {
  const [, written] = STARTED_MENTION.exec(text) ?? [];
  if (written === undefined) return { from: text.length, members: [] };
  const from = text.length - written.length - 1;
  // In code, also in a block that is not closed yet, and in links, nobody is mentioned.
  const probed = `${text.slice(0, from)}@${PROBE}${rest}\n\`\`\``;
  if (!mentionedIn(probed, [PROBE]).has(PROBE)) return { from, members: [] };
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
  return [...name.matchAll(WORD_START)].some(({ index }) => name.startsWith(wanted, index)) ? 2 : -1;
}

/** What is written of a member: their name, otherwise their id, as messages show it. Empty: they cannot be mentioned. */
export const mentionOf = ({ display_name, user_id }: ClientMember) =>
  undirected(display_name || user_id || '');

/** Returns the `ext_user_id`s of the members that a text mentions, without `me`. The renderer marks the same names. */
export function mentionedBy(text: string, members: readonly ClientMember[], me = ''): string[] {
  const mentioned = mentionedIn(text, members.map(mentionOf));
  return members
    .filter((member) => member.ext_user_id !== me && mentioned.has(mentionOf(member)))
    .map(({ ext_user_id }) => ext_user_id);
}

/**
 * The same of a message whose text was edited. Mentions of users who are not among these members, such as bots, stay: their names are not
 * known, so the text does not tell whether they are still in it.
 */
export function mentionedAfter(
  { mentions }: Pick<ClientMessage, 'mentions'>,
  text: string,
  members: readonly ClientMember[],
  me = '',
): string[] {
  const unknown = mentions.filter((id) => members.every(({ ext_user_id }) => ext_user_id !== id));
  return [...mentionedBy(text, members, me), ...unknown];
}

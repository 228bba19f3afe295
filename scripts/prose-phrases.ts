/** Phrases that do not read as natural English, as patterns in which a space matches any white space, with a better way to say it. */
export const PHRASES: readonly (readonly [pattern: string, why: string])[] = [
  ['any more', 'say "no longer", or name the event: "once the file is deleted"'],
  // ("No more than 5", "no more elements" and "100 and no more" are right.)
  [
    String.raw`(?<!\band )no more(?=\s*(?:$|[.,;:)])| (?:in|of|by|within|until|while|when|if|though)\b)`,
    'say "no longer", or name the event',
  ],
  [
    '(?:is|are|was|were|be|been|being) told(?! apart)',
    'name the actor and the act: "the server notifies the user"',
  ],
  ['(?:tell|tells|telling) of', 'say "reports", "shows" or "announces"'],
  ['(?:hear|hears|heard) of', 'say "receives", "notices" or "is notified"'],
  ['whoever', 'name the actor: "the caller", "the holder of the token"'],
];

/** A clause that opens with one of these is no subject. */
export const OPENING = '(?:What|Who|Whom|Whose|Where|Whoever|Whatever)';
export const WHY_NO_CLAUSE = 'begin with the subject: "a muted member…", not "who is muted…"';

export interface Exception {
  path: string;
  phrase: string;
  reason: string;
}

const LANDED = 'a migration that has landed is never edited';
const MIGRATIONS = 'packages/server/src/storage/migrations';

export const EXCEPTIONS: readonly Exception[] = [
  { path: `${MIGRATIONS}/0001_schema.sql`, phrase: 'any more', reason: LANDED },
  { path: `${MIGRATIONS}/0003_events.sql`, phrase: 'What…', reason: LANDED },
  { path: `${MIGRATIONS}/0009_notification_batches.sql`, phrase: 'What…', reason: LANDED },
];

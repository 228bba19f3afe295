import { isDeepStrictEqual } from 'node:util';
import { isDue } from './answers.ts';
import type { Deed } from './crowd.ts';
import { decide } from './oracle.ts';
import type { View } from './read-back.ts';
import { apply, type Change, type LogEntry, type People, type Thread } from './space.ts';

/*
 * What several did at the same time must have an order that the rules allow. The logs tell which: each entry is of
 * somebody to whom it was due just there, and each answer was due at some place between those that the log had reached
 * when its deed began and ended.
 */

/** To find out where an answer was due: in one of these threads; '' is where none is. */
interface Duty {
  deed: Deed;
  people: People[];
  threads: readonly string[];
  isMet: boolean;
  /** An entry is of this deed. */
  isAuthor: boolean;
  /** What would have been due where it was not. */
  else: Set<string>;
}

/** The threads as their logs leave them. Fails when there is no such order. `shown` is what was read in the end. */
export function explain(deeds: readonly Deed[], shown: View): Map<string, Thread> {
  const duties = deeds.flatMap((deed) => dutiesOf(deed, shown));
  const threads = new Map<string, Thread>();
  for (const [id, log] of [...Object.entries(shown.logs), ['', []] as const]) {
    const here = duties.filter((duty) => duty.threads.includes(id));
    const replayed = new Replay(id, log, here, shown).run();
    if (replayed !== undefined) threads.set(id, replayed);
  }
  const unmet = duties.find(({ isMet }) => !isMet);
  if (unmet !== undefined) throw new Error(`at no place of its time was this due: ${tell(unmet)}`);
  return threads;
}

function dutiesOf(deed: Deed, { logs }: View): Duty[] {
  const { command, given } = deed;
  const people = deed.people();
  const duty = (...threads: string[]): Duty => {
    return { deed, people, threads, isMet: false, isAuthor: false, else: new Set() };
  };
  const all = Object.keys(logs);
  if (command.does === 'deactivate') return all.map((id) => duty(id));
  if (given.length > 0) return [duty(...given)];
  if ('thread' in command && command.thread in logs) return [duty(command.thread)];
  // Who was refused a message to somebody was so in the thread of the two, if there was one.
  return [command.does === 'write' ? duty('', ...all) : duty('')];
}

/** One thread, from entry to entry. */
class Replay {
  readonly #id: string;
  readonly #log: readonly LogEntry[];
  readonly #duties: readonly Duty[];
  readonly #shown: View;
  readonly #threads = new Map<string, Thread>();

  constructor(id: string, log: readonly LogEntry[], duties: readonly Duty[], shown: View) {
    this.#id = id;
    this.#log = log;
    this.#duties = duties;
    this.#shown = shown;
  }

  run(): Thread | undefined {
    for (let place = 0; place <= this.#log.length; ) {
      const candidates = this.#duties.flatMap((duty) => this.#tryAt(place, duty));
      if (place === this.#log.length) break;
      const [first] = candidates.toSorted((a, b) => compare(this.#lateness(a), this.#lateness(b)));
      if (first === undefined) throw new Error(this.#tellEntry(place));
      first.duty.isMet = true;
      first.duty.isAuthor = true;
      for (const change of first.changes) apply(this.#threads, change);
      place += first.changes.length;
    }
    return this.#threads.get(this.#id);
  }

  /** Whether the answer was due at this place; answers the changes with it, if they are the next entries. */
  #tryAt(place: number, duty: Duty): Candidate[] {
    const { deed, people } = duty;
    if (duty.isAuthor || place < endOf(deed.from, this.#id) || place > endOf(deed.to, this.#id)) return [];
    return people.flatMap((those) => {
      const verdict = decide({ people: those, threads: this.#threads }, deed.command, deed.given);
      const changes = verdict.changes.filter(({ thread }) => thread === this.#id);
      if (!isDue(deed.command, deed.said, verdict)) duty.else.add(verdict.code);
      else if (changes.length === 0) duty.isMet = true;
      else if (this.#areNext(place, changes, deed)) return [{ duty, changes }];
      return [];
    });
  }

  #areNext(place: number, changes: readonly Change[], { seq, to }: Deed): boolean {
    const end = place + changes.length;
    const entries = this.#log.slice(place, end);
    const isInTime = end <= endOf(to, this.#id) && (seq === undefined || seq === end);
    return (
      isInTime &&
      isDeepStrictEqual(
        entries,
        changes.map(({ entry }) => entry),
      )
    );
  }

  /**
   * Several may have asked for the same at the same time. First comes what explains the most entries; then who has no
   * other explanation; then whose time is over first. But whose words stood in the end was the last.
   */
  #lateness({ duty: { deed, isMet }, changes }: Candidate): number[] {
    return [-changes.length, Number(this.#isShown(deed)), Number(isMet), endOf(deed.to, this.#id)];
  }

  #isShown({ command }: Deed): boolean {
    const { thread = {}, messages = [] } = this.#shown.inside[this.#id] ?? {};
    if (command.does === 'update')
      return Object.entries(command.fields).some(([key, value]) => thread[key] === value);
    return (
      command.does === 'edit' &&
      messages.some(({ seq, body }) => seq === command.seq && body.text === command.text)
    );
  }

  #tellEntry(place: number): string {
    const log = this.#log.slice(0, place + 1).map((entry, index) => `${index + 1} ${JSON.stringify(entry)}`);
    const open = this.#duties.filter(
      ({ deed: { from, to } }) => endOf(from, this.#id) <= place && place < endOf(to, this.#id),
    );
    return [
      `nobody was due the last of these entries of thread ${this.#id}:`,
      ...log.slice(-12),
      'At that time there were:',
      ...open.map(tell),
    ].join('\n');
  }
}

interface Candidate {
  duty: Duty;
  changes: Change[];
}

function compare(a: readonly number[], b: readonly number[]): number {
  const differences = a.map((one, index) => one - (b[index] ?? 0));
  return differences.find((difference) => difference !== 0) ?? 0;
}

function endOf(ends: Deed['from'], id: string): number {
  return ends.get(id) ?? 0;
}

function tell({ deed: { command, said, from, to }, else: others }: Duty): string {
  const id = 'thread' in command ? command.thread : '';
  const when = `between ${endOf(from, id)} and ${endOf(to, id)}`;
  return `${JSON.stringify(command)} -> ${said.code} (${when}; else due: ${[...others].join(', ')})`;
}

import { isDeepStrictEqual } from 'node:util';
import type { Deed } from './crowd.ts';
import { judge } from './judge.ts';
import type { View } from './read-back.ts';
import type { LogEntry, Space } from './space.ts';

/*
 * Concurrent actions must have an order that the rules allow. The logs show it: each entry belongs to an action that
 * was due exactly there, and each answer was due somewhere between the logs' ends at the start and end of its action.
 */

type Threads = Space['threads'];

/** The threads in which the answer may have been due; '' stands for none. */
interface Duty {
  deed: Deed;
  users: Space['users'][];
  threads: readonly string[];
  /** The expected codes at places where the answer did not fit. */
  else: Set<string>;
}

/**
 * The threads as their logs leave them. Fails if there is no such order. `shown` is the state that was read at the end.
 */
export function explain(deeds: readonly Deed[], shown: View): Threads {
  const duties = deeds.flatMap((deed) => dutiesOf(deed, shown));
  const met = new Set<Duty>();
  const threads: Threads = new Map();
  for (const [id, log] of [...Object.entries(shown.logs), ['', []] as const]) {
    const here = duties.filter((duty) => duty.threads.includes(id));
    const end = new Replay(id, log, here, shown).run();
    for (const duty of end.met) met.add(duty);
    for (const [own, thread] of end.threads) threads.set(own, thread);
  }
  const unmet = duties.find((duty) => !met.has(duty));
  if (unmet !== undefined) throw new Error(tellUnmet(unmet));
  return threads;
}

function dutiesOf(deed: Deed, { logs }: View): Duty[] {
  const { command, said } = deed;
  const users = deed.users();
  const duty = (...threads: string[]): Duty => ({ deed, users, threads, else: new Set() });
  const all = Object.keys(logs);
  if (command.does === 'deactivate') return all.map((id) => duty(id));
  if ('thread' in command && command.thread in logs) return [duty(command.thread)];
  if (said.thread in logs) return [duty(said.thread)];
  // A refused message to a user was refused in their direct thread, if there was one.
  return [command.does === 'write' ? duty('', ...all) : duty('')];
}

/** The progress of the search. */
interface Progress {
  /** The number of explained entries. */
  place: number;
  threads: Threads;
  met: ReadonlySet<Duty>;
  /** The actions behind the entries so far. */
  authors: ReadonlySet<Duty>;
}

/** The action behind the next entries, and their number. */
interface Candidate {
  duty: Duty;
  entries: number;
  threads: Threads;
}

/** The limit of dead ends before the search gives up. */
const MOST_DEAD_ENDS = 1_000;

/** Searches one thread entry by entry. If several actions fit an entry, it tries each, by backtracking. */
class Replay {
  readonly #id: string;
  readonly #log: readonly LogEntry[];
  readonly #duties: readonly Duty[];
  readonly #shown: View;
  #deadEnds = 0;
  #furthest = { place: -1, why: '' };

  constructor(id: string, log: readonly LogEntry[], duties: readonly Duty[], shown: View) {
    this.#id = id;
    this.#log = log;
    this.#duties = duties;
    this.#shown = shown;
  }

  run(): Progress {
    const end = this.#goOn({ place: 0, threads: new Map(), met: new Set(), authors: new Set() });
    if (end === undefined) throw new Error(this.#furthest.why);
    return end;
  }

  #goOn({ place, threads: before, met: metBefore, authors }: Progress): Progress | undefined {
    const met = new Set(metBefore);
    let candidates = this.#tryAt({ place, threads: before, met, authors });
    let threads = before;
    // Actions that ended here did so before the next entry.
    for (const { deed } of this.#lapsesAt(place, met)) {
      threads = judge({ users: new Map(), threads }, deed.command).after.threads;
      candidates = this.#tryAt({ place, threads, met, authors });
    }
    const late = this.#duties.find(
      (duty) => duty.threads.length === 1 && !met.has(duty) && endOf(duty.deed.to, this.#id) <= place,
    );
    if (late !== undefined) return this.#turnBack(place, tellUnmet(late));
    if (place === this.#log.length) return { place, threads, met, authors };

    const ranks = new Map(candidates.map((one) => [one, this.#rank(one, met)]));
    for (const one of candidates.toSorted((a, b) => compare(ranks.get(a), ranks.get(b)))) {
      const end = this.#goOn({
        place: place + one.entries,
        threads: one.threads,
        met: new Set(met).add(one.duty),
        authors: new Set(authors).add(one.duty),
      });
      if (end !== undefined) return end;
    }
    return this.#turnBack(place, this.#tellEntry(place));
  }

  #turnBack(place: number, why: string): undefined {
    if (place > this.#furthest.place) this.#furthest = { place, why };
    this.#deadEnds += 1;
    if (this.#deadEnds > MOST_DEAD_ENDS) throw new Error(this.#furthest.why);
  }

  /** Adds the actions whose answers were due here to `met`; returns those that may have written the next entries. */
  #tryAt({ place, threads, met, authors }: Progress & { met: Set<Duty> }): Candidate[] {
    const candidates: Candidate[] = [];
    for (const duty of this.#duties) {
      const { command, said, from, to } = duty.deed;
      if (authors.has(duty) || command.does === 'lapse') continue;
      if (place < endOf(from, this.#id) || place > endOf(to, this.#id)) continue;
      for (const users of duty.users) {
        const { code, after } = judge({ users, threads }, command, said.thread);
        const entries = after.threads.get(this.#id)?.log.slice(place) ?? [];
        if (said.code !== code) duty.else.add(code);
        else if (entries.length === 0) met.add(duty);
        else if (this.#areNext(place, entries, duty.deed))
          candidates.push({ duty, entries: entries.length, threads: after.threads });
      }
    }
    return candidates;
  }

  #areNext(place: number, entries: readonly LogEntry[], { said: { seq }, to }: Deed): boolean {
    const end = place + entries.length;
    const isInTime = end <= endOf(to, this.#id) && (seq === undefined || seq === end);
    return isInTime && isDeepStrictEqual(entries, this.#log.slice(place, end));
  }

  /** Their place is known from the log's end at the time. */
  #lapsesAt(place: number, met: Set<Duty>): Duty[] {
    const isHere = ({ deed }: Duty) => deed.command.does === 'lapse' && endOf(deed.from, this.#id) === place;
    const here = this.#duties.filter(isHere);
    for (const duty of here) met.add(duty);
    return here;
  }

  /**
   * Several actions may have requested the same. Order: most entries explained, then no other explanation, then the
   * earliest end. But the action whose text stood in the end goes last.
   */
  #rank({ duty, entries }: Candidate, met: ReadonlySet<Duty>): number[] {
    const { deed } = duty;
    return [-entries, Number(this.#isShown(deed)), Number(met.has(duty)), endOf(deed.to, this.#id)];
  }

  #isShown({ command }: Deed): boolean {
    if (command.does !== 'message' || command.action !== 'edit') return false;
    const messages = this.#shown.messages[this.#id] ?? [];
    return messages.some(({ seq, text }) => seq === command.seq && text === command.text);
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

function compare(a: readonly number[] = [], b: readonly number[] = []): number {
  const differences = a.map((one, index) => one - (b[index] ?? 0));
  return differences.find((difference) => difference !== 0) ?? 0;
}

function endOf(ends: Deed['from'], id: string): number {
  return ends.get(id) ?? 0;
}

function tellUnmet(duty: Duty): string {
  return `at no place of its time was this due: ${tell(duty)}`;
}

function tell({ deed: { command, said, from, to }, else: others }: Duty): string {
  const id = 'thread' in command ? command.thread : '';
  const when = `between ${endOf(from, id)} and ${endOf(to, id)}`;
  return `${JSON.stringify(command)} -> ${said.code} (${when}; else due: ${[...others].join(', ')})`;
}

import type { TestServer } from '../harness/test-server.ts';
import { isDue, type Said, saidIn } from './answers.ts';
import { decide } from './oracle.ts';
import { ask, givenIn } from './requests.ts';
import { type Command, findUser, type Of, type People } from './space.ts';
import { openSpace } from './spaces.ts';
import { resolve } from './wishes.ts';

/** How far the logs of threads go, by id. */
type Ends = ReadonlyMap<string, number>;

/** Something that was done while others did something else. */
export interface Deed {
  command: Command;
  said: Said;
  given: string[];
  /** Of the message that was sent. */
  seq: number | undefined;
  /** How far the logs went before it was asked for, and after it was answered: it was done in between. */
  from: Ends;
  to: Ends;
  /** Who there was meanwhile, at one time or another. */
  people: () => People[];
}

/** Who there was, from one moment to another. Moments are counted: each is the beginning or the end of something. */
interface Era {
  people: People;
  from: number;
  to: number;
}

/**
 * A space in which several do something at the same time, and the record of it. Only one of them may change who there
 * is, so that of each deed it is known who that was.
 */
export class Crowd {
  readonly deeds: Deed[] = [];
  readonly #server: TestServer;
  readonly #tenant: string;
  readonly #eras: Era[];
  readonly #extIds: Map<string, string>;
  readonly #threads = new Set<string>();
  /**
   * The server has a known fault: who writes to somebody while the thread of the two is being deleted may write into the
   * deleted thread. So these are not deleted here.
   */
  readonly #directs = new Set<string>();
  readonly #gone = new Set<string>();
  readonly #seqs = new Map<string, number[]>();
  #moment = 0;
  #ends: Ends = new Map();

  constructor(server: TestServer, tenant: string, people: People) {
    this.#server = server;
    this.#tenant = tenant;
    this.#eras = [{ people, from: 0, to: Number.POSITIVE_INFINITY }];
    this.#extIds = new Map(people.users.values().map(({ id, extId }) => [id, extId]));
  }

  static async gather(server: TestServer, tenant: string): Promise<Crowd> {
    return new Crowd(server, tenant, (await openSpace(server, tenant)).people);
  }

  /** Who there is now. */
  get people(): People {
    const { people } = this.#eras.at(-1) ?? {};
    if (people === undefined) throw new Error('there is always an era');
    return people;
  }

  /** Does what is wished; answers whether there was anything to do. `mark` tells its words from those of all others. */
  async act(wish: Command, mark: string): Promise<boolean> {
    const known = {
      threads: [...this.#threads],
      gone: [...this.#gone],
      seqsOf: (id: string) => this.#seqs.get(id) ?? [],
      users: this.people.users,
      extIds: this.#extIds,
    };
    const command = signed(resolve(wish, known), mark);
    if ('user' in command) return this.#changePeople(command);
    if (command.does === 'delete' && this.#directs.has(command.thread)) return false;
    const { during, ...deed } = await this.#ask(command);
    this.#learn(deed);
    const [began, ended] = during;
    const isThen = ({ from, to }: Era) => from < ended && to > began;
    this.deeds.push({ ...deed, people: () => this.#eras.filter(isThen).map(({ people }) => people) });
    return true;
  }

  async #changePeople(command: Of<'put' | 'rename' | 'deactivate'>): Promise<boolean> {
    const before = this.people;
    // Whether somebody can be absorbed depends on what others do with them at that moment.
    if (command.does === 'rename' && findUser(before.users, 2, command.to) !== undefined) return false;
    const { during, ...deed } = await this.#ask(command);
    const { said, given } = deed;
    const verdict = decide({ people: before, threads: new Map() }, command, given);
    if (!isDue(command, said, verdict)) {
      throw new Error(`${JSON.stringify(command)} was answered ${said.code}, and not ${verdict.code}`);
    }
    const [era] = this.#eras.slice(-1);
    const [from, to] = during;
    if (verdict.people !== undefined && era !== undefined) {
      era.to = to;
      this.#eras.push({ people: verdict.people, from, to: Number.POSITIVE_INFINITY });
    }
    const [extId] = given;
    if (command.does === 'put' && extId !== undefined && !this.#extIds.has(command.user))
      this.#extIds.set(command.user, extId);
    if (command.does === 'deactivate') this.deeds.push({ ...deed, people: () => [before] });
    return true;
  }

  async #ask(command: Command) {
    const from = this.#ends;
    const began = this.#next();
    const body = await ask(this.#server, this.#tenant, command);
    const ended = this.#next();
    const to = await this.#readEnds();
    this.#ends = to;
    const seq: number | undefined = body.data?.messages?.[0]?.seq;
    const given = givenIn(command, body);
    return { command, said: saidIn(body), given, seq, from, to, during: [began, ended] as const };
  }

  #next(): number {
    this.#moment += 1;
    return this.#moment;
  }

  async #readEnds(): Promise<Ends> {
    const rows = await this.#server.database.sql<{ id: string; last: number }>(
      `select id, last_seq::int as last from threads join thread_heads on thread_id = id where tenant_id = $1`,
      [this.#tenant],
    );
    return new Map(rows.map(({ id, last }) => [id, last]));
  }

  /** What the next wishes can be about. */
  #learn({ command, said, given, seq }: Pick<Deed, 'command' | 'said' | 'given' | 'seq'>): void {
    const [thread = 'thread' in command ? command.thread : ''] = given;
    if (said.code !== 'M200') return;
    if (given.length > 0) this.#threads.add(thread);
    if (command.does === 'write') this.#directs.add(thread);
    if (seq !== undefined) this.#seqs.set(thread, [...(this.#seqs.get(thread) ?? []), seq]);
    if (command.does !== 'delete') return;
    this.#threads.delete(thread);
    this.#gone.add(thread);
  }
}

/** With words that nobody else uses. To one user only: so each deed is in one thread, but the end of a user. */
function signed(command: Command, mark: string): Command {
  const { does } = command;
  if (does === 'edit') return { ...command, text: `${command.text} ${mark}` };
  if (does === 'update') {
    const fields = Object.entries(command.fields).map(([key, value]) => [key, `${value} ${mark}`]);
    return { ...command, fields: Object.fromEntries(fields) };
  }
  if (does !== 'send' && does !== 'write') return command;
  const { kind, text } = command.content;
  const content = { kind, text: `${text} ${mark}` };
  if (does === 'send') return { ...command, content };
  return { ...command, content, users: command.users.slice(0, 1) };
}

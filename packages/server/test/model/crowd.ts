import type { TestServer } from '../harness/test-server.ts';
import { judge } from './judge.ts';
import { ask, type Realm, type Said } from './requests.ts';
import type { Command, Of, Space } from './space.ts';
import { openSpace } from './spaces.ts';
import { resolve } from './wishes.ts';

/** The last seqs of the threads' logs, by id. */
type Ends = ReadonlyMap<string, number>;
type Users = Space['users'];

/** An action that ran concurrently with others. */
export interface Deed {
  command: Command;
  said: Said;
  /** The last seqs before the request and after the response: the action happened in between. */
  from: Ends;
  to: Ends;
  /** The users who existed at some time meanwhile. */
  users: () => Users[];
}

/** The users who existed between two moments. Moments are numbered: each is the start or end of an action. */
interface Era {
  users: Users;
  from: number;
  to: number;
}

/**
 * A space with concurrent actors, and the record of their actions. Only one actor may change the users, so that the
 * users during each action are known.
 */
export class Crowd {
  readonly realm: Realm;
  readonly deeds: Deed[] = [];
  readonly #eras: Era[];
  readonly #threads = new Set<string>();
  readonly #gone = new Set<string>();
  readonly #seqs = new Map<string, number[]>();
  #moment = 0;
  #ends: Ends = new Map();
  /** A pending read of the logs, which serves all who wait for one. */
  #nextLook: Promise<Ends> | undefined;
  #lastLook: Promise<unknown> = Promise.resolve();

  constructor(realm: Realm, users: Users) {
    this.realm = realm;
    this.#eras = [{ users, from: 0, to: Number.POSITIVE_INFINITY }];
  }

  static async gather(server: TestServer, tenant: string): Promise<Crowd> {
    const { realm, space } = await openSpace(server, tenant);
    return new Crowd(realm, space.users);
  }

  /** The present users. */
  get users(): Users {
    const { users } = this.#eras.at(-1) ?? {};
    if (users === undefined) throw new Error('there is always an era');
    return users;
  }

  /** Carries out a wish. `mark` makes its texts unique. */
  async act(wish: Command, mark: string): Promise<void> {
    const seqsOf = (id: string) => this.#seqs.get(id) ?? [];
    const known = { threads: [...this.#threads], gone: [...this.#gone], seqsOf };
    const command = signed(resolve(wish, known), mark);
    const { during, ...deed } = await this.#ask(command);
    if (command.does === 'put' || command.does === 'deactivate') this.#changeUsers(command, deed, during);
    else this.deeds.push({ ...deed, users: () => this.#usersIn(during) });
    this.#learn(deed);
  }

  /** Its correctness is known at once. The logs show the memberships of users who are gone. */
  #changeUsers(
    command: Of<'put' | 'deactivate'>,
    deed: Omit<Deed, 'users'>,
    [from, to]: readonly [number, number],
  ): void {
    const before = this.users;
    const { code, after } = judge({ users: before, threads: new Map() }, command);
    if (deed.said.code !== code)
      throw new Error(`${JSON.stringify(command)} was answered ${deed.said.code}, and not ${code}`);
    const era = this.#eras.at(-1);
    if (era !== undefined) era.to = to;
    this.#eras.push({ users: after.users, from, to: Number.POSITIVE_INFINITY });
    if (command.does === 'deactivate') this.deeds.push({ ...deed, users: () => [before] });
  }

  #usersIn([began, ended]: readonly [number, number]): Users[] {
    return this.#eras.filter(({ from, to }) => from < ended && to > began).map(({ users }) => users);
  }

  async #ask(command: Command) {
    const from = this.#ends;
    const began = this.#next();
    const said = await ask(this.realm, command);
    const during = [began, this.#next()] as const;
    if (command.does === 'lapse') {
      // It happened there and nowhere else.
      const at: Ends = new Map([[command.thread, said.seq ?? 0]]);
      return { command, said, from: at, to: at, during };
    }
    const to = await this.#look();
    this.#ends = to;
    return { command, said, from, to, during };
  }

  #next(): number {
    this.#moment += 1;
    return this.#moment;
  }

  async #look(): Promise<Ends> {
    this.#nextLook ??= this.#lastLook.then(() => {
      this.#nextLook = undefined;
      const look = this.#readEnds();
      this.#lastLook = look;
      return look;
    });
    return this.#nextLook;
  }

  async #readEnds(): Promise<Ends> {
    const rows = await this.realm.server.db.query<{ id: string; last: number }>(
      `select id, last_seq::int as last from threads join thread_heads on thread_id = id where tenant_id = $1`,
      [this.realm.tenant],
    );
    return new Map(rows.map(({ id, last }) => [id, last]));
  }

  /** The possible targets of the next wishes. */
  #learn({ command: { does, ...command }, said: { code, thread, seq } }: Omit<Deed, 'users'>): void {
    if (code !== 'M200') return;
    if (does === 'create' || does === 'write') this.#threads.add(thread);
    if ((does === 'send' || does === 'write') && seq !== undefined)
      this.#seqs.set(thread, [...(this.#seqs.get(thread) ?? []), seq]);
    if (does !== 'delete' || !('thread' in command)) return;
    this.#threads.delete(command.thread);
    this.#gone.add(command.thread);
  }
}

/** With unique texts. */
function signed(command: Command, mark: string): Command {
  return 'text' in command ? { ...command, text: `${command.text} ${mark}` } : command;
}

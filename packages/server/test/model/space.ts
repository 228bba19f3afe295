/** One space as the model sees it, the commands that change it, and the changes themselves. */

export type Role = 'owner' | 'admin' | 'member';
export type Kind = 'text' | 'image' | 'video' | 'file';

export interface User {
  extId: string;
  id: string;
  name: string;
  isBot: boolean;
  isActive: boolean;
}

/** By `ext_user_id`; that of somebody absorbed leads to who took them in. */
export type Users = ReadonlyMap<string, User>;

/** When a mute or ban ends, in Unix milliseconds; null: never; undefined: there is none. */
type End = number | null | undefined;

/** What somebody is, or was, to a thread. A mute runs on while its member is away. */
export interface Place {
  role: Role;
  state: 'active' | 'removed' | 'banned';
  muted: End;
  banned: End;
}

export interface Message {
  sender: string;
  kind: Kind;
  text: string;
  isEdited: boolean;
  isDeleted: boolean;
  isPinned: boolean;
}

export type Fields = Record<'name' | 'description' | 'metadata', string>;

export interface Thread {
  readonly id: string;
  type: 'group' | 'direct';
  isLinked: boolean;
  isDeleted: boolean;
  fields: Fields;
  places: Map<string, Place>;
  messages: Map<number, Message>;
  log: LogEntry[];
}

/** Never changed, only replaced. */
export interface People {
  users: Users;
  /** `from to` of every change of an identifier. */
  renames: ReadonlySet<string>;
}

export interface Space {
  people: People;
  threads: Map<string, Thread>;
}

/** Users whom a request names: by `ext_user_id` (1) or by `user_id` (2). */
interface Named {
  idType: 1 | 2;
  users: string[];
}

export interface Content {
  kind: Kind;
  text: string;
}

interface Sending {
  sender: { isBot: boolean; id: string };
  content: Content;
}

interface InThread {
  thread: string;
  /** In whose name; undefined: the integrator's back end itself. */
  actor: string | undefined;
}

export type MemberAction = 'add' | 'remove' | 'mute' | 'unmute' | 'ban' | 'unban' | 'set_role' | 'transfer';

/** `role` is of those who are added, or given one; `until` of a mute or ban. */
type OfMembers = { does: MemberAction; role: 'admin' | 'member'; until: number | null } & InThread & Named;

type OfMessage = { does: 'erase' | 'pin' | 'unpin'; seq: number } & InThread;
/** With a kind, metadata of that kind are sent along. */
type Edit = { does: 'edit'; seq: number; kind: Kind | undefined; text: string } & InThread;

export type Command =
  | { does: 'put'; user: string; name: string }
  | { does: 'rename'; user: string; to: string }
  | { does: 'deactivate'; user: string }
  | ({ does: 'create'; isLinked: boolean; fields: Fields } & Named)
  | ({ does: 'send'; thread: string } & Sending)
  | ({ does: 'write' } & Named & Sending)
  | ({ does: 'update'; fields: Partial<Fields> } & InThread)
  | ({ does: 'delete' } & InThread)
  | OfMembers
  | OfMessage
  | Edit;

/** The commands that do one of these. */
export type Of<Does extends Command['does']> = Command & { does: Does };

/** As `log_entries` has it. */
export interface LogEntry {
  type: string;
  actor: string | null;
  message_seq: number | null;
  change: unknown;
}

/** A log entry, and what becomes true with it. */
export interface Change {
  thread: string;
  entry: LogEntry;
  effect: (thread: Thread) => void;
}

export function changeOf(
  thread: string,
  { type, actor = null, message_seq = null, change = null }: Partial<LogEntry> & Pick<LogEntry, 'type'>,
  effect: Change['effect'],
): Change {
  return { thread, entry: { type, actor, message_seq, change }, effect };
}

/** What a member becomes, and what the log tells of it. */
export interface Move {
  extId: string;
  after: Place;
  told: { role?: Role; until?: number | null };
}

export function moveMembers(
  thread: string,
  type: string,
  actor: string | null,
  moves: readonly Move[],
): Change {
  const members = moves.map(({ extId, told }) => ({ ext_user_id: extId, ...told }));
  return changeOf(thread, { type, actor, change: { members } }, ({ places }) => {
    for (const { extId, after } of moves) places.set(extId, after);
  });
}

/** The one way to change a thread. */
export function apply(threads: Space['threads'], { thread: id, entry, effect }: Change): void {
  const thread = threads.get(id) ?? newThread(id);
  threads.set(id, thread);
  thread.log.push(entry);
  effect(thread);
}

export function newThread(id: string): Thread {
  return {
    id,
    type: 'group',
    isLinked: false,
    isDeleted: false,
    fields: { name: '', description: '', metadata: '' },
    places: new Map(),
    messages: new Map(),
    log: [],
  };
}

export function findUser(users: Users, idType: 1 | 2, id: string): User | undefined {
  return idType === 1 ? users.get(id) : users.values().find((user) => user.id === id);
}

/** The users with this one as they are then, found in the place of `absorbed` too. */
export function withUser(users: Users, user: User, absorbed?: User): Users {
  const known = new Map(users).set(user.extId, user);
  const isThem = ({ extId }: User) => extId === user.extId || extId === absorbed?.extId;
  return new Map(known.entries().map(([key, one]) => [key, isThem(one) ? user : one]));
}

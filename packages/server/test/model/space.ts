/** One space as the model sees it, and the commands that change it. Declarations only: all rules are in `oracle.ts`. */

export type Role = 'owner' | 'admin' | 'member';
export type Kind = 'text' | 'image' | 'video' | 'file';

export interface User {
  name: string;
  isBot: boolean;
  isActive: boolean;
}

/** The end of a mute or ban. undefined: there is none; null: never; 'over': expired, but not logged yet. */
export type End = number | null | 'over' | undefined;

/** A user's present or past membership of a thread. A mute continues while they are away. */
export interface Place {
  role: Role;
  isMember: boolean;
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

/** As in `thread_log`, but with `user_id`s. */
export interface LogEntry {
  type: string;
  actor: string | null;
  message_seq: number | null;
  change: object | null;
}

export interface Thread {
  type: 'group' | 'direct';
  isDeleted: boolean;
  places: Map<string, Readonly<Place>>;
  messages: Map<number, Readonly<Message>>;
  log: LogEntry[];
}

/** By `user_id`. */
export type Users = ReadonlyMap<string, Readonly<User>>;

export interface Space {
  users: Map<string, Readonly<User>>;
  threads: Map<string, Thread>;
}

/** Users are named by `user_id` here; a request may name them by `ext_user_id`. */
interface Named {
  isExtId: boolean;
  who: string;
}

interface Sending {
  sender: { isBot: boolean; id: string };
  kind: Kind;
  text: string;
}

export interface InThread {
  thread: string;
  /** The acting user; undefined: the integrator's back end itself. */
  actor: string | undefined;
}

export type MemberAction = 'add' | 'remove' | 'mute' | 'unmute' | 'ban' | 'unban' | 'set_role' | 'transfer';
export type MessageAction = 'edit' | 'erase' | 'pin' | 'unpin';

/**
 * All commands. A new command is a line here; the compiler then asks for its rule (`RULES` in oracle.ts) and its
 * request (`REQUESTS` in requests.ts), and wishes.ts sets its frequency.
 */
export type Command =
  | { does: 'put'; user: string; name: string }
  | { does: 'deactivate'; user: string }
  | { does: 'create'; users: string[] }
  | ({ does: 'delete' } & InThread)
  // `role` belongs to adding members and changing roles; `until` to mutes and bans.
  | ({ does: 'member'; action: MemberAction; role: 'admin' | 'member'; until: number | null } & InThread &
      Named)
  // Lets the mutes and bans of the thread expire.
  | { does: 'lapse'; thread: string }
  | ({ does: 'send'; thread: string } & Sending)
  // To one user, in the direct thread of the two.
  | ({ does: 'write' } & Named & Sending)
  // `text` is the new text of an edit.
  | ({ does: 'message'; action: MessageAction; seq: number; text: string } & InThread);

/** The commands of this type. */
export type Of<Does extends Command['does']> = Extract<Command, { does: Does }>;

/** One space as the model sees it, and the commands that change it. Declarations only: every rule stands in `oracle.ts`. */

export type Role = 'owner' | 'admin' | 'member';
export type Kind = 'text' | 'image' | 'video' | 'file';

export interface User {
  name: string;
  isBot: boolean;
  isActive: boolean;
}

/** When a mute or ban ends. undefined: there is none; null: never; 'over': it has ended, and the log was not told yet. */
export type End = number | null | 'over' | undefined;

/** What somebody is, or was, to a thread. A mute runs on while they are away. */
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

/** As `log_entries` has it, but that users have their `user_id`. */
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
  /** In whose name; undefined: the integrator's back end itself. */
  actor: string | undefined;
}

export type MemberAction = 'add' | 'remove' | 'mute' | 'unmute' | 'ban' | 'unban' | 'set_role' | 'transfer';
export type MessageAction = 'edit' | 'erase' | 'pin' | 'unpin';

/**
 * Whatever can be done. A new command is a line here; the compiler then asks for its rule (`RULES` in oracle.ts) and its
 * request (`REQUESTS` in requests.ts), and wishes.ts says how often it is wished for.
 */
export type Command =
  | { does: 'put'; user: string; name: string }
  | { does: 'deactivate'; user: string }
  | { does: 'create'; users: string[] }
  | ({ does: 'delete' } & InThread)
  // `role` is of those who are added, or given one; `until` of a mute or ban.
  | ({ does: 'member'; action: MemberAction; role: 'admin' | 'member'; until: number | null } & InThread &
      Named)
  // The time comes at which the mutes and bans of the thread end.
  | { does: 'lapse'; thread: string }
  | ({ does: 'send'; thread: string } & Sending)
  // To one user, in the direct thread of the two.
  | ({ does: 'write' } & Named & Sending)
  // `text` is what an edit makes of it.
  | ({ does: 'message'; action: MessageAction; seq: number; text: string } & InThread);

/** The commands that do this. */
export type Of<Does extends Command['does']> = Extract<Command, { does: Does }>;

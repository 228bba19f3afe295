import type {
  ClientMember,
  ClientThread,
  KeptMessage,
  Thread,
  ThreadState,
  UnsentMessage,
} from '@palaver/client';
import { createContext, useContext } from 'react';

/** The composer's mode: a new message, a reply, or an edit. */
export type Draft =
  | { type: 'new'; isTakenBack?: true }
  | { type: 'reply'; message: KeptMessage; isTakenBack?: true }
  | { type: 'edit'; message: KeptMessage };

/** The messages that the user has deleted a moment ago, by `seq`. Until they are, the user can change their mind. */
export interface Deletions {
  has: (seq: number) => boolean;
  remove: (seq: number) => void;
  undo: (seq: number) => void;
}

/** A message to open. Each jump is another object. */
export interface JumpTarget {
  threadId: string;
  seq: number;
}

/** What the parts of an open thread share. */
export interface OpenThread {
  thread: Thread;
  state: ThreadState;
  /** The thread as it is in the chat list. */
  summary: ClientThread;
  /** The current members: former ones are in `state.members` too, because their messages are there. */
  members: readonly ClientMember[];
  /** The user's own `ext_user_id`. */
  me: string;
  draft: Draft;
  setDraft: (draft: Draft) => void;
  reply: (message: KeptMessage) => void;
  edit: (message: KeptMessage) => void;
  /** Puts a refused message back into the field. */
  takeBack: (message: UnsentMessage) => void;
  deletions: Deletions;
  /** Shows a message. */
  jump: (seq: number) => void;
  /** The message that the user has jumped to, while it is marked. */
  found: JumpTarget | undefined;
  /** Whether the thread was opened at a message that is not there yet. */
  isPending: boolean;
  /** Whether members and settings are shown. */
  isDetailed: boolean;
  setIsDetailed: (isDetailed: boolean) => void;
  /** Undefined: it is not offered. */
  onSearch: (() => void) | undefined;
  onBack: (() => void) | undefined;
  /** The element of the whole thread, onto which files can be dropped. */
  place: HTMLElement | null;
}

export const ThreadContext = createContext<OpenThread | undefined>(undefined);

/** The thread around this component, and its state. Throws outside `<Thread>`. */
export function useThread(): OpenThread {
  const open = useContext(ThreadContext);
  if (open === undefined) throw new Error('This component needs a <Thread> around it.');
  return open;
}

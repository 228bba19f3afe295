import type { ChangeEntry, ClientMember, ClientMessage, ClientThread } from '../../api.ts';
import type { UnsentMessage } from '../sending/unsent-message.ts';

/** A message that the server has stored. */
export type KeptMessage = ClientMessage & { state: 'sent' };

/** A message to display: stored by the server, or still unsent. */
export type ShownMessage = KeptMessage | UnsentMessage;

/** A change of the thread or its members, for a line between messages. Find the names in `ThreadState.members`. */
export type ShownChange = Omit<ChangeEntry, 'members'>;

/** The state of an open thread. */
export interface ThreadState {
  /** The thread; undefined if the user is not a member, and while that is not known: `isLoading` is true until then. */
  thread: ClientThread | undefined;
  /**
   * The latest messages without a gap, or after `loadAround()` those around a message, oldest first; then the pending
   * messages. A failed message keeps the place where it was sent, before messages that arrived later.
   */
  messages: readonly ShownMessage[];
  /**
   * What happened to the group and its members between these messages, oldest first: show a change before the first message with a
   * higher `seq`. A page of messages brings at most the latest 100. A direct thread has none.
   */
  changes?: readonly ShownChange[];
  /**
   * Pinned messages of the whole thread, oldest first. If there are more than 100: the latest 100, and all pinned
   * since.
   */
  pinned: readonly KeptMessage[];
  /** All members, including former members, by ascending `ext_user_id`. */
  members: readonly ClientMember[];
  /**
   * The read position (`seq`) of each current member, including the signed-in user, by `ext_user_id`. The position of a
   * new member appears when they first read; in a group of more than 100 members, this also applies to all but 100 of
   * them.
   */
  readPositions: Readonly<Record<string, number>>;
  /** `ext_user_id`s of the members who are typing. */
  typing: readonly string[];
  /** Whether there are messages before the first loaded one. */
  hasOlder: boolean;
  /** Whether there are messages after the last loaded one: only after `loadAround()`. */
  hasNewer?: boolean;
  /** Whether the thread, its messages, members or read positions are still loading. */
  isLoading: boolean;
}

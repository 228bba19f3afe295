import type { ClientThread, ServerFrame } from '../api.ts';
import type { ClientLimits } from './client-limits.ts';
import type { FileTickets } from './files/file-urls.ts';
import type { ChatList } from './list/chat-list.ts';
import type { OwnReads } from './list/own-reads.ts';
import type { Presence } from './people/presence.ts';
import type { ProfileCatchUp } from './people/profile-catch-up.ts';
import type { Searches } from './search/searches.ts';
import type { Profile } from './state/profile.ts';
import type { Store } from './state/store.ts';
import type { OpenThreads } from './thread/open-threads.ts';

type FrameOf<Type extends ServerFrame['type']> = Extract<ServerFrame, { type: Type }>;

/** The state of a chat that frames of the server change. */
export interface ChatState {
  me: Store<{ user_id: string; ext_user_id: string } | undefined>;
  limits: Store<ClientLimits | undefined>;
  fileTickets: FileTickets;
  list: ChatList;
  ownReads: OwnReads;
  open: OpenThreads;
  searches: Searches;
  presence: Presence;
  profileCatchUp: ProfileCatchUp;
}

/** Applies the frames of the server to the state of a chat. */
export class IncomingFrames {
  readonly #state: ChatState;
  /** The epoch of the state: that of the first connection, then of the last one that has resumed. */
  #epoch: string | undefined;
  /** The epoch of the current connection. */
  #nextEpoch: string | undefined;

  constructor(state: ChatState) {
    this.#state = state;
  }

  get epoch(): string | undefined {
    return this.#epoch;
  }

  apply(frame: ServerFrame): void {
    const handler = this.#handlers[frame.type] as ((frame: ServerFrame) => void) | undefined;
    handler?.(frame);
  }

  readonly #handlers: { [Type in ServerFrame['type']]?: (frame: FrameOf<Type>) => void } = {
    authenticated: ({ user, epoch, limits, file_ticket }) => {
      this.#epoch ??= epoch;
      this.#nextEpoch = epoch;
      const { me, limits: known, fileTickets } = this.#state;
      known.set(limits);
      fileTickets.start(file_ticket);
      me.set(user);
    },
    'thread.joined': ({ thread }) => this.#join(thread),
    reset: ({ thread }) => {
      this.#join(thread);
      this.#state.searches.refresh(thread.id);
    },
    'thread.left': ({ thread_id }) => {
      this.#state.list.leave(thread_id);
      this.#state.searches.leave(thread_id);
    },
    entry: ({ entry }) => {
      const { list, open, searches } = this.#state;
      if (!list.applyEntry(entry)) return;
      open.get(entry.thread_id)?.applyEntry(entry);
      if (list.has(entry.thread_id)) searches.applyEntry(entry);
      else searches.leave(entry.thread_id);
    },
    read: ({ thread_id, ext_user_id, read_seq }) => {
      const { me, ownReads, open } = this.#state;
      if (ext_user_id === me.getSnapshot()?.ext_user_id) ownReads.advance(thread_id, read_seq);
      else open.get(thread_id)?.advanceReadPosition(ext_user_id, read_seq);
    },
    unread: ({ thread_id }) => this.#state.ownReads.recount(thread_id),
    resumed: ({ read_positions }) => {
      const { profileCatchUp, ownReads, open, searches } = this.#state;
      if (read_positions.length > 0) profileCatchUp.start();
      for (const { thread_id, read_seq } of read_positions) ownReads.replace(thread_id, read_seq);
      const isSame = this.#epoch === this.#nextEpoch;
      if (!isSame) searches.refresh();
      this.#epoch = this.#nextEpoch;
      // State that is in no log may be lost as well: read positions of others, and messages whose entry has not come.
      for (const store of open.all()) {
        if (isSame) store.catchUp();
        else store.reload();
      }
    },
    typing: ({ thread_id, ext_user_id, is_typing }) =>
      this.#state.open.get(thread_id)?.setTyping(ext_user_id, is_typing),
    presence: (frame) => this.#state.presence.update(frame),
    'user.updated': ({ user }) => this.#updateProfile(user),
  };

  #join(thread: ClientThread): void {
    this.#state.list.join(thread);
    this.#state.open.load(thread.id);
  }

  #updateProfile(user: Profile): void {
    const { me, profileCatchUp, list, open, searches } = this.#state;
    const { user_id, ext_user_id } = user;
    const known = me.getSnapshot();
    if (user_id !== null && ext_user_id === known?.ext_user_id && user_id !== known.user_id)
      me.set({ user_id, ext_user_id });
    profileCatchUp.note(user);
    list.updateProfile(user);
    for (const store of open.all()) store.updateProfile(user);
    searches.updateProfile(user);
  }
}

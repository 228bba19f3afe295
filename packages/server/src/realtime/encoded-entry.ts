import type { ExtUserId } from '@palaver/protocol/ids';
import type { LogEntry } from '@palaver/protocol/log';
import { type ReadEntry, shownEntry } from '../domain/records/thread-log-reader.ts';
import type { ShownUser } from '../edge/shown-user-ids.ts';
import { encodeFrame } from './frames.ts';
import { PEOPLE } from './people.ts';

/** The receiver of an entry. */
interface Reader {
  readonly extUserId: ExtUserId;
  /** Whether the policy shows the user the `user_id`s of others. */
  readonly seesUserIds: boolean;
}

/**
 * The encodings of an entry. One is shared by all who may see all `user_id`s; another, without `user_id`s, is made on demand.
 * A user gets an encoding of their own if the entry shows reactions, or if it contains them and hides the `user_id`s of others.
 */
export class EncodedEntry {
  readonly read: ReadEntry;
  readonly whole: Buffer;
  readonly #bots: ReadonlySet<ExtUserId>;
  #people: ReadonlySet<ExtUserId> | undefined;
  #withoutIds: Buffer | undefined;

  constructor(read: ReadEntry, bots: ReadonlySet<ExtUserId>) {
    this.read = read;
    this.#bots = bots;
    this.whole = encodeFrame({ type: 'entry', entry: read.entry });
  }

  for({ extUserId: user, seesUserIds }: Reader): Buffer {
    const { entry, reactors } = this.read;
    const shown = reactors.size === 0 ? entry : shownEntry(this.read, user);
    if (seesUserIds) return reactors.size === 0 ? this.whole : encodeFrame({ type: 'entry', entry: shown });
    this.#people ??= PEOPLE.inEntry.usersIn(entry);
    if (reactors.size > 0 || this.#people.has(user)) return this.#encodeWithoutIds(shown, user);
    this.#withoutIds ??= this.#encodeWithoutIds(entry);
    return this.#withoutIds;
  }

  /** Without the `user_id`s of all users except `own`. */
  #encodeWithoutIds(entry: LogEntry, own?: ExtUserId): Buffer {
    const isHidden = ({ type, ext_user_id }: ShownUser) =>
      ext_user_id !== own && type !== 'bot' && !this.#bots.has(ext_user_id);
    return encodeFrame({ type: 'entry', entry: PEOPLE.inEntry.without(entry, isHidden) });
  }
}

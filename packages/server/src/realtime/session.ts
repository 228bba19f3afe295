import type { ErrorCode } from '@palaver/protocol/errors';
import type { ExtUserId, ThreadId, UserId } from '@palaver/protocol/ids';
import { type ClientFrame, type CloseCode, COMMANDS, type Command } from '@palaver/protocol/realtime';
import { type SignedInContext, signedIn } from '../domain/context.ts';
import { findCompanions } from '../domain/members/queries.ts';
import { Refusal } from '../domain/refusal.ts';
import type { TokenBearer } from '../domain/tokens/authenticate-token.ts';
import { resolveUsers } from '../domain/users/queries.ts';
import { toRefusal } from '../http/failure.ts';
import type { ClientSocket, SocketListener } from './client-socket.ts';
import { RUNNERS } from './commands.ts';
import { Feed } from './feed.ts';
import type { RawFrame } from './frames.ts';
import type { Watcher } from './presence.ts';
import type { Realtime } from './realtime.ts';

/** Frames that wait for their turn; then no more are taken. */
const MAX_WAITING = 32;
/** Threads of which one connection may say what it has. */
export const MAX_NAMED = 20_000;
/** How a connection ends that could not be authenticated, where that is not the fault of its token. */
const REFUSED: Partial<Record<ErrorCode, CloseCode>> = { M50000: 1011, M50300: 1013 };

/**
 * A connection: who it is, and what it asks for. It is unknown until `authenticate`, and then takes commands; they are
 * carried out one after another, in the order in which they came. The first whole `resume` makes it a {@link Feed}.
 */
export class Session implements SocketListener, Watcher {
  readonly #realtime: Realtime;
  readonly #socket: ClientSocket;
  /** What the host name of the handshake was: it may name an application. */
  readonly #host: string;
  readonly openedAt = performance.now();
  bearer: TokenBearer | undefined;
  #waiting: RawFrame[] = [];
  #isWorking = false;
  #isStopping = false;

  /** What the client has of its threads, while it says so. */
  #named = new Map<ThreadId, number>();
  /** What it is told of its threads, since it has said all. */
  #feed: Feed | undefined;
  #watched: ReadonlySet<ExtUserId> = new Set();

  constructor(realtime: Realtime, socket: ClientSocket, host: string) {
    this.#realtime = realtime;
    this.#socket = socket;
    this.#host = host;
    socket.listen(this);
  }

  get socket(): ClientSocket {
    return this.#socket;
  }

  get extUserId(): ExtUserId {
    return this.#signedIn().extUserId;
  }

  push(frames: Buffer): void {
    this.#socket.push(frames);
  }

  receive(bytes: Buffer): void {
    const frame = this.#realtime.readFrame(bytes);
    // It asks whether somebody is there, not whether the commands before it are done.
    if (frame.type === 'ping' && this.bearer !== undefined) {
      void this.#handle(frame);
      return;
    }
    this.#waiting.push(frame);
    if (this.#waiting.length >= MAX_WAITING) this.#socket.isBusy = true;
    if (!this.#isWorking) void this.#work();
  }

  closed(): void {
    this.#waiting = [];
    this.#feed?.close();
    this.#realtime.presence.unwatch(this, this.#watched);
    this.#realtime.forget(this);
  }

  /** Resolves when no command is being carried out; those that come later are not taken. */
  async drained(): Promise<void> {
    this.#isStopping = true;
    this.#socket.isBusy = true;
    while (this.#isWorking) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  /** Somebody has told that the user is a member of a thread now. */
  arrive(threadId: ThreadId): void {
    this.#feed?.arrive(threadId);
  }

  /** The user has read up to here, on whatever device. */
  hasRead(threadId: ThreadId, readSeq: number): void {
    this.#feed?.hasRead(threadId, readSeq);
  }

  async #work(): Promise<void> {
    this.#isWorking = true;
    for (let frame = this.#waiting.shift(); frame !== undefined; frame = this.#waiting.shift()) {
      if (this.#socket.isClosing || this.#isStopping) break;
      await this.#handle(frame);
      if (this.#waiting.length < MAX_WAITING / 2 && !this.#isStopping) this.#socket.isBusy = false;
    }
    this.#isWorking = false;
  }

  async #handle(raw: RawFrame): Promise<void> {
    const isFirst = this.bearer === undefined;
    try {
      if (isFirst && raw.type !== 'authenticate') throw new Refusal('M40111');
      await this.#permit(raw);
      const frame = raw.check();
      const data = await this.#run(frame, raw.id);
      if (raw.id !== undefined && frame.type !== 'ping') this.#answer(raw.id, data);
    } catch (error) {
      const refusal = toRefusal(error);
      if (refusal.code === 'M50000')
        this.#realtime.log.error({ err: error, frame: raw.type }, 'a frame failed');
      if (isFirst) this.#socket.close(REFUSED[refusal.code] ?? 4401, refusal);
      else this.#refuse(refusal, raw.id);
    }
  }

  /**
   * Refuses commands as requests are refused: while nobody can say whether the token still counts (M50300), and when the
   * user's rate limit is reached (M42900).
   */
  async #permit({ type }: RawFrame): Promise<void> {
    if (this.bearer === undefined || type === undefined || !(type in COMMANDS)) return;
    if (this.#realtime.fanOut.isPaused) throw new Refusal('M50300');
    const state = await this.#realtime.limitUser(this.extUserId, type === 'watch' ? 'reads' : 'writes');
    if (state?.isExceeded === true) throw new Refusal('M42900');
  }

  async #run(frame: ClientFrame, id: string | undefined): Promise<unknown> {
    switch (frame.type) {
      case 'ping':
        this.#socket.send({ type: 'pong', ...(id === undefined ? {} : { id }) });
        return undefined;
      case 'authenticate':
        return this.#authenticate(frame.token);
      case 'resume':
        return this.#resume(frame.threads, frame.more === true);
      case 'watch':
        return this.#watch(frame.ext_user_ids);
      case 'send':
      case 'edit':
      case 'delete':
      case 'react':
      case 'unreact':
      case 'press':
      case 'read':
      case 'typing':
        return this.#command(frame);
    }
  }

  async #command(command: Exclude<Command, Command<'watch'>>): Promise<unknown> {
    const run = () => {
      // (TypeScript does not see that the runner is the one of the command.)
      const { run: runner } = RUNNERS[command.type] as {
        run: (ctx: SignedInContext, command: Command, services: Realtime) => Promise<unknown>;
      };
      return runner(this.#context(), command, this.#realtime);
    };
    try {
      return await run();
    } catch (error) {
      // A connection outlives a change of the user id, by which the token's is not theirs any more.
      const isUnknown = error instanceof Refusal && error.code === 'M40111';
      if (!isUnknown || !(await this.#renew())) throw error;
      return run();
    }
  }

  /** Finds what the user is called now; false: there is no such user any more, and no such connection. */
  async #renew(): Promise<boolean> {
    const { space, extUserId } = this.#signedIn();
    const [user] = await resolveUsers(this.#realtime.db, space, 1, [extUserId]);
    if (user?.ext_user_id !== extUserId || !user.is_active) {
      this.#socket.close(4401);
      return false;
    }
    this.bearer = { ...this.#signedIn(), userId: user.user_id };
    return true;
  }

  async #authenticate(token: string): Promise<void> {
    if (this.bearer !== undefined) {
      const message = 'comes once: a connection has one user, and one token';
      throw new Refusal('M40003', [{ field: 'type', rule: 'once', message }]);
    }
    const bearer = await this.#realtime.authenticate(token, this.#host);
    if (this.#socket.isClosing) return;
    this.bearer = bearer;
    this.#realtime.admit(this);
    this.#socket.send({
      type: 'authenticated',
      user: { user_id: bearer.userId, ext_user_id: bearer.extUserId },
      expires_at: bearer.expiresAtMs,
      heartbeat_ms: this.#realtime.heartbeatMs,
    });
  }

  #resume(threads: readonly { thread_id: ThreadId; seq: number }[], isMore: boolean): void {
    if (this.#feed !== undefined) {
      const message = 'comes once, in one frame or several: then everything is told as it happens';
      throw new Refusal('M40003', [{ field: 'type', rule: 'once', message }]);
    }
    // Ids are compared as numbers: leading zeros are no other thread.
    const positions = threads.map(
      ({ thread_id, seq }) => [BigInt(thread_id).toString() as ThreadId, seq] as const,
    );
    if (new Set([...this.#named.keys(), ...positions.map(([id]) => id)]).size > MAX_NAMED) {
      const message = `are more than ${MAX_NAMED} in all`;
      throw new Refusal('M40005', [{ field: 'threads', rule: 'max_items', message }]);
    }
    // Named twice, the lower one counts.
    for (const [id, seq] of positions) this.#named.set(id, Math.min(seq, this.#named.get(id) ?? seq));
    if (isMore) return;
    this.#feed = new Feed(this.#realtime, this.#socket, this.extUserId, () => void this.#watchAgain());
    this.#feed.resume(this.#named);
    this.#named = new Map();
  }

  async #watch(named: readonly ExtUserId[]): Promise<{ ext_user_id: ExtUserId; is_online: boolean }[]> {
    const { presence } = this.#realtime;
    const users = [...new Set(named.map((id) => BigInt(id).toString() as ExtUserId))];
    const companions = await this.#companions(users);
    presence.unwatch(this, this.#watched);
    this.#watched = companions;
    if (!this.#socket.isClosing) presence.watch(this, companions);
    return users.map((id) => ({ ext_user_id: id, is_online: companions.has(id) && presence.isOnline(id) }));
  }

  /** Of those whom the user shares no thread with any more they hear no more. */
  async #watchAgain(): Promise<void> {
    if (this.#watched.size === 0) return;
    try {
      await this.#watch([...this.#watched]);
    } catch (error) {
      this.#realtime.log.warn({ err: error }, 'looking at who is watched failed');
    }
  }

  async #companions(users: readonly ExtUserId[]): Promise<Set<ExtUserId>> {
    return new Set(await findCompanions(this.#realtime.db, this.extUserId, users));
  }

  #context(): SignedInContext {
    const { space, userId, extUserId } = this.#signedIn();
    return signedIn({ db: this.#realtime.db, space, actingUser: { userId, extUserId } });
  }

  #signedIn(): TokenBearer & { userId: UserId } {
    if (this.bearer === undefined) throw new Error('nobody has signed in');
    return this.bearer;
  }

  #answer(id: string, data: unknown): void {
    const success = { type: 'answer', id, message_code: 'M200', message: 'Success' } as const;
    this.#socket.send(data === undefined ? success : { ...success, data });
  }

  #refuse({ code, message, errors }: Refusal, id: string | undefined): void {
    this.#socket.send({
      type: 'error',
      ...(id === undefined ? {} : { id }),
      message_code: code,
      message,
      ...(errors === undefined ? {} : { errors: [...errors] }),
    });
  }
}

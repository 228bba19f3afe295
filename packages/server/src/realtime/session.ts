import { setTimeout as sleep } from 'node:timers/promises';
import type { CloseCode } from '@palaver/protocol/close-codes';
import type { ErrorCode } from '@palaver/protocol/errors';
import type { ExtUserId, ThreadId, UserId } from '@palaver/protocol/ids';
import type { ClientMessage } from '@palaver/protocol/messages';
import type { ClientFrame, Command, Resume } from '@palaver/protocol/realtime';
import { tracedTransactor } from '../bus/traced-transactor.ts';
import { type SignedInContext, signedIn } from '../domain/context.ts';
import { openThread } from '../domain/operations/notifications/open-thread.ts';
import type { TokenBearer } from '../domain/operations/tokens/authenticate-token.ts';
import type { Epoch } from '../domain/records/epochs.ts';
import { findRestrictedViewers } from '../domain/records/hidden-user-ids.ts';
import { resolveUsers } from '../domain/records/users.ts';
import { Refusal } from '../domain/refusal.ts';
import { toRefusal } from '../edge/failure.ts';
import type { SpanContext } from '../platform/tracing/span-context.ts';
import { loggedSpan } from '../platform/tracing/tracer.ts';
import type { ClientSocket, SocketListener } from './client-socket.ts';
import {
  type CommandServices,
  isCommand,
  isOperation,
  limitOf,
  type Operation,
  RUNNERS,
} from './commands.ts';
import { DeskWatches } from './desk-watches.ts';
import { Feed } from './feed.ts';
import type { RawFrame } from './frames.ts';
import type { Handshake } from './handshake.ts';
import type { OpenedOnConnection } from './open-threads.ts';
import { PEOPLE } from './people.ts';
import type { Watcher } from './presence.ts';
import { Resuming } from './resuming.ts';
import { RunningCommand } from './running-command.ts';
import type { NodeServices } from './session-services.ts';
import { WatchedUsers } from './watched-users.ts';

/** Services of the node that sessions use. */
export interface SessionServices extends NodeServices {
  connections: { admit: (session: Session) => void; forget: (session: Session) => void };
}

/** Most waiting frames, and bytes of them; then reading from the socket pauses. */
const MAX_WAITING = 32;
const MAX_WAITING_BYTES = 128 * 1024;
interface WaitingFrame {
  frame: RawFrame;
  bytes: number;
}

/** Close codes for a failed authentication that is not the fault of the token. */
const REFUSED: Partial<Record<ErrorCode, CloseCode>> = { M50000: 1011, M50300: 1013, M42900: 4429 };

/**
 * A connection from its handshake to its end. It must `authenticate` first, and may then send commands, which are carried out
 * one after another, in order of arrival. When its `resume` is complete, a {@link Feed} starts.
 */
export class Session implements SocketListener, Watcher {
  readonly #services: SessionServices;
  readonly #socket: ClientSocket;
  readonly handshake: Handshake;
  readonly openedAt = performance.now();
  bearer: TokenBearer | undefined;
  /** Whether the policy shows the user the `user_id`s of others, as of sign-in or the last sweep. */
  seesUserIds = true;
  #waiting: WaitingFrame[] = [];
  #waitingBytes = 0;
  /** Carries out waiting commands. */
  #working: Promise<void> | undefined;
  #isStopping = false;

  /** Collects the frames of `resume`. */
  #resuming = new Resuming();
  /** As in the `authenticated` frame. */
  #epoch: Epoch | undefined;
  /** Exists once `resume` is complete. */
  #feed: Feed | undefined;
  readonly #watched: WatchedUsers;
  readonly #opened: OpenedOnConnection;
  readonly #desk: DeskWatches;

  constructor(services: SessionServices, socket: ClientSocket, handshake: Handshake) {
    this.#services = services;
    this.#socket = socket;
    this.handshake = handshake;
    this.#opened = services.openThreads.connection(socket);
    this.#watched = new WatchedUsers(services, this, socket);
    this.#desk = new DeskWatches(services, this);
    socket.listen(this);
  }

  get socket(): ClientSocket {
    return this.#socket;
  }

  get extUserId(): ExtUserId {
    return this.#signedIn().extUserId;
  }

  /** The branch of its epoch. */
  get branch(): string | undefined {
    return this.#epoch?.branch;
  }

  push(frames: Buffer): void {
    this.#socket.push(frames);
  }

  receive(bytes: Buffer): void {
    const frame = this.#services.readFrame(bytes);
    // A ping asks whether the server is alive, so it does not wait for earlier commands.
    if (frame.type === 'ping' && this.bearer !== undefined) {
      this.#serve(this.#handle(frame));
      return;
    }
    this.#waiting.push({ frame, bytes: bytes.length });
    this.#countWaiting(bytes.length);
    if (this.#waiting.length >= MAX_WAITING || this.#waitingBytes >= MAX_WAITING_BYTES)
      this.#socket.isBusy = true;
    this.#working ??= this.#work();
  }

  #countWaiting(more: number): void {
    this.#waitingBytes += more;
    this.#socket.waitingBytes = this.#waitingBytes;
  }

  #forgetWaiting(): void {
    this.#waiting = [];
    this.#countWaiting(-this.#waitingBytes);
  }

  closed(): void {
    this.#forgetWaiting();
    this.#feed?.close();
    this.#opened.end();
    this.#watched.end();
    this.#desk.close();
    this.#services.connections.forget(this);
  }

  /** Closes this connection after a failure; other connections are not affected. */
  failed(error: unknown): void {
    this.#services.log.error({ err: error }, 'a connection failed: it is closed');
    this.#forgetWaiting();
    try {
      this.#socket.close(1011);
    } catch {
      this.#socket.cut();
    }
  }

  #serve(work: Promise<void>): void {
    work.catch((error: unknown) => this.failed(error));
  }

  /** Ends the connection because the database was set back: the client may have entries that are lost. Never throws. */
  setAside(): void {
    try {
      this.#socket.close(1012);
      // While the client closes its side, the connection must not keep what the node knew of the logs.
      this.#feed?.close();
      this.#desk.close();
    } catch (error) {
      this.failed(error);
    }
  }

  /**
   * Ends the connection because the node stops: tells the client, which may open another one first, and closes it when the time is over and
   * the current command is done. Never rejects.
   */
  async leave(withinMs: number): Promise<void> {
    try {
      this.#socket.send({ type: 'leaving', within_ms: withinMs });
      await sleep(withinMs, undefined, { ref: false });
      await this.drained();
      this.#socket.close(1012);
    } catch (error) {
      this.failed(error);
    }
  }

  /** Resolves when the current command is done. No other is started. */
  async drained(): Promise<void> {
    this.#isStopping = true;
    this.#socket.isBusy = true;
    await this.#working;
  }

  /** Handles the news that the user has joined a thread. */
  arrive(threadId: ThreadId): void {
    this.#feed?.arrive(threadId);
  }

  /** Handles a new read position of the user, from any device. */
  hasRead(threadId: ThreadId, readSeq: number): void {
    this.#feed?.hasRead(threadId, readSeq);
  }

  /** The user has set their read position back, on any device. */
  setBack(threadId: ThreadId): void {
    this.#feed?.setBack(threadId);
  }

  /** Never rejects. */
  async #work(): Promise<void> {
    try {
      await this.#workAll();
    } catch (error) {
      this.failed(error);
    }
    this.#working = undefined;
  }

  async #workAll(): Promise<void> {
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      this.#countWaiting(-next.bytes);
      if (this.#socket.isClosing || this.#isStopping) break;
      await this.#handle(next.frame);
      if (this.#hasRoom && !this.#isStopping) this.#socket.isBusy = false;
    }
  }

  get #hasRoom(): boolean {
    return this.#waiting.length < MAX_WAITING / 2 && this.#waitingBytes < MAX_WAITING_BYTES / 2;
  }

  async #handle(raw: RawFrame): Promise<void> {
    const isFirst = this.bearer === undefined;
    const running = new RunningCommand(this.#services, raw);
    let code: ErrorCode | 'M200' = 'M200';
    try {
      if (isFirst && raw.type !== 'authenticate') throw new Refusal('M40111');
      this.#permit(raw);
      const frame = raw.check();
      const data = await this.#run(frame, raw.id, running.trace);
      if (raw.id !== undefined && frame.type !== 'ping') this.#answer(raw.id, data);
    } catch (error) {
      const refusal = isFirst ? this.#limitedRefusal(toRefusal(error)) : toRefusal(error);
      code = refusal.code;
      if (code === 'M50000')
        this.#services.log.error(
          { err: error, frame: raw.type, commandId: raw.id, ...loggedSpan(running.trace) },
          'a frame failed',
        );
      if (isFirst) this.#socket.close(REFUSED[code] ?? 4401, refusal);
      else this.#refuse(refusal, raw.id);
    } finally {
      running.end(this, code);
    }
  }

  /** The refusal of a sign-in: M42900 if its address has exceeded the limit for refused requests. A valid token is never refused so. */
  #limitedRefusal(refusal: Refusal): Refusal {
    if (REFUSED[refusal.code] !== undefined) return refusal;
    return this.#socket.countRefusal() ? refusal : new Refusal('M42900');
  }

  /**
   * Refuses commands as requests are refused: while revocations cannot be read (M50300), and when the user's rate limit is
   * reached (M42900).
   */
  #permit({ type }: RawFrame): void {
    if (this.bearer === undefined || !isCommand(type)) return;
    if (this.#services.fanOut.isPaused) throw new Refusal('M50300');
    const state = this.#services.limitUser(this.extUserId, limitOf(type));
    if (state !== undefined && state.retryMs > 0) throw new Refusal('M42900');
  }

  async #run(frame: ClientFrame, id: string | undefined, trace: SpanContext | undefined): Promise<unknown> {
    if (isOperation(frame)) return this.#services.load.runCommand(() => this.#command(frame, trace));
    switch (frame.type) {
      case 'ping':
        this.#socket.send({ type: 'pong', ...(id === undefined ? {} : { id }) });
        return undefined;
      case 'authenticate':
        return this.#authenticate(frame.token);
      case 'resume':
        return this.#resume(frame);
      case 'watch':
        return this.#watched.replace(frame.ext_user_ids);
      case 'open':
        return openThread(this.#context(), this.#opened, frame.thread_id);
      case 'watch_all':
      case 'watch_thread':
        return this.#services.load.runCommand(() => this.#desk.watch(this.#context(), frame));
      case 'unwatch_all':
      case 'unwatch_thread':
        return this.#desk.unwatch(frame);
    }
  }

  async #command(command: Operation, trace: SpanContext | undefined): Promise<unknown> {
    const run = async () => {
      // (TypeScript cannot infer that the runner fits the command.)
      const { run: runner, answersMessage } = RUNNERS[command.type] as {
        answersMessage?: true;
        run: (ctx: SignedInContext, command: Command, services: CommandServices) => Promise<unknown>;
      };
      const data = await runner(this.#context(trace), command, this.#services);
      if (answersMessage !== true) return data;
      return PEOPLE.inMessage.shownTo(this.#services.db, this.extUserId, data as ClientMessage);
    };
    try {
      return await run();
    } catch (error) {
      // The `user_id` may have changed since sign-in: the connection stays open, but the token contains the old one.
      const isUnknown = error instanceof Refusal && error.code === 'M40111';
      if (!isUnknown || !(await this.#renew())) throw error;
      return run();
    }
  }

  /** Looks up the current `user_id`; false: the user is gone or inactive, and the connection is closed. */
  async #renew(): Promise<boolean> {
    const { space, extUserId } = this.#signedIn();
    const [user] = await resolveUsers(this.#services.db, space, 1, [extUserId]);
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
    const { bearer, ticket } = await this.#services.authenticate(token, this.handshake.host);
    const [restricted, epoch] = await Promise.all([
      findRestrictedViewers(this.#services.db, [bearer.extUserId]),
      this.#services.epochs.look(),
    ]);
    this.seesUserIds = !restricted.has(bearer.extUserId);
    if (this.#socket.isClosing) return;
    this.bearer = bearer;
    this.#epoch = epoch;
    this.#socket.belongsTo(bearer.extUserId);
    this.#services.connections.admit(this);
    this.#socket.send({
      type: 'authenticated',
      user: { user_id: bearer.userId, ext_user_id: bearer.extUserId },
      expires_at: bearer.expiresAtMs,
      heartbeat_ms: this.#services.heartbeatMs,
      epoch: epoch.epoch,
      limits: this.#services.limits,
      file_ticket: ticket,
    });
    // Last: whatever follows comes after the answer.
    this.#socket.open();
  }

  #resume(frame: Resume): void {
    if (this.#feed !== undefined) {
      const message = 'comes once, in one frame or several: from then on, changes are sent as they happen';
      throw new Refusal('M40003', [{ field: 'type', rule: 'once', message }]);
    }
    this.#resuming.add(frame);
    if (frame.more === true) return;
    this.#feed = new Feed(this.#services, this.#socket, this.extUserId, {
      seesUserIds: () => this.seesUserIds,
      left: () => this.#serve(this.#watched.check()),
      failed: (error) => this.failed(error),
    });
    const { positions, epoch } = this.#resuming;
    this.#feed.resume(positions, epoch === this.#epoch?.epoch ? undefined : epoch);
    this.#resuming = new Resuming();
  }

  #context(trace?: SpanContext): SignedInContext {
    const { space, userId, extUserId } = this.#signedIn();
    const { tracer } = this.#services;
    const db = trace === undefined ? this.#services.db : tracedTransactor(this.#services.db, tracer, trace);
    return signedIn({ db, space, actingUser: { userId, extUserId }, trace });
  }

  #signedIn(): TokenBearer & { userId: UserId } {
    if (this.bearer === undefined) throw new Error('the caller has not signed in');
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

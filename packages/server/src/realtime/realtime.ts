import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ExtUserId } from '@palaver/protocol/ids';
import { MAX_FRAME_BYTES, REALTIME_PATH } from '@palaver/protocol/realtime';
import { WebSocketServer } from 'ws';
import type { Bus, News } from '../bus/bus.ts';
import { signedIn } from '../domain/context.ts';
import type { InFlight } from '../domain/operations/idempotency/in-flight.ts';
import type { SendQueue } from '../domain/operations/messages/send-queue.ts';
import type { TokenBearer } from '../domain/operations/tokens/authenticate-token.ts';
import { getMe } from '../domain/operations/users/get-me.ts';
import { findKeeping, findKept } from '../domain/records/hidden-user-ids.ts';
import { findCompanions, pollJoins } from '../domain/records/memberships-of-user.ts';
import { Refusal } from '../domain/refusal.ts';
import type { ActLog } from '../http/act-log.ts';
import { namesAnotherApp } from '../http/auth.ts';
import { isOriginAllowed } from '../http/cors.ts';
import type { ServerParts } from '../http/parts.ts';
import type { RateLimit } from '../http/rate-limit.ts';
import { answerRefusedByNode, isAnswering, refuseOnSocket } from '../http/refused-by-node.ts';
import { getOrMake } from '../platform/get-or-make.ts';
import type { Log } from '../platform/log.ts';
import { Turns } from '../platform/turns.ts';
import type { Database } from '../storage/database.ts';
import { CLOSE_TIMEOUT_MS, ClientSocket } from './client-socket.ts';
import type { CommandServices } from './commands.ts';
import { FanOut } from './fan-out.ts';
import { createFrameReader, type RawFrame } from './frames.ts';
import { Outbox } from './outbox.ts';
import { Presence } from './presence.ts';
import { Profiles } from './profiles.ts';
import { Session } from './session.ts';

export type RealtimeParts = Omit<ServerParts, 'version' | 'objects' | 'temporary'> & { bus: Bus };

/** How a connection has begun. */
export interface Handshake {
  /** The name that it asked for, which may name an application. */
  host: string;
  /** The client's, see http/client-address.ts. */
  address: string;
  socket: Socket;
}

const TICK_MS = 1_000;
/** Without a look at revocations in this time nothing is handed on (a look is up to a second old when it is new). */
const UNCHECKED_MS = 4_000;
/** New memberships that the bus has lost are found within this time. */
const POLL_JOINS_MS = 2_000;
/** Looks at logs and threads for connections that catch up, at once: the rest of the pool is for requests. */
const READS_AT_ONCE = 4;
/** (Not written in its place, because the library's types do not know the last of them.) */
const WEB_SOCKETS = {
  noServer: true,
  clientTracking: false,
  // A megabyte a connection, and the frames of many could not be one.
  perMessageDeflate: false,
  autoPong: false,
  // One chunk may bring ten thousand small frames: others get their turn between them.
  allowSynchronousEvents: false,
  maxPayload: MAX_FRAME_BYTES,
  closeTimeout: CLOSE_TIMEOUT_MS,
};

/**
 * The connections of one node: takes handshakes, hands news to whom they concern, and ends what must end.
 */
export class Realtime implements CommandServices {
  readonly db: Database;
  readonly log: Log;
  readonly sends: SendQueue;
  readonly clientMessages: InFlight;
  readonly limitUser: RateLimit;
  readonly acts: ActLog;
  readonly fanOut: FanOut;
  readonly presence: Presence;
  readonly readFrame: (bytes: Buffer) => RawFrame;
  /** Looks at logs and threads for connections that catch up, by user; and at profiles. */
  readonly looks = new Turns({
    atOnce: READS_AT_ONCE,
    // Each connection waits for one.
    maxWaiting: Number.POSITIVE_INFINITY,
    overloaded: () => new Refusal('M50300'),
  });

  readonly #parts: RealtimeParts;
  readonly #profiles: Profiles;
  readonly #outbox = new Outbox();
  readonly #webSockets = new WebSocketServer(WEB_SOCKETS);
  readonly #sessions = new Set<Session>();
  /** Those that have said who they are, by their users. */
  readonly #ofUser = new Map<ExtUserId, Set<Session>>();
  #signedIn = 0;
  readonly #unsubscribe: () => void;
  readonly #timer: NodeJS.Timeout;
  #repairing: Promise<void> | undefined;
  #checkedAt = performance.now();
  #joinsPolledAt = 0;
  /** Where the next poll for memberships begins; undefined: nobody is here. */
  #joins: Promise<string> | undefined;

  constructor(parts: RealtimeParts) {
    const { db, log, sends, clientMessages, limitUser, acts, bus, config, metrics } = parts;
    this.#parts = parts;
    this.db = db;
    this.log = log;
    this.sends = sends;
    this.clientMessages = clientMessages;
    this.limitUser = limitUser;
    this.acts = acts;
    this.fanOut = new FanOut(db, log, bus.audience, (users) => this.presence.parted(users));
    this.presence = new Presence({
      bus,
      log,
      findCompanions: (pairs) => this.looks.run('presence', () => findCompanions(db, pairs)),
      isPaused: () => this.fanOut.isPaused,
    });
    this.#profiles = new Profiles(this);
    this.readFrame = createFrameReader(config);
    this.#unsubscribe = bus.subscribe((news) => this.#hear(news));
    this.#timer = setInterval(() => this.#tick(), TICK_MS).unref();
    this.#webSockets.on('wsClientError', (_error, socket) =>
      refuseOnSocket(socket as Socket, 'M40000', ['sec-websocket-version: 13']),
    );
    metrics.addGauge('palaver_realtime_connections', 'Open realtime connections.', () => this.#sessions.size);
  }

  /** The connections of a user. */
  sessionsOf(user: ExtUserId): Iterable<Session> {
    return this.#ofUser.get(user) ?? [];
  }

  get maxMessageBytes(): number {
    return this.#parts.config.messageBytes;
  }

  get heartbeatMs(): number {
    return this.#parts.config.heartbeatMs;
  }

  /** Longest text of a message, in code points. */
  get maxTextChars(): number {
    return this.#parts.config.textChars;
  }

  /** Most entries of a thread that a client which comes back is sent. */
  get maxMissed(): number {
    return this.#parts.config.resumeEntries;
  }

  /** Takes the handshakes that come to a server. */
  attach(server: Server): void {
    server.on('upgrade', (request, socket, head) => {
      try {
        this.#upgrade(request, socket as Socket, head);
      } catch (error) {
        this.log.error({ err: error }, 'a handshake failed');
        socket.destroy();
      }
    });
  }

  /** Whom a token signs in, on a host that may name an application. Refuses with M40111 and M40112. */
  async authenticate(token: string, host: string): Promise<TokenBearer> {
    const { tokens, keys, config } = this.#parts;
    const bearer = await tokens.authenticate(token);
    if (await namesAnotherApp(host, config.baseDomain, bearer.space.appId, keys)) throw new Refusal('M40111');
    // What a connection is told is found by the `ext_user_id` alone: it must be that of this user, in this space.
    await getMe(signedIn({ db: this.db, space: bearer.space, actingUser: bearer }));
    return bearer;
  }

  /** Counts a connection among those of its user; closes it when they, or all users, have too many. */
  admit(session: Session): void {
    const user = session.extUserId;
    this.#parts.anonymous.leave(session.handshake.socket);
    this.#signedIn += 1;
    const sessions = getOrMake(this.#ofUser, user, () => new Set());
    sessions.add(session);
    this.presence.arrive(user);
    const { maxUserConnections, maxConnections } = this.#parts.config;
    if (sessions.size > maxUserConnections) session.socket.close(4429);
    // Of those that shook hands together the last may find that there are too many.
    else if (this.#signedIn > maxConnections) session.socket.close(1013);
  }

  /** Resolves when nothing is missed any more of who becomes a member of what. */
  async followsJoins(): Promise<void> {
    this.#joins ??= pollJoins(this.db, undefined).then(({ next }) => next);
    await this.#joins.catch((error: unknown) => {
      this.#joins = undefined;
      throw error;
    });
  }

  forget(session: Session): void {
    this.#sessions.delete(session);
    if (session.bearer === undefined) return;
    const user = session.extUserId;
    const sessions = this.#ofUser.get(user);
    if (sessions?.delete(session) !== true) return;
    this.#signedIn -= 1;
    if (sessions.size === 0) this.#ofUser.delete(user);
    this.presence.leave(user);
  }

  /**
   * Closes every connection with 1012, after the commands that have come are carried out. Whoever has not closed their
   * side by the deadline is cut.
   */
  async close(timeoutMs: number): Promise<void> {
    clearInterval(this.#timer);
    const sessions = [...this.#sessions];
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, timeoutMs);
    const closing = sessions.map(async (session) => {
      await Promise.race([session.drained(), late]);
      session.socket.close(1012);
    });
    await Promise.all(closing);
    const areAllClosed = async () => {
      while (this.#sessions.size > 0) await sleep(20);
    };
    await Promise.race([areAllClosed(), late]);
    clearTimeout(timer);
    for (const session of this.#sessions) session.socket.cut();
    const presenceClosed = this.presence.close();
    this.#unsubscribe();
    // The database is closed next.
    await Promise.all([this.#repairing, this.fanOut.close(), this.#profiles.close(), presenceClosed]);
  }

  #upgrade(request: IncomingMessage, socket: Socket, head: Buffer): void {
    const { config, isDraining, anonymous, addresses } = this.#parts;
    // Until the handshake is done nobody else listens.
    const onError = () => socket.destroy();
    socket.on('error', onError);
    if (isAnswering(socket)) {
      // That answer would come amid our frames.
      answerRefusedByNode(new Error('a handshake behind another request'), socket);
      return;
    }
    const isFull = isDraining() || this.#signedIn >= config.maxConnections;
    const isStranger = !isOriginAllowed(config.corsOrigins, request.headers.origin);
    const handshake = { host: request.headers.host ?? '', address: addresses.of(request), socket };
    if (isFull || isStranger) {
      const code = isFull ? 'M50300' : 'M40307';
      this.acts.write({ address: handshake.address, method: 'GET', route: REALTIME_PATH, code });
      refuseOnSocket(socket, code);
      return;
    }
    anonymous.enter(socket, handshake.address);
    this.#webSockets.handleUpgrade(request, socket, head, (ws) => {
      socket.off('error', onError);
      const wire = new ClientSocket(ws, socket, this.#outbox, config.connectionBacklogBytes);
      this.#sessions.add(new Session(this, wire, handshake));
    });
  }

  #hear(news: News): void {
    switch (news.type) {
      case 'entries':
        this.fanOut.heard(news.threadId, news.seq, news.entries);
        break;
      case 'joined':
        for (const user of news.users) {
          for (const session of this.sessionsOf(user)) session.arrive(news.threadId);
        }
        break;
      case 'typing': {
        const { threadId, user, isTyping } = news;
        const frame = {
          type: 'typing',
          thread_id: threadId,
          ext_user_id: user,
          is_typing: isTyping,
        } as const;
        this.fanOut.tell(threadId, frame, user);
        break;
      }
      case 'read': {
        const { threadId, user, readSeq } = news;
        this.fanOut.tell(threadId, {
          type: 'read',
          thread_id: threadId,
          ext_user_id: user,
          read_seq: readSeq,
        });
        for (const session of this.sessionsOf(user)) session.hasRead(threadId, readSeq);
        break;
      }
      case 'presence':
        this.presence.heard(news);
        break;
      case 'user':
        if (this.#sessions.size > 0) this.#profiles.heard(news.user);
        break;
      // Of who delivers to webhooks.
      case 'deliveries':
    }
  }

  #tick(): void {
    if (this.#sessions.size === 0) {
      this.#joins = undefined;
      this.#checkedAt = performance.now();
      if (this.fanOut.isPaused) this.fanOut.isPaused = false;
      return;
    }
    this.#endLate();
    this.presence.tick();
    if (performance.now() - this.#checkedAt > UNCHECKED_MS && !this.fanOut.isPaused) {
      this.log.warn('revocations of tokens cannot be looked at: nothing is handed on to connections');
      this.fanOut.isPaused = true;
    }
    this.#repairing ??= this.#repair().finally(() => {
      this.#repairing = undefined;
    });
  }

  /** Closes those who have not said who they are in time, whose token has ended, and who have not answered a ping. */
  #endLate(): void {
    const now = performance.now();
    for (const session of this.#sessions) {
      try {
        this.#endIfLate(session, now);
      } catch (error) {
        session.failed(error);
      }
    }
  }

  #endIfLate({ socket, bearer, openedAt }: Session, now: number): void {
    if (bearer === undefined) {
      if (now - openedAt > this.#parts.config.authenticationTimeoutMs) socket.close(4408);
      return;
    }
    if (bearer.expiresAtMs <= Date.now()) socket.close(4401, { code: 'M40112' });
    // Counted from the ping: when it is this process that has slept, nobody else was silent.
    const { heardAt, pingedAt } = socket;
    if (pingedAt !== undefined && now - pingedAt > this.heartbeatMs) socket.close(4408);
    else if (now - heardAt > this.heartbeatMs) socket.ping();
  }

  /** Ends what was revoked, and finds what the bus has lost. */
  async #repair(): Promise<void> {
    try {
      const beganAt = performance.now();
      const signedIn = [...this.#ofUser.values()].flatMap((sessions) =>
        [...sessions].flatMap((session) =>
          session.bearer === undefined ? [] : [{ session, bearer: session.bearer }],
        ),
      );
      const revoked = await this.#parts.tokens.findRevoked(signedIn);
      for (const { session } of revoked) session.socket.close(4401);
      await this.#lookAtPolicies(signedIn);
      this.#checkedAt = beganAt;
      if (this.fanOut.isPaused) this.fanOut.isPaused = false;
      await this.fanOut.checkSilent();
      if (beganAt - this.#joinsPolledAt > POLL_JOINS_MS) await this.#pollJoins();
    } catch (error) {
      this.log.warn({ err: error }, 'looking after connections failed');
    }
  }

  /** Finds who is shown the `user_id`s of others by now. */
  async #lookAtPolicies(signedIn: readonly { session: Session; bearer: TokenBearer }[]): Promise<void> {
    const keeping = await findKeeping(this.db, [
      ...new Set(signedIn.map(({ bearer }) => bearer.space.appId)),
    ]);
    const ofThem = signedIn.filter(({ bearer }) => keeping.has(bearer.space.appId));
    const users = [...new Set(ofThem.map(({ bearer }) => bearer.extUserId))];
    const kept = users.length === 0 ? undefined : await findKept(this.db, users);
    for (const { session, bearer } of signedIn) session.seesUserIds = kept?.has(bearer.extUserId) !== true;
  }

  async #pollJoins(): Promise<void> {
    this.#joinsPolledAt = performance.now();
    await this.followsJoins();
    const { next, joined } = await pollJoins(this.db, await this.#joins);
    this.#joins = Promise.resolve(next);
    for (const { thread_id, ext_user_id } of joined) {
      for (const session of this.sessionsOf(ext_user_id)) session.arrive(thread_id);
    }
  }
}

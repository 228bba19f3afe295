import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FileTicket } from '@palaver/protocol/files';
import type { Bus } from '../bus/bus.ts';
import type { Config } from '../config/config.ts';
import { signedIn } from '../domain/context.ts';
import type { TokenBearer } from '../domain/operations/tokens/authenticate-token.ts';
import { issueFileTicket } from '../domain/operations/tokens/issue-file-ticket.ts';
import { getMe } from '../domain/operations/users/get-me.ts';
import { findCompanions } from '../domain/records/memberships-of-user.ts';
import { Refusal } from '../domain/refusal.ts';
import { namesAnotherApp } from '../edge/app-host.ts';
import type { ServerParts } from '../edge/services.ts';
import { FairQueue } from '../platform/fair-queue.ts';
import { routeBusEvent } from './bus-router.ts';
import { Connections } from './connections.ts';
import { DeskActivity } from './desk-activity.ts';
import { Epochs } from './epochs.ts';
import { FanOut } from './fan-out.ts';
import { createFrameReader } from './frames.ts';
import { Gateway } from './gateway.ts';
import { MembershipPoll } from './membership-poll.ts';
import { OpenThreads } from './open-threads.ts';
import { Presence } from './presence.ts';
import { Profiles } from './profiles.ts';
import { addSessionMetrics } from './realtime-metrics.ts';
import type { Session, SessionServices } from './session.ts';
import { Sweeper } from './sweeper.ts';

export type RealtimeParts = Omit<ServerParts, 'version' | 'objects' | 'temporary'> & { bus: Bus };

/** Concurrent reads for connections that catch up; requests have the rest of the pool. */
const READS_AT_ONCE = 4;

const LEAVE_EVERY_MS = 50;
/** The part of the delay in which load balancers may still lead clients here. */
const UNNOTICED_PART = 2 / 5;
/** The longest time between the `leaving` frame and the close of the connection. */
const LEAVE_WITHIN_MS = 5_000;

/** Composes the parts of realtime for one node, starts them, and closes them in order. */
export class Realtime {
  readonly connections: Connections;
  /** Passed to each session. */
  readonly services: SessionServices;
  readonly #fanOut: FanOut;
  readonly #presence: Presence;
  readonly #openThreads: OpenThreads;
  readonly #profiles: Profiles;
  readonly #deskActivity: DeskActivity;
  readonly #sweeper: Sweeper;
  readonly #gateway: Gateway;
  readonly #unsubscribe: () => void;

  constructor(parts: RealtimeParts) {
    const { db, log, bus, config, metrics, anonymous } = parts;
    // Users take turns; a user has one read at a time over all their connections. Profiles and presence take turns with them.
    const reads = new FairQueue({
      atOnce: READS_AT_ONCE,
      // Bounded by the number of connections: each waits for one read.
      maxWaiting: Number.POSITIVE_INFINITY,
      overloaded: () => new Refusal('M50300'),
    });
    const fanOut = new FanOut(parts, (users) => presence.parted(users));
    const presence = new Presence({
      bus,
      log,
      findCompanions: (pairs) => reads.run('presence', () => findCompanions(db, pairs)),
      isPaused: () => fanOut.isPaused,
    });
    const connections = new Connections(config, {
      arrived: ({ extUserId, handshake }) => {
        anonymous.leave(handshake.socket);
        presence.arrive(extUserId);
      },
      left: (user) => presence.leave(user),
    });
    const deskActivity = new DeskActivity({ db, log, reads, bus, isPaused: () => fanOut.isPaused });
    const profiles = new Profiles({ db, log, fanOut, reads, connections });
    const memberships = new MembershipPoll(db);
    const epochs = new Epochs({ db, log, connections, memberships });
    const openThreads = new OpenThreads({ db, log, heartbeatMs: config.heartbeatMs });
    this.#fanOut = fanOut;
    this.#presence = presence;
    this.#profiles = profiles;
    this.#deskActivity = deskActivity;
    this.#openThreads = openThreads;
    this.connections = connections;
    this.services = {
      ...{ db, log, tracer: parts.tracer },
      sends: parts.sends,
      clientMessages: parts.clientMessages,
      load: parts.load,
      limitUser: parts.limitUser,
      acts: parts.acts,
      ...addSessionMetrics(metrics),
      ...{ fanOut, presence, deskActivity, openThreads, epochs },
      reads,
      memberships,
      connections,
      readFrame: createFrameReader(config),
      authenticate: (token, host) => authenticate(parts, token, host),
      maxMessageBytes: config.messageBytes,
      baseUrl: parts.baseUrl,
      heartbeatMs: config.heartbeatMs,
      limits: limitsOf(config),
      maxMissed: config.resumeEntries,
    };
    this.#gateway = new Gateway({ ...parts, connections, services: this.services });
    const sweeper = new Sweeper({
      ...{ db, log, connections, deskActivity, fanOut, presence, memberships, openThreads, epochs },
      tokens: parts.tokens,
      authenticationTimeoutMs: config.authenticationTimeoutMs,
      heartbeatMs: config.heartbeatMs,
    });
    this.#sweeper = sweeper;
    this.#unsubscribe = bus.subscribe((event) =>
      routeBusEvent(event, { connections, deskActivity, fanOut, presence, profiles, sweeper }),
    );
    metrics.addGauge('palaver_realtime_connections', 'Open realtime connections.', () => connections.size);
  }

  /** Handles the WebSocket handshakes of an HTTP server. */
  attach(server: Server): void {
    this.#gateway.attach(server);
  }

  /**
   * Tells the connections one after another that the node leaves, and closes each of them with 1012 a little later, so that their clients do
   * not all reconnect at once. Starts when load balancers have had time to notice. Includes connections that are opened meanwhile.
   */
  async leave(overMs: number): Promise<void> {
    const endsAt = performance.now() + overMs;
    const withinMs = Math.min(overMs / 4, LEAVE_WITHIN_MS);
    await sleep(overMs * UNNOTICED_PART);
    const leaving = new Set<Session>();
    const leftMsOf = () => endsAt - withinMs - performance.now();
    for (let leftMs = leftMsOf(); leftMs > 0; leftMs = leftMsOf()) {
      const open = this.connections.signedIn().filter((session) => !leaving.has(session));
      // (A random number decides over a fraction of a connection.)
      const count = Math.floor(
        (open.length * LEAVE_EVERY_MS) / Math.max(leftMs, LEAVE_EVERY_MS) + Math.random(),
      );
      for (const session of open.slice(0, count)) {
        leaving.add(session);
        void session.leave(Math.round(withinMs));
      }
      await sleep(Math.min(LEAVE_EVERY_MS, leftMs));
    }
    await sleep(Math.max(0, endsAt - performance.now()));
  }

  /**
   * Closes each connection with 1012 when its current command is done. A connection whose client has not closed its side
   * by the deadline is terminated.
   */
  async close(timeoutMs: number): Promise<void> {
    this.#sweeper.stop();
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, timeoutMs);
    const closing = [...this.connections.all()].map(async (session) => {
      await Promise.race([session.drained(), late]);
      session.socket.close(1012);
    });
    await Promise.all(closing);
    await Promise.race([this.connections.emptied(), late]);
    clearTimeout(timer);
    for (const session of this.connections.all()) session.socket.cut();
    const presenceClosed = this.#presence.close();
    this.#unsubscribe();
    // The database is closed next, so no read may remain.
    await Promise.all([
      this.#sweeper.settled(),
      this.#fanOut.close(),
      this.#profiles.close(),
      this.#deskActivity.close(),
      this.#openThreads.close(),
      presenceClosed,
    ]);
  }
}

/** Authenticates a token, on a host that may name an application. Refuses with M40111 and M40112. */
async function authenticate(
  { db, tokens, keys, config }: RealtimeParts,
  token: string,
  host: string,
): Promise<{ bearer: TokenBearer; ticket: FileTicket }> {
  const bearer = await tokens.authenticate(token);
  if (await namesAnotherApp(host, config.baseDomain, bearer.space.appId, keys)) throw new Refusal('M40111');
  // Fan-out finds connections by `ext_user_id` alone, so it must belong to this user, in this space.
  await getMe(signedIn({ db, space: bearer.space, actingUser: bearer }));
  return { bearer, ticket: await issueFileTicket(tokens, bearer) };
}

/** What clients check before they send. */
function limitsOf({ textChars, imageSide, imagePixels, avifPixels }: Config): SessionServices['limits'] {
  return { text_chars: textChars, image_side: imageSide, image_pixels: imagePixels, avif_pixels: avifPixels };
}

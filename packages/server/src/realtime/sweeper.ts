import type { ExtUserId } from '@palaver/protocol/ids';
import type { TokenAuthenticator } from '../domain/operations/tokens/authenticate-token.ts';
import { findAppsWithIdPolicy, findRestrictedViewers } from '../domain/records/hidden-user-ids.ts';
import type { Log } from '../platform/log.ts';
import type { Database } from '../storage/database.ts';
import type { Connections } from './connections.ts';
import type { DeskActivity } from './desk-activity.ts';
import type { Epochs } from './epochs.ts';
import type { FanOut } from './fan-out.ts';
import type { MembershipPoll } from './membership-poll.ts';
import type { OpenThreads } from './open-threads.ts';
import type { Presence } from './presence.ts';
import type { Session } from './session.ts';

const TICK_MS = 1_000;
/** Fan-out is paused when revocations were last read longer ago than this. (A fresh result can already be a second old.) */
const UNCHECKED_MS = 4_000;
/** New memberships whose bus events were lost are found within this time. */
const POLL_JOINS_MS = 2_000;

export interface SweeperParts {
  db: Database;
  log: Log;
  tokens: TokenAuthenticator;
  connections: Connections;
  deskActivity: Pick<DeskActivity, 'checkUsers' | 'checkThreads'>;
  fanOut: FanOut;
  presence: Presence;
  memberships: MembershipPoll;
  openThreads: OpenThreads;
  epochs: Epochs;
  authenticationTimeoutMs: number;
  heartbeatMs: number;
}

/**
 * Runs every second. It closes connections that did not authenticate in time, are silent, or have a token that expired or was
 * revoked, and all of them when the database was set back. It counts what they hold, applies changes of the policy and of the support desk, finds entries and memberships whose bus events were lost, and
 * refreshes which threads are open. While revocations cannot be read, fan-out is paused.
 */
export class Sweeper {
  readonly #parts: SweeperParts;
  readonly #timer: NodeJS.Timeout;
  #sweeping: Promise<void> | undefined;
  readonly #endings = new Set<Promise<void>>();
  #checkedAt = performance.now();
  #membershipsPolledAt = 0;

  constructor(parts: SweeperParts) {
    this.#parts = parts;
    this.#timer = setInterval(() => this.#tick(), TICK_MS).unref();
  }

  /** Starts no further sweeps. */
  stop(): void {
    clearInterval(this.#timer);
  }

  /** Resolves when the current sweep is done. */
  async settled(): Promise<void> {
    await Promise.all([this.#sweeping, ...this.#endings]);
  }

  /** Closes the connections of a user whose tokens were revoked, without waiting for the next sweep. */
  endRevoked(user: ExtUserId): void {
    const { connections, tokens, log } = this.#parts;
    const signedIn = bearersOf(connections.of(user));
    if (signedIn.length === 0) return;
    const ending = tokens
      .findRevoked(signedIn, 'now')
      .then(closeRevoked)
      .catch((error: unknown) => {
        log.warn({ err: error }, 'revoked connections could not be ended: the next sweep ends them');
      });
    this.#endings.add(ending);
    void ending.finally(() => this.#endings.delete(ending));
  }

  /**
   * The next sweep looks for entries and memberships whose events the bus may have lost. (Not at once: after an outage, all nodes
   * report a gap at the same time.)
   */
  lookForLoss(): void {
    this.#parts.fanOut.expectLoss();
    this.#membershipsPolledAt = Number.NEGATIVE_INFINITY;
  }

  #tick(): void {
    const { connections, fanOut, presence, memberships, log } = this.#parts;
    // Also without connections: the next one asks who is online elsewhere, and a silent node would count as crashed.
    presence.tick();
    if (connections.size === 0) {
      memberships.stop();
      this.#checkedAt = performance.now();
      if (fanOut.isPaused) fanOut.isPaused = false;
      return;
    }
    this.#endLate();
    if (performance.now() - this.#checkedAt > UNCHECKED_MS && !fanOut.isPaused) {
      log.warn('revocations of tokens cannot be read: fan-out to connections is paused');
      fanOut.isPaused = true;
    }
    this.#sweeping ??= this.#sweep().finally(() => {
      this.#sweeping = undefined;
    });
  }

  #endLate(): void {
    const now = performance.now();
    for (const session of this.#parts.connections.all()) {
      try {
        this.#endIfLate(session, now);
        session.socket.countUnread();
      } catch (error) {
        session.failed(error);
      }
    }
  }

  /** Closes a connection that has not authenticated in time, whose token has expired, or that has not answered a ping. */
  #endIfLate({ socket, bearer, openedAt }: Session, now: number): void {
    const { authenticationTimeoutMs, heartbeatMs } = this.#parts;
    if (bearer === undefined) {
      if (now - openedAt > authenticationTimeoutMs) socket.close(4408);
      return;
    }
    if (bearer.expiresAtMs <= Date.now()) socket.close(4401, { code: 'M40112' });
    // Measured from the ping: after a stall of this process the client was not silent.
    const { receivedAt, pingedAt } = socket;
    if (pingedAt !== undefined && now - pingedAt > heartbeatMs) socket.close(4408);
    else if (now - receivedAt > heartbeatMs) socket.ping();
  }

  async #sweep(): Promise<void> {
    const { connections, deskActivity, fanOut, tokens, openThreads, epochs, log } = this.#parts;
    try {
      const beganAt = performance.now();
      await epochs.sweep();
      const signedIn = bearersOf(connections.signedIn());
      closeRevoked(await tokens.findRevoked(signedIn));
      await this.#followPolicies(signedIn);
      await deskActivity.checkUsers();
      this.#checkedAt = beganAt;
      deskActivity.checkThreads();
      if (fanOut.isPaused) fanOut.isPaused = false;
      await fanOut.checkSilent();
      await openThreads.tick();
      if (beganAt - this.#membershipsPolledAt > POLL_JOINS_MS) await this.#pollMemberships();
    } catch (error) {
      log.warn({ err: error }, 'sweeping the connections failed');
    }
  }

  /** Updates which sessions may see the `user_id`s of others. */
  async #followPolicies(signedIn: readonly SignedIn[]): Promise<void> {
    const { db } = this.#parts;
    const apps = await findAppsWithIdPolicy(db, [
      ...new Set(signedIn.map(({ bearer }) => bearer.space.appId)),
    ]);
    const affected = signedIn.filter(({ bearer }) => apps.has(bearer.space.appId));
    const users = [...new Set(affected.map(({ bearer }) => bearer.extUserId))];
    const restricted = users.length === 0 ? undefined : await findRestrictedViewers(db, users);
    for (const { session, bearer } of signedIn)
      session.seesUserIds = restricted?.has(bearer.extUserId) !== true;
  }

  async #pollMemberships(): Promise<void> {
    const { connections, memberships } = this.#parts;
    this.#membershipsPolledAt = performance.now();
    for (const { thread_id, ext_user_id } of await memberships.poll()) {
      for (const session of connections.of(ext_user_id)) session.arrive(thread_id);
    }
  }
}

/** A session with the bearer of its token. */
interface SignedIn {
  session: Session;
  bearer: NonNullable<Session['bearer']>;
}

function bearersOf(sessions: Iterable<Session>): SignedIn[] {
  return Array.from(sessions).flatMap((session) =>
    session.bearer === undefined ? [] : [{ session, bearer: session.bearer }],
  );
}

function closeRevoked(revoked: readonly SignedIn[]): void {
  for (const { session } of revoked) session.socket.close(4401);
}

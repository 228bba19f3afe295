import { setTimeout as sleep } from 'node:timers/promises';
import { type Palaver, PalaverError } from '@palaver/client/server';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { ChatCall } from './chat-user.ts';
import { type Queryable, transaction } from './database.ts';

interface Row {
  id: number;
  user_id: number;
  call: ChatCall;
  attempts: number;
}

/** How many users are synchronised at the same time. */
const LANES = 2;
/** After so long a lane looks by itself: another process may have written, or what has failed is due. */
const LOOK_EVERY_MS = 500;

/**
 * The first row of a user whose turn it is. It stays locked while Palaver is called, and goes in the same transaction: when
 * the process is killed, the database frees it at once, and it is done again. Each call may be done twice without harm.
 */
const NEXT = `
  select id, user_id, call, attempts from outbox
  where due_at <= clock_timestamp()
    and not exists (select from outbox before where before.user_id = outbox.user_id and before.id < outbox.id)
  order by due_at limit 1 for update skip locked`;
/** Again after 0.1 s, 0.2 s, … 10 s. A call that Palaver will never accept holds up only this user, and shows in log and metrics. */
const POSTPONE = `
  update outbox set attempts = attempts + 1,
    due_at = clock_timestamp() + least(interval '10 s', interval '0.1 s' * 2 ^ least(attempts, 10))
  where id = $1`;

/** To be called in the transaction that changes the user, and after it has locked the user's row: that keeps the order. */
export async function enqueue(db: Queryable, userId: number, calls: ChatCall[]): Promise<void> {
  for (const call of calls)
    await db.query('insert into outbox (user_id, call) values ($1, $2)', [userId, call]);
}

/** Whether tokens of this user are still to be revoked: one that is issued before would end with them. */
export async function hasRevocation(db: Queryable, userId: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from outbox where user_id = $1 and call ->> 'do' = 'revoke-tokens' limit 1`,
    [userId],
  );
  return rowCount !== 0;
}

/** Brings what stands in the outbox to Palaver: of each user in order, and until it has arrived. */
export class Outbox {
  readonly #pool: pg.Pool;
  readonly #palaver: Palaver;
  readonly #log: FastifyBaseLogger;
  readonly #stopping = new AbortController();
  #bell = Promise.withResolvers<void>();
  #lanes: Promise<void>[] = [];

  constructor(pool: pg.Pool, palaver: Palaver, log: FastifyBaseLogger) {
    this.#pool = pool;
    this.#palaver = palaver;
    this.#log = log;
  }

  start(): void {
    this.#lanes = Array.from({ length: LANES }, () => this.#lane());
  }

  /** Something has been committed. */
  wake(): void {
    this.#bell.resolve();
    this.#bell = Promise.withResolvers();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.wake();
    await Promise.all(this.#lanes);
  }

  async #lane(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const { promise: rung } = this.#bell;
      const found = await this.#deliverNext().catch((error: unknown) => {
        if (!signal.aborted) this.#log.error({ err: error }, 'the outbox was not read');
        return false;
      });
      const pause = new AbortController();
      if (!found) await Promise.race([rung, sleep(LOOK_EVERY_MS, undefined, pause).catch(() => {})]);
      pause.abort();
    }
  }

  #deliverNext(): Promise<boolean> {
    return transaction(this.#pool, async (client) => {
      const { rows } = await client.query<Row>(NEXT);
      const [row] = rows;
      if (row === undefined) return false;
      const { id, user_id, call, attempts } = row;
      try {
        await this.#tell(call);
        await client.query('delete from outbox where id = $1', [id]);
      } catch (error) {
        if (!(error instanceof PalaverError)) throw error;
        this.#log.warn(
          { user_id, call: call.do, code: error.code, attempts },
          'Palaver did not take a change',
        );
        await client.query(POSTPONE, [id]);
      }
      return true;
    });
  }

  async #tell(call: ChatCall): Promise<void> {
    const options = { signal: this.#stopping.signal };
    if (call.do === 'put') await this.#palaver.users.put(call.user_id, call.profile, options);
    else if (call.do === 'change-id') await this.#palaver.users.changeId(call.from, call.to, options);
    else await this.#palaver.users.revokeTokens(call.user_id, options);
  }
}

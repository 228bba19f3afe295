import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Database } from '../../src/storage/database.ts';
import type { Installation } from './installation.ts';

/*
 * Points in a transaction at which the rig can make PostgreSQL wait, without test code in the server: triggers take a
 * lock that only a shut gate holds.
 */

/** The number of each gate's advisory lock. */
export const GATES = {
  /** Heads, log and messages are written; the first key with its answer is not yet. */
  betweenWrites: 770_001,
  /** After all statements, before the record that makes the transaction durable. */
  beforeCommit: 770_002,
} as const;

export async function buildGates(db: Database): Promise<void> {
  await db.query(`
    create function rig_gate() returns trigger language plpgsql as
    'begin perform pg_advisory_xact_lock_shared(tg_argv[0]::bigint); return new; end'`);
  await db.query(`
    create trigger rig_between_writes before insert or update on idempotency_keys
    for each row when (new.data is not null) execute function rig_gate(${GATES.betweenWrites})`);
  await db.query(`
    create constraint trigger rig_before_commit after insert on messages deferrable initially deferred
    for each row execute function rig_gate(${GATES.beforeCommit})`);
}

/** A shut gate with a transaction waiting at it. */
export class ShutGate {
  readonly #client: pg.Client;
  readonly #number: number;

  private constructor(client: pg.Client, number: number) {
    this.#client = client;
    this.#number = number;
  }

  /** Resolves when a transaction has come to the gate. A batch of sends waits there for a second at most. */
  static async shut(installation: Installation, number: number): Promise<ShutGate> {
    const client = new pg.Client(await installation.connection());
    client.on('error', () => {}); // PostgreSQL is about to be killed
    await client.connect();
    await client.query('select pg_advisory_lock($1)', [number]);
    const gate = new ShutGate(client, number);
    const giveUpAtMs = performance.now() + 10_000;
    while ((await gate.#waiting()).length === 0) {
      if (performance.now() > giveUpAtMs) throw new Error('nobody comes to the gate');
      await sleep(2);
    }
    return gate;
  }

  /** Opens the gate; resolves when the waiting transactions have passed it, which for the last gate means committed. */
  async open(): Promise<void> {
    const pids = await this.#waiting();
    await this.#client.query('select pg_advisory_unlock($1)', [this.#number]);
    const busy = `select pid from pg_stat_activity where pid = any($1) and state = 'active'`;
    while ((await this.#client.query(busy, [pids])).rowCount !== 0) await sleep(2);
  }

  /** Waiting transactions continue, unless PostgreSQL is gone. */
  async leave(): Promise<void> {
    // A connection whose server was killed cannot be ended, it is already closed.
    await Promise.race([this.#client.end().catch(() => {}), sleep(1_000)]);
  }

  async #waiting(): Promise<number[]> {
    const { rows } = await this.#client.query<{ pid: number }>(
      `select pid from pg_locks where locktype = 'advisory' and not granted and objid = $1`,
      [this.#number],
    );
    return rows.map(({ pid }) => pid);
  }
}

import type pg from 'pg';
import { Database, type DatabaseOptions, type Transaction, type Transactor } from '../storage/database.ts';
import type { Bus, BusEvent } from './bus.ts';

/** What can tell every node what has happened: a transaction after its commit, anything else at once. */
interface Publisher {
  publish(event: BusEvent): void;
}

/** A transaction whose events are published once it is committed; never, when it is rolled back. */
export interface PublishingTransaction extends Transaction, Publisher {}

/** A {@link Transactor} whose transactions publish. */
export interface PublishingTransactor extends Transactor, Publisher {
  transaction<T>(work: (tx: PublishingTransaction) => Promise<T>): Promise<T>;
}

/** The database, and the bus that tells what was changed in it. */
export class PublishingDatabase extends Database implements PublishingTransactor {
  readonly #bus: Bus;

  constructor(connection: pg.PoolConfig, { bus, ...options }: DatabaseOptions & { bus: Bus }) {
    super(connection, options);
    this.#bus = bus;
  }

  publish(event: BusEvent): void {
    this.#bus.publish(event);
  }

  override transaction<T>(work: (tx: PublishingTransaction) => Promise<T>): Promise<T> {
    return super.transaction((tx) => work(this.#publishing(tx)));
  }

  override transactionAtOnce<T>(work: (tx: PublishingTransaction) => Promise<T>): Promise<T> {
    return super.transactionAtOnce((tx) => work(this.#publishing(tx)));
  }

  #publishing(tx: Transaction): PublishingTransaction {
    return { ...tx, publish: (event) => tx.afterCommit(() => this.publish(event)) };
  }
}

/** A transactor whose transactions all are this one: they commit, or not, together. */
export function joined(tx: PublishingTransaction): PublishingTransactor {
  return {
    query: (text, values) => tx.query(text, values),
    publish: (event) => tx.publish(event),
    vault: tx.vault,
    transaction: (work) => work(tx),
  };
}

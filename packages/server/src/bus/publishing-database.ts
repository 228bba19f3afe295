import type pg from 'pg';
import { Database, type DatabaseOptions, type Transaction, type Transactor } from '../storage/database.ts';
import type { Bus, BusEvent } from './bus.ts';

/** Publishes events to every node: a transaction after its commit, anything else at once. */
interface Publisher {
  publish(event: BusEvent): void;
}

/** A transaction whose events are published after its commit; a rollback drops them. */
export interface PublishingTransaction extends Transaction, Publisher {}

/** A {@link Transactor} whose transactions can publish. */
export interface PublishingTransactor extends Transactor, Publisher {
  transaction<T>(work: (tx: PublishingTransaction) => Promise<T>): Promise<T>;
  transactionAtOnce<T>(work: (tx: PublishingTransaction) => Promise<T>): Promise<T>;
}

/** The database, and the bus on which its transactions publish. */
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

/** A transactor whose transactions all join this one: they commit or roll back together. */
export function joined(tx: PublishingTransaction): PublishingTransactor {
  return {
    query: (text, values) => tx.query(text, values),
    publish: (event) => tx.publish(event),
    vault: tx.vault,
    transaction: (work) => work(tx),
    transactionAtOnce: (work) => work(tx),
  };
}

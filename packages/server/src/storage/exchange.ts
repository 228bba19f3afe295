import pg from 'pg';

/** A statement and its parameters. One with a name is prepared: the connection keeps it. */
export type Statement = pg.QueryConfig & { queryMode: 'extended' };

/**
 * Runs statements as one transaction in one exchange: all leave in one write that ends with a single `Sync`, where PostgreSQL commits
 * and then responds; if one fails, it skips the others and rolls back. Compared with `begin` and `commit`, that spares both
 * sides three responses. Resolves to the rows of each statement.
 *
 * https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-PIPELINING
 */
export function runTogether(client: pg.ClientBase, statements: readonly Statement[]): Promise<object[][]> {
  const { promise, resolve, reject } = Promise.withResolvers<object[][]>();
  client.query(
    new Exchange(statements, (failure, result) => {
      if (failure) reject(failure);
      else resolve([result].flat().map(({ rows }) => rows));
    }),
  );
  return promise;
}

type Result = pg.QueryResult<Record<string, unknown>>;

/** What the driver's queries have, and its types do not tell. */
interface DriverQuery {
  name: string | undefined;
  text: string;
  submit(connection: pg.Connection): void;
  handleCommandComplete(message: object, connection: pg.Connection): void;
  handleError(failure: Error, connection: pg.Connection): void;
}
type Driver = new (config: object, callback?: unknown) => DriverQuery;
type DriverConnection = pg.Connection & { submittedNamedStatements: Record<string, string> };
const Query = pg.Query as unknown as Driver;

/** For the driver, this is one query with several results. */
class Exchange extends Query {
  readonly #statements: readonly Statement[];
  #completed = 0;

  constructor(
    statements: readonly Statement[],
    callback: (failure: Error | null, result: Result | Result[]) => void,
  ) {
    super({ name: statements[0]?.name, text: statements[0]?.text, queryMode: 'extended' }, callback);
    this.#statements = statements;
  }

  override submit(connection: pg.Connection): void {
    // Each statement is sent as the driver sends it by itself, but for its `Sync`.
    const unsynced = Object.create(connection, { sync: { value: () => {} } }) as pg.Connection;
    connection.stream.cork();
    for (const statement of this.#statements) new Query(statement).submit(unsynced);
    connection.sync();
    connection.stream.uncork();
  }

  /** The driver remembers the statement with this name as prepared when PostgreSQL has parsed it. */
  override handleCommandComplete(message: object, connection: pg.Connection): void {
    super.handleCommandComplete(message, connection);
    this.#completed += 1;
    const next = this.#statements[this.#completed];
    this.name = next?.name;
    this.text = next?.text ?? '';
  }

  /** The statements behind the failed one have not been parsed. */
  override handleError(failure: Error, connection: DriverConnection): void {
    for (const { name } of this.#statements.slice(this.#completed))
      if (name !== undefined) delete connection.submittedNamedStatements[name];
    super.handleError(failure, connection);
  }
}

import type { Answer, CallOptions } from './calls.ts';
import type { TestServer } from './test-server.ts';

/** Sends a POST with an idempotency key. */
export const post = (
  server: TestServer,
  url: string,
  key: string,
  body: unknown,
  { prefer, ...options }: CallOptions & { prefer?: string } = {},
): Promise<Answer> =>
  server.call('POST', url, {
    ...options,
    body,
    headers: { 'idempotency-key': key, ...(prefer === undefined ? {} : { prefer }) },
  });

/** How many rows a query finds. */
export async function rows(server: TestServer, sql: string, ...values: string[]): Promise<number> {
  return (await server.database.sql(sql, values)).length;
}

/** How many messages have this text. */
export async function messagesWith(server: TestServer, text: string): Promise<number> {
  return rows(server, 'select from messages where text = $1', text);
}

import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { type SignedIn, signInAll } from '../../server/test/harness/client-api.ts';
import { startTestServer, type TestServer } from '../../server/test/harness/test-server.ts';
import { until } from '../../server/test/harness/until.ts';
import { type Chat, type ConnectOptions, connect } from '../src/index.ts';

/** A server that listens, and some who have signed in. */
export interface ChatServer {
  server: TestServer;
  url: string;
  people: SignedIn[];
  /** Connects one of them; the chat ends with the test. */
  connect: (who: SignedIn, options?: Partial<ConnectOptions>) => Chat;
  close: () => Promise<void>;
}

export async function startChatServer(count: number, environment = {}): Promise<ChatServer> {
  const server = await startTestServer(environment);
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
  const people = await signInAll(server, count);
  return {
    server,
    url,
    people,
    connect: ({ token }, options = {}) => {
      const chat = connect({ url, ...(options.tokenProvider === undefined ? { token } : {}), ...options });
      onTestFinished(() => chat.close());
      return chat;
    },
    close: () => server.close(),
  };
}

/** Resolves when this holds. */
export async function eventually(holds: () => boolean): Promise<void> {
  await until(async () => holds() || undefined);
}

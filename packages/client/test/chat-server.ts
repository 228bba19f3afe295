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

/** A `fetch` that keeps what the server has answered to some calls, until that is let go. */
export class HeldAnswers {
  readonly #to: RegExp;
  readonly #release = Promise.withResolvers<void>();
  isOn = true;
  /** How many are kept, and how many were let through. */
  count = 0;
  passed = 0;

  constructor(to: RegExp) {
    this.#to = to;
  }

  readonly fetch: typeof fetch = async (address, init) => {
    const response = await fetch(address, init);
    const answer = await response.text();
    if (this.isOn && this.#to.test(new Request(address).url)) {
      this.count += 1;
      await this.#release.promise;
    } else this.passed += 1;
    return new Response(answer, response);
  };

  release(): void {
    this.isOn = false;
    this.#release.resolve();
  }
}

/** Resolves when this holds. */
export async function eventually(holds: () => boolean): Promise<void> {
  await until(async () => holds() || undefined);
}

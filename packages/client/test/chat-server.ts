import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { type SignedIn, signInAll } from '../../server/test/harness/client-api.ts';
import { startTestServer, type TestServer } from '../../server/test/harness/test-server.ts';
import { until } from '../../server/test/harness/until.ts';
import { type Chat, type ConnectOptions, connect, type ShownMessage } from '../src/index.ts';

/** A listening server, and signed-in users. */
export interface ChatServer {
  server: TestServer;
  url: string;
  people: SignedIn[];
  /** Connects a user. The chat is closed when the test finishes. */
  connect: (who: SignedIn, options?: Partial<ConnectOptions>) => Chat;
  /** Connects a user, and waits until the chat has caught up with the server. */
  ready: (who: SignedIn) => Promise<Chat>;
  /** Creates a group that the first member owns, and resolves to its id. */
  group: (...members: SignedIn[]) => Promise<string>;
  close: () => Promise<void>;
}

export async function startChatServer(count: number, environment = {}): Promise<ChatServer> {
  const server = await startTestServer(environment);
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
  const people = await signInAll(server, count);
  const connectUser: ChatServer['connect'] = ({ token }, options = {}) => {
    const chat = connect({ url, ...(options.tokenProvider === undefined ? { token } : {}), ...options });
    onTestFinished(() => chat.close());
    return chat;
  };
  return {
    server,
    url,
    people,
    connect: connectUser,
    ready: async (who) => {
      const chat = connectUser(who);
      await chat.ready();
      return chat;
    },
    group: (...members) => server.group(members.map(({ userId }) => userId)),
    close: () => server.close(),
  };
}

/** The texts of messages. */
export const texts = (messages: readonly ShownMessage[]) => messages.map(({ body }) => body.text);

/** A `fetch` that holds back the responses to some calls until `release()`. */
export class HeldAnswers {
  readonly #urls: RegExp;
  readonly #release = Promise.withResolvers<void>();
  isOn = true;
  /** Number of responses that were held back, and that were passed on. */
  count = 0;
  passed = 0;

  constructor(urls: RegExp) {
    this.#urls = urls;
  }

  readonly fetch: typeof fetch = async (address, init) => {
    const response = await fetch(address, init);
    const answer = await response.text();
    if (this.isOn && this.#urls.test(new Request(address).url)) {
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

/** Resolves when the condition holds. */
export async function eventually(holds: () => boolean): Promise<void> {
  await until(async () => holds() || undefined);
}

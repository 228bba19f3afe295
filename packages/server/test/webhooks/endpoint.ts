import { DELIVERIES, ENDPOINTS } from '../harness/api.ts';
import { textTo } from '../harness/population.ts';
import type { Received, Receiver } from '../harness/receiver.ts';
import type { TestServer } from '../harness/test-server.ts';
import { until } from '../harness/until.ts';

/** An endpoint of a test, at a path of its own. */
export interface TestEndpoint {
  id: string;
  secret: string;
  url: string;
  /** The calls that it received. */
  received: () => Received[];
  /** The same, once there are this many. */
  arrived: (count: number) => Promise<Received[]>;
  /** Its deliveries, newest first. */
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of the answer
  deliveries: (query?: string) => Promise<any[]>;
  /** The same, once none is pending. */
  // biome-ignore lint/suspicious/noExplicitAny: see above
  settled: () => Promise<any[]>;
}

let count = 0;

export async function makeEndpoint(
  server: TestServer,
  receiver: Receiver,
  eventTypes: string[] = [],
  options: { tenant?: string } = {},
): Promise<TestEndpoint> {
  // (An endpoint may also get events from just before its creation.)
  await server.relayed();
  count += 1;
  const path = `/hook-${count}`;
  const url = receiver.url + path;
  const body = { url, event_types: eventTypes };
  const { id, webhook_secret: secret } = await server.ok('POST', ENDPOINTS, { ...options, body });
  const received = () => receiver.of(path);
  const deliveries = async (query = '') => {
    await server.relayed();
    return server.ok('GET', `${DELIVERIES}?endpoint_id=${id}&limit=100${query && `&${query}`}`, options);
  };
  return {
    id,
    secret,
    url,
    received,
    deliveries,
    arrived: (wanted) => until(async () => (received().length >= wanted ? received() : undefined)),
    settled: () =>
      until(async () => {
        const all: { status: string }[] = await deliveries();
        return all.length > 0 && all.every(({ status }) => status !== 'pending') ? all : undefined;
      }),
  };
}

/** A text of `user1`. */
export const say = (server: TestServer, threadId: string, text: string): Promise<unknown> =>
  server.ok('POST', '/open-api/v1.0/chat/messages', { body: textTo(threadId, 'user1', text) });

/** The text of an event's message. */
export const textOf = ({ event }: Received): string => event.data.entry.message.body.text;

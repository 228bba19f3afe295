import type { TestServer } from './test-server.ts';

/** How many requests the server carries out, as `/metrics` says: authenticated, and with their bodies read. */
export async function requestsInProgress({ app }: TestServer): Promise<number> {
  const { payload } = await app.inject('/metrics');
  return Number(/^palaver_requests_in_progress (\d+)$/m.exec(payload)?.[1]);
}

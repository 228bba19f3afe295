import { afterAll } from 'vitest';
import { startTestServer, type TestServer } from './test-server.ts';

/**
 * A server for all tests of a file: `const server = await useServer()` at its top. It is closed after them, and after the
 * `afterAll` of the file, because Vitest runs what was registered first last. A server of a `describe` or of one test is
 * started by `startTestServer`.
 */
export async function useServer(...options: Parameters<typeof startTestServer>): Promise<TestServer> {
  const server = await startTestServer(...options);
  afterAll(() => server.close());
  return server;
}

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTestServer, type TestServer } from '../../server/test/harness/test-server.ts';

/** A server that has the playground, and does what is to be done in the background. */
export interface PlaygroundServer {
  server: TestServer;
  url: string;
  close: () => Promise<void>;
}

export async function startPlayground(): Promise<PlaygroundServer> {
  const server = await startTestServer({ PALAVER_PLAYGROUND: '1' });
  writeFileSync(join(server.dataDir, 'api-key'), server.key);
  const jobs = await server.runJobs();
  const url = await server.app.listen({ host: '127.0.0.1', port: 0 });
  const close = async () => {
    await jobs.stop();
    await server.close();
  };
  return { server, url, close };
}

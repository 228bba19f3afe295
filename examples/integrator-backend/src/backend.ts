import type { AddressInfo } from 'node:net';
import { Palaver } from '@palaver/client/server';
import { Accounts } from './accounts.ts';
import { putAgent } from './agent.ts';
import type { Config } from './config.ts';
import { openDatabase } from './database.ts';
import { Metrics } from './metrics.ts';
import { Outbox } from './outbox.ts';
import { addPage } from './page.ts';
import { addRoutes } from './routes.ts';
import { buildServer, type LogOptions } from './server.ts';

export interface Backend {
  url: string;
  metricsUrl: string;
  /** Answers what has come in, and lets go of everything. */
  stop: () => Promise<void>;
}

/** Starts everything, in the order in which it is needed. */
export async function startBackend(config: Config, log: LogOptions): Promise<Backend> {
  const db = await openDatabase(config.databaseUrl);
  const metrics = new Metrics(db.pool);
  const app = await buildServer(config, metrics, log);
  // It does not retry by itself: the outbox does, and so do callers that wait for an answer.
  const palaver = new Palaver({
    url: config.palaverUrl,
    apiKey: config.palaverApiKey,
    maxRetries: 0,
    timeoutMs: 5_000,
  });
  const outbox = new Outbox(db.pool, palaver, app.log);
  addRoutes(app, { config, db, accounts: new Accounts(db, config.identifiers), outbox, palaver, metrics });
  addPage(app, config);
  const stopping = new AbortController();
  const agent = putAgent(palaver, config.agent, app.log, stopping.signal);
  // The first message of a guest is to the agent.
  await agent.tried;
  const listener = await metrics.listen(config.metricsPort);
  const url = await app.listen({ host: config.host, port: config.port });
  outbox.start();
  let stopped: Promise<void> | undefined;
  const stop = async () => {
    await app.close();
    stopping.abort();
    await agent.done;
    await outbox.stop();
    listener.close();
    await db.pool.end();
  };
  const { address, port } = listener.address() as AddressInfo;
  return {
    url,
    metricsUrl: `http://${address}:${port}/metrics`,
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}

import fastify from 'fastify';
import { ConfigError, SETTINGS } from '../config.ts';
import type { Metrics } from '../platform/metrics.ts';
import { listen } from './listen.ts';

/** Serves `/metrics`, and nothing else, on an address of its own. Answers how to stop. */
export async function listenForMetrics(address: string, metrics: Metrics): Promise<() => Promise<void>> {
  const [, host = '', port = ''] = /^\[?(.+?)\]?:(\d{1,5})$/.exec(address) ?? [];
  if (host === '') throw new ConfigError(`PALAVER_METRICS_ADDRESS must be host:port, not "${address}"`);
  const app = fastify({ forceCloseConnections: true });
  app.get('/metrics', async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.render()),
  );
  const { name } = SETTINGS.metricsAddress;
  await listen(app, { host, port: Number(port) }, { host: name, port: name });
  return () => app.close();
}

import fastify from 'fastify';
import { SETTINGS } from '../config/config.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { HostAndPort } from '../platform/text-forms.ts';
import { listen } from './listen.ts';

/** Serves only `/metrics`, on an address of its own. Returns a function that stops it. */
export async function listenForMetrics(address: HostAndPort, metrics: Metrics): Promise<() => Promise<void>> {
  const app = fastify({ forceCloseConnections: true });
  app.get('/metrics', async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.render()),
  );
  const { name } = SETTINGS.metricsAddress;
  await listen(app, address, { host: name, port: name });
  return () => app.close();
}

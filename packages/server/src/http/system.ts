import { EnvelopeSchema, SUCCESS } from '@palaver/protocol/envelope';
import { REALTIME_PATH } from '@palaver/protocol/realtime';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../domain/refusal.ts';
import { DatabaseUnavailableError } from '../storage/database.ts';
import { addDocsPage } from './docs-page.ts';
import { failureResponse } from './openapi.ts';
import type { ServerParts } from './parts.ts';
import { isFromThisMachine } from './this-machine.ts';

/** Routes for operators and tools: no API key, no rate limit. */
export function addSystemRoutes(app: FastifyInstance, { config, db, metrics }: ServerParts): void {
  const health = (operationId: string, summary: string) => ({
    operationId,
    tags: ['System'],
    summary,
    response: {
      200: { description: 'Success', ...EnvelopeSchema },
      503: failureResponse(['M50300']),
    },
  });

  app.get('/health/live', { schema: health('isLive', 'Whether the process runs') }, async () => SUCCESS);

  app.get('/health/ready', { schema: health('isReady', 'Whether requests can be served') }, async () => {
    await isReachable(db);
    return SUCCESS;
  });

  const handshake = {
    operationId: 'clientRealtime',
    tags: ['Client: Realtime'],
    summary: 'Connect a WebSocket',
    description: 'The realtime protocol: docs/realtime.md. A request that is no handshake is refused.',
    response: { 426: failureResponse(['M42600']) },
  };
  app.get(REALTIME_PATH, { schema: handshake }, async (_request, reply) => {
    reply.headers({ upgrade: 'websocket', connection: 'Upgrade' });
    throw new Refusal('M42600');
  });

  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());

  if (config.metricsAddress === '') {
    app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
      // To everybody else the route does not exist.
      if (!isFromThisMachine(request)) throw new Refusal('M40406');
      return reply.type(metrics.contentType).send(await metrics.render());
    });
  }

  addDocsPage(app);
}

const READY_TIMEOUT_MS = 2_000;

async function isReachable(db: ServerParts['db']): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new DatabaseUnavailableError('no answer in time')), READY_TIMEOUT_MS);
  try {
    await Promise.race([db.query('select 1'), late]);
  } finally {
    clearTimeout(timer);
  }
}

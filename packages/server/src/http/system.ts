import { EnvelopeSchema, SUCCESS } from '@palaver/protocol/envelope';
import type { FieldError } from '@palaver/protocol/errors';
import { REALTIME_PATH } from '@palaver/protocol/realtime';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../domain/refusal.ts';
import type { ServerParts } from '../edge/services.ts';
import { DatabaseUnavailableError } from '../storage/database.ts';
import { addDocsPage } from './docs-page.ts';
import { openResponses, refusal } from './openapi/document.ts';
import { isFromThisMachine, ownUrlOf } from './this-machine.ts';

/** Exempt from the limit for unauthenticated clients: for monitoring. */
const UNCOUNTED = { isUncounted: true };

/** Routes for operators and tools: no API key, no rate limit. */
export function addSystemRoutes(
  app: FastifyInstance,
  { config, db, writes, metrics, isLeaving, isCutOff }: ServerParts,
): void {
  const health = (operationId: string, summary: string) => ({
    operationId,
    tags: ['System'],
    summary,
    security: [],
    response: openResponses(EnvelopeSchema),
  });

  app.get(
    '/health/live',
    { schema: health('isLive', 'Check that the process runs'), config: UNCOUNTED },
    async () => {
      if (isCutOff()) throw new Refusal('M50300');
      return SUCCESS;
    },
  );

  // Concurrent checks share one connection to the database.
  let checking: Promise<void> | undefined;
  const isReady = {
    schema: health('isReady', 'Check that the server can serve requests'),
    config: UNCOUNTED,
  };
  app.get('/health/ready', isReady, async () => {
    if (isLeaving() || isCutOff()) throw new Refusal('M50300');
    checking ??= checkDatabase(db, writes).finally(() => {
      checking = undefined;
    });
    await checking;
    return SUCCESS;
  });

  const handshake = {
    operationId: 'clientRealtime',
    tags: ['Client: Realtime'],
    summary: 'Connect a WebSocket',
    description:
      'Opens the realtime protocol (docs/realtime.md), whose first frame carries the token. The server refuses a request that is not a WebSocket handshake.',
    security: [],
    response: refusal('M42600'),
  };
  app.get(REALTIME_PATH, { schema: handshake }, async (_request, reply) => {
    reply.headers({ upgrade: 'websocket', connection: 'Upgrade' });
    throw new Refusal('M42600');
  });

  // All responses share one buffer.
  let document: Buffer | undefined;
  app.get('/openapi.json', { schema: { hide: true } }, async (_request, reply) => {
    document ??= Buffer.from(JSON.stringify(app.swagger()));
    return reply.type('application/json; charset=utf-8').send(document);
  });

  if (config.metricsAddress === undefined) {
    app.get('/metrics', { schema: { hide: true }, config: UNCOUNTED }, async (request, reply) => {
      // Other machines get M40406, as for an unknown route. DNS rebinding makes a foreign page's request come from this
      // machine, but under the name of the page's host.
      if (!isFromThisMachine(request) || ownUrlOf(request) === undefined) throw new Refusal('M40406');
      return reply.type(metrics.contentType).send(await metrics.render());
    });
  }

  addDocsPage(app);
}

const READY_TIMEOUT_MS = 2_000;

const FULL: FieldError = {
  field: 'database',
  rule: 'disk_full',
  message: 'refuses writes because its disk is full',
};

/** Refuses with M50300 if the database is away, or refuses writes: the server cannot store a message then. */
async function checkDatabase(db: ServerParts['db'], writes: ServerParts['writes']): Promise<void> {
  await isReachable(db);
  if (await writes.isRefused()) throw new Refusal('M50300', [FULL]);
}

async function isReachable(db: ServerParts['db']): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new DatabaseUnavailableError('no answer in time')), READY_TIMEOUT_MS);
  try {
    await Promise.race([db.query('select 1'), late]);
  } finally {
    clearTimeout(timer);
  }
}

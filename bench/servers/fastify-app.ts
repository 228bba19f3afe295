import { FORMATS } from '@palaver/protocol/formats';
import { applyLimits, DEFAULT_LIMITS } from '@palaver/protocol/limits';
import { SendMessage } from '@palaver/protocol/message-requests';
import fastify from 'fastify';

const envelope = {
  type: 'object',
  properties: { message_code: { type: 'string' }, message: { type: 'string' } },
};

/** Fastify with the schema of a send, validated by its own Ajv; each send is handed to a function. */
export async function serve(store: (message: SendMessage) => Promise<void>): Promise<void> {
  const customOptions = {
    discriminator: true,
    coerceTypes: false,
    removeAdditional: false,
    strict: false,
    formats: FORMATS,
  };
  const app = fastify({ ajv: { customOptions } });
  app.post<{ Body: SendMessage }>(
    '/open-api/v1.0/chat/messages',
    { schema: { body: applyLimits(SendMessage, DEFAULT_LIMITS), response: { 200: envelope } } },
    async ({ body }) => {
      await store(body);
      return { message_code: 'M200', message: 'Success' };
    },
  );
  await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
}

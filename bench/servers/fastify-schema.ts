/** Fastify with the schema of a send, validated by its own Ajv. It stores nothing. */

import { FORMATS } from '@palaver/protocol/formats';
import { applyLimits, DEFAULT_LIMITS } from '@palaver/protocol/limits';
import { SendMessage } from '@palaver/protocol/messages';
import fastify from 'fastify';

const app = fastify({
  ajv: {
    customOptions: {
      discriminator: true,
      coerceTypes: false,
      removeAdditional: false,
      strict: false,
      formats: FORMATS,
    },
  },
});
const envelope = {
  type: 'object',
  properties: { message_code: { type: 'string' }, message: { type: 'string' } },
};
app.post(
  '/open-api/v1.0/chat/messages',
  { schema: { body: applyLimits(SendMessage, DEFAULT_LIMITS), response: { 200: envelope } } },
  async () => ({ message_code: 'M200', message: 'Success' }),
);
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });

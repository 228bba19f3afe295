/**
 * Fastify with the schema of a send, that stores each message by one statement of its own: the same insert, with the
 * same driver and as many connections, without group commit and without any other check.
 */

import { FORMATS } from '@palaver/protocol/formats';
import { applyLimits, DEFAULT_LIMITS } from '@palaver/protocol/limits';
import { SendMessage } from '@palaver/protocol/messages';
import fastify from 'fastify';
import pg from 'pg';

const connection = JSON.parse(process.env.CONNECTION ?? '{}') as pg.PoolConfig;
const pool = new pg.Pool({ ...connection, max: 10 });

const INSERT = `
  with head as (
    update thread_heads set last_seq = last_seq + 1, message_count = message_count + 1, image_count = image_count + 1
    where thread_id = $1 returning thread_id, last_seq
  ), entry as (
    insert into log_entries (thread_id, seq, type, actor_ext_user_id, message_seq)
    select thread_id, last_seq, 'message.created', $2, last_seq from head
  )
  insert into messages (thread_id, seq, sender_ext_user_id, kind, text, metadata, link_count)
  select thread_id, last_seq, $2, 'image', $3, $4, 0 from head`;

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
app.post<{ Body: SendMessage }>(
  '/open-api/v1.0/chat/messages',
  { schema: { body: applyLimits(SendMessage, DEFAULT_LIMITS) } },
  async ({ body }) => {
    const [metadata] = body.body.metadata;
    const values = [body.target.thread_id, 1, body.body.text, JSON.stringify(metadata)];
    await pool.query({ name: 'insert', text: INSERT, values });
    return { message_code: 'M200', message: 'Success' };
  },
);
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });

/**
 * Fastify with the schema of a send. It stores each message with a statement of its own: the same insert, driver and number
 * of connections, but no group commit and no other checks.
 */

import pg from 'pg';
import { serve } from './fastify-app.ts';

const connection = JSON.parse(process.env.CONNECTION ?? '{}') as pg.PoolConfig;
const pool = new pg.Pool({ ...connection, max: 10 });

const INSERT = `
  with head as (
    update thread_heads set last_seq = last_seq + 1, message_count = message_count + 1, image_count = image_count + 1
    where thread_id = $1 returning thread_id, last_seq
  )
  insert into messages (thread_id, seq, sender_ext_user_id, kind, text, metadata, link_count)
  select thread_id, last_seq, $2, 'image', $3, $4, 0 from head`;

await serve(async ({ target, body }) => {
  const [metadata] = body.metadata;
  const values = [target.thread_id, 1, body.text, JSON.stringify(metadata)];
  await pool.query({ name: 'insert', text: INSERT, values });
});

import pg from 'pg';
import { compare, type Row, ratio } from '../harness.ts';
import type { Palaver } from '../palaver.ts';
import { prepareSends } from './sends.ts';

const STORED = 5_000_000;

/** The same sends in a database that already holds years of messages. */
export async function stored(palaver: Palaver): Promise<Row[]> {
  const load = await prepareSends(palaver);
  const subject = palaver.subject;
  const [empty] = await compare([{ subject, load }]);
  const client = new pg.Client(palaver.connection);
  await client.connect();
  for (const statement of FILL) await client.query(statement);
  const { rows } = await client.query<{ bytes: string }>(BYTES_A_MESSAGE);
  await client.end();
  const [full] = await compare([{ subject, load }]);
  const figure = `sends/s with ${STORED.toLocaleString('en')} messages stored ÷ empty`;
  return [
    ratio(figure, full?.perSecond, empty?.perSecond, '≥ 0.9'),
    { figure: 'bytes a message, tables and indexes', value: rows[0]?.bytes ?? '', target: '' },
  ];
}

/** Inserts messages into all threads, as sends would, then runs PostgreSQL's maintenance. */
const FILL = [
  `create temporary table filling as
   select thread_id, last_seq, ceil(${STORED}.0 / count(*) over ())::int as more from thread_heads`,
  `insert into messages (thread_id, seq, sender_ext_user_id, kind, text, metadata, link_count)
   select thread_id, last_seq + n, 1, 'image', 'From the beach', (select metadata from messages limit 1), 0
   from generate_series(1, (select max(more) from filling)) n, filling`,
  `update thread_heads h set last_seq = h.last_seq + more, message_count = message_count + more, image_count = image_count + more
   from filling where filling.thread_id = h.thread_id`,
  'vacuum analyze',
  'checkpoint',
];

const BYTES_A_MESSAGE = `
  select round((pg_total_relation_size('messages') + pg_total_relation_size('log_entries'))::numeric / count(*))::text as bytes
  from messages`;

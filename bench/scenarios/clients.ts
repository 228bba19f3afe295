import pg from 'pg';
import { compare, type Load, measure, processorMicroseconds, type Row, ratio } from '../harness.ts';
import { type Palaver, postgresBackendsOf } from '../palaver.ts';
import { besideStatic } from './reads.ts';

const THREADS = 1_000;
const READERS = 50;
const LIST = '/client/v1.0/threads?limit=30';

/** Load of signed-in users next to that of the back end: sends to 1,000 threads, and chat lists of 1,000 threads. */
export async function clients(palaver: Palaver): Promise<Row[]> {
  const readers = Array.from({ length: READERS }, (_, index) => `reader-${index}`);
  const users = ['writer', ...readers].map((user_id) => ({ user_id, display_name: user_id }));
  await palaver.post('/user/v1.0/users/batch', { users });
  const threadIds: string[] = [];
  for (let index = 0; index < THREADS; index += 1) {
    const group = { name: `Group ${index}`, owner_id: 'writer', member_ids: readers, id_type: 2 };
    const { thread_id } = (await palaver.post('/open-api/v1.0/chat/threads', group)) as { thread_id: string };
    threadIds.push(thread_id);
  }
  const tokenOf = async (user: string) => {
    const { token } = (await palaver.post(`/user/v1.0/user/${user}/token`, {})) as { token: string };
    return token;
  };

  const message = { text: 'From the beach', metadata: [{ type: 'text' }] };
  const headers = { 'content-type': 'application/json' };
  const byKey: Load = {
    method: 'POST',
    path: '/open-api/v1.0/chat/messages',
    headers: { ...headers, 'x-api-key': palaver.key },
    bodies: threadIds.map((thread_id) =>
      JSON.stringify({ sender: { user_id: 'writer' }, target: { thread_id }, body: message }),
    ),
  };
  const writer = await tokenOf('writer');
  const byToken: Load = {
    method: 'POST',
    path: '/',
    headers,
    calls: threadIds.map((id) => ({
      path: `/client/v1.0/threads/${id}/messages`,
      token: writer,
      body: JSON.stringify({ body: message }),
    })),
  };
  const { subject } = palaver;
  const [key, token] = await compare([
    { subject, load: byKey },
    { subject, load: byToken },
  ]);

  await leaveUnread(palaver, 5);
  const tokens = await Promise.all(readers.map(tokenOf));
  const reading = (path: string, by: readonly string[]): Load => {
    return { method: 'GET', path: '/', headers: {}, calls: by.map((one) => ({ path, token: one })) };
  };
  const example: Load = { method: 'GET', path: LIST, headers: { authorization: `Bearer ${tokens[0]}` } };
  const ofOne = reading(LIST, tokens.slice(0, 1));
  const ofMany = reading(LIST, tokens);
  const thread = `/client/v1.0/threads/${threadIds[0]}`;
  const list = `chat list of ${THREADS} threads`;
  return [
    { figure: 'durable sends/s of a signed-in user', value: (token?.perSecond ?? 0).toFixed(0), target: '' },
    ratio('sends of a signed-in user ÷ by API key', token?.perSecond, key?.perSecond, '≥ 0.8'),
    {
      figure: 'sends that failed',
      value: String((key?.failures ?? 0) + (token?.failures ?? 0)),
      target: '0',
    },
    await besideStatic(palaver, list, { load: ofOne, example, target: '≥ 0.15' }),
    await besideStatic(palaver, `… of ${READERS} users`, { load: ofMany, example, target: '≥ 0.1' }),
    await costOf(palaver, '…', ofMany),
    await costOf(palaver, 'a thread', reading(thread, tokens)),
    await costOf(palaver, '50 members', reading(`${thread}/members?limit=50`, tokens)),
    await costOf(palaver, '30 messages', reading(`${thread}/messages?limit=30`, tokens)),
  ];
}

/** The processor time of a request. The requests of one user share queries, so these are of many users. */
async function costOf({ subject, dataDir }: Palaver, figure: string, load: Load): Promise<Row> {
  await measure(subject, load, 5);
  const node = () => processorMicroseconds([subject.process.pid ?? 0]);
  // (A pool replaces some of its connections meanwhile.)
  const backends = () =>
    new Map(postgresBackendsOf(dataDir).map((pid) => [pid, processorMicroseconds([pid])]));
  const [nodeBefore, before] = [node(), backends()];
  const { count } = await measure(subject, load, 5);
  const ofNode = node() - nodeBefore;
  const ofPostgres = [...backends()].reduce((sum, [pid, time]) => sum + time - (before.get(pid) ?? 0), 0);
  const spent = [ofNode, ofPostgres].map((time) => (time / count).toFixed(0));
  return { figure: `${figure}: µs of Node, of PostgreSQL`, value: spent.join(', '), target: '' };
}

/** Sets read positions so that everybody has this many unread messages in each thread. */
async function leaveUnread(palaver: Palaver, messages: number): Promise<void> {
  const client = new pg.Client(palaver.connection);
  await client.connect();
  await client.query(
    `update user_threads ut set read_seq = h.last_seq - $1 from thread_heads h where h.thread_id = ut.thread_id`,
    [messages],
  );
  await client.query('vacuum analyze');
  await client.end();
}

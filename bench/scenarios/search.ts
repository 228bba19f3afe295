import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { measure, median, type Row, ratio } from '../harness.ts';
import type { Palaver } from '../palaver.ts';
import { prepareSends } from './sends.ts';

/**
 * All messages; a tenth of them are in one thread of the reader, two tenths in the reader's 1,000 other threads, and three tenths in a thread of
 * the reader with texts of a script without spaces.
 */
const MESSAGES = Number(process.env.SEARCH_MESSAGES ?? 1_000_000);
const READERS_THREADS = 1_000;
const OTHER_THREADS = 10_000;
/** Searches of each kind. */
const SEARCHES = 100;
/** Of sends that are indexed and others that are not. */
const PAIRS = 21;
/** Words of the texts, from frequent to rare, as in a language: the n-th occurs in proportion to 1/n. */
const WORDS = 20_000;
/** Signs of a script without spaces, in the same way, and one that the newest two thirds of the thread lack. */
const SIGNS = 3_000;
const FIRST_SIGN = 0x4e00;
const OLD_SIGN = '的';

/**
 * How long the first page of a search takes, among as many messages as a company writes in years: for words that are frequent, rare,
 * nowhere, and everywhere but in the threads of the reader. And what the index costs: bytes, and the speed of sends.
 */
export async function search(palaver: Palaver): Promise<Row[]> {
  const client = new pg.Client(palaver.connection);
  await client.connect();
  await palaver.post('/user/v1.0/users/batch', { users: [{ user_id: 'reader' }, { user_id: 'other' }] });
  const big = await createThreads(palaver, client, 'reader', 1);
  const own = await createThreads(palaver, client, 'reader', READERS_THREADS);
  const signs = await createThreads(palaver, client, 'reader', 1);
  const others = await createThreads(palaver, client, 'other', OTHER_THREADS);
  // (As after an upgrade: the messages are there, and the server indexes them.)
  await client.query('truncate search_state, search_queue, search_backlog, search_blocks');
  await fill(client, big, MESSAGES / 10, words('everyword'));
  await fill(client, own, MESSAGES / 5, words('everyword'));
  await fill(client, others, (MESSAGES * 4) / 10, words('elseword'));
  await fill(client, signs, (MESSAGES * 3) / 10, SIGN_TEXT);
  await client.query('vacuum analyze');
  const bytes = async (table: string) => {
    const sizes = await client.query<{ bytes: string }>(
      'select pg_total_relation_size($1::regclass)::text as bytes',
      [table],
    );
    return Number(sizes.rows[0]?.bytes) / MESSAGES;
  };
  const began = performance.now();
  await index(client);
  const seconds = (performance.now() - began) / 1_000;
  await client.query('vacuum analyze');
  const { token } = (await palaver.post('/user/v1.0/user/reader/token', {})) as { token: string };
  const ask = async (query: string) => {
    const response = await fetch(`http://127.0.0.1:${palaver.subject.port}/client/v1.0/search?${query}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const answer = (await response.json()) as { message_code: string; data: unknown[]; next: string | null };
    if (answer.message_code !== 'M200') throw new Error(JSON.stringify(answer));
    return answer;
  };
  const rows: Row[] = [
    { figure: 'messages', value: MESSAGES.toLocaleString('en'), target: '' },
    { figure: 'bytes a message', value: (await bytes('messages')).toFixed(0), target: '' },
    { figure: '… of the index', value: (await bytes('search_blocks')).toFixed(0), target: 'at most as many' },
    { figure: 'messages indexed a second', value: (MESSAGES / seconds).toFixed(0), target: '' },
  ];
  for (const [figure, queries] of Object.entries(queriesFor(big, signs))) {
    const times: number[] = [];
    let [hits, pages] = [0, 0];
    for (let index = 0; index < SEARCHES; index += 1) {
      const query = queries(index);
      const start = performance.now();
      // (Empty pages count: the user waits for a hit.)
      let page: Awaited<ReturnType<typeof ask>> | undefined;
      do {
        page = await ask(page?.next ? `${query}&next=${page.next}` : query);
        pages += 1;
      } while (page.data.length === 0 && page.next !== null);
      times.push(performance.now() - start);
      hits += page.data.length;
    }
    times.sort((a, b) => a - b);
    const p99 = times[Math.ceil(0.99 * times.length) - 1] ?? Number.NaN;
    rows.push({
      figure: `${figure}, ms: p99 (median ${median(times).toFixed(1)}, ${hits / SEARCHES} hits, ${pages / SEARCHES} pages)`,
      value: p99.toFixed(1),
      target: '≤ 100',
    });
  }
  rows.push(...(await delays(palaver, big)), await delayAfterFlood(palaver, client, others));
  rows.push(await costOfSends(palaver, client));
  await client.end();
  return rows;
}

/** How soon a new message is found. */
async function delays(palaver: Palaver, [thread_id]: readonly string[]): Promise<Row[]> {
  const times: number[] = [];
  for (let index = 0; index < 50; index += 1) {
    // (Another word in the index with the same beginning would lead to it sooner.)
    const text = randomUUID().replaceAll('-', '');
    const body = { text, metadata: [{ type: 'text' }] };
    await palaver.post('/open-api/v1.0/chat/messages', {
      ...{ sender: { user_id: 'reader' }, target: { thread_id }, body },
    });
    const sent = performance.now();
    while ((await palaver.get(`/open-api/v1.0/chat/search?q=${text}`)).length === 0) await sleep(5);
    times.push(performance.now() - sent);
  }
  times.sort((a, b) => a - b);
  return [
    { figure: 'ms until a new message is found: median', value: median(times).toFixed(0), target: '' },
    { figure: '… the longest of 50', value: (times.at(-1) ?? Number.NaN).toFixed(0), target: '≤ 1,000' },
  ];
}

/** How soon a new message of one tenant is found after another tenant has sent one to each of these threads. */
async function delayAfterFlood(
  palaver: Palaver,
  client: pg.Client,
  threads: readonly string[],
): Promise<Row> {
  const tenant = 'calm';
  await palaver.post('/user/v1.0/users/batch', { users: [{ user_id: 'calm' }] }, tenant);
  const group = { name: 'Group', owner_id: 'calm', member_ids: [], id_type: 2 };
  const thread = (await palaver.post('/open-api/v1.0/chat/threads', group, tenant)) as { thread_id: string };
  await client.query(FLOOD, [threads]);
  const text = randomUUID().replaceAll('-', '');
  const message = {
    ...{ sender: { user_id: 'calm' }, target: { thread_id: thread.thread_id } },
    body: { text, metadata: [{ type: 'text' }] },
  };
  await palaver.post('/open-api/v1.0/chat/messages', message, tenant);
  const sent = performance.now();
  const url = `http://127.0.0.1:${palaver.subject.port}/open-api/v1.0/chat/search?q=${text}`;
  const headers = { 'x-api-key': palaver.key, 'x-tenant-id': tenant };
  for (let found = 0; found === 0; await sleep(20))
    found = ((await (await fetch(url, { headers })).json()) as { data: unknown[] }).data.length;
  return {
    figure: `ms until a message is found after ${threads.length.toLocaleString('en')} of another tenant`,
    value: (performance.now() - sent).toFixed(0),
    target: '≤ 2,000',
  };
}

/** A message for each thread, as if it had been sent. */
const FLOOD = `
  insert into messages (thread_id, seq, sender_ext_user_id, kind, text, metadata, link_count)
  select thread, 1000000, (select min(ext_user_id) from users), 'text', 'floodword', '{"type":"text"}', 0
  from unnest($1::bigint[]) as thread`;

/**
 * The speed of sends while they are indexed, beside that of sends that nothing queues: the median of many short pairs, because speeds drift
 * by a fifth from minute to minute. Which of a pair comes first alternates.
 */
async function costOfSends(palaver: Palaver, client: pg.Client): Promise<Row> {
  const load = await prepareSends(palaver);
  const speedOf = async (change: 'enable' | 'disable') => {
    await client.query(`alter table messages ${change} trigger queue_new_messages`);
    while ((await client.query(WAITING)).rows.length > 0) await sleep(100);
    await measure(palaver.subject, load, 1);
    return (await measure(palaver.subject, load, 2)).perSecond;
  };
  const ratios: number[] = [];
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const first = pair % 2 === 0 ? await speedOf('disable') : undefined;
    const indexed = await speedOf('enable');
    ratios.push(indexed / (first ?? (await speedOf('disable'))));
  }
  return ratio('sends/s while they are indexed ÷ without', median(ratios), 1, '≥ 0.85');
}

const WAITING = '(select from search_queue limit 1) union all (select from search_backlog limit 1)';

function queriesFor(
  [big]: readonly string[],
  [signs]: readonly string[],
): Record<string, (index: number) => string> {
  const inBig = `&thread_id=${big}`;
  const inSigns = `&thread_id=${signs}`;
  const word = (rank: number) => `w${rank}x`;
  const phrase = (index: number) => `%22${word((index % 10) + 1)}+${word((index % 10) + 2)}%22`;
  const sign = (rank: number) => String.fromCodePoint(FIRST_SIGN + rank);
  return {
    'in one thread, a word of every message': () => `q=everyword${inBig}`,
    '… a word of none': (index) => `q=nothing${index}${inBig}`,
    '… frequent words': (index) => `q=${word(index + 1)}${inBig}`,
    '… rare words': (index) => `q=${word(WORDS - index)}${inBig}`,
    '… two words': (index) => `q=${word(index + 3)}+${word(index + 30)}${inBig}`,
    '… a prefix of two letters': (index) => `q=w${index % 10}${inBig}`,
    '… a phrase of two frequent words': (index) => `q=${phrase(index)}${inBig}`,
    '… a single letter': () => `q=w${inBig}`,
    '… a single letter of none': () => `q=a${inBig}`,
    'in one thread, a frequent sign': (index) => `q=${sign(index + 1)}${inSigns}`,
    '… a rare sign': (index) => `q=${sign(SIGNS - index)}${inSigns}`,
    '… a sign that the newest messages lack': () => `q=${OLD_SIGN}${inSigns}`,
    '… a sign of none': () => `q=無${inSigns}`,
    'in 1,002 threads, a word of every message': () => 'q=everyword',
    'in 1,002 threads, a word of none': (index) => `q=nothing${index}`,
    'in 1,002 threads, a word of all others, not of the reader': () => 'q=elseword',
    'in 1,002 threads, frequent words': (index) => `q=${word(index + 1)}`,
    'in 1,002 threads, rare words': (index) => `q=${word(WORDS - index)}`,
    'in 1,002 threads, a phrase of two frequent words': (index) => `q=${phrase(index)}`,
    'in 1,002 threads, a frequent sign': (index) => `q=${sign(index + 1)}`,
    'in 1,002 threads, a sign that the newest messages lack': () => `q=${OLD_SIGN}`,
  };
}

/** Groups of one user; returns their ids. */
async function createThreads(
  palaver: Palaver,
  client: pg.Client,
  owner: string,
  count: number,
): Promise<string[]> {
  const body = { name: 'Group', owner_id: owner, member_ids: [], id_type: 2 };
  const { thread_id } = (await palaver.post('/open-api/v1.0/chat/threads', body)) as { thread_id: string };
  // (The others are copies of the first.)
  const { rows } = await client.query<{ id: string }>(COPY_THREAD, [thread_id, count - 1]);
  return [thread_id, ...rows.map(({ id }) => id)];
}

const COPY_THREAD = `
  with made as (
    insert into threads (id, app_id, tenant_id, type, name, description, avatar_url, metadata, created_at)
    select nextval('thread_ids'), app_id, tenant_id, type, name, description, avatar_url, metadata, created_at
    from threads, generate_series(1, $2) where id = $1 returning id
  ), heads as (
    insert into thread_heads (thread_id, member_count) select id, 1 from made
  ), joined as (
    insert into members (thread_id, ext_user_id, role, state)
    select made.id, m.ext_user_id, m.role, m.state from made, members m where m.thread_id = $1
  ), listed as (
    insert into user_threads (ext_user_id, thread_id, is_member, is_linked, read_seq)
    select m.ext_user_id, made.id, true, false, 0 from made, members m where m.thread_id = $1
  )
  select id::text from made`;

/** SQL: seven words and one more. */
const words = (word: string) =>
  `(select string_agg('w' || floor(exp(random() * ln(${WORDS})))::int || 'x', ' ') from generate_series(1, 7) where n > 0) || ' ${word}'`;

/** SQL: twenty signs, and another one in older messages. */
const SIGN_TEXT = `(select string_agg(chr(${FIRST_SIGN} + floor(exp(random() * ln(${SIGNS})))::int), '') from generate_series(1, 20) where n > 0)
  || case when n < $3 / 3 then '${OLD_SIGN}' else '' end`;

/** Fills the threads with messages whose text SQL makes; each thread in its own time, one message in two minutes. */
async function fill(
  client: pg.Client,
  threads: readonly string[],
  count: number,
  text: string,
): Promise<void> {
  const each = Math.floor(count / threads.length);
  await client.query(
    `insert into messages (thread_id, seq, sender_ext_user_id, created_at, kind, text, metadata, link_count)
     select thread, 100 + n, (select min(ext_user_id) from users), now() - ($3 - n + random()) * interval '2 minutes', 'text',
       ${text}, '{"type":"text"}', 0
     from unnest($1::bigint[]) as thread, generate_series(1, $2::int) n`,
    [threads, each, each],
  );
  await client.query(
    `update thread_heads h set last_seq = m.seq, last_message_seq = m.seq, message_count = $2, active_at = m.created_at
     from messages m where m.thread_id = h.thread_id and h.thread_id = any ($1::bigint[]) and m.seq = 100 + $2`,
    [threads, each],
  );
}

/** Lets the server notice that there is no index, and waits until it has made one. */
async function index(client: pg.Client): Promise<void> {
  await client.query(`update leases set expires_at = '-infinity' where name = 'search'`);
  for (;;) {
    await sleep(1_000);
    const { rows } = await client.query('select from search_state where is_complete');
    if (rows.length > 0) return;
  }
}

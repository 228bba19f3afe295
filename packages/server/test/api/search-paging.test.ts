// @module-tag database
import type { SearchHit } from '@palaver/protocol/search';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { at, type SignedIn, signInAll } from '../harness/client-api.ts';
import { useServer } from '../harness/use-server.ts';

/** Searches of any kind find the same messages, in the same order, as a look at all messages, however they are cut into pages. */

const HOUR_MS = 3_600_000;
const START_MS = Date.now() - 20_000 * HOUR_MS;
/** From frequent to rare. */
const WORDS = ['always', 'often', 'often', 'often', 'some', 'some', 'rare', '東京都', '京都', 'naïve'];
const KINDS = ['text', 'promotion'] as const;

interface Planted {
  thread: string;
  seq: number;
  ms: number;
  words: string[];
  sender: string;
  kind: string;
}

const server = await useServer();
let stopIndexer: () => Promise<void>;
let people: SignedIn[];
let planted: Planted[];
/** Which threads each person is in. */
let memberships: Map<SignedIn, string[]>;

/** Numbers that look random, and are the same in each run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

beforeAll(async () => {
  people = await signInAll(server, 3);
  // (Messages are from before the server.)
  await server.database.sql('update applications set created_at = to_timestamp($1)', [START_MS / 1_000]);
  const [ann, bob, eve] = [at(people, 0), at(people, 1), at(people, 2)];
  const random = numbers(7);
  memberships = new Map(people.map((person) => [person, []]));
  planted = [];
  for (let index = 0; index < 30; index += 1) {
    const members = [[ann], [ann, bob], [bob], [eve, ann]][index % 4] ?? [];
    const thread = await server.group(members.map(({ userId }) => userId));
    for (const member of members) memberships.get(member)?.push(thread);
    planted.push(...(await plant(thread, members, index, random)));
  }
  stopIndexer = server.runIndexer();
  await server.indexed();
});
afterAll(async () => {
  await stopIndexer();
});

/** Messages of a thread. Some threads are long, some slow, some have messages of the same time, some have gaps where many were deleted. */
async function plant(
  thread: string,
  members: readonly SignedIn[],
  index: number,
  random: (below: number) => number,
): Promise<Planted[]> {
  const count = [3, 40, 300, 8][index % 4] ?? 0;
  const step = [900, 24, 1, 0][(index + 1) % 4] ?? 0;
  let ms = START_MS + random(5_000) * HOUR_MS;
  let seq = 10;
  const rows = Array.from({ length: count }, (): Planted => {
    ms += step === 0 ? random(2) : random(step * HOUR_MS);
    seq += random(40) === 0 ? 1 + random(10_000) : 1 + (index % 3);
    const words = Array.from({ length: 1 + random(3) }, () => at(WORDS, random(WORDS.length)));
    const sender = at(members, random(members.length)).extUserId;
    const kind = KINDS[random(20) === 0 ? 1 : 0];
    return { thread, seq, ms, words: ['always', ...words], sender, kind };
  });
  await server.database.sql(
    `insert into messages (thread_id, seq, sender_ext_user_id, created_at, kind, text, metadata, link_count)
     select $1, seq, sender, to_timestamp(ms / 1000.0), kind, text, metadata, 0
     from json_to_recordset($2) as m (seq bigint, sender bigint, ms float8, kind text, text text, metadata json)`,
    [
      thread,
      JSON.stringify(
        rows.map(({ words, kind, ...row }) => ({
          ...row,
          kind,
          text: kind === 'text' ? words.join(' ') : '',
          metadata:
            kind === 'text'
              ? { type: 'text' }
              : {
                  type: 'promotion',
                  promotion: { title: words.join(' '), image_url: 'https://example.com/a.png' },
                },
        })),
      ),
    ],
  );
  const last = at(rows, -1);
  await server.database.sql(
    'update thread_heads set last_seq = $2, last_message_seq = $2, active_at = to_timestamp($3 / 1000.0) where thread_id = $1',
    [thread, last.seq, last.ms],
  );
  return rows;
}

interface Search {
  who: number;
  words: string[];
  thread: number | undefined;
  sender: number | undefined;
  kind: string | undefined;
  before: number | undefined;
  after: number | undefined;
  limit: number;
}

const hours = fc.option(fc.integer({ min: 0, max: 20_000 }), { nil: undefined });
const searches = fc.record<Search>({
  who: fc.integer({ min: 0, max: 3 }),
  words: fc.uniqueArray(
    fc.constantFrom('always', 'often', 'rare', 'some', 'nowhere', '京', '京都', 'nai', 'o', 'sOm'),
    {
      minLength: 1,
      maxLength: 2,
    },
  ),
  thread: fc.option(fc.nat(29), { nil: undefined, freq: 1 }),
  sender: fc.option(fc.nat(2), { nil: undefined }),
  kind: fc.option(fc.constantFrom(...KINDS), { nil: undefined }),
  before: hours,
  after: hours,
  limit: fc.constantFrom(3, 30, 100),
});

/** Places of messages, in the order of hits. */
function scan(
  { who, words, thread, sender, kind, before, after }: Search,
  threads: readonly string[],
): string[] {
  const mine = who === 3 ? undefined : memberships.get(at(people, who));
  const starts = words.map((word, index) => (text: string) => {
    const wanted = word.toLowerCase();
    const plain = text.replace('naïve', 'naive');
    if (/\p{sc=Han}/u.test(wanted)) return plain.includes(wanted);
    return plain
      .split(' ')
      .some((one) => (index === words.length - 1 ? one.startsWith(wanted) : one === wanted));
  });
  return planted
    .filter((message) => mine?.includes(message.thread) ?? true)
    .filter((message) => thread === undefined || message.thread === threads[thread])
    .filter((message) => sender === undefined || message.sender === people[sender]?.extUserId)
    .filter((message) => kind === undefined || message.kind === kind)
    .filter(({ ms }) => before === undefined || ms < START_MS + before * HOUR_MS)
    .filter(({ ms }) => after === undefined || ms >= START_MS + after * HOUR_MS)
    .filter((message) => starts.every((matches) => matches(message.words.join(' '))))
    .sort((a, b) => b.ms - a.ms || Number(b.thread) - Number(a.thread) || b.seq - a.seq)
    .map((message) => `${message.thread}.${message.seq}`);
}

async function ask(search: Search, threads: readonly string[]): Promise<string[] | 'refused'> {
  const { who, words, thread, sender, kind, before, after, limit } = search;
  const query = new URLSearchParams({ q: words.join(' '), limit: String(limit) });
  if (thread !== undefined) query.set('thread_id', at(threads, thread));
  if (sender !== undefined) query.set('sender', at(people, sender).extUserId);
  if (kind !== undefined) query.set('kind', kind);
  if (before !== undefined) query.set('before', String(START_MS + before * HOUR_MS));
  if (after !== undefined) query.set('after', String(START_MS + after * HOUR_MS));
  const found: string[] = [];
  for (let pages = 0; pages < 2_000; pages += 1) {
    const answer =
      who === 3
        ? await server.call('GET', `/open-api/v1.0/chat/search?${String(query)}`)
        : await at(people, who).call('GET', `/client/v1.0/search?${String(query)}`);
    if (answer.status !== 200) return 'refused';
    found.push(...(answer.body.data as SearchHit[]).map(({ message }) => message.id));
    if (answer.body.next === null) return found;
    query.set('next', String(answer.body.next));
  }
  throw new Error('the search does not end');
}

test('any search finds what a look at all messages finds, in order', { tags: 'thorough' }, async () => {
  const threads = [...new Set(planted.map(({ thread }) => thread))];
  await fc.assert(
    fc.asyncProperty(searches, async (search) => {
      const { who, thread, before, after } = search;
      const found = await ask(search, threads);
      const isStranger =
        thread !== undefined &&
        who !== 3 &&
        memberships.get(at(people, who))?.includes(at(threads, thread)) !== true;
      const isBackward = before !== undefined && after !== undefined && after >= before;
      if (isStranger || isBackward) expect(found).toBe('refused');
      else expect(found).toEqual(scan(search, threads));
    }),
    { numRuns: 40 },
  );
});

test('a search through more threads than one page looks at ends, and finds what is in the last of them', async () => {
  const ann = at(people, 0);
  const [{ user_id: userId, ext_user_id: extUserId }] = await server.ok('POST', '/user/v1.0/users/batch', {
    body: { users: [{ user_id: 'collector' }] },
  });
  const thread = await server.group([userId as string, ann.userId]);
  const { seq } = await ann.say(thread, 'hiddenword');
  await server.database.sql(MANY_THREADS, [thread, extUserId, seq]);
  await server.indexed();
  const token = await server.token('collector');
  const found: string[] = [];
  let pages = 0;
  for (let next: string | null | undefined; next !== null; pages += 1) {
    const from = next === undefined ? '' : `&next=${next}`;
    const answer = await server.call('GET', `/client/v1.0/search?q=hiddenword${from}`, { token });
    found.push(...(answer.body.data as SearchHit[]).map(({ message }) => message.id));
    next = answer.body.next;
    expect(pages).toBeLessThan(10);
  }
  expect(pages).toBeGreaterThan(1);
  expect(found).toEqual([`${thread}.${seq}`]);
});

/** Threads like the first one, each with a message that is newer. */
const MANY_THREADS = `
  with made as (
    insert into threads (id, app_id, tenant_id, type, name, description, avatar_url, metadata)
    select nextval('thread_ids'), app_id, tenant_id, type, name, description, avatar_url, metadata
    from threads, generate_series(1, 5000) where id = $1 returning id
  ), heads as (
    insert into thread_heads (thread_id, last_seq, last_message_seq, message_count, member_count, active_at)
    select id, 3, 3, 1, 1, now() + interval '1 hour' from made
  ), joined as (
    insert into members (thread_id, ext_user_id, role, state) select id, $2, 'owner', 'active' from made
  ), listed as (
    insert into user_threads (ext_user_id, thread_id, is_member, is_linked, read_seq) select $2, id, true, false, 0 from made
  )
  insert into messages (thread_id, seq, sender_ext_user_id, created_at, kind, text, metadata, link_count)
  select id, $3, $2, now() + interval '1 hour', 'text', 'nothing', '{"type":"text"}', 0 from made`;

import type { SearchHit } from '@palaver/protocol/search';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { memberUrl, threadUrl } from '../harness/api.ts';
import { at, myMessageUrl, type SignedIn, signInAll } from '../harness/client-api.ts';
import { startTestServer, type TestServer } from '../harness/test-server.ts';

/** Search for messages: what is found, by whom, and in which order. */

const SEARCH = '/client/v1.0/search';
const SEARCH_ALL = '/open-api/v1.0/chat/search';

let server: TestServer;
let stopIndexer: () => Promise<void>;
let ann: SignedIn;
let bob: SignedIn;
let eve: SignedIn;
beforeAll(async () => {
  server = await startTestServer();
  stopIndexer = server.runIndexer();
  const people = await signInAll(server, 3);
  [ann, bob, eve] = [at(people, 0), at(people, 1), at(people, 2)];
});
afterAll(async () => {
  await stopIndexer();
  await server.close();
});

const urlOf = (path: string, query: Record<string, string | number>) =>
  `${path}?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`;

/** All hits of a search, over all its pages. */
async function search(
  who: SignedIn | undefined,
  query: Record<string, string | number>,
): Promise<SearchHit[]> {
  const hits: SearchHit[] = [];
  let next: string | null | undefined;
  do {
    const page = next === undefined ? {} : { next };
    const answer =
      who === undefined
        ? await server.call('GET', urlOf(SEARCH_ALL, { ...query, ...page }))
        : await who.call('GET', urlOf(SEARCH, { ...query, ...page }));
    expect(answer.body.message_code).toBe('M200');
    hits.push(...(answer.body.data as SearchHit[]));
    next = answer.body.next;
  } while (typeof next === 'string');
  return hits;
}

const textsOf = (hits: readonly SearchHit[]) => hits.map(({ message }) => message.body.text);

test('finds a message within a second, with its place and what to highlight', async () => {
  const thread = await server.group([ann.userId, bob.userId]);
  const sent = await ann.say(thread, 'Xin chào, Tiếng Việt!');
  await server.indexed();
  expect(await search(bob, { q: 'tieng viet' })).toEqual([
    {
      message: await bob.message(thread, sent.seq),
      ranges: [
        { field: 'text', start: 10, length: 5 },
        { field: 'text', start: 16, length: 4 },
      ],
      position: sent.seq,
    },
  ]);
  expect(await search(eve, { q: 'tieng viet' })).toEqual([]);
  expect(textsOf(await search(undefined, { q: 'tieng viet' }))).toEqual(['Xin chào, Tiếng Việt!']);
});

describe('what may be seen', () => {
  test('an edited message is found by its new words only, a deleted one not at all', async () => {
    const thread = await server.group([ann.userId]);
    const { seq } = await ann.say(thread, 'originalword');
    await server.indexed();
    await ann.ok('PATCH', myMessageUrl(thread, seq), { body: { body: { text: 'replacedword' } } });
    expect(await search(ann, { q: 'originalword' })).toEqual([]);
    await server.indexed();
    expect(await search(ann, { q: 'originalword' })).toEqual([]);
    expect(textsOf(await search(ann, { q: 'replacedword' }))).toEqual(['replacedword']);
    await ann.ok('DELETE', myMessageUrl(thread, seq));
    expect(await search(ann, { q: 'replacedword' })).toEqual([]);
    await server.indexed();
    expect(await search(undefined, { q: 'replacedword' })).toEqual([]);
  });

  test('a removed member finds nothing, and a deleted thread has nothing', async () => {
    const thread = await server.group([ann.userId, bob.userId]);
    await ann.say(thread, 'removalword');
    await server.indexed();
    expect(await search(bob, { q: 'removalword' })).toHaveLength(1);
    await server.ok('DELETE', memberUrl(thread, bob.userId));
    expect(await search(bob, { q: 'removalword' })).toEqual([]);
    const named = await bob.call('GET', urlOf(SEARCH, { q: 'removalword', thread_id: thread }));
    expect(named.body.message_code).toBe('M40401');
    await server.ok('DELETE', threadUrl(thread));
    expect(await search(ann, { q: 'removalword' })).toEqual([]);
    await server.indexed();
    expect(await search(undefined, { q: 'removalword' })).toEqual([]);
    const left = await server.database.sql('select from search_blocks where thread_id = $1', [thread]);
    expect(left).toEqual([]);
  });
});

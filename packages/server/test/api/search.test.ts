// @module-tag database
import type { SearchHit } from '@palaver/protocol/search';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { memberUrl, threadUrl } from '../harness/api.ts';
import { at, myMessageUrl, type SignedIn, signInAll } from '../harness/client-api.ts';
import { useServer } from '../harness/use-server.ts';

/** Search for messages: what is found, by whom, and in which order. */

const SEARCH = '/client/v1.0/search';
const SEARCH_ALL = '/open-api/v1.0/chat/search';

const server = await useServer();
let stopIndexer: () => Promise<void>;
let ann: SignedIn;
let bob: SignedIn;
let eve: SignedIn;
beforeAll(async () => {
  stopIndexer = server.runIndexer();
  const people = await signInAll(server, 3);
  [ann, bob, eve] = [at(people, 0), at(people, 1), at(people, 2)];
});
afterAll(async () => {
  await stopIndexer();
});

const urlOf = (path: string, query: Record<string, string | number>) => {
  const values = Object.entries(query).map(([name, value]) => [name, String(value)]);
  return `${path}?${String(new URLSearchParams(values))}`;
};

/** All hits of a search, over all its pages. */
async function search(
  who: SignedIn | undefined,
  query: Record<string, string | number>,
): Promise<SearchHit[]> {
  const hits: SearchHit[] = [];
  let next: string | null | undefined;
  do {
    const page: Record<string, string> = typeof next === 'string' ? { next } : {};
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

describe('what is found', () => {
  const IMAGE = {
    width: 1,
    height: 1,
    size: 1,
    source_url: 'https://example.com/a.png',
    source_thumb_url: 'https://example.com/b.png',
  };

  test.each([
    [
      'a file name',
      { text: '', metadata: [{ type: 'image', name: 'Ảnh chụp_zzimage.PNG', ...IMAGE }] },
      'anh zzimage',
      'name',
    ],
    [
      'a title of a promotion',
      {
        metadata: [
          { type: 'promotion', promotion: { title: 'Zztitle sale', image_url: 'https://example.com/a.png' } },
        ],
      },
      'zztitle',
      'promotion.title',
    ],
    [
      'a button',
      {
        metadata: [
          {
            type: 'promotion',
            promotion: {
              title: 'Sale',
              image_url: 'https://example.com/a.png',
              buttons: [
                { label: 'Buy', action: { type: 3 } },
                { label: 'Zzbutton now', action: { type: 3 } },
              ],
            },
          },
        ],
      },
      'zzbutton',
      'promotion.buttons[1].label',
    ],
    [
      'a custom name',
      { metadata: [{ type: 'custom_defined', custom_name: 'zzpoll', payload: '{"a":1}' }] },
      'zzpoll',
      'custom_name',
    ],
    [
      'a text of a custom message',
      {
        metadata: [
          {
            type: 'custom_defined',
            custom_name: 'poll',
            payload: '{"q":["Zzlunch?",{"deep":"x"}],"zzkey":1}',
          },
        ],
      },
      'zzlunch',
      'payload',
    ],
    [
      'the name of a place',
      { metadata: [{ type: 'location', latitude: 1, longitude: 2, name: 'Zzgate', address: 'x' }] },
      'zzgate',
      'name',
    ],
    [
      'the address of a place',
      { metadata: [{ type: 'location', latitude: 1, longitude: 2, name: 'x', address: 'Zzstreet 5' }] },
      'zzstreet',
      'address',
    ],
    [
      'a link',
      { text: 'see https://zzexample.com/path?x=1', metadata: [{ type: 'text' }] },
      'zzexample.com/path',
      'text',
    ],
    ['an emoji', { text: 'zz done 🦩', metadata: [{ type: 'text' }] }, '🦩', 'text'],
  ])('%s', async (_what, body, q, field) => {
    const thread = await server.group([ann.userId]);
    await ann.ok('POST', `/client/v1.0/threads/${thread}/messages`, { body: { body } });
    await server.indexed();
    const hits = await search(ann, { q });
    expect(hits).toHaveLength(1);
    expect(new Set(hits[0]?.ranges.map((range) => range.field))).toEqual(new Set([field]));
    expect(await search(ann, { q: 'zzkey' })).toEqual([]);
  });

  test('words of one query in any order, phrases only in theirs', async () => {
    const thread = await server.group([ann.userId]);
    await ann.say(thread, 'alpha beta gammaray');
    await server.indexed();
    for (const [q, count] of [
      ['gammaray alpha', 1],
      ['beta gamma', 1],
      ['gamma beta', 0],
      ['"alpha beta"', 1],
      ['"beta alpha"', 0],
      ['“alpha beta” gam', 1],
      ['alpha delta', 0],
    ] as const)
      expect([q, (await search(ann, { q, thread_id: thread })).length]).toEqual([q, count]);
  });

  test('only those of a sender, of a kind, of a time', async () => {
    const thread = await server.group([ann.userId, bob.userId]);
    const one = await ann.say(thread, 'filtered one');
    const two = await bob.say(thread, 'filtered two');
    await server.indexed();
    const find = async (more: Record<string, string | number>) =>
      textsOf(await search(ann, { q: 'filtered', thread_id: thread, ...more }));
    expect(await find({})).toEqual(['filtered two', 'filtered one']);
    expect(await find({ sender: bob.extUserId })).toEqual(['filtered two']);
    expect(await find({ sender: eve.extUserId })).toEqual([]);
    expect(await find({ sender: '999999999' })).toEqual([]);
    expect(await find({ kind: 'text' })).toHaveLength(2);
    expect(await find({ kind: 'image' })).toEqual([]);
    expect(await find({ after: two.created_at })).toContain('filtered two');
    expect(await find({ after: two.created_at + 1 })).toEqual([]);
    expect(await find({ before: one.created_at })).toEqual([]);
    expect(await find({ before: two.created_at + 1 })).toHaveLength(2);
  });

  test('a page has at most about 1 MiB, and a search through much text continues on the next one', async () => {
    const thread = await server.group([ann.userId]);
    const large = (word: string) => ({
      body: {
        text: word,
        metadata: [
          { type: 'custom_defined', custom_name: 'n', payload: JSON.stringify('y '.repeat(30_000)) },
        ],
      },
    });
    await ann.say(thread, 'largeword first even odd');
    for (let index = 0; index < 38; index += 1)
      await ann.say(thread, large(index % 2 === 0 ? 'largeword even' : 'largeword odd'));
    await server.indexed();
    const { body } = await ann.call('GET', urlOf(SEARCH, { q: 'largeword', limit: 100, thread_id: thread }));
    expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(1_300_000);
    expect(await search(ann, { q: 'largeword', limit: 100, thread_id: thread })).toHaveLength(39);
    // (All blocks have both words, in different messages: all messages are looked at.)
    const first = await ann.call('GET', urlOf(SEARCH, { q: 'odd even', thread_id: thread }));
    expect(first.body.data).toEqual([]);
    expect(typeof first.body.next).toBe('string');
    expect(textsOf(await search(ann, { q: 'odd even', thread_id: thread }))).toEqual([
      'largeword first even odd',
    ]);
  });
});

describe('a query', () => {
  const ask = async (query: Record<string, string>) => (await ann.call('GET', urlOf(SEARCH, query))).body;
  const words = (count: number) => Array.from({ length: count }, (_, index) => `w${index}`).join(' ');

  test.each([
    ['1 code point', 'x'],
    ['200 code points', '𝔘'.repeat(200)],
    ['200 code points between white space', `  ${'x'.repeat(200)}\u00a0 `],
    ['10 words', words(10)],
    ['9 words and a phrase', `${words(9)} "a b c d"`],
    ['only punctuation', '...'],
    ['wildcards', '%_*?'],
    ['quotes', `'"\\`],
    ['an end of a statement', "'; drop table messages; --"],
    ['a regular expression', '(a+)+$[^]'],
    ['control characters', '\0\u0007\u202e\ufeff'],
    ['marks alone', '\u0301\u0302'],
  ])('may have %s', async (_what, q) => {
    expect((await ask({ q, sender: eve.extUserId })).message_code).toBe('M200');
  });

  test.each([
    ['nothing', ''],
    ['only white space', ' \t\u3000'],
    ['201 code points', '𝔘'.repeat(201)],
    ['10 kB', 'x'.repeat(10_000)],
    ['11 words', words(11)],
    ['100 words', Array.from({ length: 99 }, () => 'a').join(' ')],
  ])('may not have %s', async (_what, q) => {
    const { message_code: code, errors } = await ask({ q });
    expect([code, errors?.map(({ field }) => field)]).toEqual(['M40010', ['q']]);
  });

  test.each([
    ['before', 'yesterday'],
    ['after', '-1'],
    ['after', '5', { before: '5' }],
    ['next', '1_2'],
    ['next', '0_0_0'],
    ['next', '1_9223372036854775808_1'],
    ['sender', 'ann'],
    ['kind', 'poem'],
    ['thread_id', '-1'],
    ['limit', '101'],
  ])('may not have %s=%s', async (name, value, more: Record<string, string> = {}) => {
    const { message_code: code, errors } = await ask({ q: 'x', [name]: value, ...more });
    expect([code, errors?.map(({ field }) => field)]).toEqual(['M40010', [name]]);
  });

  test('must be there', async () => {
    expect((await ask({})).message_code).toBe('M40010');
  });
});

test('a tenant is searched alone', async () => {
  const options = { tenant: 'elsewhere' };
  const [other] = await signInAll(server, 1, 'tenant-user', options);
  const thread = await server.group([at([other], 0)?.userId ?? ''], options);
  await other?.say(thread, 'tenantword');
  await server.indexed();
  expect(await search(undefined, { q: 'tenantword' })).toEqual([]);
  const { body } = await server.call('GET', urlOf(SEARCH_ALL, { q: 'tenantword' }), options);
  expect(body.data).toHaveLength(1);
});

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { at, myMemberUrl, myMessageUrl, type SignedIn } from '../../server/test/harness/client-api.ts';
import { type Chat, highlight, type MessageSearch } from '../src/index.ts';
import { type ChatServer, eventually, HeldAnswers, startChatServer, texts } from './chat-server.ts';

/** `chat.search()`: its hits, and how they stay right. */

let chats: ChatServer;
let stopIndexer: () => Promise<void>;
let ann: SignedIn;
let ben: SignedIn;
beforeAll(async () => {
  chats = await startChatServer(2);
  stopIndexer = chats.server.runIndexer();
  [ann, ben] = [at(chats.people, 0), at(chats.people, 1)];
});
afterAll(async () => {
  await stopIndexer();
  await chats.close();
});

/** A word that no other test searches for. */
let words = 0;
const newWord = () => {
  words += 1;
  return `word${String.fromCodePoint(...Array.from(String(words), (digit) => 0x61 + Number(digit)))}zz`;
};

async function say(threadId: string, ...messages: (string | object)[]): Promise<number[]> {
  const seqs: number[] = [];
  for (const message of messages) seqs.push((await ann.say(threadId, message)).seq);
  await chats.server.indexed();
  return seqs;
}

const found = (search: MessageSearch) =>
  texts(search.getSnapshot().hits.map(({ message }) => ({ ...message, state: 'sent' })));

/** A `fetch` that counts searches, and fails while the network is cut. */
function countSearches() {
  const counted = { searches: [] as string[], isCut: false };
  const counting: typeof fetch = async (address, init) => {
    const { url } = new Request(address);
    if (url.includes('/search?')) counted.searches.push(new URL(url).searchParams.get('q') ?? '');
    if (counted.isCut) throw new TypeError('the network is cut');
    return fetch(address, init);
  };
  return { counted, fetch: counting };
}

describe('a search', () => {
  test('finds messages with what to highlight, and goes on page by page', async () => {
    const word = newWord();
    const id = await chats.group(ann, ben);
    await say(id, `Tiếng Việt 🎂 ${word} một`, `${word} hai`, `ba ${word}`);
    const search = (await chats.ready(ben)).search(`tieng ${word}`);
    const { hits, hasMore, error } = await search.loaded();
    expect([hits.length, hasMore, error]).toEqual([1, false, undefined]);
    const [hit] = hits;
    expect(highlight(hit?.message.body.text ?? '', hit?.ranges ?? [])).toEqual([
      { text: 'Tiếng', isMatch: true },
      { text: ' Việt 🎂 ', isMatch: false },
      { text: word, isMatch: true },
      { text: ' một', isMatch: false },
    ]);
    const paged = (await chats.ready(ben)).search(word, { limit: 2, thread_id: id });
    await paged.loaded();
    expect(found(paged)).toEqual([`ba ${word}`, `${word} hai`]);
    expect(await paged.loadMore()).toBe(true);
    expect(found(paged)).toHaveLength(3);
    while (paged.getSnapshot().hasMore) await paged.loadMore();
    expect(found(paged)).toHaveLength(3);
    expect(await paged.loadMore()).toBe(false);
  });

  test('with an empty query requests nothing, and has no hits', async () => {
    const { counted, fetch } = countSearches();
    const chat = chats.connect(ben, { fetch });
    const search = chat.search('  ');
    expect(await search.loaded()).toEqual({
      query: '',
      hits: [],
      isLoading: false,
      hasMore: false,
      error: undefined,
    });
    search.setQuery(' ');
    expect(await search.loadMore()).toBe(false);
    expect(counted.searches).toEqual([]);
  });

  test('continues by itself where pages have no hits, up to a bound', { tags: 'thorough' }, async () => {
    const [empty, word] = [newWord(), newWord()];
    const id = await chats.group(ann, ben);
    await say(id, `${word} here`);
    // The real answers, but the first pages of the search are passed on without their hits.
    let left = 3;
    let asked = 0;
    const fetchEmptied: typeof fetch = async (address, init) => {
      const response = await fetch(address, init);
      if (!new Request(address).url.includes('/search?')) return response;
      asked += 1;
      if (left === 0) return response;
      left -= 1;
      const next = new URL(new Request(address).url).searchParams.get('next') ?? undefined;
      return Response.json({
        ...((await response.json()) as object),
        data: [],
        next: next ?? (await cursor()),
      });
    };
    const cursor = async () => {
      const page = await ann.call('GET', `/client/v1.0/search?q=${empty}&limit=1&thread_id=${id}`);
      return page.body.next ?? null;
    };
    await say(id, `${empty} 1`, `${empty} 2`);
    const chat = chats.connect(ben, { fetch: fetchEmptied });
    await chat.ready();
    const search = chat.search(word, { thread_id: id });
    await search.loaded();
    expect(found(search)).toEqual([`${word} here`]);
    expect(asked).toBe(4);
    left = 7;
    asked = 0;
    const bounded = chat.search(word, { thread_id: id });
    expect(await bounded.loaded()).toMatchObject({ hits: [], hasMore: true, error: undefined });
    expect(asked).toBe(5);
    expect(await bounded.loadMore()).toBe(true);
    expect(found(bounded)).toEqual([`${word} here`]);
  });

  test('reports a query that the server refuses, and a thread that is not there', async () => {
    const chat = await chats.ready(ben);
    const search = chat.search('x'.repeat(201));
    const refused = await search.loaded();
    expect(refused).toMatchObject({ hits: [], hasMore: false, error: { code: 'M40010' } });
    expect(refused.error?.fields).toMatchObject([{ field: 'q', rule: 'max_length' }]);
    search.setQuery('short', { thread_id: '999999' });
    expect(await search.loaded()).toMatchObject({ hits: [], error: { code: 'M40401' } });
  });
});

describe('while the user types', () => {
  test('only the query after a pause is requested', async () => {
    const word = newWord();
    await say(await chats.group(ann, ben), word);
    const { counted, fetch } = countSearches();
    const search = chats.connect(ben, { fetch }).search('');
    for (let end = 1; end <= word.length; end += 1) search.setQuery(word.slice(0, end));
    expect(search.getSnapshot()).toMatchObject({ query: word, isLoading: true });
    await search.loaded();
    expect(found(search)).toEqual([word]);
    expect(new Set(counted.searches)).toEqual(new Set([word]));
  });

  test('an answer to an older query never replaces that to a newer one', async () => {
    const [older, newer] = [newWord(), newWord()];
    await say(await chats.group(ann, ben), older, newer);
    const held = new HeldAnswers(new RegExp(`q=${older}`));
    const search = chats.connect(ben, { fetch: held.fetch }).search(older, { debounceMs: 0 });
    const seen: string[] = [];
    search.subscribe(() => seen.push(...found(search)));
    await eventually(() => held.count === 1);
    search.setQuery(newer);
    await search.loaded();
    held.release();
    await eventually(() => held.count + held.passed > 1);
    await chats.server.indexed();
    expect(found(search)).toEqual([newer]);
    expect(seen).not.toContain(older);
  });

  test('the previous hits stay until there are new ones, or the query is empty', async () => {
    const [one, two] = [newWord(), newWord()];
    await say(await chats.group(ann, ben), one, two);
    const search = (await chats.ready(ben)).search(one);
    await search.loaded();
    search.setQuery(two);
    expect(search.getSnapshot()).toMatchObject({ query: two, isLoading: true });
    expect(found(search)).toEqual([one]);
    await search.loaded();
    expect(found(search)).toEqual([two]);
    search.setQuery('');
    expect(search.getSnapshot()).toMatchObject({ hits: [], isLoading: false });
  });
});

describe('hits', () => {
  /** A chat with the hit of a message by ann. */
  async function withHit(): Promise<{
    chat: Chat;
    search: MessageSearch;
    id: string;
    seq: number;
    word: string;
  }> {
    const word = newWord();
    const id = await chats.group(ann, ben);
    const [seq = 0] = await say(id, `the ${word}`);
    const chat = await chats.ready(ben);
    const search = chat.search(word);
    await search.loaded();
    expect(found(search)).toEqual([`the ${word}`]);
    return { chat, search, id, seq, word };
  }

  test('show an edited text without ranges, and reactions', async () => {
    const { search, id, seq } = await withHit();
    const hit = () => search.getSnapshot().hits[0];
    expect(hit()?.ranges).toHaveLength(1);
    await ann.ok('PUT', myMessageUrl(id, seq, '/reactions/👍'));
    await eventually(() => hit()?.message.reactions.length === 1);
    expect(hit()?.ranges).toHaveLength(1);
    await ann.ok('PATCH', myMessageUrl(id, seq), { body: { body: { text: 'other' } } });
    await eventually(() => hit()?.message.body.text === 'other');
    expect(hit()?.ranges).toEqual([]);
  });

  test('of deleted messages disappear', async () => {
    const { search, id, seq } = await withHit();
    await ann.ok('DELETE', myMessageUrl(id, seq));
    await eventually(() => search.getSnapshot().hits.length === 0);
  });

  test('of a thread disappear when the user is removed from it', async () => {
    const { chat, search, id } = await withHit();
    await ann.ok('DELETE', myMemberUrl(id, ben.userId));
    await eventually(() => search.getSnapshot().hits.length === 0);
    const named = chat.search('anything', { thread_id: id });
    expect(await named.loaded()).toMatchObject({ error: { code: 'M40401' } });
  });

  test('are no longer shown if the message was deleted while the answer was on its way', async () => {
    const word = newWord();
    const id = await chats.group(ann, ben);
    const [seq = 0] = await say(id, word);
    const held = new HeldAnswers(/\/search\?/);
    const chat = chats.connect(ben, { fetch: held.fetch });
    await chat.ready();
    const thread = chat.open(id);
    await thread.loaded();
    const search = chat.search(word);
    const seen: string[] = [];
    search.subscribe(() => seen.push(...found(search)));
    await eventually(() => held.count === 1);
    await ann.ok('DELETE', myMessageUrl(id, seq));
    await eventually(() =>
      thread.getSnapshot().messages.some((one) => one.state === 'sent' && one.deleted_at !== null),
    );
    held.release();
    await search.loaded();
    expect(search.getSnapshot().hits).toEqual([]);
    expect(seen).toEqual([]);
  });

  test('are searched again when the database was set back', { tags: 'thorough' }, async () => {
    const { search, id, seq, word } = await withHit();
    const { sql } = chats.server.database;
    await sql('update messages set text = $3 where thread_id = $1 and seq = $2', [
      id,
      seq,
      `another ${word}`,
    ]);
    await sql(`update event_epoch set database = ''`);
    await sql('select keep_epoch()');
    await eventually(() => found(search)[0] === `another ${word}`);
  });

  test('no longer change when the search is closed', async () => {
    const { search, id, seq } = await withHit();
    search.close();
    const thread = (await chats.ready(ann)).open(id);
    await thread.loaded();
    await thread.delete(seq);
    search.setQuery('something else');
    expect(await search.loadMore()).toBe(false);
    expect(search.getSnapshot()).toMatchObject({ isLoading: false, hasMore: false });
    expect(search.getSnapshot().hits).toHaveLength(1);
  });
});

describe('without a connection', () => {
  test('a search fails, and goes on by itself when the chat is online again', {
    tags: 'thorough',
  }, async () => {
    const [one, two] = [newWord(), newWord()];
    await say(await chats.group(ann, ben), one, two);
    const { counted, fetch } = countSearches();
    const sockets: WebSocket[] = [];
    class OwnWebSocket extends WebSocket {
      constructor(url: string | URL) {
        super(url);
        sockets.push(this);
      }
    }
    const chat = chats.connect(ben, { fetch, WebSocket: OwnWebSocket });
    await chat.ready();
    const search = chat.search(one);
    await search.loaded();
    counted.isCut = true;
    search.setQuery(two);
    expect(await search.loaded()).toMatchObject({ hits: [], hasMore: true, error: { code: 'network' } });
    counted.isCut = false;
    sockets.at(-1)?.close();
    await eventually(() => found(search)[0] === two);
    expect(search.getSnapshot()).toMatchObject({ hasMore: false, error: undefined });
  });

  test('closing a search ends its requests', async () => {
    const { counted, fetch } = countSearches();
    counted.isCut = true;
    const chat = chats.connect(ben, { fetch });
    onTestFinished(() => chat.close());
    const search = chat.search('anything');
    await eventually(() => counted.searches.length > 0);
    search.close();
    const { length } = counted.searches;
    expect(search.getSnapshot()).toMatchObject({ isLoading: false, hits: [] });
    await chats.server.indexed();
    expect(counted.searches).toHaveLength(length);
  });
});

describe('highlight()', () => {
  test('counts in code points', () => {
    const range = (start: number, length: number, field = 'text') => ({ field, start, length });
    expect(highlight('👩‍👩‍👧 Tiếng', [range(6, 5)])).toEqual([
      { text: '👩‍👩‍👧 ', isMatch: false },
      { text: 'Tiếng', isMatch: true },
    ]);
    expect(highlight('𝒳𝒴𝒵', [range(1, 1)]).map(({ text }) => text)).toEqual(['𝒳', '𝒴', '𝒵']);
    expect(highlight('report.pdf', [range(0, 6, 'name'), range(0, 1)], 'name')).toEqual([
      { text: 'report', isMatch: true },
      { text: '.pdf', isMatch: false },
    ]);
    expect(highlight('', [range(0, 3)])).toEqual([]);
  });

  test('loses nothing of a text, whatever the ranges are', () => {
    const ranges = fc.array(fc.record({ field: fc.constant('text'), start: fc.nat(40), length: fc.nat(40) }));
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), ranges, (text, some) => {
        const parts = highlight(text, some);
        expect(parts.map((part) => part.text).join('')).toBe(text);
        expect(parts.every((part) => part.text !== '')).toBe(true);
        const marked = parts
          .filter(({ isMatch }) => isMatch)
          .reduce((sum, part) => sum + Array.from(part.text).length, 0);
        const expected = Array.from(text).filter((_, index) =>
          some.some(({ start, length }) => index >= start && index < start + length),
        );
        expect(marked).toBe(expected.length);
      }),
    );
  });
});

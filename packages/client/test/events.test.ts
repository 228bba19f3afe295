import { expect, onTestFinished, test, vi } from 'vitest';
import type { EventCursor, Events, PulledEvent } from '../src/server/index.ts';
import { type Reached, reachPalaver, textTo } from './harness/palaver.ts';
import { badWayTo, refusal } from './harness/trouble.ts';

/** A server whose event stream is on, with a thread of ann and ben. The first event is the creation of ann. */
async function withEvents(): Promise<Reached & { threadId: string }> {
  const reached = await reachPalaver();
  const { palaver } = reached;
  await palaver.eventStream.put({ enabled: true });
  await palaver.users.putMany([{ user_id: 'ann' }, { user_id: 'ben' }]);
  const { thread_id: threadId } = await palaver.threads.create({ name: 'Order', owner_id: 'ann' });
  await reached.server.relayed();
  return { ...reached, threadId };
}

/** Takes events until one with this text. */
async function takeThrough(events: Events, text: string): Promise<PulledEvent[]> {
  const taken: PulledEvent[] = [];
  for await (const event of events) {
    taken.push(event);
    if (textOf(event) === text) break;
  }
  return taken;
}

function textOf(event: PulledEvent): string | undefined {
  return event.type === 'message.created' ? event.data.entry.message?.body.text : undefined;
}

const positionsOf = (events: PulledEvent[]) => events.map(({ position }) => position);
const countUp = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index);

test('a loop gets every event once, in order, and waits for new ones', async () => {
  const { palaver, threadId } = await withEvents();
  const taking = takeThrough(palaver.events(), 'last');
  for (let n = 0; n < 130; n += 1) await palaver.messages.send(textTo(threadId, `${n}`));
  await palaver.messages.send(textTo(threadId, 'last'));
  const taken = await taking;
  expect(positionsOf(taken)).toEqual(countUp(1, taken.length));
  expect(taken[0]).toMatchObject({ type: 'user.created', data: { user: { user_id: 'ann' } } });
  expect(taken.flatMap((event) => textOf(event) ?? [])).toEqual([
    ...countUp(0, 130).map((n) => `${n}`),
    'last',
  ]);
});

test('a stored cursor continues in another process, and a second loop continues after the first', async () => {
  const { palaver, connect, threadId } = await withEvents();
  for (const text of ['one', 'two', 'three', 'four']) await palaver.messages.send(textTo(threadId, text));
  const events = palaver.events();
  const first = await takeThrough(events, 'two');
  expect(events.cursor).toMatchObject({ after: first.length, epoch: expect.stringMatching(/./) });
  const stored = JSON.stringify(events.cursor);
  const other = await takeThrough(connect().events(JSON.parse(stored) as EventCursor), 'four');
  expect(other.map(textOf)).toEqual(['three', 'four']);
  expect(await takeThrough(events, 'four')).toEqual(other);
});

test('a filter by type leaves events out', async () => {
  const { palaver, threadId } = await withEvents();
  const types = ['message.created', 'user.updated'] as const;
  const taking = takeThrough(palaver.events({ types }), 'two');
  await palaver.messages.send(textTo(threadId, 'one'));
  await palaver.users.put('cleo');
  await palaver.users.put('cleo', { display_name: 'Cleo' });
  await palaver.messages.send(textTo(threadId, 'two'));
  const taken = await taking;
  expect(taken.map(({ type }) => type)).toEqual(['message.created', 'user.updated', 'message.created']);
});

test('a client for a tenant gets only its events', async () => {
  const { palaver } = await withEvents();
  const acme = palaver.forTenant('acme');
  await acme.users.put('ann', { display_name: 'Ann of Acme' });
  for await (const event of acme.events()) {
    expect(event).toMatchObject({ type: 'user.created', data: { tenant_id: 'acme' } });
    break;
  }
});

/** A client whose requests for events can be counted. */
async function waiting() {
  const reached = await withEvents();
  const way = await badWayTo(reached.url);
  const { last_position: after } = await reached.palaver.eventStream.get();
  return { ...reached, way, after, palaver: reached.connect({ url: way.url }) };
}

test('`return` ends a loop at once, also while it waits', async () => {
  const { palaver, way, after } = await waiting();
  const iterator = palaver.events({ after })[Symbol.asyncIterator]();
  const next = iterator.next();
  await expect.poll(() => way.requests.length).toBe(1);
  expect(await iterator.return?.()).toEqual({ done: true, value: undefined });
  expect(await next).toEqual({ done: true, value: undefined });
  expect(way.requests).toHaveLength(1);
});

test('the signal ends a loop at once: while it waits, and between two events', async () => {
  const { palaver, way, after } = await waiting();
  const abort = new AbortController();
  const next = palaver.events({ after, signal: abort.signal })[Symbol.asyncIterator]().next();
  await expect.poll(() => way.requests.length).toBe(1);
  abort.abort(new Error('stop'));
  await expect(next).rejects.toThrow('stop');

  const second = new AbortController();
  const seen: number[] = [];
  const loop = async () => {
    for await (const { position } of palaver.events({ signal: second.signal })) {
      seen.push(position);
      second.abort(new Error('stop'));
    }
  };
  await expect(loop()).rejects.toThrow('stop');
  expect(seen).toEqual([1]);
  expect(way.requests).toHaveLength(2);
});

test('two loops at the same time over the same events are refused', { tags: 'thorough' }, async () => {
  const { palaver, after } = await waiting();
  const events = palaver.events({ after });
  const iterator = events[Symbol.asyncIterator]();
  const next = iterator.next();
  await expect(events[Symbol.asyncIterator]().next()).rejects.toThrow(TypeError);
  await iterator.return?.();
  await next;
});

test('a bad network and a busy server repeat and omit no event', { tags: 'thorough' }, async () => {
  const { palaver, connect, url, threadId } = await withEvents();
  for (let n = 0; n < 60; n += 1) await palaver.messages.send(textTo(threadId, `${n}`));
  await palaver.messages.send(textTo(threadId, 'last'));
  // A pause is a random part of a limit: here a short one.
  const random = vi.spyOn(Math, 'random').mockReturnValue(0.01);
  onTestFinished(() => random.mockRestore());
  const way = await badWayTo(url, [
    ...['cut', 'lost answer', 'cut', 'cut', 'cut', 'cut'].map((one) => one as 'cut'),
    { status: 502, body: '<html>Bad Gateway</html>' },
    refusal(503, 'M50300', { 'retry-after': '1' }),
    refusal(429, 'M42900', { 'retry-after': '0' }),
    refusal(500, 'M50000'),
  ]);
  const taken = await takeThrough(connect({ url: way.url, maxRetries: 1 }).events(), 'last');
  expect(way.misfortunes).toEqual([]);
  expect(positionsOf(taken)).toEqual(countUp(1, taken.length));
});

test('the loop throws what the server refuses', async () => {
  const { connect, palaver } = await withEvents();
  const firstOf = (events: Events) => events[Symbol.asyncIterator]().next();
  await expect(firstOf(connect({ apiKey: 'plv_live_wrong' }).events())).rejects.toMatchObject({
    code: 'M40102',
  });
  await expect(firstOf(palaver.events({ after: -1 }))).rejects.toMatchObject({ status: 400 });
});

test('a stream that never was on is refused', async () => {
  const { palaver } = await reachPalaver();
  const next = palaver.events()[Symbol.asyncIterator]().next();
  await expect(next).rejects.toMatchObject({ code: 'M40903' });
});

/** A stream whose first two events are gone because of their age. `setBack` loses the others, as a restored backup does. */
async function withGap() {
  const reached = await withEvents();
  const { sql } = reached.server.database;
  await sql(`update event_streams set dropped_through = 2`);
  const setBack = async () => {
    await sql('delete from events where position > 2');
    await sql(`update event_epoch set database = 'another'`);
    await reached.palaver.users.put('dora');
  };
  return { ...reached, setBack };
}

test('the loop throws if events are missing, and says where to continue', async () => {
  const { palaver } = await withGap();
  const firstOf = (cursor: EventCursor) => palaver.events(cursor)[Symbol.asyncIterator]().next();
  await expect(firstOf({ after: 1 })).rejects.toMatchObject({
    code: 'M41000',
    firstPosition: 3,
    retryable: false,
  });
  await expect(firstOf({ after: 5, epoch: 'former' })).rejects.toMatchObject({
    code: 'M41001',
    firstPosition: 3,
  });
  expect(await firstOf({ after: 0 })).toMatchObject({ value: { position: 3 } });
  expect(await firstOf({ after: 2 })).toMatchObject({ value: { position: 3 } });
});

test('with `onGap` the loop continues when the caller has loaded its state again', async () => {
  const { palaver, setBack } = await withGap();
  const { last_position } = await palaver.eventStream.get();
  const log: (string | number)[] = [];
  let formerEpoch: string | undefined;
  const events = palaver.events({
    after: 1,
    onGap: async ({ code, firstPosition }) => {
      log.push(`${code} ${firstPosition}`);
      await palaver.users.list().toArray();
      log.push('loaded');
    },
  });
  for await (const { position } of events) {
    log.push(position);
    if (log.includes('M41001 3')) break;
    if (position !== last_position) continue;
    formerEpoch = events.cursor.epoch;
    await setBack();
  }
  const positions = countUp(3, last_position - 2);
  expect(log).toEqual(['M41000 3', 'loaded', ...positions, 'M41001 3', 'loaded', 3]);
  expect(events.cursor).toEqual({ after: 3, epoch: expect.stringMatching(/./) });
  expect(events.cursor.epoch).not.toBe(formerEpoch);
});

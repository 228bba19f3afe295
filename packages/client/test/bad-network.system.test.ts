import { ERRORS } from '@palaver/protocol/errors';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { png, zipOf } from '../../server/test/harness/sticker-pack.ts';
import { Palaver, PalaverError, type PalaverOptions } from '../src/server/index.ts';
import { furnish, type Reached, reachPalaver, textTo } from './harness/palaver.ts';
import { badWayTo, type Misfortune, refusal } from './harness/trouble.ts';

let reached: Reached;
beforeAll(async () => {
  reached = await reachPalaver(afterAll);
  // A pause is a random part of a limit: here a short one.
  const random = vi.spyOn(Math, 'random').mockReturnValue(0.05);
  return () => random.mockRestore();
});

/** The SDK on a bad way to the real server, in a new tenant. */
async function onBadWay(misfortunes: Misfortune[], options: Partial<PalaverOptions> = {}) {
  const tenantId = `tenant-${crypto.randomUUID()}`;
  const furniture = await furnish(reached.connect({ tenantId }));
  const way = await badWayTo(reached.url, misfortunes);
  return { ...furniture, way, palaver: reached.connect({ ...options, tenantId, url: way.url }) };
}

describe('a call is retried', () => {
  const HELPED: [string, Misfortune[]][] = [
    ['when the connection is cut', ['cut', 'cut']],
    ['when the response is lost', ['lost answer', 'lost answer']],
    ['when a proxy fails', [{ status: 502, body: '<html>Bad Gateway</html>' }]],
    ['on 408, 500 and 503', [refusal(408, 'M40800'), refusal(500, 'M50000'), refusal(503, 'M50300')]],
    ['while another request with the same key is in progress', [refusal(409, 'M40902')]],
    ['on an unknown code with a retryable status', [refusal(503, 'M50399')]],
  ];

  test.for(HELPED)('%s', async ([, misfortunes]) => {
    const { palaver, way, threadId } = await onBadWay([...misfortunes]);
    await palaver.messages.send(textTo(threadId, 'Once'));
    expect(way.requests).toHaveLength(misfortunes.length + 1);
    const texts = (await palaver.messages.list(threadId).toArray()).map(({ body }) => body.text);
    expect(texts).toEqual(['Hello', 'Once']);
  });

  test('when an attempt times out', async () => {
    const { palaver, way } = await onBadWay(['silence'], { timeoutMs: 2_000 });
    expect(await palaver.users.get('ann')).toMatchObject({ user_id: 'ann' });
    expect(way.requests).toHaveLength(2);
  });

  test('after the pause that the server asks for', async () => {
    const { palaver, way } = await onBadWay([refusal(429, 'M42900', { 'retry-after': '1' })]);
    await palaver.users.get('ann');
    const [first, second] = way.requests;
    expect((second?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThanOrEqual(990);
  });

  test('with the same idempotency key, which differs from that of other calls', async () => {
    const { palaver, way, threadId } = await onBadWay(['cut']);
    await palaver.messages.send(textTo(threadId, 'One'));
    await palaver.messages.send(textTo(threadId, 'Two'));
    const keys = way.requests.map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  test("with the caller's idempotency key, so that two equal calls have one effect", async () => {
    const { palaver, threadId } = await onBadWay([]);
    const send = () => palaver.messages.send(textTo(threadId, 'Once'), { idempotencyKey: 'order-4711' });
    expect(await send()).toEqual(await send());
    expect(await palaver.messages.list(threadId).toArray()).toHaveLength(2);
  });

  test('when the response with a token is lost: the SDK issues another token', async () => {
    const { palaver, way } = await onBadWay(['lost answer']);
    const { token } = await palaver.users.issueToken('ann');
    expect(token).toMatch(/^ey/);
    expect(way.requests).toHaveLength(3);
  });

  test('when the response to a deletion is lost: the retry then finds nothing, and the call succeeds', async () => {
    const { palaver, way, threadId } = await onBadWay(['lost answer', 'lost answer']);
    await palaver.threads.delete(threadId);
    expect(way.requests).toHaveLength(3);
    await expect(palaver.threads.delete(threadId)).rejects.toMatchObject({ code: 'M40401' });
  });

  test('with the whole file, if it can be opened again', async () => {
    const icon = new Uint8Array(png());
    const archive = new Uint8Array(zipOf({ 'sun.png': png() }));
    const { palaver, way } = await onBadWay(['lost answer', 'lost answer']);
    const stickers = () => new Blob([archive]).stream();
    const { id } = await palaver.stickers.createPack({ name: 'Sun', icon, stickers });
    await palaver.stickers.createPack({ name: 'Sun', icon, stickers: archive });
    expect(way.requests.map(({ url }) => url)).toHaveLength(4);
    expect((await palaver.stickers.list().toArray()).map((pack) => pack.id)).toContain(id);
    expect(await palaver.stickers.list().toArray()).toHaveLength(2);
  });
});

describe('a call is not retried', () => {
  test('if the error is permanent', async () => {
    const { palaver, way } = await onBadWay([]);
    await expect(palaver.users.get('nobody')).rejects.toMatchObject({ code: 'M40402', retryable: false });
    expect(way.requests).toHaveLength(1);
  });

  test('more often than `maxRetries`', async () => {
    const { palaver, way } = await onBadWay(['cut', 'cut', 'cut'], { maxRetries: 1 });
    await expect(palaver.users.get('ann')).rejects.toMatchObject({ code: 'network' });
    expect(way.requests).toHaveLength(2);
  });

  test('if the server asks for a pause of an hour', async () => {
    const { palaver, way } = await onBadWay([refusal(503, 'M50300', { 'retry-after': '3600' })]);
    await expect(palaver.users.get('ann')).rejects.toMatchObject({ code: 'M50300', retryAfterMs: 3_600_000 });
    expect(way.requests).toHaveLength(1);
  });

  test('if its stream has been read', async () => {
    const { palaver, way } = await onBadWay(['lost answer']);
    const stickers = new Blob([new Uint8Array(zipOf({ 'sun.png': png() }))]).stream();
    const upload = palaver.stickers.createPack({ name: 'Sun', icon: new Uint8Array(png()), stickers });
    await expect(upload).rejects.toMatchObject({ code: 'network', retryable: true });
    expect(way.requests).toHaveLength(1);
  });
});

describe('an upload', () => {
  /** 64 MiB: more than any buffer on the way takes. */
  async function* pieces(seen: { bytes: number; isClosed: boolean }): AsyncGenerator<Uint8Array> {
    try {
      for (; seen.bytes < 64 * 1024 * 1024; seen.bytes += 65_536) yield new Uint8Array(65_536);
    } finally {
      seen.isClosed = true;
    }
  }

  test('is read no faster than it is sent, and its source is closed when it is aborted', async () => {
    const { palaver, way } = await onBadWay(['silence']);
    const seen = { bytes: 0, isClosed: false };
    const abort = new AbortController();
    const pack = { name: 'Large', icon: new Uint8Array(png()), stickers: pieces(seen) };
    const upload = palaver.stickers.createPack(pack, { signal: abort.signal });
    await expect.poll(() => way.requests.length).toBe(1);
    await expect.poll(() => seen.bytes).toBeGreaterThan(0);
    abort.abort(new Error('enough'));
    await expect(upload).rejects.toThrow('enough');
    await expect.poll(() => seen.isClosed).toBe(true);
    expect(seen.bytes).toBeLessThan(32 * 1024 * 1024);
  });

  test('that the server refuses early rejects with the error, and is not read to its end', async () => {
    const seen = { bytes: 0, isClosed: false };
    const palaver = new Palaver({ url: reached.url, apiKey: 'plv_live_wrong' });
    const pack = { name: 'No', icon: new Uint8Array(png()), stickers: pieces(seen) };
    await expect(palaver.stickers.createPack(pack)).rejects.toMatchObject({ code: 'M40102' });
    expect(seen.bytes).toBeLessThan(32 * 1024 * 1024);
  });
});

describe('an error', () => {
  test('has the code, status, fields and request id of the response', async () => {
    const { palaver } = await onBadWay([]);
    const failure = await palaver.users.put('ann', { avatar_url: 'no address' }).catch((error) => error);
    expect(failure).toBeInstanceOf(PalaverError);
    expect(failure).toMatchObject({ code: 'M40003', status: 400, retryable: false });
    expect(failure.fields).toMatchObject([{ field: 'avatar_url' }]);
    expect(failure.requestId).not.toBe('');
    expect(failure.message).toMatch(/^M40003: .*avatar_url/);
  });

  test('of the network has its cause', async () => {
    const { palaver } = await onBadWay(['cut'], { maxRetries: 0 });
    const failure = await palaver.users.get('ann').catch((error) => error);
    expect(failure).toMatchObject({ code: 'network', status: 0, retryable: true, requestId: '' });
    expect(failure.cause).toBeInstanceOf(TypeError);
  });

  test('for a response of another server has the code `answer`', async () => {
    const { palaver } = await onBadWay([{ status: 404, body: 'Not here' }]);
    await expect(palaver.users.get('ann')).rejects.toMatchObject({
      code: 'answer',
      status: 404,
      retryable: false,
    });
  });

  test.for(Object.entries(ERRORS))(
    '%s is retryable as the table says',
    async ([code, { status, retryable }]) => {
      const way = await badWayTo('', [refusal(status, code)]);
      const palaver = new Palaver({ url: way.url, apiKey: 'key', maxRetries: 0 });
      await expect(palaver.users.get('ann')).rejects.toMatchObject({ code, status, retryable });
    },
  );
});

describe('a call ends', () => {
  test('with a retryable error when its timeout expires', async () => {
    const { palaver } = await onBadWay(['silence'], { maxRetries: 0 });
    const call = palaver.users.get('ann', { timeoutMs: 100 });
    await expect(call).rejects.toMatchObject({ code: 'timeout', retryable: true, status: 0 });
  });

  test("with the caller's reason when the caller aborts it", async () => {
    const { palaver } = await onBadWay(['silence']);
    const abort = new AbortController();
    const call = palaver.users.get('ann', { signal: abort.signal });
    abort.abort(new Error('changed my mind'));
    await expect(call).rejects.toThrow('changed my mind');
  });

  test('at once when the caller aborts it during the pause before a retry', async () => {
    const { palaver, way } = await onBadWay([refusal(503, 'M50300', { 'retry-after': '50' })]);
    const abort = new AbortController();
    const call = palaver.users.get('ann', { signal: abort.signal });
    await expect.poll(() => way.requests.length).toBe(1);
    abort.abort();
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('before its first request if its signal is already aborted', async () => {
    const { palaver, way } = await onBadWay([]);
    await expect(palaver.users.get('ann', { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(way.requests).toHaveLength(0);
  });
});

test('the constructor refuses invalid options', () => {
  expect(() => new Palaver({ url: 'chat.example.com', apiKey: 'key' })).toThrow(TypeError);
  expect(() => new Palaver({ url: 'https://chat.example.com', apiKey: 'line\nbreak' })).toThrow(TypeError);
});

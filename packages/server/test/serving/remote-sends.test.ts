import { MessageChannel } from 'node:worker_threads';
import type { ThreadId } from '@palaver/protocol/ids';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ConfigError } from '../../src/config/config.ts';
import { MAX_WAITING_BYTES, type SendQueue } from '../../src/domain/operations/messages/send-queue.ts';
import type { Send } from '../../src/domain/records/sends.ts';
import { Refusal, refusalOf } from '../../src/domain/refusal.ts';
import { attempt, resultOf } from '../../src/serving/attempt.ts';
import { type MainCalls, openCalls } from '../../src/serving/calls.ts';
import { RemoteSends } from '../../src/serving/remote-sends.ts';
import { DatabaseFullError, DatabaseUnavailableError } from '../../src/storage/database.ts';

/** Sends of a serving thread, over a real message channel. */

const FAULT = {
  code: 'M40401',
  field: 'target.thread_id',
  rule: 'exists',
  message: 'names no thread',
} as const;
const RESULT = { data: [], isReplay: true };
const send = (text = '') => ({ threadId: '1' as ThreadId, content: { text, metadata: '' } }) as Send;

let channel: MessageChannel;
let isFull: boolean;
/** What the main thread does with a send. */
let submit: SendQueue['submit'];

function openSends(maxWaiting = 10): RemoteSends {
  const functions: Pick<MainCalls, 'send'> = { send: (one) => attempt(() => submit(one)) };
  openCalls(channel.port1, functions);
  return new RemoteSends(openCalls<MainCalls>(channel.port2, {}), {
    maxWaiting,
    onFull: () => {
      isFull = true;
    },
  });
}

beforeEach(() => {
  channel = new MessageChannel();
  isFull = false;
  submit = async () => RESULT;
});
afterEach(() => channel.port1.close());

test('a send reaches the main thread whole, in order, and its result comes back', async () => {
  const seen: Send[] = [];
  submit = async (one) => {
    seen.push(one);
    return RESULT;
  };
  const fingerprint = Buffer.from([0, 255]);
  const sends = openSends();
  const first = { ...send('first'), idempotency: { key: 'k', fingerprint, ttlMs: 1 } };
  expect(await Promise.all([sends.submit(first), sends.submit(send('second'))])).toEqual([RESULT, RESULT]);
  expect(seen.map(({ content }) => content.text)).toEqual(['first', 'second']);
  expect(seen[0]?.idempotency?.fingerprint).toEqual(new Uint8Array([0, 255]));
});

test.each([
  ['a refusal with its fields', refusalOf([FAULT])],
  ['a refusal with a position', new Refusal('M41000', undefined, { firstPosition: 7 })],
  ['a full database', new DatabaseFullError('no space left')],
  ['a database that is away', new DatabaseUnavailableError('no answer')],
  ['a wrong setting', new ConfigError('PORT: …')],
])('%s keeps its class', async (_, error) => {
  submit = () => Promise.reject(error);
  const failure: unknown = await openSends()
    .submit(send())
    .catch((caught: unknown) => caught);
  expect(failure).toBeInstanceOf(error.constructor);
  expect(failure).toEqual(error);
  // The thread then asks the database itself, so that its readiness shows it.
  expect(isFull).toBe(error instanceof DatabaseFullError);
});

test('any other error keeps its text and its stack, whatever it carries', async () => {
  const error = Object.assign(new TypeError('unforeseen'), { client: () => {} });
  submit = () => Promise.reject(error);
  const failure: unknown = await openSends()
    .submit(send())
    .catch((caught: unknown) => caught);
  expect(failure).toMatchObject({ message: 'unforeseen', stack: error.stack });
  expect(() => resultOf({ failure: { kind: 'other', error } })).toThrow('unforeseen');
});

test('what is on its way to a busy main thread is bounded in number', async () => {
  const { promise, resolve } = Promise.withResolvers<typeof RESULT>();
  submit = () => promise;
  const sends = openSends(2);
  const [one, two] = [sends.submit(send()), sends.submit(send())];
  await expect(sends.submit(send())).rejects.toMatchObject({ code: 'M50300' });
  const drained = sends.drain();
  resolve(RESULT);
  expect(await Promise.all([one, two])).toEqual([RESULT, RESULT]);
  await drained;
  expect(await sends.submit(send())).toEqual(RESULT);
});

test('and in bytes', async () => {
  const { promise, resolve } = Promise.withResolvers<typeof RESULT>();
  submit = () => promise;
  const sends = openSends(1_000);
  const large = send('a'.repeat(MAX_WAITING_BYTES / 8));
  const accepted = Array.from({ length: 8 }, () => sends.submit(large));
  await expect(sends.submit(send('a'))).rejects.toMatchObject({ code: 'M50300' });
  resolve(RESULT);
  await Promise.all(accepted);
  expect(await sends.submit(large)).toEqual(RESULT);
});

test('a call to a thread that has ended fails', async () => {
  submit = () => new Promise(() => {});
  const calls = openCalls<MainCalls>(channel.port2, {});
  const sent = calls.send(send());
  calls.$close(new Error('the serving thread has ended'));
  await expect(sent).rejects.toThrow('the serving thread has ended');
  await expect(calls.send(send())).rejects.toThrow('closed');
});

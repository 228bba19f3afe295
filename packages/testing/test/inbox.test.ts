import { expect, test } from 'vitest';
import { Inbox } from '../src/index.ts';

const inboxOf = (...items: string[]) => {
  const inbox = new Inbox<string>('call', (item) => item);
  for (const item of items) inbox.receive(item);
  return inbox;
};

test('items are handed out once, the oldest that fits first', async () => {
  const inbox = inboxOf('a1', 'b1', 'a2');
  const isA = (item: string) => item.startsWith('a');
  expect(await inbox.next(isA)).toBe('a1');
  expect(await inbox.next(isA)).toBe('a2');
  expect(inbox.pending).toEqual(['b1']);
  expect(await inbox.next()).toBe('b1');
});

test('those that wait get items in the order in which they began to wait', async () => {
  const inbox = inboxOf('other');
  const waiting = [1, 2].map(() => inbox.next((item) => item !== 'other'));
  for (const item of ['first', 'second', 'third']) inbox.receive(item);
  expect(await Promise.all(waiting)).toEqual(['first', 'second']);
  expect(inbox.pending).toEqual(['other', 'third']);
});

test('a wait that ends in vain says what came instead, and takes nothing', async () => {
  const inbox = inboxOf('other');
  inbox.refuse('a call of /: no signature');
  const waiting = inbox.next((item) => item === 'mine', { timeoutMs: 1 });
  await expect(waiting).rejects.toThrow(
    'no call that fits came within 1 ms; others came: other; refused: a call of /: no signature',
  );
  inbox.receive('mine');
  expect(inbox.pending).toEqual(['other', 'mine']);
  inbox.empty();
  await expect(inbox.next(undefined, { timeoutMs: 1 })).rejects.toThrow('none came at all');
});

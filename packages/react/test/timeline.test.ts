import type { KeptMessage } from '@palaver/client';
import { expect, test } from 'vitest';
import { en } from '../src/texts/en.ts';
import { languageOf } from '../src/texts/language.ts';
import { rowsOf } from '../src/thread/timeline.ts';

const ME = '1';
const ENGLISH = languageOf(en);
const message = (seq: number, sender: string, client_message_id = '') =>
  ({
    state: 'sent',
    seq,
    client_message_id,
    created_at: 1_800_000_000_000 + seq,
    sender: { ext_user_id: sender },
  }) as KeptMessage;
const keys = (messages: KeptMessage[], unreadAfter: number) =>
  rowsOf(messages, ME, unreadAfter, ENGLISH).flatMap(({ key }) => (key.startsWith('day ') ? [] : [key]));

test('the divider stands after the read position, not where the loaded messages begin', () => {
  const later = [message(51, '2'), message(52, '2')];
  expect(keys(later, 5)).toEqual(['message 51', 'message 52']);
  const all = [message(5, '2'), message(6, '2'), ...later];
  expect(keys(all, 5)).toEqual(['message 5', 'new', 'message 6', 'message 51', 'message 52']);
  expect(keys([message(5, '2'), message(6, ME), message(7, '2')], 5)).toEqual([
    'message 5',
    'message 6',
    'new',
    'message 7',
  ]);
});

test('no client_message_id gives two rows the same key', () => {
  const names = ['2', 'new', 'same', 'message 1'];
  const messages = names.flatMap((name, at) => [
    message(2 * at + 1, ME, name),
    message(2 * at + 2, '2', name),
  ]);
  const all = rowsOf(messages, ME, 0, ENGLISH).map(({ key }) => key);
  expect(new Set(all).size).toBe(all.length);
});

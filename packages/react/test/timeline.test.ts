import type { KeptMessage, ShownChange, ShownMessage } from '@palaver/client';
import { expect, test } from 'vitest';
import { en } from '../src/texts/en.ts';
import { languageOf } from '../src/texts/language.ts';
import { lineOf } from '../src/thread/change-line.ts';
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
const around = (after: number, { upTo = 99, hasOlder = true } = {}) => ({
  me: ME,
  range: { after, upTo },
  hasOlder,
});
const keys = (messages: KeptMessage[], ...args: Parameters<typeof around>) =>
  rowsOf(messages, [], around(...args), ENGLISH).flatMap(({ key }) =>
    key.startsWith('day of ') ? [] : [key],
  );

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
  expect(keys(later, 5, { hasOlder: false })).toEqual(['new', 'message 51', 'message 52']);
  expect(keys(all, 5, { upTo: 5 })).toEqual(['message 5', 'message 6', 'message 51', 'message 52']);
});

test('what a sender writes as support is a group of its own', () => {
  const asSupport = (seq: number): KeptMessage => ({ ...message(seq, '2'), as: 'support' });
  const all = [message(1, '2'), asSupport(2), asSupport(3), message(4, '2')];
  const rows = rowsOf(all, [], around(9), ENGLISH).flatMap((row) =>
    row.type === 'message' ? [row.isFirst] : [],
  );
  expect(rows).toEqual([true, true, false, true]);
});

test('no client_message_id gives two rows the same key', () => {
  const names = ['2', 'new', 'same', 'message 1'];
  const messages = names.flatMap((name, at) => [
    message(2 * at + 1, ME, name),
    message(2 * at + 2, '2', name),
  ]);
  const all = rowsOf(messages, [], around(0), ENGLISH).map(({ key }) => key);
  expect(new Set(all).size).toBe(all.length);
});

test('what happened to the group stands where it happened, and begins a new group of messages', () => {
  const at = 1_800_000_000_000;
  const tomorrow = at + 86_400_000;
  const changes = [
    { seq: 1, at, text: 'Ann created the group' },
    { seq: 3, at, text: 'Ann added Ben' },
    { seq: 6, at: tomorrow, text: 'Ben left' },
  ];
  const unsent = (name: string, created_at: number) =>
    ({ ...message(0, ME, name), state: 'failed', created_at }) as unknown as ShownMessage;
  const rows = rowsOf(
    [message(2, '2'), unsent('failed', at), message(4, '2'), message(5, '2'), unsent('last', tomorrow)],
    changes,
    around(9),
    ENGLISH,
  );
  const shown = rows.map((row) =>
    row.type === 'message'
      ? `${row.key}${row.isFirst ? ' first' : ''}`
      : row.type === 'change'
        ? row.text
        : row.type,
  );
  expect(shown).toEqual([
    'divider',
    'Ann created the group',
    'message 2 first',
    'Ann added Ben',
    'mine failed first',
    'message 4 first',
    'message 5',
    'divider',
    'Ben left',
    'mine last first',
  ]);
});

test('a device with another date gives no two rows the same key', () => {
  const unsent = { ...message(0, ME, 'unsent'), state: 'sending', created_at: 0 } as unknown as ShownMessage;
  const rows = rowsOf([message(1, '2'), unsent, message(2, '2')], [], around(9), ENGLISH);
  expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
});

const NAMES = new Map([
  ['1', 'Ann'],
  ['2', 'Ben'],
  ['3', 'Cleo'],
]);
test.each<[Pick<ShownChange, 'type' | 'actor' | 'change'>, string]>([
  [{ type: 'thread.created', actor: '1', change: null }, 'Ann created the group'],
  [{ type: 'thread.created', actor: null, change: null }, 'The group was created'],
  [
    { type: 'thread.updated', actor: '1', change: { fields: ['name', 'avatar_url'] } },
    'Ann changed the name of the group',
  ],
  [{ type: 'thread.updated', actor: null, change: { fields: ['avatar_url'] } }, 'The group was changed'],
  [
    { type: 'thread.owner_changed', actor: '1', change: { members: [{ ext_user_id: '2' }] } },
    'Ben owns the group now',
  ],
  [
    { type: 'member.added', actor: '1', change: { members: [{ ext_user_id: '2' }, { ext_user_id: '3' }] } },
    'Ann added Ben, Cleo',
  ],
  [
    {
      type: 'member.added',
      actor: null,
      change: { members: Array.from({ length: 1_000 }, (_, at) => ({ ext_user_id: `${at}` })) },
    },
    'Unknown, Ann, Ben, Cleo, Unknown, 995 others joined',
  ],
  [{ type: 'member.added', actor: null, change: { members: [{ ext_user_id: '2' }] } }, 'Ben joined'],
  [{ type: 'member.removed', actor: '2', change: { members: [{ ext_user_id: '2' }] } }, 'Ben left'],
  [{ type: 'member.removed', actor: '1', change: { members: [{ ext_user_id: '2' }] } }, 'Ann removed Ben'],
  [
    { type: 'member.role_changed', actor: '1', change: { members: [{ ext_user_id: '2', role: 'admin' }] } },
    'Ben is an admin now',
  ],
  [
    { type: 'member.role_changed', actor: '1', change: { members: [{ ext_user_id: '2', role: 'member' }] } },
    'Ben is no longer an admin',
  ],
  [
    { type: 'member.muted', actor: '1', change: { members: [{ ext_user_id: '2', until: null }] } },
    'Ben was muted',
  ],
  [
    { type: 'member.unmuted', actor: '1', change: { members: [{ ext_user_id: '2' }] } },
    'Ben can write again',
  ],
  [
    { type: 'member.banned', actor: '1', change: { members: [{ ext_user_id: '4', until: null }] } },
    'Unknown was banned',
  ],
  [{ type: 'member.unbanned', actor: '1', change: { members: [{ ext_user_id: '2' }] } }, 'Ben may come back'],
])('%j is %j', (change, text) => {
  const nameOf = (id: string) => NAMES.get(id) ?? 'Unknown';
  const shown = { thread_id: '1', seq: 1, at: 0, ...change };
  expect(lineOf(shown, nameOf, ENGLISH).text).toBe(text);
});

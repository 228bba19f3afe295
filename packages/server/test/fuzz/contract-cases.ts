import { EditMessage } from '@palaver/protocol/message-requests';
import { bodiesFor } from '../../src/http/openapi/request-examples.ts';
import type { Space } from '../catalogue/space.ts';
import { jsonOf, type Request, requestTo } from './request.ts';
import { nested, STRINGS } from './values.ts';
import type { World } from './world.ts';

const MESSAGES = '/open-api/v1.0/chat/messages';
const THREADS = '/open-api/v1.0/chat/threads';

/** Cases beyond the schemas: fields that are wrong in combination. */
export function* contractCases(world: World): Generator<Request> {
  const post = (url: string, body: unknown) => ({
    ...requestTo(world, ['POST', url], { body: jsonOf(body) }),
    label: `POST ${url}`,
  });
  for (const body of messages(world)) yield post(MESSAGES, body);
  for (const body of threads(world)) yield post(THREADS, body);
}

/** Users whose ids change concurrently. */
export function* renameCases(world: World): Generator<Request> {
  const [, , , , , ...users] = world.own.users;
  for (const [from, to] of renames(users, world)) {
    const url = `/user/v1.0/user/${encodeURIComponent(from)}/change-user-id/${encodeURIComponent(to)}`;
    yield { ...requestTo(world, ['PATCH', url]), label: 'PATCH change-user-id, in rings' };
  }
}

function* messages({ own, home, foreign }: World): Generator<unknown> {
  const [user = '', other = ''] = own.users;
  const [thread] = own.threads;
  const text = { text: 'x', metadata: [{ type: 'text' }] };
  const good = { user_id: user };
  const senders = [
    undefined,
    null,
    '',
    [],
    {},
    { bot_id: null, user_id: '' },
    { bot_id: own.bots[0], user_id: user },
    { bot_id: user },
    { user_id: own.bots[0] },
    { user_id: 'nobody' },
    { user_id: foreign.extUsers[0] },
    { bot_id: own.bots[0] },
    good,
  ];
  const many = (count: number, id: unknown) => Array.from({ length: count }, () => id);
  const targets = [
    undefined,
    null,
    {},
    { thread_id: '' },
    { thread_id: thread },
    { thread_id: foreign.threads[0] },
    { thread_id: '900001' },
    { thread_id: thread, ext_user_ids: own.extUsers, user_ids: own.users },
    { thread_id: null, ext_user_ids: [], user_ids: [] },
    { thread_id: thread, ext_user_ids: [null], user_ids: ['nobody'] },
    { user_ids: [other] },
    { user_ids: own.users.slice(1) },
    { user_ids: [other, other, user] },
    { user_ids: [other, 'nobody', foreign.users[0]] },
    { user_ids: [own.bots[1]] },
    { user_ids: many(100, other) },
    { user_ids: many(101, other) },
    { ext_user_ids: own.extUsers },
    { ext_user_ids: many(1_000, own.extUsers[1]) },
    { ext_user_ids: Array.from({ length: 1_000 }, (_, n) => String(900_000 + n)) },
    { ext_user_ids: many(1_001, own.extUsers[1]) },
    { ext_user_ids: [own.extUsers[1], foreign.extUsers[0], '0', 5] },
  ];
  for (const sender of senders) {
    for (const target of [{}, { thread_id: thread }, { user_ids: [other] }])
      yield { sender, target, body: text };
  }
  for (const target of targets) {
    for (const sender of [{}, good, { bot_id: own.bots[0] }]) yield { sender, target, body: text };
  }
  for (const body of [undefined, null, '', [], 'text', ...bodies(home)]) {
    yield { sender: good, target: { thread_id: thread }, body };
  }
}

const ADDRESS = 'https://a.example/x';

function* bodies(home: Space): Generator<unknown> {
  const picture = { name: 'n', width: 1, height: 2, size: 3, source_url: ADDRESS, source_thumb_url: ADDRESS };
  const custom = { type: 'custom_defined', custom_name: 'n', payload: '{}' };
  const button = { label: 'l', action: { type: 3 } };
  const promotion = (changes: object) => ({
    type: 'promotion',
    promotion: { title: 't', image_url: ADDRESS, ...changes },
  });
  const text = { type: 'text' };
  for (const metadata of [
    undefined,
    null,
    {},
    'text',
    [],
    [null],
    [{}],
    [text, text],
    [[text]],
    Array(10_000).fill({}),
  ]) {
    yield { text: 'x', metadata };
  }
  const examples = Object.values(bodiesFor(home, EditMessage)) as { body: { metadata?: [object] } }[];
  const kinds = examples.flatMap(({ body }) => body.metadata ?? []);
  for (const kind of kinds) {
    for (const words of [undefined, null, '', ' ', 'https://a.example http://b.example '.repeat(200)])
      yield { text: words, metadata: [kind] };
    yield { text: 'x', metadata: [{ ...picture, ...custom, ...promotion({}), ...kind }] };
    yield { text: 'x', metadata: [{ ...kind, more: { deep: ['x', '\ud800'] } }] };
    yield {
      text: 'x',
      metadata: [{ ...kind, more: STRINGS.filter((one) => one.isWellFormed() && !one.includes('\0')) }],
    };
  }
  for (const type of ['Text', ' text', 'texts', 'toString', '__proto__', 'direct', 1, null, ['text']])
    yield { text: 'x', metadata: [{ type }] };
  for (const payload of [
    '{',
    '{}{}',
    'NaN',
    '1e400',
    '\ufeff{}',
    '{"a":1,"a":2}',
    nested(100_000),
    '[',
    '"\\ud800"',
    {},
    1,
  ]) {
    yield { metadata: [{ ...custom, payload }] };
  }
  for (const source_url of ADDRESSES)
    yield { text: '', metadata: [{ type: 'image', ...picture, source_url }] };
  for (const src_url of [ADDRESS, `${ADDRESS}/`, '', null, 5]) {
    yield { text: '', metadata: [{ type: 'image', ...picture, src_url, src_thumb_url: ADDRESS }] };
    yield { text: '', metadata: [{ type: 'video', ...picture, source_url: undefined, src_url }] };
  }
  for (const buttons of [
    null,
    [],
    [button],
    Array(100).fill(button),
    Array(101).fill(button),
    Array(50_000).fill(0),
    [null],
    [{}],
    {},
  ]) {
    yield { metadata: [promotion({ buttons })] };
  }
  for (const type of [0, 1, 2, 3, 4, '1', 1.5, null, [1]]) {
    for (const payload of [undefined, null, '', 5, 'tel:+491234', ...ADDRESSES.slice(0, 3)]) {
      yield { metadata: [promotion({ buttons: [{ label: 'l', action: { type, payload } }] })] };
    }
  }
}

const ADDRESSES = [
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  '//a.example/x',
  'https://user:password@a.example',
  'https://a.example/\r\nX: y',
  '/x',
  'https:',
  'https://a.example:99999',
  'https://[::1',
  'https://a%2fb.example',
  'https://xn--a.example',
  'HTTPS://A.EXAMPLE:8443/%20x?a=b#f',
  'http://0x7f.1/',
  'https://b\u00fccher.example/\u{1f600}',
];

function* threads({ own, foreign }: World): Generator<unknown> {
  const [owner_id, ...others] = own.users;
  const good = { name: 'n', owner_id, member_ids: others, id_type: 2 };
  const changes: object[] = [
    {},
    { member_ids: own.users },
    { member_ids: [...others, ...others] },
    { member_ids: [] },
    { member_ids: null },
    { member_ids: own.extUsers.map(Number) },
    { member_ids: Array(1_000).fill(others[0]) },
    { member_ids: Array(1_001).fill(others[0]) },
    { member_ids: Array.from({ length: 1_000 }, (_, n) => `nobody${n}`) },
    { member_ids: [...others, foreign.extUsers[0]] },
    { member_ids: own.bots },
    { owner_id: own.bots[0] },
    { owner_id: foreign.extUsers[0] },
    { owner_id: 'nobody' },
    { id_type: 1 },
    { id_type: 1, owner_id: own.extUsers[0], member_ids: own.extUsers },
    { id_type: 1, owner_id: `000${own.extUsers[0]}`, member_ids: [own.extUsers[0]] },
    { id_type: 1, owner_id: '9223372036854775808' },
    { id_type: '2' },
    { id_type: 3 },
    { type: 'direct' },
    { type: 'group', reference_id: 'a', satl_reference_id: 'b' },
    { type: 'channel' },
  ];
  for (const change of changes) yield { ...good, ...change };
}

/** Chains, rings, and several users who want the same id. */
function renames(users: readonly string[], { own, foreign }: World): [from: string, to: string][] {
  const [a = '', b = '', c = '', d = '', e = ''] = users;
  return [
    [a, a],
    ['nobody', 'nobody'],
    ['nobody', a],
    [a, foreign.users[0] ?? ''],
    [a, own.bots[0] ?? ''],
    [own.bots[0] ?? '', 'renamed-bot'],
    [a, b],
    [b, a],
    [a, 'chain-1'],
    ['chain-1', 'chain-2'],
    ['chain-2', 'chain-3'],
    ['chain-3', a],
    [c, 'same'],
    [d, 'same'],
    [e, 'same'],
    ['same', c],
    [c, d],
    [d, c],
    ...STRINGS.map((text): [string, string] => [e, text.toWellFormed()]),
  ];
}

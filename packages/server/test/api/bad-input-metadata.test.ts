import type { ErrorCode } from '@palaver/protocol/errors';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectRefused, MESSAGES, messagesUrl } from '../harness/api.ts';
import { useServer } from '../harness/use-server.ts';

const server = await useServer();
let threadId: string;
beforeAll(async () => {
  threadId = await server.group(await server.users(2));
});

const ADDRESS = 'https://a.example/x';
const picture = { name: 'n', width: 1, height: 2, size: 3, source_url: ADDRESS, source_thumb_url: ADDRESS };
const KINDS = {
  text: { type: 'text' },
  custom_defined: { type: 'custom_defined', custom_name: 'n', payload: '{}' },
  image: { type: 'image', ...picture },
  video: { type: 'video', ...picture },
  file: { type: 'file', name: 'n', size: 1, mime_type: 'text/plain', source_url: ADDRESS },
  audio: { type: 'audio', name: 'n', size: 1, mime_type: 'audio/ogg', duration_ms: 1, source_url: ADDRESS },
  promotion: { type: 'promotion', promotion: { title: 't', image_url: ADDRESS } },
  location: { type: 'location', latitude: 1.5, longitude: -2 },
};
type Kind = keyof typeof KINDS;

/** A message with this `body`, as JSON text; `raw` numbers keep their spelling. */
function request(body: object): ['POST', string, { body: string }] {
  const message = {
    sender: { user_id: 'user1' },
    target: { thread_id: threadId },
    body: { text: 'x', ...body },
  };
  return ['POST', MESSAGES, { body: JSON.stringify(message) }];
}
const raw = (number: string) => JSON.rawJSON(number);
const refused = (body: object, code: ErrorCode, fields: string[]) =>
  expectRefused(server, request(body), code, fields);
const refusedMetadata = (element: unknown, code: ErrorCode, fields: string[]) =>
  refused(
    { metadata: [element] },
    code,
    fields.map((field) => `body.metadata[0].${field}`),
  );
const taken = (body: object) => server.ok(...request(body));

describe('the body of a message', () => {
  test.each<[object, ErrorCode, string[]]>([
    [{ metadata: undefined }, 'M40006', ['body.metadata']],
    [{ metadata: null }, 'M40006', ['body.metadata']],
    [{ metadata: '' }, 'M40006', ['body.metadata']],
    [{ metadata: [] }, 'M40006', ['body.metadata']],
    [{ metadata: [KINDS.text, KINDS.text] }, 'M40006', ['body.metadata']],
    [{ metadata: [null, null] }, 'M40006', ['body.metadata']],
    [{ metadata: Array(5_000).fill({}) }, 'M40006', ['body.metadata']],
    [{ metadata: {} }, 'M40003', ['body.metadata']],
    [{ metadata: KINDS.text }, 'M40003', ['body.metadata']],
    [{ metadata: 'text' }, 'M40003', ['body.metadata']],
    [{ metadata: 1 }, 'M40003', ['body.metadata']],
    [{ metadata: [null] }, 'M40003', ['body.metadata[0]']],
    [{ metadata: ['text'] }, 'M40003', ['body.metadata[0]']],
    [{ metadata: [1] }, 'M40003', ['body.metadata[0]']],
    [{ metadata: [raw('1e400')] }, 'M40003', ['body.metadata[0]']],
    [{ metadata: [[KINDS.text]] }, 'M40003', ['body.metadata[0]']],
    [{ metadata: [{}] }, 'M40002', ['body.metadata[0].type']],
    [{ metadata: [{ type: null }] }, 'M40002', ['body.metadata[0].type']],
    [{ metadata: [{ type: '' }] }, 'M40002', ['body.metadata[0].type']],
    [{ metadata: [{ type: 1 }] }, 'M40003', ['body.metadata[0].type']],
    [{ metadata: [{ type: ['text'] }] }, 'M40003', ['body.metadata[0].type']],
    ...['Text', 'TEXT', ' text', 'text ', 'texts', 'toString', '__proto__', 'direct', 'poll'].map(
      (type): [object, ErrorCode, string[]] => [
        { metadata: [{ type }] },
        'M40007',
        ['body.metadata[0].type'],
      ],
    ),
    [{ metadata: [KINDS.text], text: 5 }, 'M40003', ['body.text']],
    [{ metadata: [KINDS.text], text: {} }, 'M40003', ['body.text']],
    [{ metadata: [KINDS.text], custom_notify: [] }, 'M40003', ['body.custom_notify']],
    [{ metadata: [KINDS.text], custom_notify: raw('1.0e400') }, 'M40003', ['body.custom_notify']],
    [
      { metadata: [KINDS.text], custom_notify: { title: 1, subtitle: [], avatar_url: 'x', image_url: {} } },
      'M40003',
      ['title', 'subtitle', 'avatar_url', 'image_url'].map((name) => `body.custom_notify.${name}`),
    ],
  ])('is refused with %j', async (body, code, fields) => {
    await refused(body, code, fields);
  });

  test.each([undefined, null, '', [], 5, 'text'])('must be an object, not %j', async (body) => {
    const message = { sender: { user_id: 'user1' }, target: { thread_id: threadId }, body };
    const code = body === undefined || body === null || body === '' ? 'M40002' : 'M40003';
    await expectRefused(server, ['POST', MESSAGES, { body: message }], code, ['body']);
  });

  test('names the faults of sender, target and metadata together', async () => {
    const message = { sender: {}, target: { user_ids: [] }, body: { metadata: [] } };
    await expectRefused(server, ['POST', MESSAGES, { body: message }], 'M40006', [
      'body.metadata',
      'sender',
      'target',
    ]);
    await expectRefused(server, ['POST', MESSAGES, { body: {} }], 'M40002', ['sender', 'target', 'body']);
  });
});

describe('the text', () => {
  test.each<[Kind, unknown[], unknown[]]>([
    ['text', [undefined, null, ''], [' ', '\n']],
    ['image', [undefined, null], ['']],
    ['video', [undefined, null], ['']],
    ['file', [], [undefined, null, '']],
    ['audio', [], [undefined, null, '']],
    ['custom_defined', [], [undefined, null, '']],
    ['promotion', [], [undefined, null, '']],
    ['location', [], [undefined, null, '']],
  ])('of kind %s must not be %j, and may be %j', async (kind, refusedTexts, takenTexts) => {
    const metadata = [KINDS[kind]];
    for (const text of refusedTexts) await refused({ metadata, text }, 'M40002', ['body.text']);
    for (const text of takenTexts) await taken({ metadata, text });
  });
});

const REQUIRED: [Kind, string[]][] = [
  ['custom_defined', ['custom_name', 'payload']],
  ['image', ['name', 'width', 'height', 'size', 'source_url', 'source_thumb_url']],
  ['video', ['name', 'width', 'height', 'size', 'source_url', 'source_thumb_url']],
  ['file', ['name', 'size', 'mime_type', 'source_url']],
  ['audio', ['name', 'size', 'mime_type', 'duration_ms', 'source_url']],
  ['promotion', ['promotion']],
  ['location', ['latitude', 'longitude']],
];

describe('required fields', () => {
  test.each(REQUIRED)('kind %s: %j', async (kind, fields) => {
    await refusedMetadata({ type: kind }, 'M40002', fields);
    for (const field of fields) {
      for (const absent of [undefined, null, '']) {
        await refusedMetadata({ ...KINDS[kind], [field]: absent }, 'M40002', [field]);
      }
      for (const wrong of [true, [], [{}], ['x']]) {
        await refusedMetadata({ ...KINDS[kind], [field]: wrong }, 'M40003', [field]);
      }
    }
  });

  test('a promotion: title and image_url', async () => {
    const fields = ['promotion.title', 'promotion.image_url'];
    await refusedMetadata({ type: 'promotion', promotion: {} }, 'M40002', fields);
    const nothing = { type: 'promotion', promotion: { title: '', image_url: null } };
    await refusedMetadata(nothing, 'M40002', fields);
    for (const promotion of [5, 'x', [], raw('1e400')]) {
      await refusedMetadata({ type: 'promotion', promotion }, 'M40003', ['promotion']);
    }
    const wrong = { label: 1, title: 2, image_url: 3, description: 4, buttons: 5 };
    const all = Object.keys(wrong).map((name) => `promotion.${name}`);
    await refusedMetadata({ type: 'promotion', promotion: wrong }, 'M40003', all);
  });
});

describe('whole numbers', () => {
  const max = {
    width: 2 ** 31 - 1,
    height: 2 ** 31 - 1,
    size: Number.MAX_SAFE_INTEGER,
    duration_ms: Number.MAX_SAFE_INTEGER,
  };
  const FIELDS: [Kind, keyof typeof max][] = [
    ['image', 'width'],
    ['image', 'height'],
    ['image', 'size'],
    ['video', 'width'],
    ['video', 'height'],
    ['video', 'size'],
    ['file', 'size'],
    ['audio', 'size'],
    ['audio', 'duration_ms'],
  ];

  test.each(FIELDS)('%s.%s: from 0 to the limit', async (kind, field) => {
    for (const value of [0, 1, max[field], raw('-0'), raw('1.0'), raw('1e2')]) {
      await taken({ metadata: [{ ...KINDS[kind], [field]: value }] });
    }
    const wrong = [
      -1,
      0.5,
      '1',
      '',
      true,
      [1],
      {},
      ...[
        '12345678901234567890',
        '1e400',
        '-1e400',
        '1.00000000000000000001',
        '9007199254740992',
        '9007199254740993',
      ].map(raw),
      raw(String(BigInt(max[field]) + 1n)),
    ];
    for (const value of wrong) {
      const code = value === '' ? 'M40002' : 'M40003';
      await refusedMetadata({ ...KINDS[kind], [field]: value }, code, [field]);
    }
  });
});

test.each([
  ['latitude', 90],
  ['longitude', 180],
] as const)('the %s of a location: up to %d degrees in both directions', async (field, most) => {
  const next = ['.0000000000001', '.0001'].map((end) => `${most}${end}`);
  for (const value of [most, -most, 0, raw('-0.0'), raw('1e-300'), raw(`0.${'1'.repeat(300)}`)])
    await taken({ metadata: [{ ...KINDS.location, [field]: value }] });
  const wrong = [...next, ...next.map((number) => `-${number}`), '1e400', '-1e400', '1e3'].map(raw);
  for (const value of [...wrong, most + 1, -most - 1, '1', true, [1], {}])
    await refusedMetadata({ ...KINDS.location, [field]: value }, 'M40003', [field]);
  for (const value of [undefined, null, ''])
    await refusedMetadata({ ...KINDS.location, [field]: value }, 'M40002', [field]);
});

test('degrees with more digits than a double has are rounded', async () => {
  const location = {
    ...KINDS.location,
    latitude: raw('52.516300000000001'),
    longitude: raw(`-13.${'37'.repeat(40)}`),
  };
  await taken({ metadata: [location] });
  const stored = (await server.ok('GET', messagesUrl(threadId))).at(-1);
  expect(stored.body.metadata).toEqual([
    { type: 'location', latitude: 52.5163, longitude: -13.373737373737374 },
  ]);
});

describe('URLs', () => {
  const FIELDS: [string, (value: string) => object][] = [
    ['body.metadata[0].source_url', (source_url) => ({ metadata: [{ ...KINDS.image, source_url }] })],
    [
      'body.metadata[0].source_thumb_url',
      (source_thumb_url) => ({ metadata: [{ ...KINDS.video, source_thumb_url }] }),
    ],
    ['body.metadata[0].source_url', (source_url) => ({ metadata: [{ ...KINDS.file, source_url }] })],
    [
      'body.metadata[0].promotion.image_url',
      (image_url) => ({ metadata: [{ type: 'promotion', promotion: { title: 't', image_url } }] }),
    ],
    [
      'body.custom_notify.avatar_url',
      (avatar_url) => ({ metadata: [KINDS.text], custom_notify: { avatar_url } }),
    ],
    [
      'body.custom_notify.image_url',
      (image_url) => ({ metadata: [KINDS.text], custom_notify: { image_url } }),
    ],
  ];
  const BAD = [
    'a.example/x',
    '/x',
    '//a.example/x',
    '?x',
    ' ',
    'https://',
    'https:',
    'https:a.example',
    'http:/a.example',
    'https://user@a.example',
    'https://user:password@a.example',
    'https://:password@a.example',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'ftp://a.example',
    'blob:https://a.example/x',
    'tel:+491234',
    ' https://a.example',
    'https://a.example ',
    'https://a.example/a b',
    'https://a.example/a\tb',
    'https://a.example/a\nb',
    'https://a.example/\r\nX: y',
    'https://a.example/\u0085',
    'https://a.example/\u00a0',
    'ht\ntps://a.example',
    'https://a b.example',
    'https://a.example:99999',
    'https://[::1',
    'https://%00',
    'https://a%2fb.example',
  ];
  const GOOD = [
    'https://a.example',
    'HTTPS://A.EXAMPLE:8443/%20x?a=b&c=%00#f',
    'http://127.0.0.1:7700/../x',
    'http://[::1]/',
    'https://b\u00fccher.example/\u{1f600}?q=\u00e9',
    'https://a.example/<script>"\'{}|^`',
    'https://localhost',
  ];

  test.each(FIELDS)('%s: absolute http(s) without credentials or white space', async (field, body) => {
    for (const value of BAD) await refused(body(value), 'M40003', [field]);
    for (const value of GOOD) await taken(body(value));
  });

  test('must not differ between the two spellings of a field', async () => {
    const other = 'https://b.example';
    for (const kind of ['image', 'video'] as const) {
      const metadata = { ...KINDS[kind], src_url: other };
      await refusedMetadata(metadata, 'M40012', ['src_url']);
      await refusedMetadata({ ...metadata, src_thumb_url: other }, 'M40012', ['src_url', 'src_thumb_url']);
      await refusedMetadata({ ...metadata, name: undefined }, 'M40002', ['name', 'src_url']);
      await refusedMetadata({ ...KINDS[kind], src_url: `${ADDRESS}/` }, 'M40012', ['src_url']);
      await refusedMetadata({ ...KINDS[kind], src_url: 5 }, 'M40012', ['src_url']);
    }
    const { source_url: _long, ...rest } = KINDS.image;
    await refusedMetadata({ ...rest, src_url: 'x' }, 'M40003', ['source_url']);
    await refusedMetadata({ ...rest, src_url: '' }, 'M40002', ['source_url']);
    await refusedMetadata({ ...KINDS.file, src_url: other }, 'M40012', ['src_url']);
  });
});

describe('the payload of a custom message', () => {
  test.each([
    '{',
    '{}{}',
    "{'a':1}",
    '{"a":1,}',
    'undefined',
    'NaN',
    '01',
    '\ufeff{}',
    ' ',
    '"\u0001"',
    '"unfinished',
    'text',
  ])('must be a JSON document, not %j', async (payload) => {
    await refusedMetadata({ ...KINDS.custom_defined, payload }, 'M40003', ['payload']);
  });

  test.each([{}, { a: 1 }, [1], 1, true, raw('1e400')])('must be a string, not %j', async (payload) => {
    await refusedMetadata({ ...KINDS.custom_defined, payload }, 'M40003', ['payload']);
  });

  test('may be nested to any depth', async () => {
    const payload = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
    await taken({ metadata: [{ ...KINDS.custom_defined, payload }] });
    const sql = `select metadata ->> 'payload' as payload from messages order by seq desc limit 1`;
    expect(await server.database.sql(sql)).toEqual([{ payload }]);
  });
});

describe('text that cannot be stored', () => {
  test.each<[string, object, string[]]>([
    ['in a field of a kind', { ...KINDS.image, name: 'a\u0000' }, ['name']],
    ['in an unknown field', { ...KINDS.text, more: { deep: ['x', '\ud800'] } }, ['more.deep[1]']],
    ['in a name', { ...KINDS.text, more: { 'a\udfff': 1 } }, ['more.a\ufffd']],
    ['in several places', { ...KINDS.text, a: '\u0000', b: '\udc00' }, ['a', 'b']],
  ])('is refused %s', async (_, element, fields) => {
    await refusedMetadata(element, 'M40003', fields);
  });
});

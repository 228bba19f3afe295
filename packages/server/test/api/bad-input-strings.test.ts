import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { BATCH, BOTS, expectRefused, MESSAGES, type Request, THREADS, userUrl } from '../harness/api.ts';
import { sampled } from '../harness/seed.ts';
import { useServer } from '../harness/use-server.ts';

const server = await useServer();
let threadId: string;
let serial = 0;
beforeAll(async () => {
  await server.users(2, 'u');
  threadId = await server.group(['u1', 'u2']);
});
beforeEach(() => {
  serial += 1;
});

interface Field {
  /** The name of the field in errors. */
  field: string;
  limit: number;
  unit: 'characters' | 'bytes';
  /** The prefix that a valid value needs. */
  start?: string;
  request: (value: unknown) => Request;
  /** Reads the value that was stored last. */
  sql: string;
}

const ADDRESS = { limit: 8_192, unit: 'characters', start: 'https://a.example/' } as const;
const NAME = { limit: 255, unit: 'characters' } as const;

const thread = (field: string, shape: Pick<Field, 'limit' | 'unit' | 'start'>): Field => ({
  field,
  ...shape,
  request: (value) => [
    'POST',
    THREADS,
    { body: { name: 'n', owner_id: 'u1', member_ids: [], id_type: 2, [field]: value } },
  ],
  sql: `select ${field} as value from threads order by id desc limit 1`,
});
const user = (field: string, shape: Pick<Field, 'limit' | 'unit' | 'start'>): Field => ({
  field,
  ...shape,
  request: (value) => ['PUT', userUrl('profile'), { body: { [field]: value } }],
  sql: `select ${field} as value from users where user_id = 'profile'`,
});
const bot = (field: string, shape: Pick<Field, 'limit' | 'unit' | 'start'>): Field => ({
  field,
  ...shape,
  request: (value) => [
    'POST',
    BOTS,
    { body: { bot_id: `bot${serial}-${Math.random()}`, display_name: 'n', [field]: value } },
  ],
  sql: `select ${field === 'webhook_url' ? 'url' : field} as value
    from users join webhooks on bot_ext_user_id = ext_user_id order by ext_user_id desc limit 1`,
});
const message = (
  field: string,
  shape: Pick<Field, 'limit' | 'unit' | 'start'>,
  sql: string,
  body: (value: unknown) => object,
): Field => ({
  field: `body.${field}`,
  ...shape,
  request: (value) => [
    'POST',
    MESSAGES,
    {
      body: {
        sender: { user_id: 'u1' },
        target: { thread_id: threadId },
        body: { text: 'x', metadata: [{ type: 'text' }], ...body(value) },
      },
    },
  ],
  sql: `select ${sql} as value from messages order by seq desc limit 1`,
});
const metadata = (
  path: string,
  shape: Pick<Field, 'limit' | 'unit' | 'start'>,
  element: (value: unknown) => object,
) =>
  message(
    `metadata[0].${path}`,
    shape,
    `metadata #>> '{${path.replaceAll(/\[(\d+)\]/g, '.$1').replaceAll('.', ',')}}'`,
    (value) => ({
      metadata: [element(value)],
    }),
  );

const picture = {
  name: 'n',
  width: 1,
  height: 1,
  size: 1,
  source_url: 'https://a.example',
  source_thumb_url: 'https://a.example',
};
const file = { type: 'file', name: 'n', size: 1, mime_type: 'a/b', source_url: 'https://a.example' };
const place = { type: 'location', latitude: 1, longitude: 2 };
const promotion = (changes: object) => ({
  type: 'promotion',
  promotion: { title: 't', image_url: 'https://a.example', ...changes },
});
const button = (changes: object) => promotion({ buttons: [{ label: 'l', action: { type: 3 }, ...changes }] });
const notify = (field: string, shape: Pick<Field, 'limit' | 'unit' | 'start'>) =>
  message(`custom_notify.${field}`, shape, `custom_notify ->> '${field}'`, (value) => ({
    custom_notify: { [field]: value },
  }));

const TEXTS: Field[] = [
  thread('name', NAME),
  thread('description', { limit: 4_000, unit: 'characters' }),
  thread('avatar_url', ADDRESS),
  user('display_name', NAME),
  user('avatar_url', ADDRESS),
  user('metadata', { limit: 16_384, unit: 'bytes' }),
  {
    ...user('display_name', NAME),
    field: 'users[1].display_name',
    request: (value) => [
      'POST',
      BATCH,
      { body: { users: [{ user_id: 'other' }, { user_id: 'profile', display_name: value }] } },
    ],
  },
  bot('display_name', NAME),
  bot('avatar_url', ADDRESS),
  bot('webhook_url', ADDRESS),
  message('text', { limit: 10_000, unit: 'characters' }, 'text', (text) => ({ text })),
  metadata('custom_name', NAME, (custom_name) => ({ type: 'custom_defined', custom_name, payload: '1' })),
  metadata('name', NAME, (name) => ({ ...picture, type: 'image', name })),
  metadata('source_url', ADDRESS, (source_url) => ({ ...picture, type: 'video', source_url })),
  metadata('source_thumb_url', ADDRESS, (source_thumb_url) => ({
    ...picture,
    type: 'image',
    source_thumb_url,
  })),
  metadata('name', NAME, (name) => ({ ...file, name })),
  metadata('mime_type', NAME, (mime_type) => ({ ...file, mime_type })),
  metadata('name', NAME, (name) => ({ ...place, name })),
  metadata('address', NAME, (address) => ({ ...place, address })),
  metadata('promotion.label', { limit: 100, unit: 'characters' }, (label) => promotion({ label })),
  metadata('promotion.title', { limit: 300, unit: 'characters' }, (title) => promotion({ title })),
  metadata('promotion.image_url', ADDRESS, (image_url) => promotion({ image_url })),
  metadata('promotion.description', { limit: 1_000, unit: 'characters' }, (description) =>
    promotion({ description }),
  ),
  metadata('promotion.buttons[0].label', { limit: 100, unit: 'characters' }, (label) => button({ label })),
  notify('title', NAME),
  notify('subtitle', NAME),
  notify('avatar_url', ADDRESS),
  notify('image_url', ADDRESS),
];

const IDENTIFIER = { limit: 255, unit: 'bytes' } as const;
const IDENTIFIERS: Field[] = [
  thread('reference_id', IDENTIFIER),
  thread('satl_reference_id', IDENTIFIER),
  {
    field: 'user_id',
    ...IDENTIFIER,
    request: (value) => ['PUT', userUrl(String(value)), { body: {} }],
    sql: 'select user_id as value from users order by updated_at desc limit 1',
  },
  {
    field: 'users[0].user_id',
    ...IDENTIFIER,
    request: (user_id) => ['POST', BATCH, { tenant: `t${serial}`, body: { users: [{ user_id }] } }],
    sql: 'select user_id as value from users order by ext_user_id desc limit 1',
  },
  {
    field: 'bot_id',
    ...IDENTIFIER,
    request: (bot_id) => ['POST', BOTS, { tenant: `b${serial}`, body: { bot_id, display_name: 'x' } }],
    sql: 'select user_id as value from users order by ext_user_id desc limit 1',
  },
];

const FAMILY = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466}';
/** The material of the strings, as code points: each counts as one, whatever its bytes and appearance. */
const MATERIAL: Record<string, string[]> = {
  letters: ['a'],
  'characters of two bytes': ['\u00e9'],
  'astral characters': ['\u{1f600}'],
  'family emoji': Array.from(FAMILY),
  'combining marks': ['e', '\u0301', '\u0327'],
};

/** A string of exactly `length` characters or bytes; shorter parts fill the remainder. */
function build({ unit, start = '' }: Field, material: string[], length: number): string {
  let text = start;
  let left = length - start.length;
  for (let n = 0; ; n += 1) {
    const next = material[n % material.length] ?? 'a';
    const size = unit === 'bytes' ? Buffer.byteLength(next) : 1;
    if (size > left) return text + 'a'.repeat(left);
    text += next;
    left -= size;
  }
}

const titled = (fields: Field[]) =>
  fields.map((field) => ({
    ...field,
    title: `${field.field} of ${field.request('x')[1].split('/').at(-1)}`,
  }));

describe.each(titled(TEXTS))('$title', (field) => {
  test.each(sampled(field.title, ['letters', 'astral characters', 'family emoji', 'combining marks']))(
    `accepts ${field.limit} ${field.unit} and no more: %s`,
    async (name) => {
      const material = MATERIAL[name] ?? [];
      for (const length of [field.limit - 1, field.limit]) {
        const value = build(field, material, length);
        await server.ok(...field.request(value));
        expect(await server.database.sql(field.sql)).toEqual([{ value }]);
      }
      const tooLong = build(field, material, field.limit + 1);
      await expectRefused(server, field.request(tooLong), 'M40004', [field.field]);
    },
  );

  test('refuses other types and text that cannot be stored', async () => {
    for (const value of [0, true, ['x'], { $ne: null }]) {
      await expectRefused(server, field.request(value), 'M40003', [field.field]);
    }
    for (const text of ['\u0000', '\ud800', '\ude00\ud83d']) {
      const value = `${field.start ?? ''}a${text}`;
      await expectRefused(server, field.request(value), 'M40003', [field.field]);
    }
  });

  test('refuses 100,000 combining marks', async () => {
    const value = `${field.start ?? ''}a${'\u0301'.repeat(100_000)}`;
    // A message is too large as a whole, too.
    const whole = field.field.startsWith('body.') ? ['body'] : [];
    await expectRefused(server, field.request(value), 'M40004', [...whole, field.field]);
  });
});

/** Identifiers as few people choose them. */
const UNUSUAL = [
  'a b',
  'A',
  'a/b?c#d&e=f%20',
  "'; drop table users; --",
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '=cmd|/c calc!A1',
  'null',
  '__proto__',
  '-1',
  'e\u0301',
  '\u00e9',
  '\u{10ffff}',
  '\u4e2d\u6587',
];
const IMPROPER = [
  ' a',
  'a ',
  ' ',
  '\u00a0a',
  'a\u3000',
  'a\tb',
  'a\nb',
  'a\r\nX-Injected: 1',
  'a\u0000b',
  'a\u001bb',
  'a\u007fb',
  'a\u0085b',
  'a\u00adb',
  'a\u200bb',
  'a\u200db',
  'a\u200eb',
  'a\u2028b',
  'a\u202eb',
  'a\u2066b',
  'a\u2060b',
  'a\ufeffb',
  FAMILY,
];

describe.each(titled(IDENTIFIERS))('$title', (field) => {
  test.each(sampled(field.title, ['letters', 'characters of two bytes', 'astral characters']))(
    'accepts 255 bytes and no more: %s',
    async (name) => {
      serial += 1;
      for (const length of [1, 254, 255]) {
        const value = build({ ...field, start: '' }, MATERIAL[name] ?? [], length);
        await server.ok(...field.request(value));
        expect(await server.database.sql(field.sql)).toEqual([{ value }]);
      }
      const tooLong = build(field, MATERIAL[name] ?? [], 256);
      await expectRefused(server, field.request(tooLong), 'M40004', [field.field]);
    },
  );

  test.each(sampled(field.title, UNUSUAL))('accepts %j unchanged', async (value) => {
    await server.ok(...field.request(value));
    expect(await server.database.sql(field.sql)).toEqual([{ value }]);
  });

  test.each(sampled(field.title, IMPROPER))('refuses %j', async (value) => {
    await expectRefused(server, field.request(value), 'M40003', [field.field]);
  });
});

// A path is always text and cannot contain a lone surrogate.
describe.each(titled(IDENTIFIERS.filter(({ field }) => field !== 'user_id')))('$title', (field) => {
  test('refuses other types and lone surrogates', async () => {
    for (const value of [5, true, [], {}, 'a\ud800', '\udc00']) {
      await expectRefused(server, field.request(value), 'M40003', [field.field]);
    }
  });
});

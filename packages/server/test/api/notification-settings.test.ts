import type { ErrorCode } from '@palaver/protocol/errors';
import type { AppId, TenantId } from '@palaver/protocol/ids';
import { DEFAULT_SETTINGS } from '@palaver/protocol/notifications';
import { MAX_TEMPLATE_BYTES, MAX_TEMPLATE_LANGUAGES } from '@palaver/protocol/templates';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { notificationSettingsOf } from '../../src/domain/records/notification-settings.ts';
import { expectRefused, INJECTIONS } from '../harness/api.ts';
import { useServer } from '../harness/use-server.ts';

/** What notifications say: per application and tenant, and what templates may be. */

const SETTINGS = '/notification/v1.0/settings';

const server = await useServer();
let other: string;
beforeAll(async () => {
  await server.database.sql("insert into applications (id, name) values ('other', 'Other')");
  other = await server.createKey({ appId: 'other' });
});
beforeEach(() => server.database.sql('delete from notification_settings'));

const put = (body: object, options: object = {}) => server.ok('PUT', SETTINGS, { body, ...options });
const get = (options: object = {}) => server.ok('GET', SETTINGS, options);
const putTemplates = async (templates: object) => (await put({ templates })).templates as object;

describe('settings', () => {
  test('have defaults, keep fields that are left out, and lose those that are emptied', async () => {
    expect(await get()).toEqual(DEFAULT_SETTINGS);
    const templates = { en: { text: { title: '{sender}', body: '{text}' } } };
    const { email } = DEFAULT_SETTINGS;
    const all = { preview: 'sender', data_only: true, linked_threads: 'none', templates, email };
    expect(await put({ preview: 'sender', data_only: true })).toEqual({
      ...all,
      linked_threads: 'mentions',
      templates: {},
    });
    expect(await put({ linked_threads: 'none', templates, unknown: 1 })).toEqual(all);
    expect(await put({})).toEqual(all);
    expect(await get()).toEqual(all);
    for (const nothing of [null, '']) {
      await put(all);
      for (const name of Object.keys(all)) await put({ [name]: nothing });
      expect(await get()).toEqual(DEFAULT_SETTINGS);
    }
    expect(await put({ templates: { de: { default: { body: '{text}' } } } })).toMatchObject({
      templates: { de: { default: { body: '{text}' } } },
    });
  });

  test("of a tenant start from the application's, and belong to one application", async () => {
    const north = { tenant: 'north' };
    await put({ preview: 'none' });
    expect(await get(north)).toMatchObject({ preview: 'none' });
    expect(await put({ data_only: true }, north)).toMatchObject({ preview: 'none', data_only: true });
    await put({ preview: 'sender' });
    expect(await get(north)).toMatchObject({ preview: 'none', data_only: true });
    expect(await get({ tenant: 'south' })).toMatchObject({ preview: 'sender', data_only: false });
    expect(await get({ key: other })).toEqual(DEFAULT_SETTINGS);
    expect(await get({ key: other, ...north })).toEqual(DEFAULT_SETTINGS);
    await put({ linked_threads: 'all' }, { key: other });
    expect(await get()).toMatchObject({ linked_threads: 'mentions' });
    const found = [
      ['test', 'north'],
      ['test', 'south'],
      ['other', 'north'],
    ].map(([appId, tenantId]) =>
      notificationSettingsOf(server.db, { appId: appId as AppId, tenantId: tenantId as TenantId }),
    );
    expect(await Promise.all(found)).toMatchObject([
      { preview: 'none', data_only: true },
      { preview: 'sender', data_only: false },
      { preview: 'full', linked_threads: 'all' },
    ]);
  });

  test('are changed with the scope full and read with read, by keys of their tenant', async () => {
    const reader = await server.createKey({ scopes: ['read'] });
    const users = await server.createKey({ scopes: ['users:write'] });
    await get({ key: reader });
    await expectRefused(server, ['GET', SETTINGS, { key: users }], 'M40301');
    for (const key of [reader, users])
      await expectRefused(server, ['PUT', SETTINGS, { key, body: {} }], 'M40301');
    const bound = await server.createKey({ tenantId: 'north' as TenantId });
    await put({ preview: 'none' }, { key: bound });
    for (const [method, body] of [['GET'], ['PUT', {}]] as const)
      await expectRefused(server, [method, SETTINGS, { key: bound, tenant: 'south', body }], 'M40302');
    expect(await get()).toEqual(DEFAULT_SETTINGS);
    expect(await get({ tenant: 'north' })).toMatchObject({ preview: 'none' });
  });

  test('that are changed at once are all kept', async () => {
    const changes = [
      { preview: 'none' },
      { data_only: true },
      { linked_threads: 'all' },
      { templates: { en: {} } },
    ];
    await Promise.all(changes.map((change) => put(change)));
    expect(await get()).toEqual({
      ...DEFAULT_SETTINGS,
      preview: 'none',
      data_only: true,
      linked_threads: 'all',
    });
  });
});

describe('templates', () => {
  test('have canonical languages, and no empty parts', async () => {
    const text = { body: '{text}' };
    expect(
      await putTemplates({
        'PT-br': { text },
        'zh-hant-tw': { mention: { title: '{sender}', body: '' } },
        default: { default: { title: null, body: 'x', unknown: 5 } },
        de: {},
        fr: { text: {} },
        es: { text: null, image: { title: '', body: null } },
        ja: null,
      }),
    ).toEqual({
      'pt-BR': { text },
      'zh-Hant-TW': { mention: { title: '{sender}' } },
      default: { default: { body: 'x' } },
    });
  });

  test('keep every text as it was sent', async () => {
    const storable = INJECTIONS.filter((text) => !/[{}]/.test(text));
    for (const body of [...storable, '{', '}', '}{', '{sender}{', '{{sender}}', 'a\nb'])
      expect(await putTemplates({ en: { text: { body } } })).toEqual({ en: { text: { body } } });
  });

  test('may be just as long and as many as the limits say', async () => {
    const astral = '\u{1f600}';
    for (const [title, body] of [
      [199, 999],
      [200, 1_000],
    ] as const) {
      const template = { title: astral.repeat(title), body: astral.repeat(body) };
      expect(await putTemplates({ en: { text: template } })).toEqual({ en: { text: template } });
    }
    for (const count of [MAX_TEMPLATE_LANGUAGES - 1, MAX_TEMPLATE_LANGUAGES]) {
      const stored = await putTemplates(ofLanguages(count, { text: { body: 'x' } }));
      expect(Object.keys(stored)).toHaveLength(count);
    }
    for (const bytes of [MAX_TEMPLATE_BYTES - 1, MAX_TEMPLATE_BYTES]) {
      const templates = ofBytes(bytes);
      expect(await putTemplates(templates)).toEqual(templates);
    }
  });
});

/** Codes for private use, which stand for no other language. */
const LANGUAGES = Array.from({ length: MAX_TEMPLATE_LANGUAGES + 1 }, (_, index) => {
  const letter = String.fromCharCode(97 + (index % 26));
  return `${index < 26 ? 'qa' : 'qb'}${letter}`;
});
const ofLanguages = (count: number, kinds: object) =>
  Object.fromEntries(LANGUAGES.slice(0, count).map((language) => [language, kinds]));

/** Templates whose JSON has exactly this many bytes. */
function ofBytes(bytes: number): Record<string, { text: { body: string }; image?: { body: string } }> {
  const templates: ReturnType<typeof ofBytes> = {};
  const size = () => Buffer.byteLength(JSON.stringify(templates));
  for (const language of LANGUAGES) {
    templates[language] = { text: { body: 'é'.repeat(950) } };
    const room = bytes - size();
    if (room < 2_000) {
      templates[language] = { text: { body: 'é'.repeat(950) }, image: { body: '' } };
      const left = bytes - size();
      templates[language] = {
        text: { body: 'é'.repeat(950) },
        image: {
          body: left <= 1_000 ? 'a'.repeat(left) : 'é'.repeat(left - 1_000) + 'a'.repeat(2_000 - left),
        },
      };
      break;
    }
  }
  expect(size()).toBe(bytes);
  return templates;
}

describe('refused', () => {
  const inEnglish = (template: unknown) => ({ templates: { en: { text: template } } });
  const parts = ['templates.en.text.body', 'templates.en.text.title'];

  test.each<[string, unknown, ErrorCode, string[]]>([
    ['no object', [], 'M40003', ['(body)']],
    ['other values', { preview: 'all', linked_threads: 'full' }, 'M40003', ['linked_threads', 'preview']],
    [
      'other types',
      { preview: 1, data_only: 'true', linked_threads: [], templates: 'x' },
      'M40003',
      ['data_only', 'linked_threads', 'preview', 'templates'],
    ],
    ['0 for false', { data_only: 0 }, 'M40003', ['data_only']],
    ['a list of templates', { templates: [] }, 'M40003', ['templates']],
    ['a number for templates', '{"templates": 1e400}', 'M40003', ['templates']],
    [
      'numbers inside',
      '{"templates": {"de": 1e400, "en": {"text": 1e400}}}',
      'M40003',
      ['templates.de', 'templates.en.text'],
    ],
    ['a text for a language', { templates: { en: 'x' } }, 'M40003', ['templates.en']],
    ['a text for a kind', inEnglish('x'), 'M40003', ['templates.en.text']],
    ['objects for texts', inEnglish({ title: {}, body: [] }), 'M40003', parts],
    [
      'texts that are too long',
      inEnglish({ title: 'x'.repeat(201), body: 'x'.repeat(1_001) }),
      'M40004',
      parts,
    ],
    ['unknown placeholders', inEnglish({ title: '{sender} {name}', body: '{}' }), 'M40003', parts],
    ['a placeholder in other case', inEnglish({ body: '{Text}' }), 'M40003', ['templates.en.text.body']],
    ['a placeholder with a space', inEnglish({ body: '{ text }' }), 'M40003', ['templates.en.text.body']],
    ['code', inEnglish({ body: '{{7*7}}' }), 'M40003', ['templates.en.text.body']],
    ['U+0000', inEnglish({ body: 'a\u0000' }), 'M40003', ['templates.en.text.body']],
    [
      'an unknown kind',
      { templates: { en: { picture: { body: 'x' } } } },
      'M40003',
      ['templates.en.picture'],
    ],
    ['an empty language', { templates: { '': {} } }, 'M40003', ['templates.']],
    [
      'no language',
      { templates: { english_us: {}, 'e n': {} } },
      'M40003',
      ['templates.e n', 'templates.english_us'],
    ],
    [
      'a long tag',
      { templates: { [`en-${'abcdefgh-'.repeat(7)}a`]: {} } },
      'M40003',
      [`templates.en-${'abcdefgh-'.repeat(7)}a`],
    ],
    ['a language twice', { templates: { 'pt-br': {}, 'pt-BR': {} } }, 'M40003', ['templates.pt-BR']],
    ['too many languages', { templates: ofLanguages(51, {}) }, 'M40005', ['templates']],
    ['too many bytes', { templates: ofBytes(MAX_TEMPLATE_BYTES + 1) }, 'M40004', ['templates']],
  ])('%s', async (_what, body, code, fields) => {
    await expectRefused(server, ['PUT', SETTINGS, { body }], code, fields);
  });

  test('names that every object has', async () => {
    const body =
      '{"templates": {"__proto__": {"text": {"body": "x"}}, "en": {"__proto__": {"body": "x"}, "constructor": {}}}}';
    const fields = ['templates.__proto__', 'templates.en.__proto__', 'templates.en.constructor'];
    await expectRefused(server, ['PUT', SETTINGS, { body }], 'M40003', fields);
    expect({}).not.toHaveProperty('text');
  });

  test('thousands of faults, with the first hundred', async () => {
    const kinds = Object.fromEntries(Array.from({ length: 15_000 }, (_, index) => [`kind${index}`, null]));
    const { status, body } = await server.call('PUT', SETTINGS, { body: { templates: { en: kinds } } });
    expect(status).toBe(400);
    expect(body.errors).toHaveLength(100);
    expect(JSON.stringify(body).length).toBeLessThan(60_000);
  });
});

import fc from 'fast-check';
import { NEVER } from '../catalogue/space.ts';
import { propertiesOf, type Schema } from './schemas.ts';
import { FAMILY, VALUES } from './values.ts';
import type { Ids, World } from './world.ts';

export interface Wish {
  world: World;
  /** How a request with `id_type` names users: 1 by `ext_user_id`, 2 by `user_id`. */
  idType: 1 | 2;
  /** If set, with every optional field and only existing ids; otherwise with some fields, and rarely an unknown id. */
  isComplete: boolean;
}

/** Valid values for a schema. Ids are chosen by the field's name, so that most requests find their targets. */
export function valid(schema: Schema, wish: Wish, name = ''): fc.Arbitrary<unknown> {
  const alternatives = schema.oneOf ?? schema.anyOf;
  if (Array.isArray(alternatives)) {
    return fc.oneof(...alternatives.map((alternative: Schema) => valid(alternative, wish, name)));
  }
  if ('const' in schema) return fc.constant(schema.const);
  if (name.endsWith('id_type')) return fc.constant(wish.idType);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as unknown[]));
  switch (schema.type) {
    case 'object':
      return object(schema, wish);
    case 'array':
      return array(schema, wish, name);
    case 'integer':
    case 'number':
      return integer(schema, wish, name);
    case 'boolean':
      return fc.boolean();
    case 'string':
      return string(schema, wish, name);
    default:
      return fc.constantFrom(...VALUES);
  }
}

function object(schema: Schema, wish: Wish): fc.Arbitrary<unknown> {
  const fields = propertiesOf(schema).map(([name, field]) => [name, valid(field, wish, name)] as const);
  const record = fc.record(Object.fromEntries(fields), {
    noNullPrototype: true,
    ...(wish.isComplete || mayNameFile(schema) ? {} : { requiredKeys: (schema.required ?? []) as string[] }),
  });
  return fc
    .tuple(record, fc.boolean())
    .map(([value, choice]) => ofOneProvider(ofOneFile(ofOneKind(value, choice), choice)));
}

/** A rule beyond the schema: a sender is a user or a bot, never both. */
function ofOneKind(value: Record<string, unknown>, isBot: boolean): Record<string, unknown> {
  if (!('bot_id' in value && 'user_id' in value)) return value;
  const { bot_id, user_id, ...rest } = value;
  return isBot ? { bot_id, ...rest } : { user_id, ...rest };
}

const mayNameFile = (schema: Schema) => propertiesOf(schema).some(([name]) => name === 'file_id');

/** Another one: a message names an uploaded file, or says everything about its own. */
function ofOneFile(value: Record<string, unknown>, isUploaded: boolean): Record<string, unknown> {
  if (!('file_id' in value)) return value;
  const { file_id, ...own } = value;
  return isUploaded && own.type === 'file' ? { type: own.type, file_id } : own;
}

/** Another one: a device has a token or a subscription, by its provider. */
function ofOneProvider(value: Record<string, unknown>): Record<string, unknown> {
  if (!('provider' in value && 'token' in value && 'subscription' in value)) return value;
  const { token, subscription, ...rest } = value;
  return rest.provider === 'web_push' ? { subscription, ...rest } : { token, ...rest };
}

/** Longer lists come from breakage. */
const MOST_ITEMS = 5;

function array(schema: Schema, wish: Wish, name: string): fc.Arbitrary<unknown> {
  const { minItems = wish.isComplete ? 1 : 0, maxItems = MOST_ITEMS } = schema as Partial<
    Record<string, number>
  >;
  const maxLength = Math.max(minItems, Math.min(maxItems, MOST_ITEMS));
  return fc.array(valid((schema.items ?? {}) as Schema, wish, name), { minLength: minItems, maxLength });
}

/** In Unix milliseconds: in the distant past and future. */
const MOMENTS = [1_000_000_000_000, 4_000_000_000_000];

function integer(schema: Schema, { isComplete }: Wish, name: string): fc.Arbitrary<unknown> {
  const { minimum = 0, maximum = Number.MAX_SAFE_INTEGER } = schema as Partial<Record<string, number>>;
  const smallest = fc.integer({ min: minimum, max: Math.min(maximum, minimum + 9) });
  // (A request that waits would hold up the others.)
  if (name === 'wait_seconds') return fc.constantFrom(0, 0, 0, 1);
  if (/seq$|^reply_to$/.test(name)) return isComplete ? fc.constant(FIRST_MESSAGE) : smallest;
  const known = [minimum, maximum, ...MOMENTS].filter((n) => n >= minimum && n <= maximum);
  return fc.oneof(smallest, fc.constantFrom(...known));
}

const ADDRESSES = [
  'https://a.example/x',
  'HTTP://A.EXAMPLE:8443/%20?q=\u00e9#f',
  'http://[::1]/',
  'https://b\u00fccher.example',
];

function string(schema: Schema, wish: Wish, name: string): fc.Arbitrary<unknown> {
  if (name === 'types') return fc.constantFrom('message.created', 'user.created,bot.button_clicked');
  if (name === 'epoch') return wish.isComplete ? fc.constant('') : again;
  if (name === 'tenant_id') return wish.isComplete ? fc.constant(wish.world.tenant) : fresh;
  if (name in PUSH_KEYS) return fc.constant(PUSH_KEYS[name]);
  const ids = idsOf(schema, wish, name);
  if (ids !== undefined) return ids;
  switch (schema.format) {
    case 'http-url':
      return fc.constantFrom(...ADDRESSES);
    case 'webhook-secret':
      return fc.constant('whsec_TWFkZSBmb3IgYSBmdXp6LCBub3QgYSBzZWNyZXQ=');
    case 'json-document':
      return fc.json({ maxDepth: 2 });
    case 'identifier':
      return /^client_message_id$|reference_id$/.test(name) && !wish.isComplete ? again : fresh;
    case 'https-url':
      return fc.constantFrom('https://push.example/a', 'HTTPS://PUSH.EXAMPLE/%20?q=\u00e9');
    case 'language':
      return fc.constantFrom('en', 'EN-gb', 'zh-Hant-TW', 'sr-Latn-RS-u-nu-latn');
    case 'time-zone':
      return fc.constantFrom('UTC', 'Europe/Berlin', 'america/argentina/buenos_aires');
    case 'time-of-day':
      return fc.constantFrom('00:00', '07:30', '23:59');
    case 'email-address':
      return fc.constantFrom('ann@example.com', "o'neil+chat@xn--bcher-kva.example");
    case 'thread-link':
      return fc.constantFrom('', 'https://app.example/{thread_id}', 'https://app.example/?t={thread_id}');
    case 'reaction-key':
      return fc.constantFrom(...REACTIONS);
    case 'visible-text':
      return fc.constantFrom('Complaint 4711', ' \u{1f600}\n');
    case 'list-position':
      return fc.constantFrom('0', ...wish.world.own.positions, ...wish.world.foreign.positions.slice(0, 1));
    case 'sealed-position':
      return fc.constantFrom(wish.world.home.peopleCursor, NEVER.peopleCursor);
    default:
      return fc.string({ unit: letter, minLength: Number(schema.minLength ?? 0), maxLength: 12 });
  }
}

/** (fast-check takes more than a second to set up its own units.) */
const letter = fc.constantFrom(
  'a',
  'Z',
  '7',
  ' ',
  '-',
  '\u00e9',
  '\u4e2d',
  'e\u0301',
  '\u{1f600}',
  '<',
  '&',
  '"',
  '\\',
);

/** Of devices: a token that is valid for Firebase and Apple, and the keys of a subscription, from RFC 8291. */
const PUSH_KEYS: Readonly<Record<string, string>> = {
  token: '0123456789abcdef'.repeat(4),
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  application_server_key:
    'BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
};

const REACTIONS = [
  'ok',
  '\u{1f44d}',
  '\u{1f44d}\u{1f3fd}',
  '\u2764\ufe0f',
  '\u{1f1e9}\u{1f1ea}',
  FAMILY,
  'a'.repeat(32),
];

const fresh = fc.nat(999_999).map((n) => `fresh-${n}`);
/** Few, so that many repeat. */
const again = fc.nat(9).map((n) => `again-${n}`);
/** The first entry is the thread's creation. */
const FIRST_MESSAGE = 2;
const seq = fc.integer({ min: 1, max: 9 }).map(String);

/** User ids whose kind depends on another field of the request. */
const BY_ID_TYPE = /(^|_)(owner|member)_ids?$/;
const BY_NAME: readonly [RegExp, keyof Ids][] = [
  [/(^|_)ext_user_ids?$/, 'extUsers'],
  [/(^|_)user_ids?$/, 'users'],
  [/(^|_)bot_ids?$/, 'bots'],
  [/(^|_)thread_ids?$/, 'threads'],
  [/(^|_)pack_ids?$/, 'packs'],
  [/(^|_)sticker_ids?$/, 'stickers'],
  [/(^|_)file_id$/, 'files'],
  [/(^|_)endpoint_ids?$/, 'endpoints'],
  [/(^|_)delivery_ids?$/, 'deliveries'],
];
const UNKNOWN = ['900001', '0001', 'nobody', '9223372036854775807'];

/** Ids for a field of this name: nearly always existing ones, rarely foreign or unknown ones. */
function idsOf(schema: Schema, wish: Wish, name: string): fc.Arbitrary<unknown> | undefined {
  const { world, idType, isComplete } = wish;
  if (name.endsWith('seq')) return isComplete ? fc.constant(String(FIRST_MESSAGE)) : seq;
  const byIdType = BY_ID_TYPE.test(name) ? (idType === 1 ? 'extUsers' : 'users') : undefined;
  const kind = byIdType ?? BY_NAME.find(([pattern]) => pattern.test(name))?.[1] ?? kindOf(schema.format);
  if (kind === undefined) return undefined;
  if (isComplete) return fc.constantFrom(...world.own[kind]);
  // One unknown id among many is enough for the refusal of all.
  const isOneOfMany = name.endsWith('s');
  return fc.oneof(
    { weight: isOneOfMany ? 60 : 10, arbitrary: fc.constantFrom(...world.own[kind]) },
    { weight: 1, arbitrary: fc.constantFrom(...world.foreign[kind]) },
    { weight: 1, arbitrary: fc.constantFrom(...UNKNOWN) },
    { weight: isOneOfMany || schema.format !== 'identifier' ? 0 : 2, arbitrary: fresh },
  );
}

/** For ids whose field name says nothing about their kind. */
function kindOf(format: unknown): keyof Ids | undefined {
  return typeof format === 'string' && /^(decimal|position)-/.test(format) ? 'extUsers' : undefined;
}

import { type Header, headerOf } from './request.ts';
import { STRINGS } from './values.ts';
import type { World } from './world.ts';

/** Each of these headers with odd values, and repeated. */
export function oddHeaders(names: readonly string[]): Header[][] {
  const texts = [
    // Only strings with unusual bytes.
    ...STRINGS.filter((text) => !/^[!-~]+$/.test(text)).map(headerOf),
    'a'.repeat(255),
    'a'.repeat(256),
    'a'.repeat(8_000),
    '\xff\xfe',
  ];
  return names.flatMap((name): Header[][] => [
    ...texts.map((text): Header[] => [[name, text]]),
    [
      [name, 'a'],
      [name, 'a'],
    ],
  ]);
}

export const OF_ALL = [
  'x-api-key',
  'x-tenant-id',
  'idempotency-key',
  'x-request-id',
  'prefer',
  'x-acting-user-id',
  'host',
  'origin',
];

/** Headers that are wrong in combination, or ask for unsupported features. */
export function headerLists({ keys, own, tenant }: World): Header[][] {
  return [
    ...['content-type', 'content-encoding', 'cookie', 'access-control-request-method'].map(
      (name): Header[] => [
        [name, 'a'],
        [name, 'a'],
      ],
    ),
    ...keys.others.flatMap((key): Header[][] => [
      [['x-api-key', key]],
      [
        ['x-api-key', key],
        ['host', 'bob.localhost'],
      ],
      [
        ['x-api-key', key],
        ['x-tenant-id', 'bound'],
      ],
    ]),
    [
      ['x-api-key', keys.full],
      ['x-api-key', keys.full],
    ],
    [['x-api-key', ` ${keys.full} `]],
    [['x-api-key', keys.full.toUpperCase()]],
    [['x-tenant-id', tenant.toUpperCase()]],
    [['x-acting-user-id', own.users[0] ?? '']],
    ...['gzip', 'identity', 'br, gzip', 'nonsense'].map((coding): Header[] => [['content-encoding', coding]]),
    [
      ['accept', 'text/html'],
      ['accept-encoding', 'br'],
      ['range', 'bytes=0-1'],
      ['if-none-match', '*'],
    ],
    [
      ['x-http-method-override', 'DELETE'],
      ['x-forwarded-host', 'bob.localhost'],
      ['x-forwarded-for', '1.1.1.1'],
    ],
    [['connection', 'close']],
    // Not among the raw requests: Node discards data that arrives together with an unsupported upgrade.
    [
      ['connection', 'upgrade'],
      ['upgrade', 'websocket'],
      ['sec-websocket-version', '13'],
    ],
    [
      ['connection', 'upgrade, http2-settings'],
      ['upgrade', 'h2c'],
      ['http2-settings', 'AAMAAABk'],
    ],
  ];
}

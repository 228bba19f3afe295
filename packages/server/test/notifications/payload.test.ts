import { describe, expect, test } from 'vitest';
import { apnsPayload } from '../../src/notifications/push/apns.ts';
import { fcmMessage } from '../../src/notifications/push/fcm.ts';
import { cutText } from '../../src/notifications/push/payload.ts';
import type { Push } from '../../src/notifications/push/push.ts';
import { webPushPayload } from '../../src/notifications/push/web-push.ts';
import { FAMILY, newPush } from './new-services.ts';

/** What the services get to show, and how it is made to fit. */

const graphemes = (text: string) => [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
const bytesOf = (text: string) => Buffer.byteLength(text);

const fcmSize = (push: Push): string => {
  const { notification, data, android } = fcmMessage(push, 0) as Record<string, object>;
  return JSON.stringify({ notification, data, android });
};

const FORMS: [string, number, (push: Push) => string][] = [
  ['Web Push', 3_993, webPushPayload],
  ['FCM', 4_096, fcmSize],
  ['APNs', 4_096, apnsPayload],
];

describe.each(FORMS)('a payload for %s', (_, limit, payloadOf) => {
  /** How many bytes of a body fit. */
  const room = limit - bytesOf(payloadOf(newPush({ body: 'x' }))) + 1;

  test('is sent whole up to the limit, and cut beyond it', () => {
    for (const size of [room - 1, room]) {
      const payload = payloadOf(newPush({ body: 'x'.repeat(size) }));
      expect(payload).toContain(`"${'x'.repeat(size)}"`);
      expect(bytesOf(payload)).toBe(limit - room + size);
    }
    const cut = payloadOf(newPush({ body: 'x'.repeat(room + 1) }));
    expect(bytesOf(cut)).toBe(limit);
    expect(cut).toContain(`"${'x'.repeat(room - 3)}…"`);
  });

  test.each([
    ['accents made of two code points', 'e\u0301'],
    ['emoji families', FAMILY],
    ['flags', '🇻🇳'],
    ['Thai', 'กำ'],
    ['quotes, which JSON escapes', '"'],
    ['control characters, which JSON escapes at length', '\u0001'],
    ['Hangul of three letters', '\u1112\u1161\u11ab'],
    ['skin tones', '👍🏽'],
  ])('is cut between graphemes: %s', (_name, one) => {
    const size = bytesOf(JSON.stringify(one)) - 2;
    const most = Math.floor(room / size);
    for (const count of [most - 1, most]) {
      expect(payloadOf(newPush({ body: one.repeat(count) }))).toContain(JSON.stringify(one.repeat(count)));
    }
    for (const count of [most + 1, most + 2, 1_000_000 / one.length]) {
      const payload = payloadOf(newPush({ body: one.repeat(count) }));
      expect(bytesOf(payload)).toBeLessThanOrEqual(limit);
      // Nothing more would have fitted.
      expect(bytesOf(payload)).toBeGreaterThan(limit - size - 3);
      const [, text = ''] = /"([^"]*)…"/.exec(payload.replaceAll('\\"', '”')) ?? [];
      const shown: string = JSON.parse(`"${text}"`).replaceAll('”', '"');
      expect(new Set(graphemes(shown))).toEqual(new Set(graphemes(one)));
    }
  });

  test('keeps short texts whole and shares the room among long ones', () => {
    const long = 'y'.repeat(10_000);
    const payload = payloadOf(newPush({ title: long, body: 'z'.repeat(10_000) }));
    expect(bytesOf(payload)).toBe(limit);
    expect(/y{1500,}…/.test(payload) && /z{1500,}…/.test(payload)).toBe(true);
    const short = payloadOf(newPush({ title: 'Ann', body: long }));
    expect(short).toContain('"Ann"');
    expect(bytesOf(short)).toBe(limit);
  });

  test('holds an address or leaves it out, but never cuts it', () => {
    const address = (bytes: number) => `https://img.example/${'p'.repeat(bytes - 20)}`;
    const [icon, image] = [address(500), address(600)];
    const both = payloadOf(newPush({ avatarUrl: icon, imageUrl: image, body: 'x'.repeat(5_000) }));
    expect(both).toContain(`"${icon}"`);
    expect(both).toContain(`"${image}"`);
    expect(bytesOf(both)).toBe(limit);
    for (const bytes of [room - 1_024 - 'Ann'.length, 3_900, 8_192]) {
      const payload = payloadOf(
        newPush({ avatarUrl: address(bytes), imageUrl: image, body: 'x'.repeat(5_000) }),
      );
      expect(payload).not.toContain(address(bytes).slice(0, 650));
      expect(payload).toContain(`"${image}"`);
      expect(bytesOf(payload)).toBe(limit);
    }
    // Short texts leave more room.
    expect(payloadOf(newPush({ avatarUrl: address(3_000) }))).toContain(address(3_000));
  });

  test('names what the thread is tied to, before any picture; what does not fit is left out, never cut', () => {
    const links = { reference_id: '"'.repeat(255), satl_reference_id: '💩'.repeat(63) };
    const long = {
      title: 'y'.repeat(5_000),
      body: 'x'.repeat(5_000),
      avatarUrl: `https://img.example/${'p'.repeat(2_500)}`,
    };
    for (const parts of [{}, long, { isDataOnly: true }, { kind: 'withdraw' as const }]) {
      const payload = payloadOf(newPush({ links, ...parts }));
      for (const [name, value] of Object.entries(links))
        expect(payload).toContain(`"${name}":${JSON.stringify(value)}`);
      expect(payload).not.toContain('ppp');
      expect(bytesOf(payload)).toBeLessThanOrEqual(limit);
    }
    expect(payloadOf(newPush({ links: { reference_id: 'order-7' } }))).not.toContain('satl');
    const tooLong = payloadOf(newPush({ links: { reference_id: 'r'.repeat(limit) } }));
    expect(tooLong).not.toContain('rr');
    expect(tooLong).toContain('Your order has shipped');
  });

  test('holds texts of any content', () => {
    for (const body of [
      '\ud800',
      '\u202e',
      '\u0000',
      '</script>',
      '{"a":1}',
      '\n'.repeat(9_000),
      'e\u0301'.repeat(1e5),
    ]) {
      const payload = payloadOf(newPush({ body, title: body, subtitle: body }));
      expect(bytesOf(payload)).toBeLessThanOrEqual(limit);
      expect(payload.isWellFormed()).toBe(true);
      JSON.parse(payload);
    }
  });

  test('is data without texts, if the app shows it itself or a notification is withdrawn', () => {
    const parts = { title: 'secret', subtitle: 'secret', body: 'secret', avatarUrl: 'https://secret/' };
    for (const push of [newPush({ ...parts, isDataOnly: true }), newPush({ ...parts, kind: 'withdraw' })]) {
      const payload = payloadOf(push);
      expect(payload).not.toContain('secret');
      expect(payload).toContain(push.kind === 'withdraw' ? '"kind":"withdraw"' : '"kind":"data"');
      expect(payload).toContain('"thread_id":"4711","seq":"42","app_id":"shop"');
    }
  });
});

describe('cutText', () => {
  test('gives an empty text if not even the ellipsis fits, and the ellipsis alone for one huge grapheme', () => {
    expect([0, 1, 2, 3, 4, 5].map((bytes) => cutText('abcdef', bytes))).toEqual([
      '',
      '',
      '',
      '…',
      'a…',
      'ab…',
    ]);
    expect(cutText('abc', 3)).toBe('abc');
    expect(cutText(`e${'\u0301'.repeat(100_000)}`, 1_000)).toBe('…');
    expect(cutText(FAMILY, 24)).toBe('…');
    expect(cutText(FAMILY, 25)).toBe(FAMILY);
    expect(cutText(`a${FAMILY}`, 25)).toBe('a…');
  });
});

test('the forms are those of the documentation', () => {
  const push = newPush({
    subtitle: 'Order 7',
    avatarUrl: 'https://img.example/ann.png',
    imageUrl: 'https://img.example/box.png',
  });
  const data = { thread_id: '4711', seq: '42', app_id: 'shop' };
  expect(JSON.parse(webPushPayload(push))).toEqual({
    title: 'Ann',
    body: 'Order 7\nYour order has shipped',
    icon: 'https://img.example/ann.png',
    image: 'https://img.example/box.png',
    badge: 3,
    tag: '4711',
    data,
  });
  expect(fcmMessage(push, push.expiresAt - 60_000)).toEqual({
    notification: {
      title: 'Ann',
      body: 'Order 7\nYour order has shipped',
      image: 'https://img.example/box.png',
    },
    data: { ...data, badge: '3', kind: 'show', icon: 'https://img.example/ann.png' },
    android: { priority: 'HIGH', ttl: '60s', notification: { tag: '4711' } },
  });
  expect(JSON.parse(apnsPayload(push))).toEqual({
    aps: {
      alert: { title: 'Ann', subtitle: 'Order 7', body: 'Your order has shipped' },
      badge: 3,
      sound: 'default',
      'thread-id': '4711',
      'mutable-content': 1,
    },
    kind: 'show',
    ...data,
    icon: 'https://img.example/ann.png',
    image: 'https://img.example/box.png',
  });
  expect(JSON.parse(webPushPayload(newPush({ title: '', body: '' })))).toEqual({
    badge: 3,
    tag: '4711',
    data,
  });
});

import { expect, test } from 'vitest';
import { MAX_PUSHES, Places } from '../../src/notifications/push/places.ts';

/** Who may push: services that users name cannot take the places of others. */

const CHROME = 'https://fcm.googleapis.com';
const windows = (host: string) => `https://${host}.notify.windows.com`;

const takeAll = (places: Places, service: string) => places.take(service, Infinity);

const answered = (places: Places, service: string, ms: number | null) => {
  const [place] = places.take(service, 1);
  if (place === undefined) throw new Error('there is no place');
  place.leave(ms);
};

const named = (count: number, name: string) =>
  Array.from({ length: count }, (_, index) => `https://${name}${index}.example`);

test.each(['fcm', 'apns', CHROME, windows('wns2-par02p')])('%s may have 100 pushes at a time', (service) => {
  const places = new Places();
  const [first, ...others] = places.take(service, MAX_PUSHES - 1);
  expect(others).toHaveLength(MAX_PUSHES - 2);
  expect(takeAll(places, service)).toHaveLength(1);
  expect(takeAll(places, service)).toEqual([]);
  first?.leave(null);
  expect(takeAll(places, service)).toHaveLength(1);
});

test('the hosts of Windows share their places, whatever users call them', () => {
  const places = new Places();
  expect(takeAll(places, windows('a'))).toHaveLength(MAX_PUSHES);
  expect(takeAll(places, windows('b'))).toEqual([]);
});

test('a service that users name gets four until it has answered soon, then ten', () => {
  const places = new Places();
  const service = 'https://push.example.com';
  const taken = takeAll(places, service);
  expect(taken).toHaveLength(4);
  for (const place of taken) place.cancel();
  answered(places, service, 1_999);
  const quick = takeAll(places, service);
  expect(quick).toHaveLength(10);
  for (const place of quick) place.leave(2_000);
  expect(takeAll(places, service)).toHaveLength(4);
});

test('services that nobody answers for, or that answer late, leave places for all others', () => {
  const places = new Places();
  const good = named(5, 'good');
  for (const service of good) answered(places, service, 10);
  const bad = named(20, 'bad');
  const taken = bad.flatMap((service) => takeAll(places, service));
  expect(taken).toHaveLength(16);
  expect(good.flatMap((service) => takeAll(places, service))).toHaveLength(34);
  expect(takeAll(places, CHROME)).toHaveLength(MAX_PUSHES);
  for (const place of taken) place.leave(null);
  answered(places, 'https://new.example', 10);
});

test('slow services take turns, after new ones and those that answer soon', () => {
  const places = new Places();
  const slow = named(5, 'slow');
  const order = () =>
    places
      .inTurn(
        [CHROME, ...slow, 'https://new.example'].map((service, place) => ({ service, due_in_ms: -place })),
      )
      .map(({ service }) => service);
  expect(order()).toEqual(['https://new.example', ...slow.toReversed(), CHROME]);
  for (const service of slow) answered(places, service, null);
  expect(order()).toEqual(['https://new.example', CHROME, ...slow]);
  const [first = '', ...others] = slow;
  const turn = [...places.take(first, 1), ...takeAll(places, first)];
  expect(turn).toHaveLength(4);
  for (const place of turn) {
    expect(takeAll(places, first)).toEqual([]);
    place.leave(null);
  }
  expect(order()).toEqual(['https://new.example', CHROME, ...others, first]);
  answered(places, first, 10);
  expect(order()).toEqual(['https://new.example', first, CHROME, ...others]);
});

test('a lookalike of a push service of a browser is none', () => {
  for (const service of [
    'https://fcm.googleapis.com.evil.example',
    'https://evil.example/fcm',
    'https://fcm.googleapis.com:444',
    'https://a.b.notify.windows.com',
    'https://notify.windows.com.evil.example',
    '',
  ])
    expect(takeAll(new Places(), service)).toHaveLength(4);
});

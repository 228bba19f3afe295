import { expect, test } from 'vitest';
import { MAX_PUSHES, PushSlots } from '../../src/notifications/push/push-slots.ts';

/** Who may push: services that users name cannot take the slots of others. */

const CHROME = 'https://fcm.googleapis.com';
const windows = (host: string) => `https://${host}.notify.windows.com`;

const takeAll = (slots: PushSlots, service: string) => slots.take(service, Infinity);

const answered = (slots: PushSlots, service: string, ms: number | null) => {
  const [slot] = slots.take(service, 1);
  if (slot === undefined) throw new Error('there is no slot');
  slot.leave(ms);
};

const named = (count: number, name: string) =>
  Array.from({ length: count }, (_, index) => `https://${name}${index}.example`);

test.each(['fcm', 'apns', CHROME, windows('wns2-par02p')])('%s may have 100 pushes at a time', (service) => {
  const slots = new PushSlots();
  const [first, ...others] = slots.take(service, MAX_PUSHES - 1);
  expect(others).toHaveLength(MAX_PUSHES - 2);
  expect(takeAll(slots, service)).toHaveLength(1);
  expect(takeAll(slots, service)).toEqual([]);
  first?.leave(null);
  expect(takeAll(slots, service)).toHaveLength(1);
});

test('the hosts of Windows share their slots, whatever users call them', () => {
  const slots = new PushSlots();
  expect(takeAll(slots, windows('a'))).toHaveLength(MAX_PUSHES);
  expect(takeAll(slots, windows('b'))).toEqual([]);
});

test('a service that users name gets four until it has answered soon, then ten', () => {
  const slots = new PushSlots();
  const service = 'https://push.example.com';
  const taken = takeAll(slots, service);
  expect(taken).toHaveLength(4);
  for (const slot of taken) slot.cancel();
  answered(slots, service, 1_999);
  const quick = takeAll(slots, service);
  expect(quick).toHaveLength(10);
  for (const slot of quick) slot.leave(2_000);
  expect(takeAll(slots, service)).toHaveLength(4);
});

test('services that nobody answers for, or that answer late, leave slots for all others', () => {
  const slots = new PushSlots();
  const good = named(5, 'good');
  for (const service of good) answered(slots, service, 10);
  const bad = named(20, 'bad');
  const taken = bad.flatMap((service) => takeAll(slots, service));
  expect(taken).toHaveLength(16);
  expect(good.flatMap((service) => takeAll(slots, service))).toHaveLength(34);
  expect(takeAll(slots, CHROME)).toHaveLength(MAX_PUSHES);
  for (const slot of taken) slot.leave(null);
  answered(slots, 'https://new.example', 10);
});

test('slow services take turns, after new ones and those that answer soon', () => {
  const slots = new PushSlots();
  const slow = named(5, 'slow');
  const order = () =>
    slots
      .inTurn(
        [CHROME, ...slow, 'https://new.example'].map((service, slot) => ({ service, due_in_ms: -slot })),
      )
      .map(({ service }) => service);
  expect(order()).toEqual(['https://new.example', ...slow.toReversed(), CHROME]);
  for (const service of slow) answered(slots, service, null);
  expect(order()).toEqual(['https://new.example', CHROME, ...slow]);
  const [first = '', ...others] = slow;
  const turn = [...slots.take(first, 1), ...takeAll(slots, first)];
  expect(turn).toHaveLength(4);
  for (const slot of turn) {
    expect(takeAll(slots, first)).toEqual([]);
    slot.leave(null);
  }
  expect(order()).toEqual(['https://new.example', CHROME, ...others, first]);
  answered(slots, first, 10);
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
    expect(takeAll(new PushSlots(), service)).toHaveLength(4);
});

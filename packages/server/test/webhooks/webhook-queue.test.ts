import type { ThreadId } from '@palaver/protocol/ids';
import type { DeliveryId, WebhookId } from '@palaver/protocol/webhooks';
import { expect, test } from 'vitest';
import type { PendingDelivery } from '../../src/webhooks/records/pending-deliveries.ts';
import { WebhookQueue } from '../../src/webhooks/webhook-queue.ts';

const WEBHOOK = '1' as WebhookId;
const updated_at = new Date(0);

const delivery = (id: string, thread = '7') =>
  ({
    id: id as DeliveryId,
    thread_id: thread as ThreadId,
    tries: 0,
    is_free: false,
    updated_at,
  }) as PendingDelivery;

test('deliveries put back during a query go before those that the query finds', () => {
  const target = new WebhookQueue({ failures: 0, updated_at });
  const [first, second] = [delivery('1'), delivery('2')];
  target.atHand(WEBHOOK);
  target.offer([first]);
  expect(target.next(0, 64)).toBe(first);
  expect(target.atHand(WEBHOOK).deliveries).toEqual(['1']);
  target.putBack(first);
  expect(target.isIdle).toBe(false);
  target.offer([second]);
  expect(target.next(0, 64)).toBeUndefined();
  expect(target.atHand(WEBHOOK).deliveries).toEqual([]);
  target.offer([first, second]);
  expect(target.next(0, 64)).toBe(first);
  expect(target.next(0, 64)).toBeUndefined();
  target.end(first, { isCalled: true, isDelivered: true, isGone: false, retryAfterMs: 0, isCut: false }, 0);
  expect(target.next(0, 64)).toBe(second);
});

test('a webhook with a response that was cut off gets one call at a time, until a response completes', () => {
  const target = new WebhookQueue({ failures: 0, updated_at });
  const [first, second, third] = [delivery('1', '1'), delivery('2', '2'), delivery('3', '3')];
  const [fourth, fifth] = [delivery('4', '4'), delivery('5', '5')];
  const ending = { isCalled: true, isDelivered: true, isGone: false, retryAfterMs: 0 };
  target.offer([first, second, third, fourth, fifth]);
  expect(target.next(0, 64)).toBe(first);
  expect(target.next(0, 64)).toBe(second);
  target.end(first, { ...ending, isCut: true }, 0);
  expect(target.next(0, 64)).toBeUndefined();
  target.end(second, { ...ending, isCut: true }, 0);
  expect(target.next(0, 64)).toBe(third);
  expect(target.next(0, 64)).toBeUndefined();
  target.end(third, { ...ending, isCut: false }, 0);
  expect(target.next(0, 64)).toBe(fourth);
  expect(target.next(0, 64)).toBe(fifth);
});

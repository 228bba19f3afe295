import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { apnsPayload } from '../../src/notifications/push/apns.ts';
import { fcmMessage } from '../../src/notifications/push/fcm.ts';
import type { Push } from '../../src/notifications/push/push.ts';
import { webPushPayload } from '../../src/notifications/push/web-push.ts';
import { ROOT } from '../harness/command.ts';
import { newPush } from './new-services.ts';

/* The guides show what devices receive: exactly what the server sends. */

/** The JSON in a guide that is no answer to a command. */
function payloadsIn(guide: string): unknown[] {
  const text = readFileSync(join(ROOT, 'docs/guides', guide), 'utf8').replaceAll(
    /```sh\n[\s\S]*?```\n\n```json\n[\s\S]*?```/g,
    '',
  );
  return [...text.matchAll(/```json\n([\s\S]*?)```/g)].map(([, json = '']) => JSON.parse(json));
}

const NOW = Date.now();
const expiresAt = NOW + 86_400_000;
const SHOWN = newPush({
  avatarUrl: 'https://example.com/ann.png',
  imageUrl: 'https://example.com/parcel.png',
  expiresAt,
});
const WITHDRAWN = newPush({ kind: 'withdraw', badge: 2, expiresAt });
const DATA = newPush({ isDataOnly: true, expiresAt });

const toFirebase = (push: Push) => ({
  message: { token: 'c2aK9KHmw8E:APA91bF7MY9b', ...fcmMessage(push, NOW) },
});

test.each([
  ['notifications.md', [SHOWN, WITHDRAWN].map((push) => JSON.parse(webPushPayload(push)))],
  ['notifications-android.md', [SHOWN, WITHDRAWN, DATA].map(toFirebase)],
  ['notifications-ios.md', [SHOWN, WITHDRAWN, DATA].map((push) => JSON.parse(apnsPayload(push)))],
])('%s shows what devices receive', (guide, sent) => {
  expect(payloadsIn(guide)).toEqual(sent);
});

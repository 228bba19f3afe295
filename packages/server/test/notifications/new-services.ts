import type { LookupFunction } from 'node:net';
import { onTestFinished } from 'vitest';
import { TEST_CERTIFICATE } from '../../../testing/src/receivers/certificate.ts';
import { guardWebhooks, guardWebPush } from '../../src/config/address-guards.ts';
import { loadConfig } from '../../src/config/load.ts';
import type { Push, PushCredentials, PushOutcome, PushTarget } from '../../src/notifications/push/push.ts';
import { PushServices } from '../../src/notifications/push/push-services.ts';

export interface ServicesOptions {
  /** Settings, such as `PALAVER_FCM_URL`. */
  settings?: Record<string, string>;
  lookup?: LookupFunction;
  /** Addresses that may be called although they are private. */
  allowed?: string;
  /** Whether the certificate of the receivers is trusted: by default it is. */
  isTrusting?: boolean;
}

/** Resolves every name to loopback. */
export const toLoopback: LookupFunction = (_name, _options, callback) =>
  callback(null, [{ address: '127.0.0.1', family: 4 }]);

/** Settings with which the services of all providers may have these addresses. */
const allowingPushes = (allowed: string) => ({
  PALAVER_WEBHOOK_ALLOW_PRIVATE: allowed,
  PALAVER_WEB_PUSH_ALLOW_PRIVATE: allowed,
});

/** The server's push services for receivers on loopback. They are closed with the test. */
export function newServices(options: ServicesOptions = {}): PushServices {
  const { settings = {}, lookup = toLoopback, allowed = '127.0.0.1', isTrusting = true } = options;
  const { config } = loadConfig({ ...allowingPushes(allowed), ...settings });
  const services = new PushServices({
    guard: guardWebhooks(config, lookup),
    webPushGuard: guardWebPush(config, lookup),
    trustedCa: isTrusting ? TEST_CERTIFICATE : undefined,
    config,
  });
  onTestFinished(() => services.close());
  return services;
}

export function newPush(parts: Partial<Push> = {}): Push {
  return {
    kind: 'show',
    appId: 'shop',
    threadId: '4711',
    links: {},
    seq: '42',
    title: 'Ann',
    subtitle: '',
    body: 'Your order has shipped',
    avatarUrl: '',
    imageUrl: '',
    badge: 3,
    isDataOnly: false,
    expiresAt: Date.now() + 3_600_000,
    ...parts,
  };
}

/** Sends without an end. */
export const sendOn =
  (services: PushServices, credentials: PushCredentials) =>
  (target: PushTarget, push: Push = newPush(), signal = new AbortController().signal): Promise<PushOutcome> =>
    services.send(credentials, target, push, signal);

/** Seven code points that readers see as one character. */
export const FAMILY = '\u{1F468}‍\u{1F469}‍\u{1F467}‍\u{1F466}';

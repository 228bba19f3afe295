import type { LookupFunction } from 'node:net';
import { AddressGuard } from '../platform/address-guard.ts';
import type { Config } from './config.ts';
import { NOTIFICATIONS } from './settings/notifications.ts';
import { WEBHOOKS } from './settings/webhooks.ts';

/** Guards what back ends choose, the addresses of webhooks, and what the operator chooses, those of Firebase and Apple. */
export const guardWebhooks = (
  { webhookAllowPrivate: addresses }: Pick<Config, 'webhookAllowPrivate'>,
  lookup?: LookupFunction,
): AddressGuard => new AddressGuard({ addresses, setting: WEBHOOKS.webhookAllowPrivate.name }, lookup);

/**
 * Guards what users choose: the addresses of their Web Push subscriptions. Addresses that the operator allows for webhooks are not allowed
 * here: any guest can choose these addresses, only an API key those of webhooks.
 */
export const guardWebPush = (
  { webPushAllowPrivate: addresses }: Pick<Config, 'webPushAllowPrivate'>,
  lookup?: LookupFunction,
): AddressGuard => new AddressGuard({ addresses, setting: NOTIFICATIONS.webPushAllowPrivate.name }, lookup);

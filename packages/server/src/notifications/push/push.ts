import type { PushProvider } from '@palaver/protocol/devices';
import type { ThreadLinks } from '@palaver/protocol/threads';

export type { PushCredentials } from '../../domain/rules/push-credentials.ts';

/** A device, as its push service addresses it. */
export interface PushTarget {
  provider: PushProvider;
  /** The token, or the address of the subscription. */
  token: string;
  /** Web Push: the keys of the subscription, in base64url. */
  keys: { p256dh: string; auth: string } | null;
}

/** A notification of a device about a thread. Later pushes about the same thread replace earlier ones. */
export interface Push {
  /** `show` shows a notification; `withdraw` removes the one that the device shows, without a sound. */
  kind: 'show' | 'withdraw';
  appId: string;
  /** Empty: it is about no thread, but a test. */
  threadId: string;
  /** What the thread is tied to. */
  links: ThreadLinks;
  /** The message; of a `withdraw` the read position. */
  seq: string;
  /** Empty texts and addresses are left out. */
  title: string;
  subtitle: string;
  body: string;
  avatarUrl: string;
  imageUrl: string;
  /** All unread messages of the user, up to 99. */
  badge: number;
  /** The app shows or fetches it itself: no text is sent, only data. */
  isDataOnly: boolean;
  /** In Unix milliseconds: the service drops it if it cannot deliver it until then. */
  expiresAt: number;
}

/**
 * What came of a push. `delivered`: the service accepted it. `gone`: the token is dead, and the device is to be removed. `refused`:
 * the service will never accept this push. `failed`: to be tried again, not before `retryAfterMs`.
 */
export interface PushOutcome {
  result: 'delivered' | 'gone' | 'refused' | 'failed';
  /** Of the response; null: there was none. */
  status: number | null;
  /** The start of the service's response, or why there was none: at most 500 characters. */
  response: string;
  retryAfterMs?: number;
  /** Of `gone`, in Unix milliseconds: the token was dead at this time. A device that registered it later is alive. */
  goneSince?: number;
}

import { PalaverError } from '../error.ts';

/**
 * Codes of a `PalaverError` of {@link BrowserNotifications.enable}, besides those of any call:
 *
 * - `push_unsupported`: the browser has no Web Push here. Pages need HTTPS; on iPhone and iPad they must also be on the home screen.
 * - `push_denied`: the user does not allow notifications. After a refusal browsers do not ask again.
 * - `push_not_set_up`: the application has no Web Push provider.
 * - `push_worker`: the browser cannot run the service worker (see `cause`).
 * - `push_service`: the push service of the browser gave no subscription (see `cause`): the browser is offline, or the window private.
 *   It may work later.
 */
export type WebPushErrorCode =
  | 'push_unsupported'
  | 'push_denied'
  | 'push_not_set_up'
  | 'push_worker'
  | 'push_service';

const MESSAGES: Readonly<Record<WebPushErrorCode, string>> = {
  push_unsupported:
    'This browser has no Web Push here: pages need HTTPS, and on iPhone and iPad they must be on the home screen.',
  push_denied:
    'Notifications are not allowed for this site: they can be allowed in the settings of the browser.',
  push_not_set_up: 'Web Push is not set up for this application.',
  push_worker: 'The browser cannot run the service worker.',
  push_service:
    'The browser got no subscription from its push service: it may be offline, or this may be a private window.',
};

export function failure(code: WebPushErrorCode, cause?: unknown): PalaverError {
  return new PalaverError({ code, message: MESSAGES[code], retryable: code === 'push_service', cause });
}

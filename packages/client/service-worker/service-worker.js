/*
 * The service worker that shows Palaver's notifications: copy it to your site, or load it in your own worker by `importScripts`.
 * The page registers it with `webPush()` of `@palaver/client/web-push`.
 *
 * Parameters of its address, such as `/palaver-notifications.js?open=/chat/{thread_id}`, or properties of `self.palaver`, which
 * your own worker sets:
 *
 * - `open`: the address that a click opens if no page of the worker's scope is open; it may contain `{thread_id}`, `{seq}`, `{app_id}`,
 *   `{reference_id}` and `{satl_reference_id}`, and must belong to this origin. By default the scope. (References are empty where the
 *   thread has none.)
 * - `title`: shown if a push brings no text; by default "New message".
 * - `texts` (only in `self.palaver`): a function that makes the texts of a push that brings only data, from
 *   `{thread_id, seq, app_id, reference_id, satl_reference_id}`. It returns `{title, body, icon, image}`, or a promise of it. Browsers demand that every push shows
 *   something, so `title` is shown if it fails or takes too long.
 *
 * A click tells an open page `{type: 'palaver.open', thread_id, seq, app_id, reference_id, satl_reference_id}`.
 */
(() => {
  const TEXTS_TIMEOUT_MS = 10_000;
  const SOURCE = 'palaver';
  const worker = /** @type {ServiceWorkerGlobalScope & { palaver?: Record<string, unknown> }} */ (
    /** @type {unknown} */ (self)
  );

  worker.addEventListener('push', (event) => event.waitUntil(receive(read(event.data))));
  worker.addEventListener('notificationclick', (event) => {
    const { data } = event.notification;
    // The site may show notifications of its own.
    if (fieldsOf(data).source !== SOURCE) return;
    event.notification.close();
    event.waitUntil(open(targetOf(data)));
  });
  // Only a page has the user's token: it registers the new subscription, now or at its next start.
  worker.addEventListener('pushsubscriptionchange', (event) => {
    const tell = async () => {
      for (const page of await pages()) page.postMessage({ type: 'palaver.subscription' });
    };
    /** @type {ExtendableEvent} */ (event).waitUntil(tell());
  });

  const TARGET_FIELDS = /** @type {const} */ ([
    'thread_id',
    'seq',
    'app_id',
    'reference_id',
    'satl_reference_id',
  ]);
  /** @typedef {Record<typeof TARGET_FIELDS[number], string>} Target */
  /** @typedef {Record<string, unknown>} Fields */

  /**
   * A push that is not ours has no fields.
   * @param {PushMessageData | null} data
   * @returns {Fields}
   */
  const read = (data) => {
    try {
      return fieldsOf(data?.json());
    } catch {
      return {};
    }
  };

  /** @param {Fields} push */
  const receive = async (push) => {
    await showBadge(push.badge);
    const texts = push.kind === 'data' ? await ownTexts(targetOf(push.data)) : push;
    // One after another: Chromium forgets a notification if another is looked for at the moment when it is shown.
    const settled = settle.then(() => (push.kind === 'withdraw' ? withdraw(push) : show(texts, push)));
    settle = settled.catch(() => {});
    await settled;
  };
  /** @type {Promise<void>} */
  let settle = Promise.resolve();

  /** @param {Fields} push */
  const withdraw = async (push) => {
    // (The next message may overtake a withdrawal.)
    for (const one of await shownOf(push)) if (!isNewer(one, targetOf(push.data))) one.close();
  };

  /**
   * @param {Fields} texts
   * @param {Fields} push
   */
  const show = async ({ title, body, icon, image }, push) => {
    const tag = textOf(push.tag);
    const target = targetOf(push.data);
    const shown = await shownOf(push);
    if (shown.some((one) => isNewer(one, target))) return;
    // A repeated push makes no sound.
    const isRepeated = shown.some((one) => targetOf(one.data).seq === target.seq);
    await worker.registration.showNotification(
      textOf(title) || textOf(option('title')) || 'New message',
      /** @type {NotificationOptions} */ ({
        ...present({ body, icon, image, tag }),
        data: { ...target, source: SOURCE },
        renotify: tag !== '' && !isRepeated,
      }),
    );
  };

  /**
   * The notification of the same thread.
   * @param {Fields} push
   */
  const shownOf = async (push) => {
    const tag = textOf(push.tag);
    return tag === '' ? [] : worker.registration.getNotifications({ tag });
  };

  /**
   * The texts that the site makes; none if it makes none.
   * @param {Target} target
   * @returns {Promise<Fields>}
   */
  const ownTexts = async (target) => {
    const texts = worker.palaver?.texts;
    if (typeof texts !== 'function') return {};
    const late = new Promise((resolve) => setTimeout(resolve, TEXTS_TIMEOUT_MS));
    try {
      return fieldsOf(await Promise.race([texts(target), late]));
    } catch {
      return {};
    }
  };

  /**
   * Shows the number of unread messages on the icon of an installed app.
   * @param {unknown} count
   */
  const showBadge = async (count) => {
    const { setAppBadge } = worker.navigator;
    if (setAppBadge === undefined || !Number.isSafeInteger(count) || Number(count) < 0) return;
    // (Some browsers refuse where no app is installed.)
    await setAppBadge.call(worker.navigator, Number(count)).catch(() => {});
  };

  /** @param {Target} target */
  const open = async (target) => {
    // (A notification that tests the provider is about no thread.)
    const hasThread = target.thread_id !== '';
    const [page] = await pages();
    if (page === undefined) {
      await worker.clients.openWindow(hasThread ? addressOf(target) : worker.registration.scope);
      return;
    }
    if (hasThread) page.postMessage({ type: 'palaver.open', ...target });
    await page.focus();
  };

  /** The open pages in the worker's scope, the one that was used last first. */
  const pages = async () => {
    const all = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
    return all.filter(({ url }) => url.startsWith(worker.registration.scope));
  };

  /** @param {Target} target */
  const addressOf = (target) => {
    const { scope } = worker.registration;
    const fill = (/** @type {string} */ _, /** @type {keyof Target} */ name) =>
      encodeURIComponent(target[name]);
    const placeholder = new RegExp(`\\{(${TARGET_FIELDS.join('|')})\\}`, 'g');
    const address = textOf(option('open')).replaceAll(placeholder, fill);
    const url = URL.canParse(address, scope) ? new URL(address, scope) : undefined;
    return url?.origin === worker.location.origin ? url.href : scope;
  };

  /** @param {string} name */
  const option = (name) =>
    worker.palaver?.[name] ?? new URLSearchParams(worker.location.search).get(name) ?? undefined;

  /**
   * Whether a notification is about a later message.
   * @param {Notification} shown
   * @param {Target} target
   */
  const isNewer = (shown, target) => Number(targetOf(shown.data).seq) > Number(target.seq);

  /**
   * @param {unknown} data
   * @returns {Target}
   */
  const targetOf = (data) => {
    const fields = fieldsOf(data);
    return /** @type {Target} */ (
      Object.fromEntries(TARGET_FIELDS.map((name) => [name, textOf(fields[name])]))
    );
  };

  /**
   * @param {unknown} value
   * @returns {Fields}
   */
  const fieldsOf = (value) =>
    typeof value === 'object' && value !== null ? /** @type {Fields} */ (value) : {};

  /** @param {unknown} value */
  const textOf = (value) => (typeof value === 'string' ? value : '');

  /** @param {Fields} fields */
  const present = (fields) =>
    Object.fromEntries(Object.entries(fields).filter(([, value]) => textOf(value) !== ''));
})();

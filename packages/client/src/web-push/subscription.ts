import { wait } from '../http/wait.ts';
import { failure } from './failures.ts';

/** Browsers without a connection to their push service may try for ever. */
const SUBSCRIBE_TIMEOUT_MS = 20_000;

/** The service worker and its scope, as `navigator.serviceWorker.register` takes them. */
export interface Worker {
  address: string;
  scope: string | undefined;
}

export function isSupported(): boolean {
  return (
    'navigator' in globalThis &&
    'serviceWorker' in navigator &&
    'locks' in navigator &&
    'PushManager' in globalThis &&
    'Notification' in globalThis
  );
}

/** Registers the worker and subscribes the browser with this public key. A subscription with another key is replaced. */
export async function subscribe(worker: Worker, key: string): Promise<PushSubscription> {
  const { pushManager } = await activeRegistration(worker);
  try {
    const known = await pushManager.getSubscription();
    if (known !== null && keyOf(known) === key) return known;
    await known?.unsubscribe();
    const subscribing = pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    return await Promise.race([subscribing, tooLate()]);
  } catch (error) {
    const isDenied = error instanceof DOMException && error.name === 'NotAllowedError';
    throw failure(isDenied ? 'push_denied' : 'push_service', error);
  }
}

/** Ends the subscription of the browser, if it has one. */
export async function unsubscribe({ address, scope }: Worker): Promise<void> {
  // (The scope of a worker is the folder of its address, unless it is given.)
  const { href } =
    scope === undefined ? new URL('.', new URL(address, location.href)) : new URL(scope, location.href);
  const registration = await navigator.serviceWorker.getRegistration(href);
  // Without one of this scope, the browser returns that of a wider one, which is another worker's.
  if (registration?.scope !== href) return;
  const subscription = await registration.pushManager.getSubscription();
  await subscription?.unsubscribe();
}

async function tooLate(): Promise<never> {
  await wait(SUBSCRIBE_TIMEOUT_MS);
  throw new Error(`no answer within ${SUBSCRIBE_TIMEOUT_MS / 1_000} s`);
}

/** Only an active worker can subscribe. */
async function activeRegistration({ address, scope }: Worker): Promise<ServiceWorkerRegistration> {
  try {
    const registration = await navigator.serviceWorker.register(
      address,
      scope === undefined ? {} : { scope },
    );
    const worker = registration.installing ?? registration.waiting;
    if (registration.active === null && worker !== null) await activated(worker);
    return registration;
  } catch (error) {
    throw failure('push_worker', error);
  }
}

function activated(worker: ServiceWorker): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => {
      if (worker.state === 'activated') resolve();
      if (worker.state === 'redundant') reject(new Error('the service worker could not be installed'));
    };
    worker.addEventListener('statechange', look);
    look();
  });
}

/** The public key of the application that a subscription is for, in base64url; empty if the browser does not tell. */
function keyOf({ options: { applicationServerKey } }: PushSubscription): string {
  const bytes = new Uint8Array(applicationServerKey ?? []);
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

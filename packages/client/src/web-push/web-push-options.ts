import type { PalaverError } from '../error.ts';

/** The message that a notification is about. */
export interface WebPushTarget {
  thread_id: string;
  seq: string;
  app_id: string;
  /** What the thread is tied to; empty or absent if it has no such reference. */
  reference_id?: string;
  satl_reference_id?: string;
}

/** Options of `webPush()`. */
export interface WebPushOptions {
  /**
   * Address of the service worker: a copy of `@palaver/client/service-worker.js`, or your own worker that loads it. Its
   * parameter `open` is the address that a click opens if no page is open: `/palaver-notifications.js?open=/chat/{thread_id}`.
   */
  worker: string;
  /** The scope of the service worker: by default the folder of its address. A click focuses an open page of the scope. */
  scope?: string;
  /** The name of this browser among the devices of the user: by default a random one, which `localStorage` keeps. */
  deviceId?: string;
  /** The language of notifications; by default that of the browser. */
  language?: string;
  /** Called when the user clicks a notification while this page is open: show the thread. */
  onOpen?: (target: WebPushTarget) => void;
}

/** Whether this browser shows notifications for the user. */
export type WebPushState =
  /** Not known yet: the chat has not been connected. */
  | { state: 'checking' }
  | { state: 'off' }
  /** `error`: the registration could not be refreshed when the page started. It is tried again with the next connection. */
  | { state: 'on'; error?: PalaverError }
  /** The user has refused notifications of this site. Only they can allow them again, in the settings of the browser. */
  | { state: 'denied' }
  /** The browser has no Web Push here, see `push_unsupported`. */
  | { state: 'unsupported' };

import type { TokenProvider } from './connection/token-source.ts';
import type { WebSocketConstructor } from './connection/wire.ts';
import type { FileStorage } from './sending/file-storage.ts';
import type { OutboxStorage } from './sending/outgoing-message.ts';

/** Options of `connect()`. */
export interface ConnectOptions {
  /** Address of the server, such as `https://chat.example.com`. */
  url: string;
  /** A client token. The chat ends when the token expires: use `tokenProvider` for anything but a trial. */
  token?: string;
  /** Gets a token from your back end. The SDK calls it at the start, and when the server refuses the previous token. */
  tokenProvider?: TokenProvider;
  /**
   * Storage in which unsent messages survive the tab, such as `localStorage`. Without it they are lost with the page. Their
   * files survive in IndexedDB.
   */
  storage?: OutboxStorage;
  /** Storage for the files of these messages. Replaces IndexedDB, for platforms that have none. */
  fileStorage?: FileStorage;
  /** Whether `chat.unread` counts threads that are tied to an object, too; false by default. */
  countsLinked?: boolean;
  /** After this much silence the SDK sends a `ping`, and reconnects if no answer comes; 15 s by default. */
  silenceMs?: number;
  /** Replaces the global `fetch`. */
  fetch?: typeof fetch;
  /** Replaces the global `WebSocket`. Node before 22 has none: pass the one of the package `ws`. */
  WebSocket?: WebSocketConstructor;
}

/** Throws a TypeError if the platform has no WebSocket: Node before 22. */
export function ownWebSocket(): WebSocketConstructor {
  if (typeof WebSocket === 'undefined')
    throw new TypeError('connect() needs the option WebSocket on Node before 22: use the package ws');
  return WebSocket;
}

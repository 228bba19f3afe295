import { Chat } from './chat.ts';
import type { ConnectOptions } from './connect-options.ts';

/**
 * Connects a user. The returned chat keeps its state up to date and reconnects by itself. Throws a TypeError if `url`
 * is not an address, or if the platform has no WebSocket.
 *
 * @example
 * ```ts
 * const chat = connect({ url, token });
 * await chat.ready();
 * const [thread] = chat.threads.getSnapshot();
 * ```
 */
export function connect(options: ConnectOptions): Chat {
  return new Chat(options);
}

import { once } from 'node:events';
import { createServer } from 'node:net';

/** From here on systems assign ports to listeners without a fixed port and to outgoing connections. */
const GIVEN_AWAY_FROM = 32_768;
/** Above 10080, the last port that `fetch` refuses (https://fetch.spec.whatwg.org/#port-blocking). */
const LOWEST = 10_081;

/**
 * A port that is free and stays free until it is used, for servers with a fixed port or that restart on the same one.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = LOWEST + Math.floor(Math.random() * (GIVEN_AWAY_FROM - LOWEST));
    const listener = createServer().listen(port, '127.0.0.1');
    const isFree = await once(listener, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    listener.close();
    await once(listener, 'close');
    return port;
  }
}

import { once } from 'node:events';
import { createServer } from 'node:net';

/** Systems give away ports from here on to whoever does not ask for one, and to every connection. */
const GIVEN_AWAY_FROM = 32_768;
const LOWEST = 10_000;

/** A port that nobody has, nor gets before it is used: for a server that is told its port, or comes back to the same one. */
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

import { buildConnector } from 'undici';
import { newWebhookSecret } from '../domain/rules/webhook-secret.ts';
import { VERSION } from '../version.ts';
import { Caller } from '../webhooks/call.ts';
import { MAX_CALLS_OF_ONE } from '../webhooks/webhook-queue.ts';
import { EventClient, type EventFilter, ServerOptionError, type ServerOptions } from './event-client.ts';
import { Forwarder } from './forwarder.ts';
import { print } from './print.ts';
import { pullEvents } from './pull-events.ts';
import { exitAfterStop, listenForStop } from './stopping.ts';

export interface ListenCommandOptions extends ServerOptions, EventFilter {
  forward: string;
  secret?: string;
}

/** As for webhooks by default. */
const TIMEOUT_MS = 15_000;

/**
 * `palaver listen`: pulls new events and calls a program with each of them as a webhook is called. Ends with SIGINT or
 * SIGTERM.
 */
export async function listenCommand(options: ListenCommandOptions): Promise<void> {
  const { forward, types, tenant, secret = newWebhookSecret() } = options;
  checkOptions(forward, secret);
  const client = await EventClient.of(options);
  const ending = new AbortController();
  const { signal } = ending;
  void listenForStop().asked.then(() => ending.abort());
  // (The user names the program, so no address is forbidden.)
  const guard = { connector: buildConnector };
  const caller = new Caller({ guard, timeoutMs: TIMEOUT_MS, userAgent: `Palaver/${VERSION}` });
  const forwarder = new Forwarder({ caller, url: forward, secret, signal });
  try {
    const after = await startOf(client, signal);
    print(`Forwarding new events of ${client.url} to ${forward}\nSecret: ${secret}\n\n`);
    const pull = { after, limit: MAX_CALLS_OF_ONE, types, tenant, isFollowing: true, signal };
    for await (const events of pullEvents(client, pull)) await forwarder.forward(events);
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    await caller.close();
  }
  exitAfterStop();
}

function checkOptions(forward: string, secret: string): void {
  if (!/^https?:$/.test(URL.parse(forward)?.protocol ?? ''))
    throw new ServerOptionError(
      `--forward must be an address such as http://127.0.0.1:3000/hook, not "${forward}"`,
    );
  if (!/^whsec_[A-Za-z0-9+/]+=*$/.test(secret))
    throw new ServerOptionError('--secret must be whsec_ followed by base64');
}

/** The position of the newest event. Switches the stream on, because the user has asked for its events. */
async function startOf(client: EventClient, signal: AbortSignal): Promise<number> {
  const stream = await client.stream(signal);
  if (stream.enabled) return stream.last_position;
  const enabled = await client.switchOn(signal);
  print('The event stream of this application was off and is now on.\n');
  return enabled.last_position;
}

import {
  EventClient,
  type EventFilter,
  RefusalError,
  ServerOptionError,
  type ServerOptions,
} from './event-client.ts';
import { print, printError } from './print.ts';
import { pullEvents } from './pull-events.ts';
import { exitAfterStop, listenForStop } from './stopping.ts';

export interface EventsCommandOptions extends ServerOptions, EventFilter {
  follow?: boolean;
  after?: string;
  enable?: boolean;
}

const PAGE = 1_000;

/**
 * `palaver events`: prints events, one per line, as the server sends them; with `--follow` until SIGINT, SIGTERM, or until
 * nobody reads the output.
 */
export async function eventsCommand({ types, tenant, ...options }: EventsCommandOptions): Promise<void> {
  const client = await EventClient.of(options);
  const ending = new AbortController();
  const { signal } = ending;
  const end = () => ending.abort();
  void listenForStop().asked.then(end);
  process.stdout.on('error', end);
  const isFollowing = options.follow ?? false;
  try {
    if (options.enable) await switchOn(client, signal);
    const after = await startOf(client, options.after, signal);
    for await (const events of pullEvents(client, { after, limit: PAGE, types, tenant, isFollowing, signal }))
      for (const event of events) print(`${event}\n`);
  } catch (error) {
    if (!signal.aborted) throw isOff(error) ? new ServerOptionError(OFF) : error;
  }
  exitAfterStop();
}

const OFF =
  'the event stream of this application is off, and there are no further events: `palaver events --enable` switches it on';

const isOff = (error: unknown) => error instanceof RefusalError && error.code === 'M40903';

async function switchOn(client: EventClient, signal: AbortSignal): Promise<void> {
  const { enabled } = await client.stream(signal);
  if (enabled) return;
  await client.switchOn(signal);
  printError('palaver: the event stream was off and is now on\n');
}

/** The position of `--after`. Throws {@link ServerOptionError}. */
async function startOf(client: EventClient, text: string | undefined, signal: AbortSignal): Promise<number> {
  if (text === 'now') return (await client.stream(signal)).last_position;
  const position = Number(text ?? 0);
  if (Number.isSafeInteger(position) && position >= 0 && text !== '') return position;
  throw new ServerOptionError(`--after takes a position such as 42, or now, not "${text}"`);
}

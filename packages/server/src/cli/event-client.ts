import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { jsonMember, jsonParts } from '../platform/json-parts.ts';
import { onOneLine } from '../platform/terminal.ts';
import { readSettings } from './settings.ts';

/**
 * Reads the event stream of a server over HTTP, with an API key, as an integrator does. (The SDK does, too, but only these
 * commands need the exact text of events.)
 */

/** The server cannot be reached or is overloaded; the same request may succeed later. */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError';
}

/** The server refuses a request. */
export class RefusalError extends Error {
  override readonly name = 'RefusalError';
  readonly code: string;
  /** Of M41000 and M41001: the position of the first event that can be read. */
  readonly firstPosition: number | undefined;

  constructor(code: string, message: string, firstPosition: number | undefined) {
    super(`${code}: ${message}`);
    this.code = code;
    this.firstPosition = firstPosition;
  }
}

/** The options do not say which server to call, or with which key. */
export class ServerOptionError extends Error {
  override readonly name = 'ServerOptionError';
}

export interface ServerOptions {
  url?: string;
  key?: string;
}

/** The state of an event stream. */
export interface StreamState {
  enabled: boolean;
  last_position: number;
}

/** A page of events. */
export interface EventPage {
  /** The text of each event. */
  events: string[];
  /** How far the server has looked. */
  nextAfter: number;
  epoch: string;
}

/** Which events of the application. */
export interface EventFilter {
  /** Separated by commas; absent: all. */
  types?: string | undefined;
  /** Absent: those of all tenants. */
  tenant?: string | undefined;
}

export interface PageQuery extends EventFilter {
  after: number;
  limit: number;
  epoch: string | undefined;
}

/** How long the server holds a request until there are events. */
const WAIT_SECONDS = 30;
/** How long a response may take besides. */
const TIMEOUT_MS = 15_000;

export class EventClient {
  readonly url: string;
  readonly #key: string;

  constructor(url: string, key: string) {
    this.url = url;
    this.#key = key;
  }

  /** The client of a command. Throws {@link ServerOptionError}. */
  static async of({ url, key }: ServerOptions): Promise<EventClient> {
    const { config } = readSettings();
    if (url !== undefined && !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
      throw new ServerOptionError(`--url must be an address such as http://127.0.0.1:7700, not "${url}"`);
    // (The key of this machine is not sent to another server.)
    const found = key ?? config.apiKey ?? (url === undefined ? await localKey(config) : undefined);
    if (found === undefined)
      throw new ServerOptionError(
        url === undefined
          ? `there is no API key in ${keyFileOf(config)}: pass --key, or set PALAVER_API_KEY`
          : 'with --url, pass --key or set PALAVER_API_KEY',
      );
    if (!/^[\x21-\x7e]+$/.test(found)) throw new ServerOptionError('--key must be an API key');
    return new EventClient((url ?? localAddress(config)).replace(/\/+$/, ''), found);
  }

  async stream(signal: AbortSignal): Promise<StreamState> {
    return dataOf<StreamState>(await this.#send('GET', '/event/v1.0/stream', signal));
  }

  async switchOn(signal: AbortSignal): Promise<StreamState> {
    return dataOf<StreamState>(
      await this.#send('PUT', '/event/v1.0/stream', signal, JSON.stringify({ enabled: true })),
    );
  }

  /** The events after a position. With `mayWait`, the server waits for the first one for up to 30 seconds. */
  async page(page: PageQuery, mayWait: boolean, signal: AbortSignal): Promise<EventPage> {
    const { after, limit, epoch, types, tenant: tenant_id } = page;
    const wait_seconds = mayWait ? WAIT_SECONDS : 0;
    const query = Object.entries({ after, limit, wait_seconds, epoch, types, tenant_id }).flatMap(
      ([name, value]) => (value === undefined ? [] : [[name, String(value)]]),
    );
    const text = new URLSearchParams(query).toString();
    const answer = await this.#send('GET', `/event/v1.0/events?${text}`, signal);
    const { next_after, epoch: current } = JSON.parse(answer) as { next_after: number; epoch: string };
    return { events: jsonParts(jsonMember(answer, 'data') ?? '[]'), nextAfter: next_after, epoch: current };
  }

  /** The text of a successful response. Rejects with {@link UnavailableError} or {@link RefusalError}. */
  async #send(method: string, path: string, signal: AbortSignal, body?: string): Promise<string> {
    const late = AbortSignal.timeout(WAIT_SECONDS * 1_000 + TIMEOUT_MS);
    const headers = {
      'x-api-key': this.#key,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    try {
      const response = await fetch(`${this.url}${path}`, {
        method,
        headers,
        ...(body === undefined ? {} : { body }),
        // A redirect would pass the key on to another server.
        redirect: 'manual',
        signal: AbortSignal.any([signal, late]),
      });
      const text = await response.text();
      return response.ok ? text : refuse(response.status, text, this.url);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof TypeError)
        throw new UnavailableError(`no connection to ${this.url}${causeOf(error)}`);
      if (late.aborted) throw new UnavailableError(`${this.url} does not respond`);
      throw error;
    }
  }
}

/** Such as an untrusted certificate. */
const causeOf = ({ cause }: Error) =>
  cause instanceof Error && cause.message !== '' ? ` (${cause.message})` : '';

function dataOf<Data>(answer: string): Data {
  return (JSON.parse(answer) as { data: Data }).data;
}

interface RefusalBody {
  message_code: string;
  message: string;
  errors?: { field: string; message: string }[];
  first_position?: number;
}

function refuse(status: number, text: string, url: string): never {
  if (status === 408 || status === 429 || status >= 500)
    throw new UnavailableError(`${url} responds with status ${status}`);
  const { message_code, message, errors = [], first_position } = envelopeOf(text, status, url);
  const fields = errors.map((error) => ` ${error.field}: ${error.message}`);
  throw new RefusalError(message_code, onOneLine([message, ...fields].join('')), first_position);
}

function envelopeOf(text: string, status: number, url: string): RefusalBody {
  try {
    const envelope = JSON.parse(text) as Partial<RefusalBody>;
    if (typeof envelope.message_code === 'string') return envelope as RefusalBody;
  } catch {
    // Something else responds.
  }
  throw new ServerOptionError(`${url} is not a Palaver server: it responds with status ${status}`);
}

/** The address of the server that these settings start. */
export function localAddress({ host, port }: Pick<Config, 'host' | 'port'>): string {
  if (port === 0) throw new ServerOptionError('PORT is 0, so the address of the server is unknown: set PORT');
  const reached = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`;
}

const keyFileOf = ({ dataDir }: Config) => join(dataDir, 'api-key');

/** The key that the first start has stored. */
async function localKey(config: Config): Promise<string | undefined> {
  const text = await readFile(keyFileOf(config), 'utf8').catch(() => '');
  return text.trim() === '' ? undefined : text.trim();
}

import { isRecord } from '@palaver/protocol/values';
import type { World } from './world.ts';

/** The bytes on the wire; strings are Latin-1, one byte per character. */
export interface Request {
  /** The label for statistics: the route, or another name. */
  label: string;
  method: string;
  /** Path and query, as in the request line. */
  url: string;
  headers: readonly Header[];
  body?: Buffer;
  /** The only allowed status; by default all statuses of the document. */
  status?: number;
}

/** Bytes that may be no request, part of one, or several. */
export interface RawRequest {
  label: string;
  /** Each chunk is written separately. */
  writes: readonly Buffer[];
  /** It must not be completed by later bytes: the server must time out. */
  isUnfinished?: true;
}

/** Frames of a client on a realtime connection of their own, behind the handshake. */
export interface FrameSequence {
  label: string;
  frames: Buffer;
}

export type Attempt = Request | RawRequest | FrameSequence;

export type Header = readonly [name: string, value: string];

export interface RequestOptions {
  body?: Buffer | undefined;
  headers?: readonly Header[];
}

/** Addresses for signed-in users. */
const FOR_USERS = /^\/client\//;

/** A request in this world. `headers` replace the default ones; undefined removes one. */
export function requestTo(
  world: World,
  [method, url]: readonly [method: string, url: string],
  { body, headers = [] }: RequestOptions = {},
): Request {
  const usual: Header[] = [
    ['host', '127.0.0.1'],
    ...credentials(world, url),
    ...(body === undefined ? [] : [['content-type', 'application/json'] as const]),
  ];
  const given = new Set(headers.map(([name]) => name));
  return {
    label: 'elsewhere',
    method,
    url,
    headers: [...usual.filter(([name]) => !given.has(name)), ...headers],
    ...(body === undefined ? {} : { body }),
  };
}

/** The credentials of an address: the key, or the token of the first group's owner. */
function credentials({ keys, tenant, tokens }: World, url: string): Header[] {
  if (FOR_USERS.test(url)) return [['authorization', `Bearer ${tokens.own[0]}`]];
  return [
    ['x-api-key', keys.full],
    ['x-tenant-id', tenant],
  ];
}

export function bytesOf({ method, url, headers, body }: Request): Buffer {
  const lines = [`${method} ${url} HTTP/1.1`, ...headers.map(([name, value]) => `${name}: ${value}`)];
  if (body !== undefined) lines.push(`content-length: ${body.length}`);
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body ?? Buffer.alloc(0)]);
}

/** The address with these parameter values; odd ones are inserted unescaped. */
export function pathOf(url: string, values: unknown, odd: Readonly<Record<string, string>> = {}): string {
  return url.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = isRecord(values) ? values[name] : undefined;
    return odd[name] ?? encodeURIComponent(String(value));
  });
}

export function queryOf(values: unknown): string {
  const pairs = Object.entries(isRecord(values) ? values : {}).map(
    ([name, value]) => `${name}=${encodeURIComponent(String(value))}`,
  );
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

export function jsonOf(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value) ?? '');
}

/** A valid header value: without control characters, which Node's parser would refuse. */
export function headerOf(text: string): string {
  const bytes = Buffer.from(text).toString('latin1');
  return bytes.replaceAll(/[^\x20-\x7e\x80-\xff]/g, '');
}

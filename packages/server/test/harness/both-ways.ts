import { expect } from 'vitest';
import { MESSAGES } from './api.ts';
import { type RawResponse, rawRequest } from './raw-http.ts';

/** The way of a send through the server: short (`http/short-way.ts`), or long, through Fastify. Only the URL decides here. */
export type Way = 'short' | 'long';
export const WAYS: readonly Way[] = ['short', 'long'];

/** A send, byte for byte. */
export interface RawSend {
  /** Of the head, apart from those of `bytesOf`. */
  headers?: readonly string[];
  key?: string | null;
  host?: readonly string[];
  body: string | Buffer | object;
  /** The `Content-Length`, if it is not that of the body. */
  announced?: number;
}

export function bytesOf(
  way: Way,
  { headers = [], key = null, host = ['a'], body, announced }: RawSend,
): Buffer {
  const content = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  const bytes = Buffer.from(content as string);
  const head = [
    `POST ${MESSAGES}${way === 'short' ? '' : '?'} HTTP/1.1`,
    ...host.map((name) => `host: ${name}`),
    ...(key === null ? [] : [`x-api-key: ${key}`]),
    ...(headers.some((header) => header.startsWith('content-type:'))
      ? []
      : ['content-type: application/json']),
    ...(headers.some((header) => header.startsWith('transfer-encoding:'))
      ? []
      : [`content-length: ${announced ?? bytes.length}`]),
    ...headers,
  ];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), bytes]);
}

/** What differs between two requests that are otherwise the same. */
const OF_REQUEST = ['date', 'x-request-id', 'ratelimit-remaining', 'ratelimit-reset'];

/** Fails unless the request id stands in the head and in the body of a refusal; returns what must be the same on both ways. */
export function comparable({ status, headers, json }: RawResponse) {
  const id = headers['x-request-id'];
  expect(id).toBeTruthy();
  const { request_id: inBody, ...body } = json as { request_id?: string };
  if (status !== 200) expect(inBody).toBe(id);
  // (How well a body can be compressed depends on the request id in it.)
  const isOfRequest = (name: string) =>
    OF_REQUEST.includes(name) || (name === 'content-length' && headers['content-encoding'] !== undefined);
  const others = Object.entries(headers).filter(([name]) => !isOfRequest(name));
  return { status, headers: Object.fromEntries(others), names: Object.keys(headers).toSorted(), body };
}

/** Sends the same on both ways, one after the other; fails unless the responses are the same, and returns that of the short way. */
export async function bothWays(port: number, sendOf: (way: Way) => RawSend): Promise<RawResponse> {
  const short = await rawRequest(port, bytesOf('short', sendOf('short')));
  const long = await rawRequest(port, bytesOf('long', sendOf('long')));
  expect(comparable(short)).toEqual(comparable(long));
  return short;
}

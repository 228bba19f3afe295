import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Sample as CatalogueSample } from '../catalogue/requests.ts';
import type { Operation } from './document.ts';

/**
 * The content of a request; the document has its address. A form is sent as multipart, a string unchanged, everything
 * else as JSON.
 */
export interface Sample extends Omit<CatalogueSample, 'headers'> {
  /** Undefined omits a header; a list repeats it. */
  headers?: Record<string, string | string[] | undefined>;
}

/** A request as it was sent. */
export interface Sent {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: Record<string, string | string[]>;
  body: Buffer;
}

export interface Answer {
  status: number;
  headers: Record<string, string>;
  /** Parsed if it is declared and valid JSON. */
  body: unknown;
}

export interface Exchange {
  operation: Operation;
  sent: Sent;
  answer: Answer;
}

export interface Server {
  url: string;
  /** Aborts requests in progress. */
  signal: AbortSignal;
}

const ANSWER_WITHIN_MS = 15_000;

/** Sends a sample to the server according to the document. */
export async function exchange(server: Server, operation: Operation, sample: Sample): Promise<Exchange> {
  const { type, body } = await encode(sample.body);
  const sent: Sent = {
    method: operation.method,
    path: operation.template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(String(sample.params?.[name])),
    ),
    query: Object.fromEntries(
      Object.entries(sample.query ?? {}).map(([name, value]) => [name, String(value)]),
    ),
    headers: defined({
      ...(type === undefined ? {} : { 'content-type': type, 'content-length': String(body.length) }),
      ...sample.headers,
    }),
    body,
  };
  return { operation, sent, answer: await send(server, sent) };
}

function defined(headers: NonNullable<Sample['headers']>): Sent['headers'] {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

async function encode(value: unknown): Promise<{ type?: string; body: Buffer }> {
  if (value === undefined) return { body: Buffer.alloc(0) };
  if (value instanceof FormData) {
    const encoded = new Response(value);
    const type = encoded.headers.get('content-type') ?? '';
    return { type, body: Buffer.from(await encoded.arrayBuffer()) };
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return { type: 'application/json', body: Buffer.from(text) };
}

/** Not `fetch`, which cannot announce a body without sending it. */
async function send({ url, signal }: Server, { method, path, query, headers, body }: Sent): Promise<Answer> {
  const target = new URL(url);
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const request = httpRequest({
    host: target.hostname,
    port: target.port,
    method,
    path: Object.keys(query).length === 0 ? path : `${path}?${new URLSearchParams(query).toString()}`,
    headers,
    agent: false,
    signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
  });
  request.once('error', reject);
  request.once('response', (response) => {
    buffer(response).then((bytes) => {
      const answered = { status: response.statusCode ?? 0, headers: joined(response.headers) };
      resolve({ ...answered, body: parse(answered.headers['content-type'], bytes.toString()) });
    }, reject);
  });
  request.end(body);
  try {
    return await promise;
  } finally {
    request.destroy();
  }
}

/** A repeated header, joined with commas. */
export function joined(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]),
  );
}

function parse(type: string | undefined, text: string): unknown {
  if (type?.startsWith('application/json') !== true) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

import type { FastifyInstance } from 'fastify';
import type { Contract } from './contract.ts';

/** A response of the API, as tests see it. */
export interface Answer {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  body: {
    message_code: string;
    message: string;
    request_id?: string;
    has_more?: boolean;
    quota?: string;
    next?: string | null;
    errors?: { field: string; rule: string; message: string }[];
    // Tests reach into data with what they expect of it; the contract check has seen its shape.
    // biome-ignore lint/suspicious/noExplicitAny: see above
    data?: any;
  };
}

export interface CallOptions {
  /** The API key; `null` sends none. By default the key of the application `test`. */
  key?: string | null;
  /** The client token, instead of a key. */
  token?: string;
  tenant?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Calls of the API, without a connection. */
export interface Calls {
  /** Fails the test if the OpenAPI document does not allow the response. */
  call: (method: string, url: string, options?: CallOptions) => Promise<Answer>;
  /** Calls, retries while the server is busy, and returns `data`; fails the test unless the answer is M200. */
  // biome-ignore lint/suspicious/noExplicitAny: as in Answer
  ok: (method: string, url: string, options?: CallOptions) => Promise<any>;
}

/** Calls have this key, unless they have another or a token. */
export function callsOf(app: FastifyInstance, contract: Contract, key: string): Calls {
  const call: Calls['call'] = async (method, url, options = {}) => {
    const { payload, type } = await toPayload(options.body);
    const response = await app.inject({
      method: method as 'GET',
      url,
      headers: {
        ...credentialsOf(options, key),
        ...(options.tenant !== undefined && {
          'x-tenant-id': Buffer.from(options.tenant).toString('latin1'),
        }),
        ...(type !== undefined && { 'content-type': type }),
        ...options.headers,
      },
      ...(payload !== undefined && { payload }),
    });
    const body = response.json<Answer['body']>();
    contract.check(method, url, response.statusCode, body);
    return { status: response.statusCode, headers: response.headers, body };
  };
  return {
    call,
    ok: async (method, url, options) => {
      const { body } = await retryWhileBusy(() => call(method, url, options));
      if (body.message_code !== 'M200') throw new Error(`${method} ${url}: ${JSON.stringify(body)}`);
      return body.data;
    },
  };
}

function credentialsOf({ token, key }: CallOptions, ownKey: string): Record<string, string> {
  if (token !== undefined) return { authorization: `Bearer ${token}` };
  return key === null ? {} : { 'x-api-key': key ?? ownKey };
}

/** A form is sent as multipart, a string or buffer unchanged, everything else as JSON. */
async function toPayload(body: unknown): Promise<{ payload?: string | Buffer; type?: string }> {
  if (body === undefined) return {};
  if (body instanceof FormData) {
    const encoded = new Response(body);
    const type = encoded.headers.get('content-type') ?? '';
    return { payload: Buffer.from(await encoded.arrayBuffer()), type };
  }
  const isReady = typeof body === 'string' || Buffer.isBuffer(body);
  return { payload: isReady ? body : JSON.stringify(body), type: 'application/json' };
}

const MOST_TRIES = 20;

/** Retries while the server is overloaded, as clients do: on a busy machine a request may wait too long. */
export async function retryWhileBusy(ask: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await ask();
    if (answer.body.message_code !== 'M50300' || tries === MOST_TRIES) return answer;
  }
}

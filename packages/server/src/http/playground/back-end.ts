import type { FastifyInstance } from 'fastify';

/** A call of the playground's back end; the page shows it, with `$KEY` in place of the key. */
export interface BackEndCall {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  /** JSON, or the fields of a form, with files shown as `@name`. */
  json?: object;
  form?: Record<string, string>;
  status: number;
  answer: Envelope;
}

export interface Envelope {
  message_code: string;
  // biome-ignore lint/suspicious/noExplicitAny: the shape is that of the endpoint that was called
  data?: any;
}

/** The server refused a call of the playground; the page gets the server's response. */
export class CallRefused extends Error {
  readonly call: BackEndCall;

  constructor(call: BackEndCall) {
    super(call.answer.message_code);
    this.call = call;
  }
}

/**
 * Stands in for the integrator's back end: it has the API key, calls the API like any back end, and records its calls. They
 * go through all the checks of a real call.
 */
export class BackEnd {
  readonly calls: BackEndCall[] = [];
  readonly #app: FastifyInstance;
  readonly #key: string;

  constructor(app: FastifyInstance, key: string) {
    this.#app = app;
    this.#key = key;
  }

  /** Returns `data` of the response. Throws {@link CallRefused}. */
  async call<Data = unknown>(
    method: BackEndCall['method'],
    path: string,
    json?: object,
    headers: Record<string, string> = {},
  ): Promise<Data> {
    const request = json === undefined ? { headers } : { headers, payload: json };
    return this.#call({ method, path, ...(json === undefined ? {} : { json }) }, request) as Promise<Data>;
  }

  /** The same for an endpoint that takes files. */
  async upload(path: string, fields: Record<string, string>, files: Record<string, File>): Promise<unknown> {
    const form = new FormData();
    for (const [name, text] of Object.entries(fields)) form.set(name, text);
    for (const [name, file] of Object.entries(files)) form.set(name, file);
    const encoded = new Response(form);
    const shown = { ...fields };
    for (const [name, file] of Object.entries(files)) shown[name] = `@${file.name}`;
    return this.#call(
      { method: 'POST', path, form: shown },
      {
        payload: Buffer.from(await encoded.arrayBuffer()),
        headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
      },
    );
  }

  async #call(
    call: Omit<BackEndCall, 'status' | 'answer'>,
    { payload, headers = {} }: { payload?: object | Buffer; headers?: Record<string, string> },
  ): Promise<unknown> {
    const { statusCode, body } = await this.#app.inject({
      method: call.method,
      url: call.path,
      headers: { ...headers, 'x-api-key': this.#key },
      ...(payload === undefined ? {} : { payload }),
    });
    const made = { ...call, status: statusCode, answer: JSON.parse(body) as Envelope };
    // The secret of a bot is for back ends only.
    this.calls.push({ ...made, answer: JSON.parse(body, maskSecret) as Envelope });
    if (made.answer.message_code !== 'M200') throw new CallRefused(made);
    return made.answer.data;
  }
}

function maskSecret(field: string, value: unknown): unknown {
  return field === 'webhook_secret' ? '…' : value;
}

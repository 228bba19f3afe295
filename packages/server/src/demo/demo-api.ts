import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** The server refused a request of the demo, or did not respond. */
export class DemoRefusedError extends Error {
  override readonly name = 'DemoRefusedError';
}

/** How long the server may ask for patience (429, 503) before the demo gives up. */
const MAX_WAITS = 20;

/** The public API of a server, as a back end and as one of its users call it. */
export class DemoApi {
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #signal: AbortSignal;

  constructor(url: string, headers: Readonly<Record<string, string>>, signal: AbortSignal) {
    this.#url = url;
    this.#headers = headers;
    this.#signal = signal;
  }

  /** The same server, for the holder of this token. */
  as(token: string): DemoApi {
    return new DemoApi(this.#url, { authorization: `Bearer ${token}` }, this.#signal);
  }

  /** Resolves to `data` of the response. Rejects with {@link DemoRefusedError}. */
  call<Data>(method: string, path: string, json?: object): Promise<Data> {
    const body = json === undefined ? {} : { body: JSON.stringify(json) };
    return this.#send(method, path, body, {
      'content-type': 'application/json',
      prefer: 'return=representation',
    });
  }

  /** The same for an endpoint that takes files: their paths by the names of their fields. */
  async upload<Data>(
    path: string,
    fields: Record<string, string>,
    files: Record<string, string>,
  ): Promise<Data> {
    const form = new FormData();
    for (const [name, text] of Object.entries(fields)) form.set(name, text);
    for (const [name, file] of Object.entries(files)) {
      const [fileName = ''] = file.split('/').slice(-1);
      form.set(name, new File([await readFile(file)], fileName.replace(/^tour-/, '')));
    }
    // (If `fetch` encodes a form and is aborted, it rejects a promise that nobody has.)
    const encoded = new Response(form);
    const type = encoded.headers.get('content-type') ?? '';
    return this.#send('POST', path, { body: await encoded.arrayBuffer() }, { 'content-type': type });
  }

  async #send<Data>(
    method: string,
    path: string,
    body: { body?: string | ArrayBuffer },
    headers: Record<string, string>,
  ): Promise<Data> {
    for (let waits = 0; ; waits += 1) {
      const response = await fetch(`${this.#url}${path}`, {
        ...{ method, ...body, signal: this.#signal },
        headers: { ...headers, ...this.#headers },
      });
      const answer = (await response.json()) as { message_code: string; message: string; data: Data };
      if (response.ok) return answer.data;
      const isBusy = response.status === 429 || response.status === 503;
      if (!isBusy || waits === MAX_WAITS)
        throw new DemoRefusedError(`${method} ${path}: ${answer.message} (${answer.message_code})`);
      await sleep(1_000 * Number(response.headers.get('retry-after') ?? 1), undefined, {
        signal: this.#signal,
      });
    }
  }
}

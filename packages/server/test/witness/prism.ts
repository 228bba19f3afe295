import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Answer, type Exchange, joined, type Sent } from './exchange.ts';

/** Prism's findings about an exchange, in its own words. */
export interface Testimony {
  /** The operation that Prism takes the request for: its method and path. */
  operation: string | undefined;
  request: string[];
  answer: string[];
}

/*
 * The parts of `@stoplight/prism-http` used here: the engine of Prism's validation proxy, without the proxy. The proxy
 * parses every JSON body (and never answers if that fails), and forwards other bodies as text, which corrupts a PNG.
 */
interface PrismHttp {
  getHttpOperationsFromSpec: (document: object) => Promise<Resource[]>;
  createInstance: (config: object, components: { logger: Logger; forward: Forward }) => Instance;
}

interface Resource {
  method: string;
  path: string;
}

interface Instance {
  request: (input: object, resources: Resource[]) => () => Promise<Either<Judged>>;
}

interface Judged {
  output: Forwarded;
  validations: { input: Objection[]; output: Objection[] };
}

interface Forwarded {
  statusCode: number;
  headers: Record<string, string>;
  body: unknown;
  /** Our own type: Prism returns what it was given. */
  resource: Resource | undefined;
}

interface Objection {
  message: string;
}

type Either<Right> = { _tag: 'Right'; right: Right } | { _tag: 'Left'; left: Error };
type Forward = (
  input: unknown,
  upstream: unknown,
  proxy: unknown,
  resource?: Resource,
) => () => () => Promise<Either<Forwarded>>;
type Logger = Record<'info' | 'warn' | 'error', () => void> & { child: () => Logger };

const SILENT: Logger = { info() {}, warn() {}, error() {}, child: () => SILENT };

/** As `prism proxy` configures it. */
const CONFIG = {
  isProxy: true,
  checkSecurity: true,
  validateRequest: true,
  validateResponse: true,
  // Otherwise Prism would not send a request that it objects to.
  errors: false,
  mock: {},
  upstream: new URL('http://127.0.0.1'),
};

/**
 * The outside witness: reads the OpenAPI document and reports where exchanges violate it. It decides by itself which
 * operation a request is for and what is valid.
 */
export class Prism {
  readonly #prism: PrismHttp;
  readonly #resources: Resource[];

  private constructor(prism: PrismHttp, resources: Resource[]) {
    this.#prism = prism;
    this.#resources = resources;
  }

  /** `folder` is where Prism is installed. */
  static async read(document: object, folder: string): Promise<Prism> {
    const prism = createRequire(join(folder, 'package.json'))('@stoplight/prism-http') as PrismHttp;
    return new Prism(prism, await prism.getHttpOperationsFromSpec(structuredClone(document)));
  }

  async judge({ sent, answer }: Pick<Exchange, 'sent' | 'answer'>): Promise<Testimony> {
    const { method, path, query, headers } = sent;
    const request = { method: method.toLowerCase(), url: { path, query }, body: bodyOf(sent) };
    const input = { ...request, headers: joined(headers) };
    const { output, validations } = await this.#forward(input, answer);
    const { resource } = output;
    return {
      operation: resource && `${resource.method.toUpperCase()} ${resource.path}`,
      request: validations.input.map(({ message }) => message),
      answer: validations.output.map(({ message }) => message),
    };
  }

  /** The request has already been sent, so Prism gets the response instead of sending it. */
  async #forward(input: object, { status, headers, body }: Answer): Promise<Judged> {
    const forward: Forward = (_input, _upstream, _proxy, resource) => () => async () => {
      return { _tag: 'Right', right: { statusCode: status, headers, body, resource } };
    };
    const result = await this.#prism
      .createInstance(CONFIG, { logger: SILENT, forward })
      .request(input, this.#resources)();
    if (result._tag === 'Left') throw result.left;
    return result.right;
  }
}

/** The body in Prism's form: parsed if it is JSON, otherwise text, in which Prism finds the parts of a form. */
function bodyOf({ headers, body }: Sent): unknown {
  if (body.length === 0) return undefined;
  if (headers['content-type'] !== 'application/json') return body.toString('latin1');
  try {
    return JSON.parse(body.toString());
  } catch {
    return body.toString();
  }
}

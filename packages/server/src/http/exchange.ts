import type { ServerResponse } from 'node:http';
import type { FastifyContextConfig, FastifyRequest } from 'fastify';

type OfFastify =
  | 'id'
  | 'raw'
  | 'method'
  | 'url'
  | 'headers'
  | 'host'
  | 'log'
  | 'caller'
  | 'span'
  | 'failedWith';

/** What the stages of a request know of it. It is a request of Fastify, or one on the short way (short-way.ts). */
export interface ApiRequest extends Pick<FastifyRequest, OfFastify | 'response'> {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly routeOptions: { url?: string | undefined; bodyLimit: number; config: FastifyContextConfig };
}

type HeaderValue = string | number | string[] | undefined;

/** Its response, as far as the stages set it. */
export interface ApiReply {
  readonly raw: ServerResponse;
  statusCode: number;
  /** The time since the request began, in ms. */
  readonly elapsedTime: number;
  header: (name: string, value: string | number) => unknown;
  headers: (values: Record<string, string | number>) => unknown;
  getHeader: (name: string) => HeaderValue;
  hasHeader: (name: string) => boolean;
  removeHeader: (name: string) => unknown;
  /** Sends the whole response. */
  send: (body: object) => unknown;
}

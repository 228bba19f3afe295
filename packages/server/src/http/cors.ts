import type { FastifyCorsOptions } from '@fastify/cors';
import type { FastifyRequest } from 'fastify';
import { FILES_PATH } from '../domain/rules/sticker-paths.ts';

/** What web pages of other origins may call: the client API, and the files of stickers. */
const FOR_PAGES = ['/client/', `${FILES_PATH}/`];

/**
 * Says per request whether pages of other origins may make it. Never with cookies: there are none. What an API key opens
 * is for back ends, and no page is told that it may.
 */
export function corsDelegator(allowedOrigins: readonly string[]) {
  const forPages: FastifyCorsOptions = {
    origin: [...allowedOrigins],
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'Prefer', 'X-Request-Id'],
    exposedHeaders: [
      'Idempotent-Replayed',
      'RateLimit-Limit',
      'RateLimit-Remaining',
      'RateLimit-Reset',
      'Retry-After',
      'X-Request-Id',
    ],
    maxAge: 7_200,
    strictPreflight: false,
  };
  return (request: FastifyRequest, callback: (error: Error | null, options: FastifyCorsOptions) => void) => {
    const isForPages = FOR_PAGES.some((path) => request.url.startsWith(path));
    callback(null, isForPages ? forPages : { origin: false });
  };
}

import type { FastifyCorsOptions } from '@fastify/cors';
import type { FastifyRequest } from 'fastify';
import { FILES_PATH } from '../domain/rules/sticker-paths.ts';

/** What pages of other origins may call: the client API and sticker files. */
const FOR_PAGES = ['/client/', `${FILES_PATH}/`];

/**
 * Decides per request whether pages of other origins may make it. Credentials are never allowed: the API has no cookies.
 * Routes that need an API key are for back ends, so pages cannot call them.
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

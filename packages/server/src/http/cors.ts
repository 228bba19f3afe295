import type { FastifyCorsOptions } from '@fastify/cors';
import type { FastifyRequest } from 'fastify';
import { FILE_PATH } from '../domain/rules/file-paths.ts';
import { FILES_PATH } from '../domain/rules/sticker-paths.ts';
import { UPLOADS_PATH } from '../domain/rules/upload-paths.ts';

const ALWAYS_EXPOSED = [
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Retry-After',
  'X-Request-Id',
];

/** The client API and sticker files. */
const API: FastifyCorsOptions = {
  methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
  allowedHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'Prefer', 'X-Request-Id'],
  exposedHeaders: ['Idempotent-Replayed', ...ALWAYS_EXPOSED],
};

/** Resumable uploads. */
const UPLOADS: FastifyCorsOptions = {
  methods: ['POST', 'HEAD', 'PATCH', 'DELETE'],
  allowedHeaders: [
    ...['Authorization', 'Content-Type', 'Idempotency-Key', 'Tus-Resumable', 'Upload-Length'],
    ...['Upload-Metadata', 'Upload-Offset', 'X-Request-Id'],
  ],
  exposedHeaders: [
    ...['Idempotent-Replayed', 'Location', 'Tus-Extension', 'Tus-Max-Size', 'Tus-Resumable', 'Tus-Version'],
    ...['Upload-Expires', 'Upload-Length', 'Upload-Offset', ...ALWAYS_EXPOSED],
  ],
  // In tus, OPTIONS also has a response of its own.
  preflightContinue: true,
};

/** Uploaded files, which pages read with a ticket in the address. */
const FILES: FastifyCorsOptions = {
  methods: ['GET', 'HEAD'],
  allowedHeaders: ['If-None-Match', 'If-Range', 'Range', 'X-Request-Id'],
  exposedHeaders: ['Accept-Ranges', 'Content-Disposition', 'Content-Range', 'ETag', ...ALWAYS_EXPOSED],
};

/** What pages of other origins may call, by the beginning of the path. */
const FOR_PAGES = [
  [UPLOADS_PATH, UPLOADS],
  ['/client/', API],
  [`${FILES_PATH}/`, API],
  [`${FILE_PATH}/`, FILES],
] as const;

/**
 * Decides per request whether pages of other origins may make it. Credentials are never allowed: the API has no cookies.
 * An API key is for back ends, so pages cannot send one.
 */
export function corsDelegator(allowedOrigins: readonly string[]) {
  const common = { origin: [...allowedOrigins], maxAge: 7_200, strictPreflight: false };
  return (request: FastifyRequest, callback: (error: Error | null, options: FastifyCorsOptions) => void) => {
    const [, allowed] = FOR_PAGES.find(([path]) => request.url.startsWith(path)) ?? [];
    callback(null, allowed === undefined ? { origin: false } : { ...common, ...allowed });
  };
}

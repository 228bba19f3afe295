import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';

const PUBLIC = fileURLToPath(new URL('../public', import.meta.url));
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
};

/**
 * The public page and all that it loads: what is in `public/`, the chat, and `/config.json`. Everything is read once,
 * and each file has a route of its own: no path of a request ever names a file of this machine.
 */
export function addPage(app: FastifyInstance, config: Config): void {
  const { palaverPublicUrl, agent, chatFolder } = config;
  const settings = JSON.stringify({ palaver_url: palaverPublicUrl, agent_id: agent.id });
  const files = new Map([
    ...filesIn(PUBLIC, '/'),
    ...filesIn(chatFolder, '/palaver-chat/'),
    ['/config.json', Buffer.from(settings)] as const,
  ]);
  const page = files.get('/index.html');
  if (page !== undefined) files.set('/', page);
  if (!files.has('/palaver-chat/element.js')) throw new Error(`${chatFolder} has no element.js`);
  for (const [path, body] of files) serve(app, path, body, policyOf(palaverPublicUrl));
}

function filesIn(folder: string, prefix: string): [string, Buffer][] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => extname(name) in TYPES)
    .map((name) => [prefix + name.replaceAll('\\', '/'), readFileSync(join(folder, name))]);
}

function serve(app: FastifyInstance, path: string, body: Buffer, policy: string): void {
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
  const headers = {
    'content-type': TYPES[extname(path)] ?? TYPES['.html'],
    'content-security-policy': policy,
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'same-origin',
    // To be kept, and asked about each time: files of two versions are never mixed for longer than a load.
    'cache-control': 'no-cache',
    etag,
  };
  app.get(path, async (request, reply) => {
    reply.headers(headers);
    // A proxy that compresses makes it `W/"…"`.
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
    return reply.send(body);
  });
}

/**
 * The page keeps an access token where every script of the page can read it. So there are no scripts but ours: none of
 * another origin, none in the HTML, and none that is made of a text.
 */
function policyOf(palaverPublicUrl: string): string {
  const { origin } = new URL(palaverPublicUrl);
  return [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self'`,
    // Files of messages are read from Palaver; `blob:` shows those that the visitor sends. (If it keeps them in S3, add the address of the bucket.)
    `img-src 'self' blob: ${origin}`,
    `media-src blob: ${origin}`,
    `connect-src 'self' ${origin} ${origin.replace(/^http/, 'ws')}`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'none'`,
    `require-trusted-types-for 'script'`,
    `trusted-types 'none'`,
  ].join('; ');
}

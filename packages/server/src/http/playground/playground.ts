import { createHash, timingSafeEqual } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.ts';
import { Refusal } from '../../domain/refusal.ts';
import { parseBody } from '../../edge/parse-body.ts';
import type { ServerParts } from '../../edge/services.ts';
import { isLoopback } from '../../platform/listening.ts';
import { checkHead } from '../collect-body.ts';
import { isFromOwnPage, isFromThisMachine } from '../this-machine.ts';
import { BackEnd, CallRefused } from './back-end.ts';
import { BOT, PACK, sampleCard } from './samples.ts';

export const PLAYGROUND_PATH = '/playground';
/** The page sends its secret in this header. No page of another origin can: that takes a permission that is never given. */
export const PLAYGROUND_TOKEN_HEADER = 'x-playground-token';
/** What `npm run build` of packages/console has written; in the package it lies beside. */
const PAGES = fileURLToPath(new URL('../../../../console/dist', import.meta.url));

/** `base`: address of the page. Resolves to `data` of the answer. */
type Work = (backEnd: BackEnd, body: Record<string, unknown>, base: string) => Promise<unknown>;

/** Pictures and films are from wherever messages say; everything that runs or connects is ours. */
const contentSecurityPolicy = (publicUrl: string | undefined) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: http: https:",
    "media-src 'self' http: https:",
    `connect-src 'self' ${publicUrl === undefined ? '' : new URL(publicUrl).origin}`.trim(),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

type PlaygroundSettings = Pick<Config, 'playground' | 'host' | 'publicUrl' | 'baseDomain' | 'databaseUrl'>;

/**
 * Whether the page is served: where its files are, and the settings want it. `auto` wants it on an installation that somebody
 * tries out: only this machine reaches the server, no setting speaks of a proxy, and the database is the embedded one.
 */
export function hasPlayground(config: PlaygroundSettings): boolean {
  return isWanted(config) && existsSync(PAGES);
}

function isWanted({ playground, host, publicUrl, baseDomain, databaseUrl }: PlaygroundSettings): boolean {
  if (playground !== 'auto') return playground;
  return (
    isLoopback(host) && publicUrl === undefined && baseDomain === 'localhost' && databaseUrl === undefined
  );
}

/**
 * The address to open. The secret stands in its fragment, which browsers do not send: it gets into no log of a proxy and no
 * `Referer`.
 */
export function playgroundAddress(url: string, token: string): string {
  return `${url}${PLAYGROUND_PATH}#token=${token}`;
}

/**
 * `/playground`: a page where one chats with oneself. Its people sign in by what stands in for the integrator's back end,
 * which has the API key of the data folder, and the key stays here. Whoever may ask it to act has the secret of the address.
 * That the request comes from this machine and from a page of ours is a second fence, which a proxy can hide.
 */
export async function addPlayground(
  app: FastifyInstance,
  { config, log, playgroundToken }: ServerParts,
): Promise<void> {
  if (!hasPlayground(config)) {
    // Whoever relies on the default need not know of the page.
    if (config.playground === true)
      log.warn({ folder: PAGES }, 'the playground is not served: its pages have not been built');
    return;
  }
  await addPages(app, config.publicUrl);
  const add = createDoor(app, config, playgroundToken);
  add('sign-in', async (acting, { user_id, display_name, is_guest }) => {
    const user = `/user/v1.0/user/${encodeURIComponent(typeof user_id === 'string' ? user_id : '')}`;
    const issue = () => acting.call('POST', `${user}/token`);
    return orAfter('M40402', issue, () => acting.call('PUT', user, { display_name, is_guest }));
  });
  add('card', async (acting, { thread_id }, base) => {
    const message = {
      sender: { bot_id: BOT.bot_id },
      target: { thread_id },
      body: sampleCard(`${base}/demo`),
    };
    const send = () => acting.call('POST', '/open-api/v1.0/chat/messages', message);
    return orAfter('M40403', send, () => acting.call('POST', '/bot/v1.0/bot', BOT));
  });
  add('sticker-pack', async (acting) => {
    const file = async (name: string) => new File([await readFile(join(PAGES, 'demo', name))], name);
    const [icon, stickers] = await Promise.all([file(PACK.icon), file(PACK.stickers)]);
    return acting.upload('/sticker/v1.0/pack', { name: PACK.name }, { icon, stickers });
  });
}

async function addPages(app: FastifyInstance, publicUrl: string | undefined): Promise<void> {
  const policy = contentSecurityPolicy(publicUrl);
  await app.register(async (pages) => {
    // Paths that lead nowhere, ranges that no file has: to the plugin each is an error of its own, and a 4xx.
    pages.setErrorHandler((error: Error & { statusCode?: number }) => {
      const { statusCode = 500 } = error;
      throw statusCode < 500 ? new Refusal('M40406') : error;
    });
    // Loaded only where it is wanted.
    await pages.register(import('@fastify/static'), {
      root: PAGES,
      prefix: `${PLAYGROUND_PATH}/`,
      cacheControl: false,
      setHeaders: (reply, path) => {
        // Their names change with what is in them.
        const isNamedByContent = path.startsWith(join(PAGES, 'assets'));
        reply.headers({
          'content-security-policy': policy,
          'cross-origin-opener-policy': 'same-origin',
          'referrer-policy': 'no-referrer',
          'cache-control': isNamedByContent ? 'public, max-age=31536000, immutable' : 'no-cache',
        });
      },
    });
    pages.get(PLAYGROUND_PATH, { schema: { hide: true } }, async (_request, reply) =>
      reply.sendFile('index.html'),
    );
  });
}

/** Adds a POST of the page. It answers as the API does, and adds the calls of the back end that it took. */
function createDoor(
  app: FastifyInstance,
  config: Config,
  playgroundToken: string,
): (path: string, work: Work) => void {
  const keyFile = join(config.dataDir, 'api-key');
  const backEnd = async () => new BackEnd(app, (await readFile(keyFile, 'utf8').catch(() => '')).trim());
  const secret = digest(playgroundToken);
  /** Before the body is read. */
  const onRequest = async (request: FastifyRequest) => {
    if (!isFromThisMachine(request) || !isFromOwnPage(request)) throw new Refusal('M40406');
    const presented = request.headers[PLAYGROUND_TOKEN_HEADER];
    if (!timingSafeEqual(digest(typeof presented === 'string' ? presented : ''), secret))
      throw new Refusal('M40111');
    checkHead(request, { maxBytes: config.bodyBytes, hasFiles: false });
  };
  return (path, work) => {
    app.post(`${PLAYGROUND_PATH}/${path}`, { schema: { hide: true }, onRequest }, async (request, reply) => {
      const acting = await backEnd();
      try {
        const data = await work(
          acting,
          bodyOf(request, config),
          `http://${request.headers.host}${PLAYGROUND_PATH}`,
        );
        return { message_code: 'M200', message: 'Success', data, calls: acting.calls };
      } catch (error) {
        if (!(error instanceof CallRefused)) throw error;
        return reply.code(error.call.status).send({ ...error.call.answer, calls: acting.calls });
      }
    });
  };
}

/** Digests are of one length, which a comparison in constant time needs. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** What the page asks for; the interface checks what it says. */
function bodyOf({ body }: FastifyRequest, { maxNesting }: Config): Record<string, unknown> {
  const { value } = parseBody(body, maxNesting);
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Does what is missing first, when the server has refused with this code; so there is nothing to remember. */
async function orAfter<T>(
  code: string,
  call: () => Promise<T>,
  makeGood: () => Promise<unknown>,
): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof CallRefused) || error.call.answer.message_code !== code) throw error;
    await makeGood();
    return call();
  }
}

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { Refusal } from '../../domain/refusal.ts';
import { parseBody } from '../body.ts';
import type { ServerParts } from '../parts.ts';
import { isFromOwnPage, isFromThisMachine } from '../this-machine.ts';
import { BackEnd, CallRefused } from './back-end.ts';
import { BOT, PACK, sampleCard } from './samples.ts';

export const PLAYGROUND_PATH = '/playground';
/** What `npm run build` of packages/console has written; in the package it lies beside. */
const PAGES = fileURLToPath(new URL('../../../../console/dist', import.meta.url));

/** `base`: address of the page. Resolves to `data` of the answer. */
type Work = (backEnd: BackEnd, body: Record<string, unknown>, base: string) => Promise<unknown>;

/** Pictures and films are from wherever messages say; everything that runs or connects is ours. */
const contentSecurityPolicy = (publicUrl: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: http: https:",
    "media-src 'self' http: https:",
    `connect-src 'self' ${URL.parse(publicUrl)?.origin ?? ''}`.trim(),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const isLoopback = (host: string) => host === 'localhost' || host === '::1' || host.startsWith('127.');

/** Whether the page is served. `auto`: where only this machine reaches the server, and nothing says that others do by a proxy. */
export function hasPlayground(
  config: Pick<Config, 'playground' | 'host' | 'publicUrl' | 'baseDomain'>,
): boolean {
  const isPublic = config.publicUrl !== '' || config.baseDomain !== 'localhost';
  return config.playground === '1' || (config.playground === 'auto' && isLoopback(config.host) && !isPublic);
}

/**
 * `/playground`: a page where one chats with oneself. Its people sign in by what stands in for the integrator's back end,
 * which has the API key of the data folder; so only pages of ours, on this machine, are answered, and the key stays here.
 */
export async function addPlayground(app: FastifyInstance, { config, log }: ServerParts): Promise<void> {
  if (!existsSync(PAGES)) {
    log.warn({ folder: PAGES }, 'the playground is not served: its pages have not been built');
    return;
  }
  const policy = contentSecurityPolicy(config.publicUrl);
  // Loaded only where it is wanted.
  await app.register(import('@fastify/static'), {
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
  app.get(PLAYGROUND_PATH, { schema: { hide: true } }, async (_request, reply) =>
    reply.sendFile('index.html'),
  );

  const keyFile = join(config.dataDir, 'api-key');
  const backEnd = async () => new BackEnd(app, (await readFile(keyFile, 'utf8').catch(() => '')).trim());
  /** Answers as the interface does, and which calls of the back end it took. */
  const add = (path: string, work: Work) => {
    app.post(`${PLAYGROUND_PATH}/${path}`, { schema: { hide: true } }, async (request, reply) => {
      if (!isFromThisMachine(request) || !isFromOwnPage(request)) throw new Refusal('M40406');
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

  add('sign-in', async (acting, { user_id, display_name }) => {
    const user = `/user/v1.0/user/${encodeURIComponent(typeof user_id === 'string' ? user_id : '')}`;
    const issue = () => acting.call('POST', `${user}/token`);
    return orAfter('M40402', issue, () => acting.call('PUT', user, { display_name }));
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

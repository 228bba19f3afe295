import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.ts';
import { Refusal } from '../../domain/refusal.ts';
import { parseBody } from '../../edge/parse-body.ts';
import type { ServerParts } from '../../edge/services.ts';
import { isLoopback } from '../../platform/listening.ts';
import { checkHead } from '../collect-body.ts';
import { isFromThisMachine, ownUrlOf } from '../this-machine.ts';
import { BackEnd, CallRefused } from './back-end.ts';
import { answerAsBot, describeDemo } from './demo-actions.ts';
import { demoKeyFile } from './demo-state.ts';
import { hasPages, PAGES, PLAYGROUND_PATH } from './pages.ts';
import { BOT, PACK, sampleCard, WEB_PUSH_SUBJECT } from './samples.ts';

/** The page sends its secret in this header. Pages of other origins cannot: CORS never allows it. */
export const PLAYGROUND_TOKEN_HEADER = 'x-playground-token';
const WEB_PUSH = '/notification/v1.0/provider/web_push';

/** `base`: the URL of the page. Resolves to `data` of the response. */
type Handler = (backEnd: BackEnd, body: Record<string, unknown>, base: string) => Promise<unknown>;

/**
 * Images and videos may come from anywhere, and from memory (`blob:`) while they are being sent; scripts, styles and connections
 * only from us.
 */
const contentSecurityPolicy = (publicUrl: string | undefined) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob: http: https:",
    "media-src 'self' blob: http: https:",
    `connect-src 'self' ${publicUrl === undefined ? '' : new URL(publicUrl).origin}`.trim(),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

type PlaygroundSettings = Pick<Config, 'playground' | 'host' | 'publicUrl' | 'baseDomain' | 'databaseUrl'>;

/**
 * Whether the page is served: its files exist and the settings allow it. `auto` allows it on an installation that somebody is
 * trying out: only this machine can reach the server, no setting suggests a proxy, and the database is the embedded one.
 */
export function hasPlayground(config: PlaygroundSettings): boolean {
  return isWanted(config) && hasPages();
}

function isWanted({ playground, host, publicUrl, baseDomain, databaseUrl }: PlaygroundSettings): boolean {
  if (playground !== 'auto') return playground;
  return (
    isLoopback(host) && publicUrl === undefined && baseDomain === 'localhost' && databaseUrl === undefined
  );
}

/** The secret of the address. It is new at each start, so an address is valid only for one run of the server. */
export function createPlaygroundToken(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * The address to open. The secret is in the fragment, which browsers do not send, so it never appears in a proxy's log or a
 * `Referer`.
 */
export function playgroundAddress(url: string, token: string): string {
  return `${url}${PLAYGROUND_PATH}#token=${token}`;
}

/**
 * `/playground`: a page for chatting with oneself. Its users sign in through a stand-in for the integrator's back end, which
 * has the API key of the data folder; the key never leaves the server. A caller needs the secret of the address. As a second
 * line of defence, which a proxy can hide, requests must come from this machine and from our own page.
 */
export async function addPlayground(app: FastifyInstance, parts: ServerParts): Promise<void> {
  const { config, log } = parts;
  if (!hasPlayground(config)) {
    // Operators who rely on the default need no warning.
    if (config.playground === true)
      log.warn({ folder: PAGES }, 'the playground is not served: its pages have not been built');
    return;
  }
  await addPages(app, config.publicUrl);
  addActions(createAddRoute(app, parts, '', join(config.dataDir, 'api-key')));
  const addToDemo = createAddRoute(app, parts, 'tour/', demoKeyFile(config));
  addActions(addToDemo);
  addToDemo('state', async () => describeDemo(config));
  addToDemo('bot-answer', answerAsBot);
}

/** What the page asks of a back end, in the application of the key. */
function addActions(add: AddRoute): void {
  add('sign-in', async (acting, { user_id, display_name, is_guest }) => {
    const user = `/user/v1.0/user/${encodeURIComponent(typeof user_id === 'string' ? user_id : '')}`;
    const issue = () => acting.call('POST', `${user}/token`);
    return withPrerequisite('M40402', issue, () => acting.call('PUT', user, { display_name, is_guest }));
  });
  add('card', async (acting, { thread_id }, base) => {
    const message = {
      sender: { bot_id: BOT.bot_id },
      target: { thread_id },
      body: sampleCard(`${base}/demo`),
    };
    const send = () => acting.call('POST', '/open-api/v1.0/chat/messages', message);
    return withPrerequisite('M40403', send, () => acting.call('POST', '/bot/v1.0/bot', BOT));
  });
  add('sticker-pack', async (acting) => {
    const file = async (name: string) => new File([await readFile(join(PAGES, 'demo', name))], name);
    const [icon, stickers] = await Promise.all([file(PACK.icon), file(PACK.stickers)]);
    return acting.upload('/sticker/v1.0/pack', { name: PACK.name }, { icon, stickers });
  });
  add('web-push', async (acting) => {
    const read = () => acting.call('GET', WEB_PUSH);
    return withPrerequisite('M40409', read, () =>
      acting.call('PUT', WEB_PUSH, { subject: WEB_PUSH_SUBJECT }),
    );
  });
}

async function addPages(app: FastifyInstance, publicUrl: string | undefined): Promise<void> {
  const policy = contentSecurityPolicy(publicUrl);
  await app.register(async (pages) => {
    // The plugin throws its own 4xx errors for unknown paths and invalid ranges.
    pages.setErrorHandler((error: Error & { statusCode?: number }) => {
      const { statusCode = 500 } = error;
      throw statusCode < 500 ? new Refusal('M40406') : error;
    });
    // Loaded only when the page is served.
    await pages.register(import('@fastify/static'), {
      root: PAGES,
      prefix: `${PLAYGROUND_PATH}/`,
      cacheControl: false,
      // (The build has compressed them.)
      preCompressed: true,
      setHeaders: (reply, sentPath) => {
        const path = sentPath.replace(/\.(?:br|gz)$/, '');
        // The file names contain a hash of the content.
        const isNamedByContent = path.startsWith(join(PAGES, 'assets'));
        reply.headers({
          'content-security-policy': policy,
          'cross-origin-opener-policy': 'same-origin',
          'referrer-policy': 'no-referrer',
          'cache-control': isNamedByContent ? 'public, max-age=31536000, immutable' : 'no-cache',
        });
      },
    });
    // The addresses in the page are relative to this folder, for proxies that serve Palaver below a path; so is this one. (Browsers keep the
    // secret in the fragment.)
    pages.get(PLAYGROUND_PATH, { schema: { hide: true } }, async (_request, reply) =>
      reply.redirect('playground/'),
    );
  });
}

type AddRoute = (path: string, handle: Handler) => void;

/**
 * Returns a function that adds POST routes for the page, whose paths begin with `prefix`, for the application of the key in this file. They
 * respond like the API, plus the calls that the back end made.
 */
function createAddRoute(
  app: FastifyInstance,
  { config, addresses, playgroundToken }: ServerParts,
  prefix: string,
  keyFile: string,
): AddRoute {
  const backEnd = async () => new BackEnd(app, (await readFile(keyFile, 'utf8').catch(() => '')).trim());
  const secret = digest(playgroundToken);
  /** Runs before the body is read. */
  const onRequest = async (request: FastifyRequest) => {
    const isOwn = ownUrlOf(request, config.publicUrl) !== undefined;
    if (!isOwn || !isFromThisMachine(request, addresses)) throw new Refusal('M40406');
    const presented = request.headers[PLAYGROUND_TOKEN_HEADER];
    if (!timingSafeEqual(digest(typeof presented === 'string' ? presented : ''), secret))
      throw new Refusal('M40111');
    checkHead(request, { maxBytes: config.bodyBytes, type: 'json' });
  };
  return (path, handle) => {
    const url = `${PLAYGROUND_PATH}/${prefix}${path}`;
    app.post(url, { schema: { hide: true }, onRequest }, async (request, reply) => {
      const acting = await backEnd();
      try {
        const base = `${ownUrlOf(request, config.publicUrl)}${PLAYGROUND_PATH}`;
        const data = await handle(acting, bodyOf(request, config), base);
        return { message_code: 'M200', message: 'Success', data, calls: acting.calls };
      } catch (error) {
        if (!(error instanceof CallRefused)) throw error;
        return reply.code(error.call.status).send({ ...error.call.answer, calls: acting.calls });
      }
    });
  };
}

/** Digests have equal lengths, as the constant-time comparison requires. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** The body of a request of the page; the API checks its fields. */
function bodyOf({ body }: FastifyRequest, { maxNesting }: Config): Record<string, unknown> {
  const { value } = parseBody(body, maxNesting);
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Calls; if the server refuses with this code, creates what is missing and calls again. So the playground keeps no state. */
async function withPrerequisite<T>(
  code: string,
  call: () => Promise<T>,
  create: () => Promise<unknown>,
): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof CallRefused) || error.call.answer.message_code !== code) throw error;
    await create();
    return call();
  }
}

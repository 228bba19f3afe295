import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import { Refusal } from './refusal.ts';

const TWO_YEARS_SECONDS = 63_072_000;

/** What holds for every request, before anything of it is looked at: HTTPS with HSTS, CSRF, CORS. */
export async function protect(app: FastifyInstance, { https, webOrigins }: Config): Promise<void> {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
    if (https === 'off') return;
    // No redirect: what was sent in the clear has been read already, and must not seem to work.
    if (request.protocol !== 'https') throw new Refusal(403, 'M40300', 'This is for HTTPS only.');
    reply.header('strict-transport-security', `max-age=${TWO_YEARS_SECONDS}; includeSubDomains`);
  });

  // There is no cookie that a foreign page could ride on. But it could make its visitors sign up as guests, without a
  // question of the browser (a form does): so what comes from a page must come from one of ours.
  // (Our own page is, and browsers say of it that it is of the same origin. A read changes nothing: everybody may
  // follow a link to the page.)
  app.addHook('onRequest', async ({ method, headers }) => {
    const { origin, 'sec-fetch-site': site } = headers;
    if (method === 'GET' || method === 'HEAD' || site === 'same-origin') return;
    const isForeign = origin === undefined ? site === 'cross-site' : !webOrigins.includes(origin);
    if (isForeign) throw new Refusal(403, 'M40300', 'This page may not call this server.');
  });

  await app.register(cors, {
    origin: webOrigins,
    methods: ['POST'],
    allowedHeaders: ['authorization', 'content-type', 'x-recaptcha-token'],
    maxAge: 600,
  });
}

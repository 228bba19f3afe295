import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isUnsubscribeToken, unsubscribe } from '../domain/operations/emails/unsubscribe.ts';
import { Refusal } from '../domain/refusal.ts';
import { type SpokenTexts, textsIn } from '../domain/rules/user-texts.ts';
import type { ServerParts } from '../edge/services.ts';
import { escapeHtml } from '../platform/html.ts';

const STYLE = `
      :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
      body { max-width: 36rem; margin: 15vh auto 0; padding: 0 1rem; }
      button { font: inherit; padding: 0.5rem 1rem; }
    `;

/** The page loads nothing, runs no scripts, and sends its form only to us. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** The longest body that mail programs send is `List-Unsubscribe=One-Click`, as a form. Nobody reads it, of whatever type: the token says it all. */
const MAX_BODY_BYTES = 4_096;

/** A secret token follows. */
export const UNSUBSCRIBE_PATH = '/notification/v1.0/unsubscribe/';

interface Route {
  Params: { token: string };
}

/**
 * Where the link of an e-mail leads. A GET shows a page with a button, and changes nothing: mail scanners follow all links. The button
 * and the one-click of mail programs (RFC 8058) send a POST. The page says nothing about the user.
 */
export function addUnsubscribePage(app: FastifyInstance, { db }: ServerParts): void {
  const url = `${UNSUBSCRIBE_PATH}:token`;
  const route = { schema: { hide: true } };
  app.get<Route>(url, route, async (request, reply) => {
    const isKnown = await isUnsubscribeToken(db, request.params.token);
    return send(request, reply, isKnown ? 'question' : 'unknownLink');
  });
  const onRequest = async ({ headers }: FastifyRequest) => {
    if (Number(headers['content-length'] ?? 0) > MAX_BODY_BYTES) throw new Refusal('M41300');
  };
  const post = { ...route, bodyLimit: MAX_BODY_BYTES, onRequest };
  app.post<Route>(url, post, async (request, reply) => {
    const isKnown = await unsubscribe(db, request.params.token);
    return send(request, reply, isKnown ? 'unsubscribed' : 'unknownLink');
  });
}

type Message = 'question' | 'unsubscribed' | 'unknownLink';

function send({ headers }: FastifyRequest, reply: FastifyReply, message: Message): FastifyReply {
  const [language = ''] = (headers['accept-language'] ?? '').split(/[,;]/, 1);
  return reply
    .code(message === 'unknownLink' ? 404 : 200)
    .type('text/html; charset=utf-8')
    .headers({
      'content-security-policy': CONTENT_SECURITY_POLICY,
      // The address is a secret of the user.
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      vary: 'Accept-Language',
    })
    .send(pageOf(textsIn(language.trim()), message));
}

function pageOf(words: SpokenTexts, message: Message): string {
  const form = `
    <form method="post"><button>${escapeHtml(words.unsubscribe)}</button></form>`;
  return `<!doctype html>
<html lang="${words.language}" dir="${words.direction}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escapeHtml(words.unsubscribe)}</title>
    <style>${STYLE}</style>
  </head>
  <body>
    <p>${escapeHtml(words[message])}</p>${message === 'question' ? form : ''}
  </body>
</html>
`;
}

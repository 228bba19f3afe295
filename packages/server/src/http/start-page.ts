import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../domain/refusal.ts';
import type { ServerParts } from '../edge/services.ts';
import { PLAYGROUND_PATH } from './playground/pages.ts';
import { hasPlayground } from './playground/playground.ts';
import { isFromThisMachine } from './this-machine.ts';

const STYLE = `
      :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
      body { max-width: 36rem; margin: 15vh auto 0; padding: 0 1rem; }
      h1 { font-size: 1.5rem; }
      dt { font-weight: 600; margin-top: 1rem; }
      dd { margin: 0; }
    `;

/** The page loads nothing and runs no scripts. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

interface Link {
  path: string;
  text: string;
}

const PLAYGROUND: Link = {
  path: PLAYGROUND_PATH,
  text: 'A chat to try out, with a second person and the calls that each click makes. It asks for the address that the server printed at its start.',
};

const LINKS: readonly Link[] = [
  { path: '/docs', text: 'Every endpoint, with a form to send requests from.' },
  { path: '/openapi.json', text: 'The same for programs: the OpenAPI document.' },
  { path: '/health/ready', text: 'Whether the server can serve requests now.' },
];

/**
 * `/`: a page of links for people who open the server's address. Only browsers ask for `text/html`; for API clients, `/` is
 * an unknown route like any other.
 */
export function addStartPage(app: FastifyInstance, { config, version, addresses }: ServerParts): void {
  const isServingPlayground = hasPlayground(config);
  app.get('/', { schema: { hide: true } }, async (request, reply) => {
    reply.header('vary', 'Accept');
    if (!/\btext\/html\b/i.test(request.headers.accept ?? '')) throw new Refusal('M40406');
    // The playground refuses other machines, so they do not get its link.
    const links =
      isServingPlayground && isFromThisMachine(request, addresses) ? [PLAYGROUND, ...LINKS] : LINKS;
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', CONTENT_SECURITY_POLICY)
      .send(pageOf(version, links));
  });
}

/** (The links are relative, for proxies that serve Palaver below a path.) */
function pageOf(version: string, links: readonly Link[]): string {
  const items = links.map(
    ({ path, text }) => `<dt><a href="${path.slice(1)}">${path}</a></dt><dd>${text}</dd>`,
  );
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Palaver</title>
    <style>${STYLE}</style>
  </head>
  <body>
    <h1>Palaver ${version}</h1>
    <p>This is the address of a chat server. Your back end and your apps call its API; these pages are for you:</p>
    <dl>
      ${items.join('\n      ')}
    </dl>
  </body>
</html>
`;
}

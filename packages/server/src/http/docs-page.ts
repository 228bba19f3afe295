import fastify, { type FastifyInstance } from 'fastify';
import { escapeHtml } from '../platform/html.ts';

/** We serve the page and its script ourselves; this policy makes sure that nothing else is loaded. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const CONFIGURATION = {
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  authentication: { preferredSecurityScheme: 'apiKey' },
};

/** (Its addresses are relative, for proxies that serve Palaver below a path.) */
const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Palaver API</title>
  </head>
  <body>
    <script id="api-reference" data-url="openapi.json" data-configuration="${escapeHtml(JSON.stringify(CONFIGURATION))}"></script>
    <script src="docs/scalar.js"></script>
  </body>
</html>
`;

/** `/docs`: shows the OpenAPI document and sends requests from forms. */
export function addDocsPage(app: FastifyInstance): void {
  app.get('/docs', { schema: { hide: true } }, async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', CONTENT_SECURITY_POLICY)
      .send(PAGE),
  );
  let script: Promise<Buffer> | undefined;
  app.get('/docs/scalar.js', { schema: { hide: true } }, async (_request, reply) => {
    script ??= loadScript();
    return reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(await script);
  });
}

/**
 * The script of the page is a string inside Scalar's Fastify plugin. It is 4 MB, so it is loaded when the page is first
 * opened, through a separate Fastify instance that never listens. All responses share one buffer: a string would be encoded
 * for each response, and kept in memory for every client that reads slowly.
 */
async function loadScript(): Promise<Buffer> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const host = fastify();
  await host.register(scalar, { routePrefix: '/docs', configuration: { content: {} } });
  const { rawPayload } = await host.inject('/docs/js/scalar.js');
  await host.close();
  return rawPayload;
}

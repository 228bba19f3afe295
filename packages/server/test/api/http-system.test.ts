import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect as netConnect, type Socket } from 'node:net';
import { Script } from 'node:vm';
import { ERRORS, type ErrorCode } from '@palaver/protocol/errors';
import { FORMATS } from '@palaver/protocol/formats';
import { REALTIME_PATH } from '@palaver/protocol/realtime';
import { isRecord } from '@palaver/protocol/values';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { inlined } from '../../reference/inlined.ts';
import { listenForMetrics } from '../../src/http/metrics-listener.ts';
import { codesOf } from '../../src/http/openapi/document.ts';
import { ROUTES } from '../../src/http/routes.ts';
import { Metrics } from '../../src/platform/metrics.ts';
import { VERSION } from '../../src/version.ts';
import { freePort } from '../harness/free-port.ts';
import { type RawResponse, rawRequest } from '../harness/raw-http.ts';
import { connect } from '../harness/test-database.ts';
import { startTestServer } from '../harness/test-server.ts';
import { useServer } from '../harness/use-server.ts';

const server = await useServer();
let port: number;
const connections = new Set<Socket>();
beforeAll(async () => {
  server.app.server.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  port = Number(new URL(await server.app.listen({ host: '127.0.0.1', port: 0 })).port);
});

/** Connections whose client has not read the whole response. */
const waitingAnswers = () => [...connections].filter((socket) => socket.writableLength > 1_000_000).length;

const get = (path: string, headers: readonly string[] = [], at = port): Promise<RawResponse> =>
  rawRequest(at, `${[`GET ${path} HTTP/1.1`, 'host: 127.0.0.1', ...headers].join('\r\n')}\r\n\r\n`);

describe('/metrics', () => {
  test('shows routes by pattern, never ids, and the database connections', async () => {
    await server.users(1, 'measured');
    await get('/open-api/v1.0/chat/threads/4711');
    await get('/some/unknown/path-4711');
    const { status, headers, text } = await get('/metrics');
    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(text).toMatch(
      /^palaver_http_request_duration_seconds_count\{method="GET",route="\/open-api\/v1\.0\/chat\/threads\/:thread_id",status="401"\} 1$/m,
    );
    expect(text).toMatch(/method="GET",route="none",status="404"\} 1$/m);
    expect(text).toMatch(/^palaver_database_connections\{state="waiting"\} 0$/m);
    // In the labels only: measured values can have any digits.
    const labels = [...text.matchAll(/\{.*\}/g)].join('\n');
    expect(labels).not.toContain('4711');
    expect(labels).not.toContain('measured');
  });

  test.each([
    ['127.0.0.1', {}, 200],
    ['127.8.9.1', {}, 200],
    ['::1', {}, 200],
    ['::ffff:127.0.0.1', {}, 200],
    ['10.0.0.1', {}, 404],
    ['192.0.2.1', {}, 404],
    ['::ffff:10.0.0.1', {}, 404],
    ['fe80::1', {}, 404],
    ['2001:db8::127:0:0:1', {}, 404],
    ['127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }, 404],
    ['127.0.0.1', { 'x-forwarded-for': '' }, 404],
    ['::1', { forwarded: 'for=10.0.0.1' }, 404],
    ['127.0.0.1', { host: '127.0.0.1:7700' }, 200],
    ['::1', { host: '[::1]:7700', origin: 'http://[::1]:7700' }, 200],
    ['127.0.0.1', { host: 'rebound.example:7700' }, 404],
    ['127.0.0.1', { host: 'rebound.example:7700', origin: 'http://rebound.example:7700' }, 404],
    ['127.0.0.1', { host: '127.0.0.1.rebound.example' }, 404],
    ['127.0.0.1', { host: 'localhost', origin: 'http://rebound.example' }, 404],
  ])('answers %s with %j by %i', async (remoteAddress, headers, status) => {
    const response = await server.app.inject({ url: '/metrics', remoteAddress, headers });
    expect(response.statusCode).toBe(status);
    if (status === 404) expect(response.json().message_code).toBe('M40406');
  });

  test('is open on its own address and gone from the main port when one is configured', async () => {
    const apart = await startTestServer({ PALAVER_METRICS_ADDRESS: '127.0.0.1:1' });
    expect((await apart.call('GET', '/metrics', { key: null })).body.message_code).toBe('M40406');
    const metricsPort = await freePort();
    const stop = await listenForMetrics({ host: '127.0.0.1', port: metricsPort }, new Metrics());
    const { status, text } = await get('/metrics', ['x-forwarded-for: 10.0.0.1'], metricsPort);
    expect(status).toBe(200);
    expect(text).toContain('process_cpu_seconds_total');
    for (const path of ['/', '/health/live', '/docs', '/open-api/v1.0/chat/threads']) {
      expect((await get(path, [], metricsPort)).status).toBe(404);
    }
    await stop();
    await expect(get('/metrics', [], metricsPort)).rejects.toThrow('ECONNREFUSED');
    await apart.close();
  });
});

describe('/health', () => {
  test('live and ready are M200 without a key, and write nothing', async () => {
    for (const path of ['/health/live', '/health/ready']) {
      const { status, json } = await get(path);
      expect([status, json]).toEqual([200, { message_code: 'M200', message: 'Success' }]);
    }
  });

  test('ready is M50300 in time when every database connection is busy; live stays M200', async () => {
    const busy = await startTestServer({ PALAVER_DATABASE_POOL_SIZE: '2' });
    const gate = await connect(busy.database.connection);
    await gate.query('select pg_advisory_lock(1)');
    const work = [1, 2].map(() => busy.db.query('select pg_advisory_lock_shared(1)'));
    await expect.poll(() => busy.db.connections).toMatchObject({ total: 2, idle: 0 });
    const [ready, live] = await Promise.all([
      busy.call('GET', '/health/ready', { key: null }),
      busy.call('GET', '/health/live', { key: null }),
    ]);
    expect([ready.status, ready.body.message_code]).toEqual([503, 'M50300']);
    expect(Number(ready.headers['retry-after'])).toBeGreaterThan(0);
    expect(live.status).toBe(200);
    await gate.query('select pg_advisory_unlock(1)');
    await Promise.all(work);
    await gate.end();
    expect((await busy.call('GET', '/health/ready', { key: null })).status).toBe(200);
    await busy.close();
  });
});

interface Operation {
  summary?: string;
  tags?: string[];
  security?: object[];
  parameters?: { name: string; in: string; required?: boolean; schema: object }[];
  requestBody?: { required?: boolean; content: Record<string, { schema: object }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>;
}

describe('/openapi.json', () => {
  let document: {
    openapi: string;
    info: Record<string, unknown>;
    paths: Record<string, Record<string, Operation>>;
    webhooks: Record<string, Record<string, Operation>>;
    components: Record<string, unknown>;
    tags: { name: string }[];
  };
  /** Its operations, with shared components inlined; models stay references. */
  let paths: typeof document.paths;
  beforeAll(async () => {
    const response = await get('/openapi.json');
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    document = response.json;
    ({ paths } = inlined(document, ['parameters', 'requestBodies', 'responses']));
  });

  test('is OpenAPI 3.1: version, title, no dangling references, no internal fields', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    expect(document.info).toMatchObject({ title: 'Palaver', version: VERSION });
    const texts: string[] = [];
    const at = (pointer: string) =>
      pointer
        .split('/')
        .slice(1)
        .reduce<unknown>((node, key) => (isRecord(node) ? node[key] : undefined), document);
    const visit = (node: unknown, path: string): void => {
      if (Array.isArray(node)) for (const [index, child] of node.entries()) visit(child, `${path}[${index}]`);
      if (!isRecord(node)) return;
      for (const [key, child] of Object.entries(node)) {
        if (key === '$ref' && !isRecord(at(String(child))))
          texts.push(`${path} points nowhere: ${String(child)}`);
        // Words of OpenAPI 3.0 that JSON Schema 2020-12 does not have.
        if (key === 'nullable' || key === 'exclusiveMinimum' ? child === true : false)
          texts.push(`${path}.${key}`);
        if (child === undefined || child === null) texts.push(`${path}.${key} is empty`);
        if (key !== 'examples') visit(child, `${path}.${key}`);
      }
    };
    visit(document, '');
    expect(texts.filter((text) => !text.includes('.default is empty'))).toEqual([]);
  });

  test('gives every operation its authorisation and every discriminator its mapping', () => {
    const silent: string[] = [];
    const mappings: string[] = [];
    for (const [path, operations] of [
      ...Object.entries(document.paths),
      ...Object.entries(document.webhooks),
    ]) {
      for (const [method, { security }] of Object.entries(operations))
        if (security === undefined) silent.push(`${method} ${path}`);
    }
    const visit = (node: unknown): void => {
      if (Array.isArray(node)) for (const child of node) visit(child);
      if (!isRecord(node)) return;
      const { discriminator, oneOf } = node;
      if (isRecord(discriminator) && isRecord(discriminator.mapping) && Array.isArray(oneOf)) {
        expect(Object.values(discriminator.mapping)).toEqual(oneOf.map(({ $ref }) => $ref));
        mappings.push(...Object.keys(discriminator.mapping));
      }
      for (const child of Object.values(node)) visit(child);
    };
    visit(document);
    expect(silent).toEqual([]);
    expect(mappings).toEqual(expect.arrayContaining(['text', 'promotion', 'group', 'direct']));
    expect(mappings).not.toContain('undefined');
  });

  const routes = ROUTES.map(
    (route) => [route.method, route.url.replaceAll(/:(\w+)/g, '{$1}'), route] as const,
  );

  test.each(routes)('has %s %s with every status and code', (method, path, route) => {
    const operation = paths[path]?.[method.toLowerCase()];
    expect(operation?.summary).toBe(route.endpoint.summary);
    expect(document.tags.map((tag) => tag.name)).toContain(operation?.tags?.[0]);
    const { access } = route.endpoint;
    expect(operation?.security).toEqual([access === 'token' ? { clientToken: [] } : { apiKey: [access] }]);
    expect(document.components.securitySchemes).toMatchObject({
      apiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
      clientToken: { type: 'http', scheme: 'bearer' },
    });

    const codes = codesOf(method, route.endpoint);
    const byStatus = Map.groupBy(codes, (code) => String(ERRORS[code].status));
    expect(Object.keys(operation?.responses ?? {}).toSorted()).toEqual(
      ['200', ...byStatus.keys()].toSorted(),
    );
    for (const [status, group] of byStatus) {
      const schema = operation?.responses[status]?.content?.['application/json']?.schema as {
        allOf: [unknown, { properties: { message_code: { enum: ErrorCode[] } } }];
      };
      expect(schema.allOf[0]).toEqual({ $ref: '#/components/schemas/Failure' });
      expect(schema.allOf[1].properties.message_code.enum).toEqual(group);
    }

    const parameters = operation?.parameters ?? [];
    const inPath = parameters.filter((parameter) => parameter.in === 'path');
    expect(inPath.map(({ name }) => name)).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
    expect(inPath.every(({ required }) => required === true)).toBe(true);
    // A token already names its tenant and user.
    const inHeader = parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name);
    expect(inHeader.includes('X-Tenant-Id')).toBe(access !== 'token');
    expect(inHeader.includes('X-Acting-User-Id')).toBe(route.endpoint.actsAs === true);
    expect(inHeader.includes('Idempotency-Key')).toBe(method === 'POST');
    expect(new Set(parameters.map(({ name, in: where }) => `${where} ${name}`)).size).toBe(parameters.length);
    expect(operation?.requestBody === undefined).toBe(route.endpoint.body === undefined);
  });

  test('has no paths beside the routes, /health, the handshake and resumable uploads', () => {
    const documented = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const expected = routes.map(([method, path]) => `${method} ${path}`);
    const others = ['GET /health/live', 'GET /health/ready', `GET ${REALTIME_PATH}`];
    const upload = '/client/v1.0/uploads/{upload_id}';
    others.push('POST /client/v1.0/uploads', `HEAD ${upload}`, `PATCH ${upload}`, `DELETE ${upload}`);
    expect(documented.toSorted()).toEqual([...expected, ...others].toSorted());
  });

  test('has only valid schemas', { tags: 'thorough' }, () => {
    const ajv = new Ajv2020({ strict: false, formats: FORMATS });
    const compiled = Object.values(paths)
      .flatMap((operations) => Object.values(operations))
      .flatMap(({ parameters = [], requestBody, responses }) => [
        ...parameters.map(({ schema }) => schema),
        ...Object.values(requestBody?.content ?? {}).map(({ schema }) => schema),
        ...Object.values(responses).flatMap(({ content = {} }) =>
          Object.values(content).map(({ schema }) => schema),
        ),
      ]);
    expect(compiled.length).toBeGreaterThan(100);
    const different = new Set(compiled.map((schema) => JSON.stringify(schema)));
    for (const schema of different) {
      // References start at the root of the compiled schema.
      const whole = { ...(JSON.parse(schema) as object), components: document.components };
      expect(() => ajv.compile(whole)).not.toThrow();
    }
  });
});

describe('/', () => {
  const asBrowser = ['accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'];
  /** (A browser resolves them.) */
  const linksOf = (page: string) =>
    [...page.matchAll(/href="([^"/][^"]*)"/g)].map(([, path = '']) => new URL(path, 'http://a/').pathname);

  test('shows a browser where to go next, and every link works', async () => {
    const { status, headers, text } = await get('/', asBrowser);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers.vary).toContain('Accept');
    expect(text).toContain(`<h1>Palaver ${VERSION}</h1>`);
    const links = linksOf(text);
    expect(links).toEqual(['/docs', '/openapi.json', '/health/ready']);
    // (Readiness is 503 while a busy database does not answer.)
    for (const path of links) await expect.poll(async () => (await get(path, asBrowser)).status).toBe(200);
  });

  test('loads nothing: its policy permits only its inline style', async () => {
    const { headers, text } = await get('/', asBrowser);
    const style = /<style>([\s\S]*?)<\/style>/.exec(text)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(headers['content-security-policy']?.split('; ')).toEqual([
      "default-src 'none'",
      `style-src 'sha256-${hash}'`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ]);
    expect(text).not.toMatch(/<script|<img|<link|https?:|url\(/);
  });

  test.each(['accept-language: en', 'accept: */*', 'accept: application/json', 'accept: text/htmlx'])(
    'answers clients that do not accept HTML with M40406: %s',
    async (header) => {
      const { status, json } = await get('/', [header]);
      expect([status, json.message_code]).toEqual([404, 'M40406']);
    },
  );

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('answers %s with M40500', async (method) => {
    const { status, headers, json } = await rawRequest(port, `${method} / HTTP/1.1\r\nhost: a\r\n\r\n`);
    expect([status, headers.allow, json.message_code]).toEqual([405, 'GET', 'M40500']);
  });

  test('links to the playground where it is served, for this machine only', async () => {
    const served = await startTestServer({ PALAVER_PLAYGROUND: '1' });
    onTestFinished(served.close);
    const linksFor = async (from: { remoteAddress: string; headers?: object }) => {
      const headers = { accept: 'text/html', ...from.headers };
      return linksOf((await served.app.inject({ url: '/', ...from, headers })).body);
    };
    const everybody = ['/docs', '/openapi.json', '/health/ready'];
    expect(await linksFor({ remoteAddress: '127.0.0.1' })).toEqual(['/playground', ...everybody]);
    expect(await linksFor({ remoteAddress: '192.0.2.7' })).toEqual(everybody);
    const behindProxy = { remoteAddress: '127.0.0.1', headers: { 'x-forwarded-for': '192.0.2.7' } };
    expect(await linksFor(behindProxy)).toEqual(everybody);
  });
});

describe('/docs', () => {
  test('is a page that loads only from its own origin, as its policy demands', {
    tags: 'thorough',
  }, async () => {
    const { status, headers, text } = await get('/docs');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    const policy = new Map(
      (headers['content-security-policy'] ?? '').split('; ').map((directive) => {
        const [name = '', ...sources] = directive.split(' ');
        return [name, sources];
      }),
    );
    expect(policy.get('default-src')).toEqual(["'none'"]);
    expect(policy.get('script-src')).toEqual(["'self'"]);
    expect(policy.get('connect-src')).toEqual(["'self'"]);
    expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
    // No host, no scheme but data:, and nothing that evaluates text.
    for (const source of [...policy.values()].flat()) {
      expect(["'none'", "'self'", "'unsafe-inline'", 'data:']).toContain(source);
    }
    expect(policy.get('script-src')).not.toContain("'unsafe-inline'");
    expect(text).not.toMatch(/https?:|["'(=]\s*\/\//i);

    const loaded = [...text.matchAll(/(?:src|href|data-url)="([^"]*)"/g)].map(([, path]) => path ?? '');
    // (Relative, so that they are right below a path, too.)
    expect(loaded.toSorted()).toEqual(['docs/scalar.js', 'openapi.json']);
    for (const path of loaded) expect((await get(`/${path}`)).status).toBe(200);
  });

  test('keeps one copy of the script in memory for all stalled readers', { tags: 'thorough' }, async () => {
    await get('/docs/scalar.js');
    const { arrayBuffers: before } = process.memoryUsage();
    const readers = await Promise.all(
      Array.from({ length: 60 }, async () => {
        const socket = netConnect(port, '127.0.0.1');
        await once(socket, 'connect');
        socket.pause();
        socket.write(
          'GET /docs/scalar.js HTTP/1.1\r\nhost: a\r\n\r\nGET /openapi.json HTTP/1.1\r\nhost: a\r\n\r\n',
        );
        return socket;
      }),
    );
    await expect.poll(() => waitingAnswers()).toBe(60);
    // 60 copies would be 240 MB.
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(40_000_000);
    for (const reader of readers) reader.destroy();
    await expect.poll(() => waitingAnswers()).toBe(0);
  });

  test('has a script that parses', { tags: 'thorough' }, async () => {
    const [one, other] = await Promise.all([get('/docs/scalar.js'), get('/docs/scalar.js')]);
    expect(one.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(one.text === other.text).toBe(true);
    expect(() => new Script(one.text)).not.toThrow();
  });
});

import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { scratchFolder } from '../../../packages/server/test/harness/scratch.ts';
import { loadConfig } from '../src/config.ts';
import { account, convert, newAddress, newGuest, PAGE, startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const HSTS = 'strict-transport-security';

test('behind a proxy, HTTP requests are refused and HTTPS responses have HSTS', async () => {
  const plain = await world.call('signup-as-guest', { headers: { 'x-forwarded-proto': 'http' } });
  expect([plain.status, plain.headers.get(HSTS)]).toEqual([403, null]);
  const secure = await world.call('signup-as-guest');
  expect([secure.status, secure.headers.get(HSTS)]).toEqual([200, 'max-age=63072000; includeSubDomains']);
  const failed = await world.call('nowhere');
  expect([failed.status, failed.headers.get(HSTS)]).toEqual([404, 'max-age=63072000; includeSubDomains']);
});

test('a client that is not the proxy cannot claim HTTPS', async () => {
  const other = await startWorld({ TRUSTED_PROXIES: '10.99.0.0/16' });
  onTestFinished(() => other.close());
  expect((await other.call('signup-as-guest')).status).toBe(403);
});

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
if (!hasOpenssl && process.env.CI) throw new Error('openssl is missing: .ci/run installs it');

test.skipIf(!hasOpenssl)(
  'the server itself speaks HTTPS, with HSTS (needs openssl)',
  { tags: 'thorough' },
  async () => {
    const folder = scratchFolder();
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
    const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'];
    execFileSync('openssl', ['req', '-x509', ...kind, '-keyout', key, '-out', cert, ...subject], {
      stdio: 'pipe',
    });
    await world.restart({ HTTPS: 'direct', TRUSTED_PROXIES: '', TLS_CERT_FILE: cert, TLS_KEY_FILE: key });
    onTestFinished(() => world.restart());
    const url = `${world.backend.url}/user/v1.0/auth/signup-as-guest`;
    expect(url).toMatch(/^https:/);
    const answer = await new Promise<{ status: number | undefined; hsts: unknown }>((resolve, reject) => {
      const sent = request(url, { method: 'POST', ca: readFileSync(cert) }, (response) => {
        response.resume();
        resolve({ status: response.statusCode, hsts: response.headers[HSTS] });
      });
      sent.on('error', reject).end();
    });
    expect(answer).toEqual({ status: 200, hsts: 'max-age=63072000; includeSubDomains' });
  },
);

test.for([
  ['no HTTPS beyond loopback', { HTTPS: 'off', HOST: '0.0.0.0' }],
  ['no word on HTTPS', { HTTPS: '' }],
  ['a proxy that is not named', { HTTPS: 'proxy', TRUSTED_PROXIES: '' }],
  ['no certificate', { HTTPS: 'direct' }],
  ['no key of Palaver', { PALAVER_API_KEY: '' }],
  ['a reCAPTCHA for all sites', { RECAPTCHA_SECRET: 's' }],
  ['an unknown mode', { IDENTIFIERS: 'both' }],
] as [string, Record<string, string>][])('the server does not start with %s', ([, settings]) => {
  expect(() => loadConfig({ ...world.environment, ...settings })).toThrow();
  expect(() => loadConfig(world.environment)).not.toThrow();
});

test('CORS: configured origins may call with their token, other origins may not', async () => {
  const preflight = (origin: string) =>
    fetch(`${world.backend.url}/user/v1.0/auth/signup-as-guest`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'x-forwarded-proto': 'https',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      },
    });
  const ours = await preflight(PAGE);
  expect(ours.headers.get('access-control-allow-origin')).toBe(PAGE);
  expect(ours.headers.get('access-control-allow-headers')).toContain('authorization');
  expect(ours.headers.get('access-control-allow-credentials')).toBeNull();
  const foreign = await preflight('https://evil.example');
  expect([foreign.status, foreign.headers.get('access-control-allow-origin')]).toEqual([403, null]);
  const answer = await world.call('signup-as-guest', { headers: { origin: PAGE } });
  expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, PAGE]);
});

test.for([
  ['another origin', { origin: 'https://evil.example' }],
  ['an origin that only begins like ours', { origin: `${PAGE}.evil.example` }],
  ['our host without TLS', { origin: PAGE.replace('https', 'http') }],
  ['a sandboxed frame', { origin: 'null' }],
  ['another site that hides its origin', { 'sec-fetch-site': 'cross-site' }],
] as [string, Record<string, string>][])(
  'CSRF: a form of %s cannot sign up its visitor as a guest',
  async ([, headers]) => {
    const count = async () => (await world.database.sql('select from users')).length;
    const before = await count();
    const form = { 'content-type': 'text/plain', ...headers };
    expect((await world.call('signup-as-guest', { headers: form, body: '{}' })).status).toBe(403);
    expect(await count()).toBe(before);
  },
);

const page = (path: string, headers = {}) =>
  fetch(world.backend.url + path, { headers: { 'x-forwarded-proto': 'https', ...headers } });

test('the page runs only its own scripts, and connects only to its back end and Palaver', async () => {
  const { status, headers } = await page('/');
  const policy = headers.get('content-security-policy') ?? '';
  const palaver = new URL(world.environment.PALAVER_URL ?? '').host;
  expect(status).toBe(200);
  expect(policy).toContain(`default-src 'none'; script-src 'self'; style-src 'self'`);
  expect(policy).toContain(`connect-src 'self' http://${palaver} ws://${palaver};`);
  expect(policy).not.toMatch(/unsafe|\*|data:/);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
  const script = await page('/palaver-chat/element.js');
  expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(await (await page('/config.json')).json()).toEqual({
    palaver_url: `${world.environment.PALAVER_URL}/`,
    agent_id: 'agent',
  });
});

test('the browser revalidates each file of the page, and gets it again only after a change', async () => {
  const { headers } = await page('/page.js');
  expect(headers.get('cache-control')).toBe('no-cache');
  const etag = headers.get('etag') ?? '';
  expect((await page('/page.js', { 'if-none-match': etag })).status).toBe(304);
  expect((await page('/page.js', { 'if-none-match': `W/${etag}` })).status).toBe(304);
  expect((await page('/page.js', { 'if-none-match': '"another"' })).status).toBe(200);
});

test.for([
  '/../package.json',
  '/%2e%2e/package.json',
  '/palaver-chat/../../package.json',
  '/src/config.ts',
  '/palaver-chat/',
])("no path leads out of the page's folder: %s", async (path) => {
  expect((await page(path)).status).toBe(404);
});

test('other sites may link to the page, and the page may call its back end', async () => {
  expect((await page('/', { 'sec-fetch-site': 'cross-site' })).status).toBe(200);
  const own = { origin: 'https://127.0.0.1', 'sec-fetch-site': 'same-origin' };
  expect((await world.call('signup-as-guest', { headers: own })).status).toBe(200);
});

test('no cookie is set', async () => {
  const { headers } = await world.call('signup', { body: account('cookie') });
  expect(headers.get('set-cookie')).toBeNull();
  expect(headers.get('cache-control')).toBe('no-store');
});

test('the log is JSON, has requests and errors, and holds no secrets', async () => {
  const ip = newAddress();
  const password = 'a password for the log';
  const { access_token, profile } = await world.ok('signup-as-guest', { ip });
  const guest = { id: profile.id as number, token: access_token as string };
  const converted = await convert(world, guest, account('logged', password));
  const { token } = await world.ok('chat-token', { token: converted.body.data.access_token });
  // An error to which the database adds the refused row.
  await world.database.sql(`alter table users add constraint odd check (email not like 'odd@%')`);
  const broken = await world.call('signup', { body: account('odd', password) });
  expect([broken.status, broken.body.message]).toEqual([500, 'Something went wrong here.']);
  expect(converted.status).toBe(200);
  const lines = world.log().trim().split('\n');
  const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(entries).toContainEqual(
    expect.objectContaining({ msg: 'a guest has signed up', user_id: guest.id, ip }),
  );
  expect(entries).toContainEqual(
    expect.objectContaining({ msg: 'a guest has become a user', user_id: guest.id }),
  );
  expect(entries).toContainEqual(
    expect.objectContaining({ msg: 'a request has failed', reqId: broken.body.request_id }),
  );
  for (const secret of [
    password,
    guest.token,
    token as string,
    'logged@example.com',
    'odd@example.com',
    world.server.key,
  ]) {
    expect(world.log()).not.toContain(secret);
  }
});

test('metrics are served on loopback and their own port only', async () => {
  await newGuest(world);
  const text = await (await fetch(world.backend.metricsUrl)).text();
  expect(text).toMatch(/^backend_sign_ups_total\{kind="guest"\} [1-9]/m);
  expect(text).toMatch(
    /^backend_request_seconds_count\{route="\/user\/v1.0\/auth\/signup-as-guest",status="200"\} [1-9]/m,
  );
  expect(text).toMatch(/^backend_outbox_rows \d+$/m);
  expect(text).not.toMatch(/example\.com/);
  expect(new URL(world.backend.metricsUrl).hostname).toBe('127.0.0.1');
  const main = await fetch(`${world.backend.url}/metrics`, { headers: { 'x-forwarded-proto': 'https' } });
  expect(main.status).toBe(404);
});

/*
 * Rates pages with Lighthouse, as search engines, browsers' tools and buyers do: `node site/test/lighthouse.ts <folder> <base> <lighthouse>`.
 * The folder has a built site, `lighthouse` an installation of Lighthouse. Each page needs 95 of 100 for accessibility, best practices and
 * search. With `PERFORMANCE=5`, speed is also measured, five times on a phone and on a desktop, and the medians are printed: for a quiet
 * machine, by hand.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fastifyStatic from '@fastify/static';
import fastify, { type FastifyInstance } from 'fastify';
import { type StartedExample, startExample } from '../../examples/integrator-backend/test/started-example.ts';
import { findChromium } from '../../packages/client/test/browser-page.ts';
import { VERSION } from '../../packages/server/src/version.ts';
import { ROOT } from '../../packages/server/test/harness/command.ts';
import { folderOf } from '../versions.ts';

const ENOUGH = 0.95;
const JUDGED = ['accessibility', 'best-practices', 'seo'];
const RUNS = Number(process.env.PERFORMANCE ?? 0);

/** What we use of a result. */
interface Result {
  lhr: {
    runtimeError?: { message: string };
    categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
    audits: Record<string, Audit>;
  };
}
interface Audit {
  title: string;
  score: number | null;
  details?: { items?: { node?: { snippet: string }; url?: string; description?: string }[] };
}
interface Lighthouse {
  default: (url: string, flags: object, config?: object) => Promise<Result>;
  desktopConfig: object;
}
interface Launcher {
  launch: (options: object) => Promise<{ port: number; kill: () => void }>;
}

const [folder = '', base = '/', installed = ''] = process.argv.slice(2);
const chromePath = findChromium();
if (chromePath === undefined) throw new Error('chromium is needed: apt-get install chromium');
const load = <Module>(name: string) =>
  import(pathToFileURL(join(installed, 'node_modules', name)).href) as Promise<Module>;
const lighthouse = await load<Lighthouse>('lighthouse/core/index.js');
const launcher = await load<Launcher>('chrome-launcher/dist/index.js');

const server = fastify();
const dataDir = mkdtempSync(join(tmpdir(), 'palaver-rated-'));
// (Its Palaver has the playground, too.)
const example = await startExample(dataDir);
try {
  const origin = await serve(server, example);
  const [, playground = ''] = /the address in (\S+)/.exec(example.printed) ?? [];
  const site = `${origin}${base}${folderOf(VERSION)}`;
  const pages = {
    home: `${site}/index.html`,
    guide: `${site}/guides/react.html`,
    reference: `${site}/reference/api/members.html`,
    playground: readFileSync(playground, 'utf8').trim(),
    example: example.page,
    'page of the element': `${origin}/guide`,
  };
  for (const [name, url] of Object.entries(pages)) await rate(name, url);
} finally {
  await example.stop();
  rmSync(dataDir, { recursive: true });
  await server.close();
}

/** Serves the site, and the page that the guide of the element shows, with what that needs. Resolves to the origin. */
async function serve(app: FastifyInstance, { url }: StartedExample): Promise<string> {
  const guide = readFileSync(join(ROOT, 'docs/guides/web-component.md'), 'utf8');
  const [, page = ''] = /```html\n(.*?)```/s.exec(guide) ?? [];
  const headers = { 'x-api-key': readFileSync(join(dataDir, 'api-key'), 'utf8').trim() };
  await app.register(fastifyStatic, { root: folder, prefix: base });
  await app.register(fastifyStatic, {
    root: join(dataDir, 'palaver-chat'),
    prefix: `/palaver-chat-${VERSION}/`,
    decorateReply: false,
  });
  app.get('/guide', (_request, reply) =>
    reply.type('text/html').send(page.replace('https://chat.example.com', url)),
  );
  app.post('/chat-token', async () => {
    await fetch(`${url}/user/v1.0/user/ann`, { method: 'PUT', headers, body: '{"display_name":"Ann"}' });
    const issued = await fetch(`${url}/user/v1.0/user/ann/token`, { method: 'POST', headers });
    const { data } = (await issued.json()) as { data: { token: string } };
    return data.token;
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

async function rate(name: string, url: string): Promise<void> {
  const { categories, audits } = await run(url, JUDGED, 'phone');
  const scores = JUDGED.map((category) => `${category} ${percent(categories[category]?.score)}`);
  say(`${name}: ${scores.join(', ')}`);
  for (const category of JUDGED) {
    const { score = null, auditRefs = [] } = categories[category] ?? {};
    if (score !== null && score >= ENOUGH) continue;
    process.exitCode = 1;
    for (const { id, weight } of auditRefs) {
      const audit = audits[id];
      if (weight > 0 && audit !== undefined && audit.score !== null && audit.score < 1) explain(audit);
    }
  }
  if (RUNS === 0) return;
  for (const screen of ['phone', 'desktop'] as const)
    say(`  speed on a ${screen}: ${percent(await speedOf(url, screen))}`);
}

async function speedOf(url: string, screen: 'phone' | 'desktop'): Promise<number | undefined> {
  const speeds: number[] = [];
  for (let times = 0; times < RUNS; times += 1)
    speeds.push((await run(url, ['performance'], screen)).categories.performance?.score ?? 0);
  return speeds.toSorted((one, other) => one - other)[Math.floor(RUNS / 2)];
}

/** In a browser of its own, because the last page may have left something in its storage. */
async function run(
  url: string,
  onlyCategories: string[],
  screen: 'phone' | 'desktop',
): Promise<Result['lhr']> {
  const chromeFlags = ['--headless=new', '--no-sandbox', '--disable-dev-shm-usage'];
  const chrome = await launcher.launch({ chromePath, chromeFlags });
  try {
    const flags = { port: chrome.port, onlyCategories, logLevel: 'error' };
    const config = screen === 'desktop' ? lighthouse.desktopConfig : undefined;
    const { lhr } = await lighthouse.default(url, flags, config);
    if (lhr.runtimeError !== undefined) throw new Error(`${url}: ${lhr.runtimeError.message}`);
    return lhr;
  } finally {
    chrome.kill();
  }
}

function explain({ title, details }: Audit): void {
  const where = details?.items?.map(({ node, url, description }) => node?.snippet ?? url ?? description);
  process.stderr.write(`  ${title}\n${(where ?? []).map((one) => `    ${one}\n`).join('')}`);
}

function percent(score: number | null | undefined): string {
  return score === null || score === undefined ? 'unknown' : String(Math.round(100 * score));
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ROOT } from '../../server/test/harness/command.ts';
import { packForm, png } from '../../server/test/harness/sticker-pack.ts';
import { until } from '../../server/test/harness/until.ts';
import { openDesk } from '../src/desk/index.ts';
import { type Chat, connect } from '../src/index.ts';
import type { Palaver } from '../src/server/index.ts';
import { webPush } from '../src/web-push/index.ts';
import type { ExampleWorld } from './harness/example-world.ts';
import { BROWSER, furnish, type Reached, reachPalaver } from './harness/palaver.ts';

/*
 * Compiles and runs every example in the doc comments of the entries, in both READMEs and in some guides. Each
 * becomes a module, with the names below in scope besides its own imports.
 */

const PRELUDE = [
  `import { createReadStream, openAsBlob } from 'node:fs';`,
  `import { createServer } from 'node:http';`,
  `import { buffer } from 'node:stream/consumers';`,
  `import { connect, highlight } from '@palaver/client';`,
  `import { openDesk } from '@palaver/client/desk';`,
  `import { webPush } from '@palaver/client/web-push';`,
  `import { type EventCursor, Palaver, PalaverError, verifyWebhook } from '@palaver/client/server';`,
];

const NAMES = ['palaver', 'url', 'apiKey', 'secret', 'threadId', 'seq', 'packId', 'endpointId', 'deliveryId'];
const NAMES_OF_CHAT = [
  'promotionSeq',
  'chat',
  'thread',
  'token',
  'picture',
  'userId',
  'extUserId',
  'push',
  'search',
  'desk',
  'watched',
];

interface Example {
  name: string;
  code: string;
  /** It is from a page, which shows all its imports; a doc comment need not. */
  isOnPage: boolean;
  /** The lines that it prints, as the block of text below it says. */
  output: string[];
}

const FOLDER = join(import.meta.dirname, '.examples');

function examplesIn(file: string): Example[] {
  const text = readFileSync(join(ROOT, file), 'utf8').replaceAll(/^ *\* ?/gm, '');
  const blocks = text.matchAll(/^```ts\n(.*?)^```$(?:\n\n^```text\n(.*?)\n```$)?/gms);
  return [...blocks].map(([, code = '', output], index) => ({
    name: `${file.replace(/\.\w+$/, '').replaceAll('/', '-')}-${index + 1}`,
    code,
    isOnPage: file.endsWith('.md'),
    output: output?.split('\n') ?? [],
  }));
}

/** Its imports are resolved to the sources. */
function moduleOf({ code, isOnPage }: Example): string {
  const shown = [...code.matchAll(/^import .*$/gm)].map(([line]) => line);
  const imports = isOnPage ? shown : PRELUDE;
  const names = [...NAMES, ...NAMES_OF_CHAT].filter(
    (one) => !new RegExp(`const ((?! of )[^=;])*\\b${one}\\b[^=;]*(=| of )`).test(code),
  );
  return [
    ...imports.map((line) =>
      line
        .replace("'@palaver/client/server'", "'../../src/server/index.ts'")
        .replace("'@palaver/client/desk'", "'../../src/desk/index.ts'")
        .replace("'@palaver/client/web-push'", "'../../src/web-push/index.ts'")
        .replace("'@palaver/client'", "'../../src/index.ts'"),
    ),
    `import type { ExampleWorld } from '../harness/example-world.ts';`,
    `export default async function example({ ${names.join(', ')} }: ExampleWorld): Promise<void> {`,
    code.replaceAll(/^import .*$/gm, ''),
    '}',
  ].join('\n');
}

const FILES = [
  ...globSync('packages/client/src/{error,chat/**/*,desk/*,web-push/web-push,server/*}.ts', { cwd: ROOT }),
  'packages/client/README.md',
  'README.md',
  'docs/guides/server-sdk.md',
  'docs/guides/support-desk.md',
  'docs/guides/files.md',
  'docs/guides/search.md',
  'docs/guides/exporting-messages.md',
  'docs/guides/other-languages.md',
  'docs/migrating/importing-history.md',
  ...globSync('skills/*/SKILL.md', { cwd: ROOT }),
];
const EXAMPLES = FILES.flatMap(examplesIn);

/** What the examples have printed, by call. */
const printed: string[] = [];

let reached: Reached;
let otherKey: string;
beforeAll(async () => {
  reached = await reachPalaver(afterAll);
  await reached.server.database.sql(`insert into applications (id, name) values ('other', 'Other')`);
  otherKey = await reached.server.createKey({ appId: 'other' });
  vi.spyOn(console, 'log').mockImplementation(
    (...values: unknown[]) => void printed.push(values.flat().map(String).join(' ')),
  );
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER);
  for (const example of EXAMPLES) writeFileSync(join(FOLDER, `${example.name}.ts`), moduleOf(example));
});
afterAll(() => {
  vi.restoreAllMocks();
  rmSync(FOLDER, { recursive: true, force: true });
});

test('the examples compile', () => {
  const config = join(FOLDER, 'tsconfig.json');
  const options = {
    noUnusedLocals: false,
    noUnusedParameters: false,
    lib: ['esnext', 'dom', 'dom.iterable'],
  };
  const files = EXAMPLES.map(({ name }) => `${name}.ts`);
  writeFileSync(
    config,
    JSON.stringify({ extends: '../../tsconfig.json', compilerOptions: options, include: [], files }),
  );
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  const run = () =>
    execFileSync(process.execPath, [tsc, '--noEmit', '-p', config], { encoding: 'utf8', stdio: 'pipe' });
  expect(errorsOf(run)).toBe('');
});

/** The errors of the compiler. */
function errorsOf(run: () => string): string {
  try {
    return run();
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

test.concurrent.for(EXAMPLES)('the example $name runs', async ({ name, code, output }) => {
  const { server, url } = reached;
  const palaver = reached.connect({ tenantId: name });
  const furniture = await furnish(palaver);
  const packId = code.includes('packId') ? await packOf(name) : '';
  if (code.includes('testProvider')) {
    await palaver.notifications.putProvider('web_push', {});
    await palaver.users.devices.register('ann', 'browser', BROWSER);
  }
  const promotionSeq = code.includes('promotionSeq') ? await promote(palaver, furniture.threadId) : 0;
  if (code.includes('agent-1')) await palaver.users.put('agent-1', { display_name: 'Agent' });
  const signedIn = await signIn(palaver, url, furniture.threadId);
  const agents = isOfDesk(code) ? await openDeskOf(palaver, signedIn.chat, furniture.threadId, code) : {};
  const world = {
    // The policy and the event stream belong to a whole application, so their examples use another one.
    palaver: /palaver\.(policy|eventStream)\./.test(code) ? reached.connect({ apiKey: otherKey }) : palaver,
    url,
    apiKey: server.key,
    secret: 'whsec_VGhpcyBpcyBhbiBleGFtcGxlLCBub3QgYSBzZWNyZXQ=',
    packId,
    promotionSeq,
    ...furniture,
    ...signedIn,
    ...agents,
  };
  const module = await import(/* @vite-ignore */ join(FOLDER, `${name}.ts`));
  await module.default(world satisfies Omit<ExampleWorld, 'desk' | 'watched'>);
  signedIn.chat.close();
  for (const line of output) await until(async () => printed.find((text) => text === line));
});

/** Connects ann, who owns the thread; ben is a member, cleo is not. */
async function signIn(palaver: Palaver, url: string, threadId: string) {
  const { token } = await palaver.users.issueToken('ann');
  const { ext_user_id: extUserId } = await palaver.users.get('ben');
  const chat = connect({ url, token });
  await chat.ready();
  const thread = chat.open(threadId);
  await thread.loaded();
  const push = webPush(chat, { worker: '/palaver-notifications.js' });
  const search = chat.search('');
  const picture = new File([new Uint8Array(png())], 'sun.png');
  return { chat, thread, token, picture, extUserId, userId: 'cleo', push, search };
}

/** Whether an example is about the support desk. (`palaver.users.desk` is another one.) */
const isOfDesk = (code: string) => /\b(openDesk\(|watched\b|(?<!\.)desk\.)/.test(code);

/** Puts ann on the support desk. A chat has one desk, so an example that opens it gets none. */
async function openDeskOf(palaver: Palaver, chat: Chat, threadId: string, code: string) {
  await palaver.users.desk.put('ann', { direct_threads: true });
  const direct = await chat.openDirect('cleo');
  direct.close();
  if (code.includes('openDesk(')) return {};
  const desk = openDesk(chat);
  const watched = desk.open(threadId);
  await Promise.all([desk.loaded(), watched.loaded()]);
  return { desk, watched };
}

/** Sends a promotion from the bot. */
async function promote(palaver: Palaver, threadId: string): Promise<number> {
  const buttons = [{ label: 'Yes, please', action: { type: 3 as const } }];
  const promotion = { title: 'Cake?', image_url: 'https://example.com/cake.png', buttons };
  const [sent] = await palaver.messages.send({
    sender: { bot_id: 'robot' },
    target: { thread_id: threadId },
    body: { metadata: [{ type: 'promotion', promotion }] },
  });
  return sent?.seq ?? 0;
}

async function packOf(tenant: string): Promise<string> {
  const { id } = await reached.server.ok('POST', '/sticker/v1.0/pack', { tenant, body: packForm() });
  return id as string;
}

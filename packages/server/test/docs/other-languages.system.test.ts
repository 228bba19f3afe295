import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT } from '../harness/command.ts';
import { freePort } from '../harness/free-port.ts';
import { ALLOW_LOOPBACK } from '../harness/receiver.ts';
import { startTestServer } from '../harness/test-server.ts';
import { until } from '../harness/until.ts';

/** The programs of docs/guides/other-languages.md run against a server, as the page says. (That in TypeScript: packages/client/test.) */

const PAGE = readFileSync(join(ROOT, 'docs/guides/other-languages.md'), 'utf8');
const OUTPUT = /Each program prints:\n\n```text\n(.*?)```/s.exec(PAGE)?.[1] ?? '';
/** The receiver's address on the page. */
const ADDRESS = /127\.0\.0\.1(:|", )7799/g;

interface Language {
  name: string;
  command: string;
  /** Its package in Debian. */
  debian: string;
  example: string;
  receiver: string;
  /** Runs a file; `port` is that of the receiver. */
  args: (file: string, port: number) => string[];
}

const LANGUAGES: Language[] = [
  {
    name: 'python',
    command: 'python3',
    debian: 'python3',
    example: 'example.py',
    receiver: 'receiver.py',
    args: (file) => [file],
  },
  {
    name: 'php',
    command: 'php',
    debian: 'php-cli',
    example: 'example.php',
    receiver: 'receiver.php',
    args: (file, port) => (file.startsWith('receiver') ? ['-S', `127.0.0.1:${port}`, file] : [file]),
  },
  {
    name: 'go',
    command: 'go',
    debian: 'golang-go',
    example: 'example.go',
    receiver: 'receiver.go',
    args: (file) => ['run', file],
  },
  {
    name: 'java',
    command: 'java',
    debian: 'openjdk-17-jdk-headless',
    example: 'Example.java',
    receiver: 'Receiver.java',
    args: (file) => [file],
  },
];

for (const language of LANGUAGES) {
  const { name, command, debian } = language;
  // (A Java without its compiler runs no source.)
  const isMissing = spawnSync('which', [command === 'java' ? 'javac' : command]).status !== 0;
  if (isMissing && process.env.CI) throw new Error(`${debian} is needed: apt-get install ${debian}`);
  test.skipIf(isMissing)(`the programs in ${name} do what the page says (need ${debian})`, async () => {
    const server = await startTestServer(ALLOW_LOOPBACK);
    onTestFinished(() => server.close());
    onTestFinished(server.runWebhooks());
    const url = await server.app.listen({ host: '127.0.0.1', port: 0 });
    const port = await freePort();
    const folder = writePrograms(language, port);
    const { webhook_secret: secret } = (await server.ok('POST', '/webhook/v1.0/endpoint', {
      body: { url: `http://127.0.0.1:${port}/`, event_types: ['message.created'] },
    })) as { webhook_secret: string };
    const env = { ...process.env, PALAVER_API: url, PALAVER_KEY: server.key, WEBHOOK_SECRET: secret };

    const receiver = spawn(command, language.args(language.receiver, port), {
      cwd: folder,
      env,
      detached: true,
    });
    onTestFinished(() => stop(receiver));
    let received = '';
    for (const stream of [receiver.stdout, receiver.stderr])
      stream.on('data', (chunk) => (received += String(chunk)));
    const call = (headers: Record<string, string>) => post(port, headers);
    await until(async () => call({}).catch(() => undefined), 60);

    const run = promisify(execFile);
    const { stdout } = await run(command, language.args(language.example, port), { cwd: folder, env });
    expect(stdout).toBe(OUTPUT);
    await until(async () => (received.split('\n').includes('message.created') ? true : undefined));

    const signed = (at: Date) => headersOf(secret, at);
    const now = new Date();
    expect(await call(signed(now))).toBe(204);
    expect(await call(signed(new Date(now.getTime() - 3_600_000)))).toBe(400);
    expect(await call(signed(new Date(now.getTime() + 3_600_000)))).toBe(400);
    expect(await call({ ...signed(now), 'webhook-id': 'another' })).toBe(400);
    expect(await call(headersOf('whsec_YW5vdGhlciBzZWNyZXQ=', now))).toBe(400);
    const { 'webhook-signature': signature = '' } = signed(now);
    expect(await call({ ...signed(now), 'webhook-signature': `v1,AAAA ${signature}` })).toBe(204);
    expect(await call({})).toBe(400);
  });
}

/** A new folder with the programs of a language. (Not in memory: programs that are compiled must run there.) */
function writePrograms({ name, example, receiver }: Language, port: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'palaver-languages-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const programs = [...PAGE.matchAll(new RegExp(`^\`\`\`${name}\n(.*?)^\`\`\`$`, 'gms'))].map(
    ([, code = '']) => code,
  );
  expect(programs).toHaveLength(2);
  for (const [index, file] of [example, receiver].entries())
    writeFileSync(join(folder, file), programs[index]?.replaceAll(ADDRESS, `127.0.0.1$1${port}`) ?? '');
  return folder;
}

const BODY = '{"type":"user.created"}';

function headersOf(secret: string, at: Date): Record<string, string> {
  const id = 'evt_1';
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, at, BODY),
  };
}

/** The status with which the receiver answers. */
async function post(port: number, headers: Record<string, string>): Promise<number> {
  const { status } = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: BODY });
  return status;
}

/** Ends a receiver with the processes that it has started: `go run` starts the program that it has compiled. */
async function stop(receiver: ChildProcess): Promise<void> {
  const exited = once(receiver, 'exit');
  if (receiver.pid !== undefined && receiver.exitCode === null) process.kill(-receiver.pid, 'SIGKILL');
  await exited;
}

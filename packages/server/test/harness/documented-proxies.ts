import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './command.ts';
import { freePort } from './free-port.ts';
import { scratchFolder } from './scratch.ts';
import { until } from './until.ts';

/** Real proxies with the configurations of docs/deploying.md. Debian has them: `apt-get install nginx-light caddy`. */

export type ProxyName = 'nginx' | 'caddy';

/** A proxy, as a process of its own. */
export interface DocumentedProxy {
  url: string;
  close: () => Promise<void>;
}

const PROGRAMS = { nginx: '/usr/sbin/nginx', caddy: '/usr/bin/caddy' } as const;
const PAGE = readFileSync(join(ROOT, 'docs/deploying.md'), 'utf8');
/** The address of Palaver in the configurations. */
const UPSTREAM = '127.0.0.1:7700';

/** Tests of a missing proxy are skipped, except in the gate. */
export function isProxyMissing(name: ProxyName): boolean {
  const isInstalled = existsSync(PROGRAMS[name]);
  if (!isInstalled && process.env.CI) throw new Error(`${name} is needed: apt-get install nginx-light caddy`);
  return !isInstalled;
}

/** Serves Palaver, whose own address is `url`, at the port; `below` a path, or at a host of its own. */
export async function startDocumentedProxy(
  name: ProxyName,
  url: string,
  { port, below = '' }: { port?: number; below?: '' | '/chat' } = {},
): Promise<DocumentedProxy> {
  const folder = scratchFolder();
  const listening = port ?? (await freePort());
  const file = join(folder, 'configuration');
  const text = configurationOf(name, below).replaceAll(UPSTREAM, new URL(url).host);
  writeFileSync(file, name === 'nginx' ? inNginx(text, folder, listening) : inCaddy(text, listening));
  const child = spawn(PROGRAMS[name], COMMANDS[name](file, folder), {
    // (Caddy keeps files in the folder of the user.)
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const close = async () => {
    await ended(child);
    rmSync(folder, { recursive: true, force: true });
  };
  const served = `http://127.0.0.1:${listening}`;
  try {
    await serves(child, name, `${served}${below}/health/live`);
  } catch (error) {
    await close();
    throw error;
  }
  return { url: `${served}${below}`, close };
}

const COMMANDS = {
  nginx: (file: string, folder: string) => ['-c', file, '-p', folder, '-e', 'stderr'],
  caddy: (file: string) => ['run', '--config', file, '--adapter', 'caddyfile'],
} as const;

async function serves(child: ChildProcess, name: ProxyName, address: string): Promise<void> {
  let stderr = '';
  child.stderr?.on('data', (chunk) => {
    stderr = (stderr + String(chunk)).slice(-4_000);
  });
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`${name} has ended: ${stderr}`);
    const response = await fetch(address).catch(() => undefined);
    return response?.ok === true ? true : undefined;
  }, 60);
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** The blocks of the page: the first is for a host, the second for a path, which uses parts of the first. */
function configurationOf(name: ProxyName, below: '' | '/chat'): string {
  const blocks = [...PAGE.matchAll(new RegExp(`^\`\`\`${name}\n(.*?)^\`\`\`$`, 'gms'))].map(
    ([, text = '']) => text,
  );
  const [host, path] = blocks;
  if (host === undefined || path === undefined || blocks.length !== 2)
    throw new Error(`docs/deploying.md has ${blocks.length} configurations of ${name}`);
  if (below === '') return host;
  return name === 'nginx' ? `${host.slice(0, host.indexOf('\nserver {'))}\n${path}` : path;
}

/** Only addresses and files differ from the page, and there is no TLS. One process is easier to end than two. */
function inNginx(text: string, folder: string, port: number): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `  ${name}_temp_path ${folder}/${name};`)
    .join('\n');
  const server = text
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port} backlog=4096;`)
    .replaceAll(/^ *ssl_certificate.*\n/gm, '')
    .replace('/var/log/nginx/palaver.log', `${folder}/requests.log`);
  return `daemon off;
master_process off;
pid ${folder}/pid;
error_log stderr crit;
events {
  worker_connections 8192;
}
http {
${temporary}
${server}
}
`;
}

function inCaddy(text: string, port: number): string {
  const site = text.replace(/^\S*example\.com \{/m, `http://127.0.0.1:${port} {`);
  return `{
  admin off
  auto_https off
}
${site}`;
}

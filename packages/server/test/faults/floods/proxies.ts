import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../harness/free-port.ts';
import { startHaProxy } from '../../harness/haproxy.ts';
import { scratchFolder } from '../../harness/scratch.ts';
import { until } from '../../harness/until.ts';

/** A proxy before the server. */
export interface FrontProxy {
  url: string;
  close: () => Promise<void>;
}

const NGINX = '/usr/sbin/nginx';

export const PROXIES = {
  none: async (url: string): Promise<FrontProxy> => ({ url, close: async () => {} }),
  haproxy: (url: string): Promise<FrontProxy> => startHaProxy([url]),
  nginx: startNginx,
} as const;
export type ProxyName = keyof typeof PROXIES;

/** As docs/operating.md configures it. */
async function startNginx(url: string): Promise<FrontProxy> {
  if (!existsSync(NGINX)) throw new Error('nginx is needed: apt-get install nginx-light');
  const folder = scratchFolder();
  const port = await freePort();
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, configuration(folder, port, url));
  const child = spawn(NGINX, ['-c', file, '-p', folder, '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr = (stderr + String(chunk)).slice(-4_000);
  });
  const isReady = async () => {
    if (child.exitCode !== null) throw new Error(`nginx has ended: ${stderr}`);
    const response = await fetch(`http://127.0.0.1:${port}/health/live`).catch(() => undefined);
    return response?.ok === true ? true : undefined;
  };
  const close = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await until(isReady, 60);
  } catch (error) {
    await close();
    throw error;
  }
  return { url: `http://127.0.0.1:${port}`, close };
}

function configuration(folder: string, port: number, url: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `  ${name}_temp_path ${folder}/${name};`)
    .join('\n');
  const pass = `proxy_pass ${url};
      proxy_http_version 1.1;
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;`;
  return `daemon off;
master_process off;
pid ${folder}/pid;
error_log stderr crit;
events {
  worker_connections 8192;
}
http {
  access_log off;
${temporary}
  server {
    listen 127.0.0.1:${port} backlog=4096;
    location /client/v1.0/realtime {
      ${pass}
      proxy_set_header Upgrade $http_upgrade;
      proxy_set_header Connection upgrade;
      proxy_read_timeout 90s;
    }
    location / {
      ${pass}
      client_max_body_size 600m;
      proxy_request_buffering off;
    }
  }
}
`;
}

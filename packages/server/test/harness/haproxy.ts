import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from './command.ts';
import { freePort } from './free-port.ts';
import { scratchFolder } from './scratch.ts';
import { until } from './until.ts';

/** A real HAProxy, as a process of its own. Debian has it: `apt-get install haproxy`. */
export interface HaProxy {
  url: string;
  /** How many nodes it sends requests to. */
  countReady: () => Promise<number>;
  close: () => Promise<void>;
}

const PROGRAM = '/usr/sbin/haproxy';
const isInstalled = existsSync(PROGRAM);
if (!isInstalled && process.env.CI) throw new Error('HAProxy is needed: apt-get install haproxy');

/** Tests of a missing proxy are skipped, except in the gate. */
export const isHaProxyMissing = !isInstalled;

/**
 * Before nodes at these URLs, with the configuration that we ship. Only its addresses are replaced, and it serves statistics
 * beside.
 */
export async function startHaProxy(nodes: readonly string[]): Promise<HaProxy> {
  const [port, statisticsPort] = [await freePort(), await freePort()];
  const folder = scratchFolder();
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, configuration(port, statisticsPort, nodes));
  const child: ChildProcess = spawn(PROGRAM, ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  let stderr = '';
  child.stderr?.on('data', (chunk) => {
    stderr += String(chunk);
  });
  const close = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    await rm(folder, { recursive: true, force: true });
  };
  const countReady = async () => {
    const response = await fetch(`http://127.0.0.1:${statisticsPort}/;csv`);
    const [head = [], ...rows] = (await response.text()).split('\n').map((row) => row.split(','));
    const status = head.indexOf('status');
    return rows.filter(([, name, ...row]) => name?.startsWith('node') && row[status - 2]?.startsWith('UP'))
      .length;
  };
  const isReady = async () => {
    if (child.exitCode !== null) throw new Error(`HAProxy has ended: ${stderr}`);
    return (await countReady().catch(() => 0)) === nodes.length || undefined;
  };
  try {
    await until(isReady, 60);
  } catch (error) {
    await close();
    throw error;
  }
  return { url: `http://127.0.0.1:${port}`, countReady, close };
}

function configuration(port: number, statisticsPort: number, nodes: readonly string[]): string {
  const shipped = readFileSync(join(ROOT, 'deploy/compose/cluster/haproxy.cfg'), 'utf8');
  const lines = shipped.split('\n').filter((line) => !/^ *(server|bind) /.test(line));
  const servers = nodes.map((url, index) => `  server node${index} ${new URL(url).host}`);
  const text = lines.join('\n').replace(/^frontend .*$/m, (line) => `${line}\n  bind 127.0.0.1:${port}`);
  return `${text.trimEnd()}
${servers.join('\n')}

frontend statistics
  bind 127.0.0.1:${statisticsPort}
  stats enable
  stats uri /
`;
}

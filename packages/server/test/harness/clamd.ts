import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CLAMD_TIMEOUTS, pingClamd } from '../../src/domain/scan/clamd.ts';
import { freePort } from './free-port.ts';
import { until } from './until.ts';

/**
 * The real virus scanner of ClamAV, as a process of its own. It knows only two signatures, so it starts at once and needs no network.
 * Debian has it: `apt-get install clamav-daemon`.
 */
export interface Clamd {
  /** `PALAVER_SCAN_URL`. */
  urls: { unix: string; tcp: string };
  start: () => Promise<void>;
  /** Kills it; it can be started again. */
  stop: () => Promise<void>;
  /** Stops it, and removes its files. */
  close: () => Promise<void>;
}

const PROGRAM = '/usr/sbin/clamd';
const isInstalled = existsSync(PROGRAM);
if (!isInstalled && process.env.CI) throw new Error('ClamAV is needed: apt-get install clamav-daemon');

/** Tests of a missing scanner are skipped, except in the gate. */
export const isClamdMissing = !isInstalled;

/** (In two parts, so that no scanner on this machine finds it in this file.) */
export const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-', 'TEST-FILE!$H+H*'].join('');
/** What the second signature finds anywhere in a file. */
export const BAD_TEXT = 'what the scanner of the tests looks for';

const SIGNATURES = [
  ['Test.Eicar', '-ANTIVIRUS-TEST-FILE!'],
  ['Test.BadText', BAD_TEXT],
];

/** The largest file that the scanner takes, and how much of it the scanner looks at. */
export const MAX_STREAM_BYTES = 4 * 1024 * 1024;
export const MAX_SCANNED_BYTES = 2 * 1024 * 1024;

export async function startClamd(): Promise<Clamd> {
  const folder = mkdtempSync(join(tmpdir(), 'palaver-clamd-'));
  const [config, socket, database] = ['clamd.conf', 'clamd.ctl', 'database'].map((name) =>
    join(folder, name),
  );
  if (config === undefined || socket === undefined || database === undefined) throw new Error('unreachable');
  const port = await freePort();
  mkdirSync(database);
  const lines = SIGNATURES.map(([name, text = '']) => `${name}:0:*:${Buffer.from(text).toString('hex')}\n`);
  writeFileSync(join(database, 'test.ndb'), lines.join(''));
  writeFileSync(
    config,
    `Foreground yes
DatabaseDirectory ${database}
TemporaryDirectory ${folder}
LocalSocket ${socket}
TCPSocket ${port}
TCPAddr 127.0.0.1
StreamMaxLength ${MAX_STREAM_BYTES}
MaxFileSize ${MAX_SCANNED_BYTES}
MaxScanSize ${MAX_SCANNED_BYTES}
AlertExceedsMax yes
`,
  );
  let running: ChildProcess | undefined;
  const stop = async () => {
    const child = running;
    running = undefined;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
    // Otherwise the next one would find a socket that nobody listens to.
    rmSync(socket, { force: true });
  };
  const start = async () => {
    const output: string[] = [];
    const child = spawn(PROGRAM, ['-c', config], { stdio: ['ignore', 'pipe', 'pipe'] });
    running = child;
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => output.push(String(chunk)));
    await until(async () => {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`clamd has ended: ${output.join('')}`);
      const pings = [{ path: socket }, { host: '127.0.0.1', port }].map((address) =>
        pingClamd(address, CLAMD_TIMEOUTS, new AbortController().signal),
      );
      const results = await Promise.allSettled(pings);
      return results.every(({ status }) => status === 'fulfilled') || undefined;
    }, 60);
  };
  const close = async () => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await start();
  } catch (error) {
    await close();
    throw error;
  }
  return { urls: { unix: `unix:${socket}`, tcp: `tcp://127.0.0.1:${port}` }, start, stop, close };
}

import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { CLAMD_TIMEOUTS } from '../../src/domain/scan/clamd.ts';
import { ClamdScanner, type ScannerOptions, ScannerUnavailable } from '../../src/domain/scan/scanner.ts';
import { Metrics } from '../../src/platform/metrics.ts';
import { scratchFolder } from '../harness/scratch.ts';
import { sampled } from '../harness/seed.ts';
import { until } from '../harness/until.ts';

/** Scanners that misbehave: each is a real server, which answers as its test says. (`test/api/virus-scan` has the real clamd.) */

const folder = scratchFolder();
afterAll(() => rmSync(folder, { recursive: true }));
const store = (name: string, content: string | Buffer) => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};
const small = store('small', 'some bytes');
/** Larger than what the system takes of a file that nobody reads. */
const large = store('large', Buffer.alloc(16 * 1024 * 1024, 'x'));

interface Scan {
  socket: Socket;
  /** Reads the file to its end. Before this call, nothing is read. */
  read: () => Promise<void>;
}

interface BadClamd {
  port: number;
  /** How many files it was asked to scan. */
  scans: number;
  /** Whether it answers when it is asked if it is there. */
  isPresent: boolean;
  close: () => void;
}

async function startClamd(serve: (scan: Scan) => unknown, port = 0): Promise<BadClamd> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', (first: Buffer) => {
      if (first.subarray(0, 6).toString() === 'zPING\0') {
        if (clamd.isPresent) socket.end('PONG\0');
        return;
      }
      clamd.scans += 1;
      socket.pause();
      serve({ socket, read: () => readFrames(socket, first.subarray('zINSTREAM\0'.length)) });
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const close = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  const clamd: BadClamd = { port: (server.address() as AddressInfo).port, scans: 0, isPresent: true, close };
  onTestFinished(close);
  return clamd;
}

/** Resolves at the frame without content, which ends the file. */
function readFrames(socket: Socket, first: Buffer): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let waiting = first;
  /** Bytes of the present frame that are still to come. */
  let left = 0;
  const take = (chunk: Buffer) => {
    waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk]);
    for (;;) {
      const content = Math.min(left, waiting.length);
      left -= content;
      waiting = waiting.subarray(content);
      if (left > 0 || waiting.length < 4) return;
      left = waiting.readUInt32BE();
      waiting = waiting.subarray(4);
      if (left === 0) return resolve();
    }
  };
  take(Buffer.alloc(0));
  socket.on('data', take).resume();
  return promise;
}

interface Line {
  level: number;
  msg: string;
  err?: { message: string };
  signature?: string;
}

function open({ port }: { port: number }, options: Partial<ScannerOptions> = {}) {
  const lines: Line[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const address = { host: '127.0.0.1', port };
  const metrics = new Metrics();
  const scanner = new ClamdScanner({ address, whenAway: 'wait', log, metrics, ...options });
  onTestFinished(() => scanner.close());
  const scan = (path = small, left: AbortSignal = new AbortController().signal, user?: string) =>
    scanner.scan(path, { app: 'test', tenant: '', user }, left);
  return { scanner, scan, lines, metrics };
}

const answering = (text: string) => async (request: Scan) => {
  await request.read();
  request.socket.end(text);
};
const OK = 'stream: OK\0';

test.each([
  ['stream: OK\0', 'clean'],
  ['stream: Win.Test-1 FOUND\0', 'infected'],
  ['stream: Heuristics.Limits.Exceeded.MaxFileSize FOUND\0', 'unscannable'],
  ['INSTREAM size limit exceeded. ERROR\0', 'unscannable'],
])('%j: the file is %s', async (text, outcome) => {
  const clamd = await startClamd(answering(text));
  const { scan, lines, metrics } = open(clamd);
  expect(await scan(large)).toBe(outcome);
  expect(clamd.scans).toBe(1);
  expect(lines.map(({ signature }) => signature)).toEqual(
    { clean: [], infected: ['Win.Test-1'], unscannable: [undefined] }[outcome],
  );
  expect(await metrics.render()).toContain(`palaver_scan_duration_seconds_count{outcome="${outcome}"} 1`);
});

test.each(
  sampled<[string, (scan: Scan) => unknown]>('broken scanners', [
    ['closes the connection at once', ({ socket }) => socket.destroy()],
    ['resets the connection', ({ socket }) => socket.resetAndDestroy()],
    [
      'closes in the middle of the file',
      ({ socket }) => {
        socket.once('data', () => socket.destroy()).resume();
      },
    ],
    ['answers before the end that the file is clean', ({ socket }) => socket.end(OK)],
    ['answers without an end', answering('stream: OK')],
    ['answers nothing', answering('')],
    ['answers twice', answering(`${OK}${OK}`)],
    ['answers something else', answering('HTTP/1.1 400 Bad Request\r\n\r\n\0')],
    ['reports that it failed', answering('stream: Time limit reached ERROR\0')],
    ['says something odd about a signature', answering('stream: OK FOUND OK\0')],
    ['babbles without an end', ({ socket }) => socket.write('x'.repeat(100_000))],
  ]),
)('a scanner that %s scans nothing, and is tried three times', async (_, serve) => {
  const clamd = await startClamd(serve);
  const { scan, lines } = open(clamd);
  await expect(scan(large)).rejects.toThrow(ScannerUnavailable);
  expect(clamd.scans).toBe(3);
  await until(async () => lines.length === 3 || undefined);
  expect(new Set(lines.map(({ msg }) => msg))).toEqual(new Set(['the virus scanner failed to scan a file']));
});

test.each([
  ['takes nothing of the file', () => {}],
  ['never says what it finds', ({ read }: Scan) => void read()],
])('a scanner that %s is given up', async (_, serve) => {
  const clamd = await startClamd(serve);
  const { scan } = open(clamd, { whenAway: 'refuse', timeouts: { ...CLAMD_TIMEOUTS, idle: 1_000 } });
  await expect(scan(large)).rejects.toThrow(ScannerUnavailable);
  expect(clamd.scans).toBe(1);
});

test('an infection that is found before the end counts', async () => {
  const clamd = await startClamd(({ socket }) => socket.write('stream: Test FOUND\0'));
  expect(await open(clamd).scan(large)).toBe('infected');
});

test('a file that cannot be read is no failure of the scanner', async () => {
  const clamd = await startClamd(answering(OK));
  const { scan, lines } = open(clamd);
  await expect(scan(join(folder, 'missing'))).rejects.toThrow('ENOENT');
  expect(lines).toEqual([]);
});

test('files wait for a scanner that is away, and the log says so once', async () => {
  const clamd = await startClamd(answering(OK));
  clamd.close();
  const { scanner, scan, lines, metrics } = open(clamd);
  const scans = Array.from({ length: 20 }, (_, i) => scan(small, undefined, String(i)));
  await until(async () => lines[0]);
  expect(await metrics.render()).toContain('palaver_scanner_available 0');
  await startClamd(answering(OK), clamd.port);
  expect(new Set(await Promise.all(scans))).toEqual(new Set(['clean']));
  expect(lines.map(({ msg }) => msg)).toEqual([
    'the virus scanner is away: files are not accepted unscanned',
    'the virus scanner is back',
  ]);
  expect(await metrics.render()).toContain('palaver_scanner_available 1');
  scanner.close();
});

test('a scanner that accepts connections but does not answer is away', async () => {
  const clamd = await startClamd(answering(OK));
  clamd.isPresent = false;
  const { scanner, scan, lines } = open(clamd, { timeouts: { ...CLAMD_TIMEOUTS, ping: 50 } });
  await scanner.check();
  const scanned = scan();
  await until(async () => lines[0]);
  expect(clamd.scans).toBe(0);
  clamd.isPresent = true;
  expect(await scanned).toBe('clean');
});

test('files wait for a limited time', async () => {
  const clamd = await startClamd(answering(OK));
  clamd.close();
  await expect(open(clamd, { waitMs: 50 }).scan()).rejects.toThrow('away');
});

test('only so many files wait for a scanner that is away', async () => {
  const clamd = await startClamd(answering(OK));
  clamd.close();
  const { scanner, scan } = open(clamd, { maxWaiting: 3 });
  await scanner.check();
  const scans = ['a', 'b', 'c'].map((user) => scan(small, undefined, user));
  await expect(scan(small, undefined, 'd')).rejects.toThrow('too many');
  await startClamd(answering(OK), clamd.port);
  expect(await Promise.all(scans)).toEqual(['clean', 'clean', 'clean']);
  expect(await scan(small, undefined, 'd')).toBe('clean');
});

test('nothing waits for a scanner that is away if the setting says so', async () => {
  const clamd = await startClamd(answering(OK));
  clamd.close();
  const { scan, lines } = open(clamd, { whenAway: 'refuse' });
  for (let i = 0; i < 5; i += 1) await expect(scan()).rejects.toThrow(ScannerUnavailable);
  await until(async () => lines[0]);
  expect(lines).toHaveLength(1);
});

test.each([
  ['waits for the scanner', false],
  ['is being scanned', true],
])('a file whose client leaves while it %s is given up, and nothing else', async (_, isPresent) => {
  const clamd = await startClamd(() => {});
  if (!isPresent) clamd.close();
  const { scanner, scan, lines } = open(clamd);
  await scanner.check();
  const leaving = new AbortController();
  const scanned = scan(large, leaving.signal);
  await until(async () => (isPresent ? clamd.scans : lines.length) || undefined);
  leaving.abort();
  await expect(scanned).rejects.toThrow(ScannerUnavailable);
  expect(lines).toHaveLength(isPresent ? 0 : 1);
});

test('eight files are scanned at a time, and one of each owner', async () => {
  const atWork: Scan[] = [];
  const clamd = await startClamd((scan) => void atWork.push(scan));
  const { scan } = open(clamd);
  const scans = Array.from({ length: 20 }, (_, i) => scan(small, undefined, String(Math.floor(i / 2))));
  for (let done = 0; done < 20; done += 1) {
    const request = await until(async () => atWork.shift());
    expect(clamd.scans - done).toBeLessThanOrEqual(8);
    await answering(OK)(request);
    await Promise.race(scans);
  }
  expect(new Set(await Promise.all(scans))).toEqual(new Set(['clean']));
});

test('a client that leaves while its file waits for its turn frees the place', async () => {
  const clamd = await startClamd(() => {});
  const { scan } = open(clamd, { maxWaiting: 1 });
  const first = scan(small, undefined, 'ann');
  await until(async () => clamd.scans || undefined);
  const leaving = new AbortController();
  const second = scan(small, leaving.signal, 'ann');
  leaving.abort();
  await expect(second).rejects.toThrow('nobody is waiting');
  const later = new AbortController();
  const third = scan(small, later.signal, 'ann');
  await expect(scan(small, undefined, 'ann')).rejects.toThrow('too many files');
  later.abort();
  await expect(third).rejects.toThrow('nobody is waiting');
  expect(clamd.scans).toBe(1);
  first.catch(() => {});
});

test('what is in progress fails when the server stops', async () => {
  const clamd = await startClamd(() => {});
  const { scanner, scan } = open(clamd);
  const scans = Array.from({ length: 12 }, (_, i) => scan(large, undefined, String(i)));
  await until(async () => (clamd.scans === 8 ? true : undefined));
  scanner.close();
  const results = await Promise.allSettled(scans);
  expect(results.every(({ status }) => status === 'rejected')).toBe(true);
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Load } from '../harness.ts';
import type { Palaver } from '../palaver.ts';
import type { Counts } from './counts.ts';

/*
 * The calls of JavaScript functions that one send makes, by V8's coverage, which counts each one. They are the same on every machine,
 * fast or slow, quiet or busy, as no time is.
 */

const WARM_UP = 100;
const SENDS = 300;

export interface SendCalls {
  /** Of Palaver's functions and those of libraries, for one send. */
  all: number;
  /** The same by where they are: a library, or a folder of Palaver. */
  byPlace: Counts;
}

/** Palaver's process must have been started with {@link INSPECTABLE}. From then on it is slower. */
export async function countCalls(palaver: Palaver, load: Load): Promise<SendCalls> {
  const inspector = await openInspector(palaver);
  const sendAll = async (count: number) => {
    for (let sent = 0; sent < count; sent += 1)
      await palaver.post(load.path, JSON.parse(load.bodies?.[sent % load.bodies.length] ?? '{}'));
  };
  try {
    await inspector.call('Profiler.enable');
    await inspector.call('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await sendAll(WARM_UP);
    await inspector.callsSince();
    const began = performance.now();
    await sendAll(SENDS);
    const took = performance.now() - began;
    const sending = await inspector.callsSince();
    // (Work that Palaver does by the clock is no part of a send.)
    await sleep(took);
    const idle = await inspector.callsSince();
    const byPlace: Counts = {};
    for (const [place, calls] of sending) byPlace[place] = (calls - (idle.get(place) ?? 0)) / SENDS;
    return { all: Object.values(byPlace).reduce((sum, calls) => sum + calls, 0), byPlace };
  } finally {
    inspector.close();
  }
}

/** Node then opens its inspector at a free port when it gets a signal. */
export const INSPECTABLE = { NODE_OPTIONS: '--inspect-port=127.0.0.1:0' };

const LISTENING = /Debugger listening on (ws:\S+)/;

async function openInspector({ subject, dataDir }: Palaver) {
  subject.process.kill('SIGUSR1');
  let url: string | undefined;
  for (let looks = 0; url === undefined && looks < 200; looks += 1) {
    await sleep(50);
    url = LISTENING.exec(readFileSync(join(dataDir, 'log'), 'utf8'))?.[1];
  }
  if (url === undefined) throw new Error('the inspector of Node does not listen');
  const socket = new WebSocket(url);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', reject);
  });
  const waiting = new Map<number, (result: unknown) => void>();
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id: number; result: unknown };
    waiting.get(id)?.(result);
    waiting.delete(id);
  });
  let calls = 0;
  const call = (method: string, params = {}) =>
    new Promise<unknown>((resolve) => {
      calls += 1;
      waiting.set(calls, resolve);
      socket.send(JSON.stringify({ id: calls, method, params }));
    });
  return {
    call,
    callsSince: async () => callsByPlace((await call('Profiler.takePreciseCoverage')) as Coverage),
    close: () => socket.close(),
  };
}

/** The counts since the last one was taken. */
interface Coverage {
  result: { url: string; functions: { ranges: { count: number }[] }[] }[];
}

function callsByPlace({ result }: Coverage): Map<string, number> {
  const places = new Map<string, number>();
  for (const { url, functions } of result) {
    const calls = functions.reduce((sum, { ranges }) => sum + (ranges[0]?.count ?? 0), 0);
    // (The calls inside Node depend on how the network cuts what it transfers.)
    if (!url.startsWith('node:')) places.set(placeOf(url), (places.get(placeOf(url)) ?? 0) + calls);
  }
  return places;
}

function placeOf(url: string): string {
  const library = /node_modules\/((?:@[^/]+\/)?[^/]+)(?!.*node_modules)/.exec(url)?.[1];
  return library ?? /packages\/(?:server\/src\/[^/]+|[^/]+)/.exec(url)?.[0] ?? 'others';
}

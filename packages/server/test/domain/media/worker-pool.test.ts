import { readFile } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { type MediaWorkersOptions, startMediaWorkers } from '../../../src/domain/media/media-workers.ts';
import { listProcesses } from '../../harness/processes.ts';
import { until } from '../../harness/until.ts';
import { fixture, MAX_BYTES, picture, prepare, slowPng, store } from './media-harness.ts';

const PNG = await picture().png().toBuffer();
const VIDEO = await readFile(fixture('video.mp4'));
const UNAVAILABLE = { name: 'MediaUnavailable' };

function start(options: Partial<MediaWorkersOptions> = {}) {
  const workers = startMediaWorkers({ maxBytes: MAX_BYTES, ...options });
  onTestFinished(() => workers.close());
  return workers;
}

/** The worker processes of this process. */
function pids(): number[] {
  return listProcesses()
    .filter(({ parent, command }) => parent === process.pid && command.includes('media/worker.ts'))
    .map(({ pid }) => pid);
}

/** Pending if the call succeeds. */
const failureOf = (call: Promise<unknown>) =>
  new Promise((resolve) => {
    call.catch(resolve);
  });

const firstPid = () => until(async () => pids()[0]);
const noneLeft = () => until(async () => (pids().length === 0 ? true : undefined));

test('the worker starts with the first file that needs it, and ends when it has nothing to do', {
  tags: 'thorough',
}, async () => {
  const workers = start({ idleMs: 1 });
  await prepare(workers, 'a text');
  expect(pids()).toEqual([]);
  await Promise.all([prepare(workers, PNG), firstPid()]);
  await noneLeft();
  expect((await prepare(workers, PNG)).kind).toBe('image');
});

test('a worker serves one file after the other', async () => {
  const workers = start();
  await Promise.all([prepare(workers, PNG), prepare(workers, PNG), prepare(workers, PNG)]);
  const before = pids();
  expect(before).toHaveLength(1);
  await prepare(workers, PNG);
  expect(pids()).toEqual(before);
});

test.runIf(process.platform === 'linux')("a worker has none of the server's environment", async () => {
  const workers = start();
  await prepare(workers, PNG);
  const [pid] = pids();
  const environment = await readFile(`/proc/${pid}/environ`, 'utf8');
  const names = environment.split('\0').map((line) => line.split('=', 1)[0]);
  expect(names.filter((name) => name !== '' && !name?.startsWith('NODE_'))).toEqual([]);
});

test('if the worker is killed, the file can be tried again, and the next one is served', async () => {
  const workers = start();
  const first = expect(prepare(workers, PNG)).rejects.toMatchObject(UNAVAILABLE);
  process.kill(await firstPid(), 'SIGKILL');
  await first;
  expect((await prepare(workers, PNG)).kind).toBe('image');
  // Without a file.
  process.kill(await firstPid(), 'SIGKILL');
  await noneLeft();
  // The server may not know yet.
  await expect.poll(() => prepare(workers, PNG).catch(() => undefined)).toMatchObject({ kind: 'image' });
});

test('a picture or a video that makes the worker crash is refused', async () => {
  const workers = start();
  const crashing = expect(prepare(workers, PNG)).rejects.toMatchObject({ reason: 'picture-unreadable' });
  process.kill(await firstPid(), 'SIGSEGV');
  await crashing;
  // It may still say where it was taken.
  const video = expect(prepare(workers, VIDEO)).rejects.toMatchObject({ reason: 'recording-unreadable' });
  process.kill(await firstPid(), 'SIGABRT');
  await video;
});

test("a picture that takes too much of the processor's time is refused", async () => {
  const workers = start({ processorLimitMs: 0 });
  await expect(prepare(workers, slowPng())).rejects.toMatchObject({
    reason: 'picture-unreadable',
    message: 'takes too long to read',
  });
  await noneLeft();
});

test.runIf(process.platform === 'linux')(
  'a file whose worker gets no time may be tried again: the machine is overloaded',
  async () => {
    const workers = start({ timeLimitMs: 2_000 });
    for (const content of [PNG, VIDEO]) {
      // (It may be overloaded now.)
      await until(() => prepare(workers, content).catch(() => undefined));
      process.kill(await firstPid(), 'SIGSTOP');
      await expect(prepare(workers, content)).rejects.toMatchObject(UNAVAILABLE);
      await noneLeft();
    }
  },
);

test('the queue has a limit, also for each owner, and owners take turns', async () => {
  const workers = start({ maxWaiting: 3, maxWaitingPerOwner: 2 });
  const ended: string[] = [];
  const begin = (owner: string) => prepare(workers, PNG, { owner }).then(() => ended.push(owner));
  const begun = [begin('a')];
  const pid = await firstPid();
  process.kill(pid, 'SIGSTOP');
  // (Each call first reads the beginning of its file, so any of them may come last.)
  for (const owners of [
    ['a', 'a', 'a'],
    ['b', 'c'],
  ]) {
    const calls = owners.map(begin);
    begun.push(...calls);
    expect(await Promise.race(calls.map(failureOf))).toMatchObject(UNAVAILABLE);
  }
  process.kill(pid, 'SIGCONT');
  await Promise.allSettled(begun);
  expect(ended).toEqual(['a', expect.stringMatching(/[bc]/), 'a', 'a']);
});

test.runIf(process.platform !== 'win32')(
  'a recording that keeps its worker busy does not hold up pictures',
  async () => {
    const workers = start();
    const video = expect(prepare(workers, VIDEO)).rejects.toMatchObject(UNAVAILABLE);
    const pid = await firstPid();
    process.kill(pid, 'SIGSTOP');
    expect((await prepare(workers, PNG)).kind).toBe('image');
    process.kill(pid, 'SIGKILL');
    await video;
  },
);

test('closing ends the workers, and every call', async () => {
  const workers = start();
  const path = store(PNG);
  const calls = [1, 2, 3].map((name) =>
    workers.prepare('a', path, `${name}`, store('').replace(/file$/, '')),
  );
  const refused = Promise.all(calls.map((call) => expect(call).rejects.toMatchObject(UNAVAILABLE)));
  await firstPid();
  await workers.close();
  await refused;
  await noneLeft();
  await expect(prepare(workers, PNG)).rejects.toMatchObject(UNAVAILABLE);
  await workers.close();
});

test('each kind has a maximum size', async () => {
  const workers = start({ maxBytes: { image: PNG.length, video: VIDEO.length, audio: 4_000, file: 10 } });
  const refused = { reason: 'too-many-bytes' };
  expect((await prepare(workers, PNG)).size).toBe(PNG.length);
  await expect(prepare(workers, Buffer.concat([PNG, Buffer.of(0)]))).rejects.toMatchObject({
    ...refused,
    kind: 'image',
  });
  expect((await prepare(workers, VIDEO)).size).toBe(VIDEO.length);
  await expect(prepare(workers, Buffer.concat([VIDEO, Buffer.of(0)]))).rejects.toMatchObject({
    ...refused,
    kind: 'video',
  });
  expect((await prepare(workers, 'x'.repeat(10))).size).toBe(10);
  await expect(prepare(workers, 'x'.repeat(11))).rejects.toMatchObject({ ...refused, kind: 'file' });
  // It begins like a video, and has only sound.
  await expect(prepare(workers, await readFile(fixture('audio.mp4')))).rejects.toMatchObject({
    ...refused,
    kind: 'audio',
  });
});

test('errors of the file system are passed on', async () => {
  const workers = start();
  await expect(workers.prepare('a', '/nowhere', 'a', '/nowhere')).rejects.toMatchObject({ code: 'ENOENT' });
  await expect(workers.prepare('a', store(PNG), 'a', '/nowhere')).rejects.toMatchObject({ code: 'ENOENT' });
});

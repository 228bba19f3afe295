import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FileId } from '@palaver/protocol/files';
import { REALTIME_PATH } from '@palaver/protocol/realtime';
import { expect, test } from 'vitest';
import { contentKey } from '../../src/domain/rules/file-paths.ts';
import { Random } from '../faults/random.ts';
import { newDataDir, runPalaver, startPalaver } from '../harness/palaver.ts';
import { open, type TestSocket } from '../harness/realtime.ts';
import { seedOfRun } from '../harness/seed.ts';
import { until } from '../harness/until.ts';
import {
  BackEnd,
  backup,
  copySecretsKey,
  inDatabase,
  type Place,
  type StoredFile,
  startBackup,
  stop,
} from './installations.ts';
import { LoadWithFiles, type Sent } from './load-with-files.ts';

const EARLY_FILES = 100;
/** Of them: the messages are deleted after the snapshot of the backup, and before it copies files. */
const DOOMED = 5;
/** The load sends this many messages before the backup, and again after it. */
const MESSAGES_AROUND = 1_500;

const moreThan = (count: number, list: readonly unknown[]) =>
  until(async () => list.length > count || undefined, 60);

/** Sends files of a few KB, each in a message of its own. */
async function sendFiles(backEnd: BackEnd, thread: string, count: number) {
  const sent: { file: StoredFile; place: Place }[] = [];
  for (let number = 0; number < count; number += 1) {
    const file = await backEnd.upload(randomBytes(5_000));
    sent.push({ file, place: await backEnd.sendFile(thread, file) });
  }
  return sent;
}

interface Reader {
  socket: TestSocket;
  epoch: string;
}

/** Connects and resumes. Resolves when the client has received everything that it lacked. */
async function read(
  url: string,
  token: string,
  resume: { epoch?: string; threads: { thread_id: string; seq: number; at: number }[] },
): Promise<Reader> {
  const socket = await open(`${url.replace('http', 'ws')}${REALTIME_PATH}`);
  socket.send({ type: 'authenticate', token });
  const { epoch } = await socket.next('authenticated');
  socket.send({ type: 'resume', ...resume });
  await socket.next('resumed');
  return { socket, epoch };
}

/** The position after the last entry that the client has of a thread. */
function positionIn({ socket }: Reader, thread: string): { thread_id: string; seq: number; at: number } {
  const last = socket.entries(thread).at(-1) ?? expect.fail(`no entry of thread ${thread} has come`);
  return { thread_id: thread, seq: last.seq, at: last.at };
}

/**
 * Makes a backup, and deletes messages with files between its snapshot and its copies of files. A lock ensures this order: the backup
 * takes its snapshot and copies all tables, then waits for the locked table of the job queue, and copies files only afterwards.
 */
async function createWhileDeleting(
  { dataDir, place, backEnd }: { dataDir: string; place: string; backEnd: BackEnd },
  doomed: readonly { file: StoredFile; place: Place }[],
) {
  return inDatabase(dataDir, async (client) => {
    await client.query('begin; lock table graphile_worker._private_jobs in access exclusive mode');
    const spawnedAt = performance.now();
    const { finished } = startBackup(['create'], dataDir, place);
    // (PostgreSQL shows a transaction the activity of its first look, unless told to forget it.)
    const waits = `select from pg_stat_activity where application_name = 'palaver backup' and wait_event_type = 'Lock'`;
    const isWaiting = async () => {
      await client.query('select pg_stat_clear_snapshot()');
      return (await client.query(waits)).rowCount === 1;
    };
    await Promise.race([
      until(async () => (await isWaiting()) || undefined, 60),
      finished.then(({ stderr }) => expect.fail(`the backup has ended early: ${stderr}`)),
    ]);
    await Promise.all(doomed.map((message) => backEnd.deleteMessage(message.place)));
    // The server claims a deleted file, for 30 seconds, and then removes the bytes. Now it must find that a backup is being made, and
    // keep them.
    const due = `select from files where id = any ($1) and expires_at <= clock_timestamp()`;
    const ids = doomed.map(({ file }) => file.id);
    await until(async () => (await client.query(due, [ids])).rowCount === 0 || undefined, 60);
    await client.query('commit');
    const result = await finished;
    return { ...result, spawnedAt, exitedAt: performance.now() };
  });
}

interface StoredMessage {
  thread: string;
  seq: number;
  text: string;
  file: string | null;
}

const STORED = `select thread_id::text as thread, seq::int, text, file_id as file from messages where deleted_at is null`;

/** The messages that should be in the copy and are not, or the other way round. */
function differences(
  sent: readonly Sent[],
  stored: readonly StoredMessage[],
  { spawnedAt, exitedAt }: { spawnedAt: number; exitedAt: number },
): string[] {
  const found = new Map(stored.map(({ thread, seq, text }) => [`${thread}.${seq}`, text]));
  return sent.flatMap(({ thread, seq, text, begunAt, answeredAt }) => {
    const there = found.get(`${thread}.${seq}`);
    if (answeredAt < spawnedAt && there !== text) return [`"${text}" was answered before, and is missing`];
    if (begunAt > exitedAt && there !== undefined) return [`"${text}" was sent after, and is there`];
    return there === undefined || there === text ? [] : [`"${text}" has another text: "${there}"`];
  });
}

test('a backup under load has every answered message and the bytes of its files, and clients notice its restore', async () => {
  const seed = seedOfRun();
  const [dataDir, place] = [newDataDir(), newDataDir()];
  const server = await startPalaver({ PALAVER_LOG_LEVEL: 'warn' }, dataDir);
  const key = server.key();
  const backEnd = new BackEnd(server.url, key);
  const people = ['ann', 'ben'];
  const busy = await Promise.all(
    ['one', 'two', 'three', 'four'].map((name) => backEnd.newThread(name, people)),
  );
  const [filesThread, quiet] = [
    await backEnd.newThread('files', people),
    await backEnd.newThread('quiet', people),
  ];
  const early = await sendFiles(backEnd, filesThread, EARLY_FILES);
  const { token } = await backEnd.ok<{ token: string }>('POST', '/user/v1.0/user/ben/token');
  const reader = await read(server.url, token, { threads: [] });
  const last = await backEnd.sendText(quiet, 'nothing comes after this');
  await reader.socket.reaches(quiet, last.seq);

  const load = new LoadWithFiles({ backEnd, random: new Random(seed), threads: busy, filesThread });
  await moreThan(MESSAGES_AROUND, load.sent);
  const created = await createWhileDeleting({ dataDir, place, backEnd }, early.slice(0, DOOMED));
  expect(created).toMatchObject({ code: 0, stderr: '' });
  await moreThan(load.sent.length + MESSAGES_AROUND, load.sent);
  await load.end();
  expect(load.problems, `seed ${seed}`).toEqual([]);
  for (const thread of busy) {
    const seqs = load.sent.filter((message) => message.thread === thread).map(({ seq }) => seq);
    await reader.socket.reaches(thread, Math.max(...seqs));
  }
  const positions = [...busy, quiet].map((thread) => positionIn(reader, thread));
  await reader.socket.close();

  const copy = copySecretsKey(dataDir);
  expect(await backup(['restore'], copy, place)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/\nEverything adds up\.\n$/),
    stderr: '',
  });
  const verified = await runPalaver(['verify'], { DATA_DIR: copy });
  expect(verified).toMatchObject({ code: 0, stdout: expect.stringMatching(/\nEverything adds up\.\n$/) });
  expect(await backup(['verify'], dataDir, place)).toMatchObject({ code: 0, stderr: '' });

  const stored = await inDatabase(copy, async (client) => (await client.query<StoredMessage>(STORED)).rows);
  expect(differences(load.sent, stored, created), `seed ${seed}`).toEqual([]);

  const restored = await startPalaver({ PALAVER_LOG_LEVEL: 'warn' }, copy);
  const restoredBackEnd = new BackEnd(restored.url, key);
  const files = new Map([...early.map(({ file }) => file), ...load.files].map((file) => [file.id, file]));
  const named = stored.flatMap(({ file }) => (file === null ? [] : [files.get(file) ?? expect.fail(file)]));
  const wrong: string[] = [];
  for (const { id, path, sha256 } of named) {
    const bytes = await restoredBackEnd.download(path);
    if (bytes !== sha256) wrong.push(`${id}: ${bytes}`);
  }
  expect(wrong, `seed ${seed}`).toEqual([]);
  const names = new Set(named.map(({ id }) => id));
  expect(early.filter(({ file }) => !names.has(file.id))).toEqual([]);

  // The client is ahead of the copy in the busy threads, and has what the copy has in the quiet one.
  const back = await read(restored.url, token, { epoch: reader.epoch, threads: positions });
  expect(back.epoch).not.toBe(reader.epoch);
  const resets = back.socket.frames.flatMap((frame) => (frame.type === 'reset' ? [frame.thread] : []));
  expect(resets.map(({ id }) => id).toSorted()).toEqual(busy.toSorted());
  for (const { id, last_seq } of resets)
    expect(last_seq).toBeLessThan(positions.find(({ thread_id }) => thread_id === id)?.seq ?? 0);
  const next = await restoredBackEnd.sendText(busy[0] ?? '', 'it goes on');
  await back.socket.reaches(next.thread, next.seq);
  await back.socket.close();
  await stop(restored);

  // The old server removes the bytes that it had to keep during the backup.
  const doomedPaths = early
    .slice(0, DOOMED)
    .map(({ file }) => join(dataDir, 'objects', contentKey(file.id as FileId)));
  await until(async () => doomedPaths.every((path) => !existsSync(path)) || undefined, 90);
});

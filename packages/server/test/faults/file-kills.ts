import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { UploadedFile } from '@palaver/protocol/files';
import { onTestFinished } from 'vitest';
import { contentKey, thumbnailKey } from '../../src/domain/rules/file-paths.ts';
import type { Objects } from '../../src/storage/objects/objects.ts';
import { animation, withMetadata } from '../domain/media/media-harness.ts';
import { newDataDir, type RunningPalaver, startPalaver } from '../harness/palaver.ts';
import { listProcesses } from '../harness/processes.ts';
import { png } from '../harness/sticker-pack.ts';
import type { S3Settings } from '../harness/swift.ts';
import { urlOf } from '../harness/test-database.ts';
import { startTestServer, type TestServer } from '../harness/test-server.ts';
import { until } from '../harness/until.ts';
import { uploadForm } from '../harness/upload.ts';
import type { Random } from './random.ts';
import { type BegunUpload, beginUpload, continueUpload } from './resumed-uploads.ts';

export interface Campaign {
  kills: number;
  random: Random;
  /** The settings of a bucket; otherwise the files are in a folder. */
  bucket?: S3Settings;
  /** How many servers there are, on one folder and one database; the others go on when one is killed. One by default. */
  servers?: number;
}

const WRITERS = 6;
const THREADS = 3;

/**
 * Kills a server while files are uploaded, sent, passed on, replaced and deleted, threads are deleted, and uploads are cut off. Returns the problems at
 * the end. Empty: every message has the bytes of its file, and there are no other bytes.
 */
export async function killWhileUploading({
  kills,
  random,
  bucket,
  servers = 1,
}: Campaign): Promise<string[]> {
  const server = await startTestServer(bucket);
  onTestFinished(() => server.close());
  await server.users(1);
  const threads = await Promise.all(Array.from({ length: THREADS }, () => server.group(['user1'])));
  const dataDir = newDataDir();
  const settings = { DATABASE_URL: urlOf(server.database.connection), PALAVER_LOG_LEVEL: 'error', ...bucket };
  const site: Site = {
    key: server.key,
    token: await server.token('user1'),
    begun: [],
    threads,
    newThread: () => server.group(['user1']),
    random,
    pictures: await picturesToSend(),
    nodes: new Map(),
    isEnding: false,
    uploads: 0,
    stored: new Map(),
  };
  const start = async () => {
    const node = await startPalaver(settings, dataDir);
    site.nodes.set(node.url, node);
  };
  for (let others = 1; others < servers; others += 1) await start();
  const writing = Promise.all(Array.from({ length: WRITERS }, () => writeOn(site)));
  for (let kill = 0; kill <= kills; kill += 1) {
    await start();
    const goal = site.uploads + random.between(1, 40);
    await until(async () => site.uploads >= goal || undefined, 60);
    if (kill === kills) break;
    await sleep(random.between(0, 50));
    const killed = site.nodes.get(anyUrl(site));
    if (killed === undefined) throw new Error('no server runs');
    site.nodes.delete(killed.url);
    killed.process.kill('SIGKILL');
    await killed.exited;
    await freeLeases(server, killed);
  }
  site.isEnding = true;
  await writing;
  // The bytes that HEAD counts are really there: the upload becomes the file that was sent.
  while (site.begun.length > 0) await resume(site, true);
  await server.database.sql('update files set expires_at = now() where expires_at is not null');
  // (As if no node could still be storing a part of theirs.)
  await server.database.sql(`update uploads set expires_at = now(), ended_at = now() - interval '2 hours'`);
  const left = `select from files where expires_at is not null union all select from uploads
    union all select from threads where deleted_at is not null and files_held_from is not null limit 1`;
  await until(async () => (await server.database.sql(left)).length === 0 || undefined, 60);
  const contents = bucket
    ? await contentsOfBucket(server.objects)
    : contentsOfFolder(join(dataDir, 'objects'));
  return complaintsOf(server, site, contents);
}

interface Site {
  key: string;
  /** Of the user of the resumable uploads. */
  token: string;
  /** Resumable uploads that nobody works on at the moment. */
  begun: BegunUpload[];
  /** Resumable uploads go to the first one; the others are deleted now and then, and a new one takes the place. */
  threads: string[];
  newThread: () => Promise<string>;
  random: Random;
  pictures: readonly Buffer[];
  /** The servers that run, by their addresses. */
  nodes: Map<string, RunningPalaver>;
  isEnding: boolean;
  /** How many have succeeded. */
  uploads: number;
  /** The SHA-256 of the bytes that each file had when it was uploaded, by the key of its object. */
  stored: Map<string, string>;
}

/** One is stored as it is, one without metadata, one compressed again, and one is animated. */
async function picturesToSend(): Promise<Buffer[]> {
  return [png(), await withMetadata('jpeg'), await withMetadata('png', 6), await animation('gif')];
}

/** The killed process may have held the lease of the sweeps; it expires at once, to save time. */
async function freeLeases({ database }: TestServer, { process }: RunningPalaver): Promise<void> {
  const isHolder = `holder like '%:' || $1::int || ':%'`;
  await database.sql(`update leases set expires_at = '-infinity' where ${isHolder}`, [process.pid ?? 0]);
}

/** Each request goes to any of the servers that run. */
function anyUrl({ nodes, random }: Site): string {
  const url = [...nodes.keys()][random.between(0, nodes.size - 1)];
  if (url === undefined) throw new Error('no server runs');
  return url;
}

async function writeOn(site: Site): Promise<void> {
  const { random } = site;
  while (!site.isEnding) {
    if (site.nodes.size === 0) {
      await sleep(20);
      continue;
    }
    // A killed server answers nothing. The work that it has done must add up.
    await writeOnce(site).catch(() => sleep(random.between(5, 50)));
  }
}

async function writeOnce(site: Site): Promise<void> {
  const { random, pictures, stored } = site;
  const isPicture = random.chance(0.3);
  const content = isPicture
    ? (pictures[random.between(0, pictures.length - 1)] ?? png())
    : randomBytes(random.between(1, random.chance(0.1) ? 2_000_000 : 100_000));
  if (random.chance(0.1)) return cutOff(site, content);
  if (random.chance(0.2)) return resume(site);
  if (random.chance(0.1)) killWorkers(site);
  if (random.chance(0.05)) await deleteThread(site);
  const file = await upload(site, content);
  const { file_id: id, source_url: address, source_thumb_url: thumbnailAddress } = file;
  if (isPicture) {
    // Of some, metadata was removed, others were compressed again: what counts is what can be read now.
    stored.set(contentKey(id), await read(site, address));
    if (thumbnailAddress !== null) stored.set(thumbnailKey(id), await read(site, thumbnailAddress));
  } else stored.set(contentKey(id), sha256(content));
  // An upload that nobody names.
  if (random.chance(0.1)) return;
  const places: { thread_id: string; seq: number }[] = [];
  for (let count = random.between(1, 3); count > 0; count -= 1) places.push(await send(site, file));
  // The last messages go while another one comes.
  if (random.chance(0.4)) {
    const deletions = places.map((place) => change(site, place, 'DELETE'));
    await Promise.allSettled([...deletions, send(site, file)]);
    return;
  }
  for (const place of places) {
    if (random.chance(0.3)) await change(site, place, 'DELETE');
    else if (random.chance(0.2)) {
      const other = await upload(site, randomBytes(50));
      await change(site, place, 'PATCH', {
        body: { metadata: [{ type: 'file', file_id: other.file_id }] },
      });
    }
  }
}

/** Begins a resumable upload or goes on with one. Nobody names its file, or it is sent. */
async function resume(site: Site, isPatient = false): Promise<void> {
  const { random, begun, threads, token, stored } = site;
  const client = { url: anyUrl(site), token, random };
  const isNew = begun.length === 0 || (!isPatient && begun.length < 10 && random.chance(0.5));
  const one = (isNew ? undefined : begun.shift()) ?? (await beginUpload(client));
  let file: UploadedFile | undefined;
  try {
    file = await continueUpload(client, one, threads[0] ?? '', isPatient);
  } catch (error) {
    if (!isPatient) begun.push(one);
    throw error;
  }
  if (file === undefined) {
    begun.push(one);
    return;
  }
  site.uploads += 1;
  stored.set(contentKey(file.file_id), sha256(one.content));
  // (Only once: after a failure, the message may be there, and its thread may have been deleted with the file.)
  if (random.chance(0.8)) await send(site, file);
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function read(site: Site, address: string): Promise<string> {
  const response = await fetch(new URL(new URL(address).pathname, anyUrl(site)), {
    headers: headersOf(site),
  });
  if (!response.ok) throw new Error(`a file could not be read: ${response.status}`);
  return sha256(await response.bytes());
}

/** Kills the processes that examine files, also while they do. */
function killWorkers({ nodes }: Site): void {
  const servers = new Set([...nodes.values()].map(({ process }) => process.pid));
  for (const worker of listProcesses())
    if (servers.has(worker.parent) && worker.command.includes('media/worker.ts')) kill(worker.pid);
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

const headersOf = ({ key }: Site) => ({ 'x-api-key': key });

async function upload(site: Site, content: Buffer): Promise<UploadedFile> {
  const response = await fetch(`${anyUrl(site)}/file/v1.0/file`, {
    method: 'POST',
    headers: {
      ...headersOf(site),
      ...(site.random.chance(0.5) ? { 'idempotency-key': randomBytes(8).toString('hex') } : {}),
    },
    body: uploadForm({ content }),
    signal: AbortSignal.timeout(10_000),
  });
  const { data } = (await response.json()) as { data?: UploadedFile };
  if (data !== undefined) site.uploads += 1;
  if (data === undefined) throw new Error(`the upload was refused with ${response.status}`);
  return data;
}

async function cutOff(site: Site, content: Buffer): Promise<void> {
  const body = Buffer.concat([
    Buffer.from('--cut\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\n'),
    content,
  ]);
  const chunks = async function* () {
    yield body.subarray(0, site.random.between(0, body.length));
    throw new Error('cut off');
  };
  const headers = { ...headersOf(site), 'content-type': 'multipart/form-data; boundary=cut' };
  const stream = ReadableStream.from(chunks());
  await fetch(`${anyUrl(site)}/file/v1.0/file`, {
    method: 'POST',
    headers,
    body: stream,
    duplex: 'half',
  });
}

async function send(site: Site, file: UploadedFile): Promise<{ thread_id: string; seq: number }> {
  const { random, threads } = site;
  const response = await fetch(`${anyUrl(site)}/open-api/v1.0/chat/messages`, {
    method: 'POST',
    headers: { ...headersOf(site), 'content-type': 'application/json', prefer: 'return=representation' },
    body: JSON.stringify({
      sender: { user_id: 'user1' },
      target: { thread_id: threads[random.between(0, threads.length - 1)] },
      body: { metadata: [{ type: 'file', file_id: file.file_id }] },
    }),
    signal: AbortSignal.timeout(5_000),
  });
  const { data } = (await response.json()) as { data?: { messages: { thread_id: string; seq: number }[] } };
  const [message] = data?.messages ?? [];
  if (message === undefined) throw new Error(`the send was refused with ${response.status}`);
  return message;
}

/** Others send to it and pass its files on at the same time. */
async function deleteThread(site: Site): Promise<void> {
  const { random, threads, newThread } = site;
  const place = random.between(1, threads.length - 1);
  const another = await newThread();
  const gone = threads[place] ?? '';
  threads[place] = another;
  await request(site, 'DELETE', gone);
}

const change = (
  site: Site,
  { thread_id, seq }: { thread_id: string; seq: number },
  method: string,
  body?: object,
) => request(site, method, `${thread_id}/messages/${seq}`, body);

async function request(site: Site, method: string, path: string, body?: object): Promise<void> {
  const response = await fetch(`${anyUrl(site)}/open-api/v1.0/chat/threads/${path}`, {
    method,
    headers: { ...headersOf(site), ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(5_000),
  });
  if (!response.ok) throw new Error(`the change was refused with ${response.status}`);
}

interface FileRow {
  id: UploadedFile['file_id'];
  size: string;
  thumbnail_size: string | null;
  messages: number;
}

/** All objects, also unfinished ones, by their keys. */
function contentsOfFolder(objects: string): Map<string, Buffer> {
  const files = readdirSync(objects, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(files.map((path) => [relative(objects, path), readFileSync(path)]));
}

async function contentsOfBucket(objects: Objects): Promise<Map<string, Buffer>> {
  const contents = new Map<string, Buffer>();
  const collect = async (key: string): Promise<void> => {
    const found = await objects.get(key);
    if (found !== undefined) contents.set(key, Buffer.concat(await found.content.toArray()));
    for await (const names of objects.list(key)) for (const name of names) await collect(`${key}/${name}`);
  };
  for (const folder of ['files', 'uploads']) await collect(folder);
  return contents;
}

async function complaintsOf(
  server: TestServer,
  { stored: before }: Site,
  contents: ReadonlyMap<string, Buffer>,
): Promise<string[]> {
  const rows = await server.database.sql<FileRow>(
    `select id, size, thumbnail_size, (select count(*)::int from messages where file_id = f.id) as messages from files f`,
  );
  const dangling = await server.database.sql<{ file_id: string }>(
    `select file_id from messages m where file_id is not null and not exists (
       select from files f where f.id = m.file_id and f.state = 'stored')`,
  );
  const wanted = new Set<string>();
  const complaints = dangling.map(({ file_id }) => `a message names the file ${file_id}, which is gone`);
  for (const { id, size, thumbnail_size, messages } of rows) {
    if (messages === 0) complaints.push(`no message names ${id}`);
    const sizes = { [contentKey(id)]: size, ...(thumbnail_size && { [thumbnailKey(id)]: thumbnail_size }) };
    for (const [key, bytes] of Object.entries(sizes)) {
      wanted.add(key);
      const content = contents.get(key);
      if (content === undefined) continue;
      if (content.length !== Number(bytes))
        complaints.push(`${key} has ${content.length} bytes, not ${bytes}`);
      if ((before.get(key) ?? sha256(content)) !== sha256(content))
        complaints.push(`${key} has other bytes than were uploaded`);
    }
  }
  const lost = [...wanted].filter((key) => !contents.has(key));
  const ownerless = [...contents.keys()].filter((key) => !wanted.has(key));
  return [
    ...complaints,
    ...lost.map((key) => `${key} is missing`),
    ...ownerless.map((key) => `${key} belongs to nothing`),
    ...(rows.length === 0 ? ['nothing was stored at all'] : []),
  ];
}

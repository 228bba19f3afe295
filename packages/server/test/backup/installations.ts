import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import type { UploadedFile } from '@palaver/protocol/files';
import pg from 'pg';
import { Agent, FormData, request } from 'undici';
import { onTestFinished } from 'vitest';
import { createLog } from '../../src/platform/log.ts';
import { useEmbeddedPostgres } from '../../src/storage/embedded/embedded-postgres.ts';
import {
  type Finished,
  newDataDir,
  type RunningPalaver,
  runPalaver,
  type StartedCommand,
  startCommand,
} from '../harness/palaver.ts';
import { listProcesses } from '../harness/processes.ts';
import { until } from '../harness/until.ts';

/* What the system tests of backups do to installations, each a data folder with its embedded database. */

/** A stored file, and what its bytes must be. */
export interface StoredFile {
  id: string;
  /** The path at which any server on the installation, or on a copy of it, serves the file. */
  path: string;
  sha256: string;
}

/** The place of a message. */
export interface Place {
  thread: string;
  seq: number;
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Requests of a back end over connections that stay open. They end with the test. */
export class BackEnd {
  readonly #url: string;
  readonly #key: string;
  readonly #agent = new Agent();

  constructor(url: string, key: string) {
    this.#url = url;
    this.#key = key;
    onTestFinished(() => this.#agent.destroy());
  }

  /** Returns `data`; rejects unless the response is M200. */
  async ok<Data>(method: 'POST' | 'DELETE', path: string, body?: object | FormData): Promise<Data> {
    const isForm = body instanceof FormData;
    const { body: answer } = await request(this.#url + path, {
      method,
      dispatcher: this.#agent,
      headers: {
        'x-api-key': this.#key,
        prefer: 'return=representation',
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : isForm ? body : JSON.stringify(body),
    });
    const { message_code, data } = (await answer.json()) as { message_code: string; data: Data };
    if (message_code !== 'M200') throw new Error(`${method} ${path} was answered with ${message_code}`);
    return data;
  }

  /** Creates users and returns the thread of all of them. */
  async newThread(name: string, userIds: readonly string[]): Promise<string> {
    const users = userIds.map((user_id) => ({ user_id, display_name: user_id }));
    await this.ok('POST', '/user/v1.0/users/batch', { users });
    const [owner_id, ...member_ids] = userIds;
    const group = { name, owner_id, member_ids, id_type: 2 };
    const { thread_id } = await this.ok<{ thread_id: string }>('POST', '/open-api/v1.0/chat/threads', group);
    return thread_id;
  }

  async send(thread: string, body: object): Promise<Place> {
    const message = { sender: { user_id: 'ann' }, target: { thread_id: thread }, body };
    const { messages } = await this.ok<{ messages: { seq: number }[] }>(
      'POST',
      '/open-api/v1.0/chat/messages',
      message,
    );
    const [sent] = messages;
    if (sent === undefined) throw new Error('a send stored no message');
    return { thread, seq: sent.seq };
  }

  sendText(thread: string, text: string): Promise<Place> {
    return this.send(thread, { text, metadata: [{ type: 'text' }] });
  }

  sendFile(thread: string, { id }: StoredFile): Promise<Place> {
    return this.send(thread, { metadata: [{ type: 'file', file_id: id }] });
  }

  deleteMessage({ thread, seq }: Place): Promise<unknown> {
    return this.ok('DELETE', `/open-api/v1.0/chat/threads/${thread}/messages/${seq}`);
  }

  async upload(content: Buffer): Promise<StoredFile> {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(content)]), 'notes.bin');
    const { file_id, source_url } = await this.ok<UploadedFile>('POST', '/file/v1.0/file', form);
    return { id: file_id, path: new URL(source_url).pathname, sha256: sha256(content) };
  }

  /** The SHA-256 of the bytes that the server sends for a file; or the status of its refusal. */
  async download(path: string): Promise<string> {
    const { statusCode, body } = await request(this.#url + path, {
      dispatcher: this.#agent,
      headers: { 'x-api-key': this.#key },
    });
    const bytes = await body.bytes();
    return statusCode === 200 ? sha256(bytes) : `status ${statusCode}`;
  }
}

/** An installation with a server, and a thread with messages. */
export interface Site {
  server: RunningPalaver;
  dataDir: string;
  /** Of the backups. */
  place: string;
  backEnd: BackEnd;
  thread: string;
}

const settingsOf = (dataDir: string, place: string) => ({ DATA_DIR: dataDir, PALAVER_BACKUP_TO: place });

/** Runs `palaver backup …` to its end. */
export function backup(args: string[], dataDir: string, place: string): Promise<Finished> {
  return runPalaver(['backup', ...args], settingsOf(dataDir, place));
}

/** Starts `palaver backup …`; it ends with the test. */
export function startBackup(args: string[], dataDir: string, place: string): StartedCommand {
  return startCommand(['backup', ...args], settingsOf(dataDir, place));
}

/** A row of `palaver backup list`. */
export interface ListedBackup {
  id: string;
  state: 'complete' | 'incomplete' | 'damaged';
  messages: number | null;
}

export async function listBackups(dataDir: string, place: string): Promise<ListedBackup[]> {
  const { code, stdout, stderr } = await backup(['list', '--json'], dataDir, place);
  if (code !== 0) throw new Error(`the backups cannot be listed: ${stderr}`);
  return JSON.parse(stdout) as ListedBackup[];
}

/** Copies the key of an installation's secrets to another data folder: a restore needs it. */
export function copySecretsKey(from: string, to = newDataDir()): string {
  copyFileSync(join(from, 'secrets-key'), join(to, 'secrets-key'));
  return to;
}

/** Runs work in a session of the test's own, beside a server or without one. */
export async function inDatabase<T>(dataDir: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const log = createLog('fatal');
  const postgres = await useEmbeddedPostgres({ dataDir, holder: 'a test', runAs: undefined, log });
  const client = new pg.Client(postgres.connection);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end();
    await postgres.stop();
  }
}

export async function stop({ process, exited }: RunningPalaver): Promise<void> {
  process.kill('SIGTERM');
  await exited;
}

/** Resolves when no process uses a data folder. After a kill, the guard stops PostgreSQL, and an `initdb` runs to its end. */
export async function untilQuiet(dataDir: string): Promise<void> {
  const paths = [dataDir, realpathSync(dataDir)];
  await until(
    async () =>
      listProcesses().every(({ command }) => !paths.some((path) => command.includes(path))) || undefined,
    60,
  );
}

/** The names in a folder; none if there is no such folder. */
export const namesIn = (path: string): string[] => (existsSync(path) ? readdirSync(path) : []);

/** The SHA-256 of each file of an installation by its key, such as `files/4f/4f1c…/content`. */
export function filesIn(dataDir: string): Record<string, string> {
  const objects = join(dataDir, 'objects');
  if (!existsSync(objects)) return {};
  const paths = readdirSync(objects, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    // A killed process leaves unfinished files behind, under names that no key has.
    .filter((path) => !basename(path).startsWith('.'));
  return Object.fromEntries(
    paths.toSorted().map((path) => [relative(objects, path), sha256(readFileSync(path))]),
  );
}

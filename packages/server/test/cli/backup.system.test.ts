import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newDataDir, type RunningPalaver, runPalaver, startPalaver } from '../harness/palaver.ts';
import { isSwiftMissing, type Swift, startSwift } from '../harness/swift.ts';
import { uploadForm } from '../harness/upload.ts';

/** Sends a message with a file, and returns the text. */
async function say({ url, key }: RunningPalaver, text: string): Promise<void> {
  const call = async (path: string, body: FormData | object) => {
    const isForm = body instanceof FormData;
    const headers = { 'x-api-key': key(), ...(isForm ? {} : { 'content-type': 'application/json' }) };
    const response = await fetch(url + path, {
      method: 'POST',
      headers,
      body: isForm ? body : JSON.stringify(body),
    });
    const answer = (await response.json()) as { message_code: string; data: { file_id: string } };
    expect(answer).toMatchObject({ message_code: 'M200' });
    return answer.data;
  };
  await call('/user/v1.0/users/batch', {
    users: ['ann', 'bob'].map((user_id) => ({ user_id, display_name: user_id })),
  });
  const { file_id } = await call('/file/v1.0/file', uploadForm({ content: `the file of ${text}` }));
  await call('/open-api/v1.0/chat/messages', {
    sender: { user_id: 'ann' },
    target: { user_ids: ['bob'] },
    body: { text, metadata: [{ type: 'file', file_id }] },
  });
}

/** A folder to restore into, with the key that a backup does not have. */
function emptyFolder({ dataDir }: RunningPalaver): string {
  const folder = newDataDir();
  copyFileSync(join(dataDir, 'secrets-key'), join(folder, 'secrets-key'));
  return folder;
}

async function keyPair(): Promise<{ recipient: string; identity: string }> {
  const { stdout } = await runPalaver(['backup', 'key', '--json'], {});
  return JSON.parse(stdout) as { recipient: string; identity: string };
}

const CLEAN = 'Looked at: threads 1, messages 1, log entries 2.\nEverything adds up.\n';

test('a backup is made beside a server, listed, verified, and restored elsewhere', async () => {
  const palaver = await startPalaver();
  await say(palaver, 'hello');
  const place = newDataDir();
  const at = { DATA_DIR: palaver.dataDir, PALAVER_BACKUP_TO: place };
  const made = await runPalaver(['backup', 'create'], at);
  expect(made).toMatchObject({ code: 0, stderr: '' });
  const [, id = ''] =
    /^Backup (\S+): threads 1, messages 1, files 1 \(new 1\), [0-9.]+ kB\.\n$/.exec(made.stdout) ?? [];

  await say(palaver, 'later');
  const later = await runPalaver(['backup', 'create', '--json', '--place', place], {
    DATA_DIR: palaver.dataDir,
  });
  const second = JSON.parse(later.stdout) as { id: string };
  expect(second).toMatchObject({ messages: 2, files: 2, is_encrypted: false });
  const listed = await runPalaver(['backup', 'list', '--json'], at);
  expect(JSON.parse(listed.stdout)).toMatchObject([
    { id, messages: 1, state: 'complete' },
    { id: second.id, messages: 2, state: 'complete' },
  ]);

  expect(await runPalaver(['backup', 'verify', id], at)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(
      `restored into a temporary database.\n${CLEAN}Files: 1, all unchanged.\n`,
    ),
  });
  expect(readdirSync(palaver.dataDir).filter((name) => name.startsWith('verify-'))).toEqual([]);

  const folder = emptyFolder(palaver);
  const restored = await runPalaver(['backup', 'restore', id], { ...at, DATA_DIR: folder });
  expect(restored).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(new RegExp(`^Restored backup ${id}`)),
  });
  expect(restored.stdout).toContain(CLEAN);
  copyFileSync(join(palaver.dataDir, 'api-key'), join(folder, 'api-key'));
  const copy = await startPalaver({}, folder);
  await say(copy, 'and on');
  expect(await runPalaver(['verify'], { DATA_DIR: folder })).toMatchObject({ code: 0 });

  expect(await runPalaver(['backup', 'remove', id, second.id], at)).toMatchObject({ code: 0, stdout: '' });
  expect((await runPalaver(['backup', 'list'], at)).stdout.trim()).toBe('');
  expect(
    readdirSync(place, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('content')),
  ).toEqual([]);
});

test('each mistake gets a one-line error that says what to do', async () => {
  const palaver = await startPalaver();
  const place = newDataDir();
  const at = { DATA_DIR: palaver.dataDir, PALAVER_BACKUP_TO: place };
  const { recipient, identity } = await keyPair();
  const failed = async (args: string[], environment: Record<string, string>) => {
    const { code, stdout, stderr } = await runPalaver(['backup', ...args], environment);
    expect({ code, stdout, lines: stderr.trimEnd().split('\n').length }).toEqual({
      code: 1,
      stdout: '',
      lines: 1,
    });
    return stderr;
  };
  expect(await failed(['create'], { DATA_DIR: palaver.dataDir })).toContain(
    'set PALAVER_BACKUP_TO, or use --place',
  );
  expect(await failed(['list', '--place', 'ftp://somewhere'], at)).toContain('--place must be the path');
  expect(await failed(['create', '--place', 's3://backups'], at)).toContain(
    'PALAVER_BACKUP_S3_ACCESS_KEY_ID',
  );
  expect(await failed(['create'], { ...at, DATA_DIR: newDataDir() })).toContain('There is no database');
  expect(await failed(['create'], { ...at, PALAVER_BACKUP_RECIPIENTS: identity })).toContain(
    'PALAVER_BACKUP_RECIPIENTS must be public keys of age',
  );
  expect(await failed(['verify'], at)).toContain('There is no complete backup in this place.');
  expect(await failed(['restore', '../..'], at)).toContain('There is no complete backup "../.."');
  expect(await failed(['remove', 'none'], at)).toContain('There is no backup none.');

  const made = await runPalaver(['backup', 'create', '--json'], {
    ...at,
    PALAVER_BACKUP_RECIPIENTS: recipient,
  });
  expect(JSON.parse(made.stdout)).toMatchObject({ is_encrypted: true });
  const folder = newDataDir();
  expect(await failed(['restore'], { ...at, DATA_DIR: folder })).toContain('set PALAVER_BACKUP_IDENTITY');
  const withIdentity = { ...at, PALAVER_BACKUP_IDENTITY: identity };
  expect(await failed(['restore'], { ...withIdentity, DATA_DIR: folder })).toContain(
    `${folder}/secrets-key is missing`,
  );
  expect(await failed(['restore'], withIdentity)).toContain('palaver start');
  const other = { ...at, PALAVER_BACKUP_IDENTITY: (await keyPair()).identity };
  expect(await failed(['restore'], { ...other, DATA_DIR: emptyFolder(palaver) })).toContain(
    'to the secret key of one of them',
  );
  expect(await runPalaver(['backup', 'verify'], withIdentity)).toMatchObject({ code: 0 });
});

test('verify exits with 1 for a damaged backup', async () => {
  const palaver = await startPalaver();
  await say(palaver, 'hello');
  const place = newDataDir();
  const at = { DATA_DIR: palaver.dataDir, PALAVER_BACKUP_TO: place };
  await runPalaver(['backup', 'create'], at);
  const copies = readdirSync(place, { recursive: true, encoding: 'utf8' });
  const content = copies.find((name) => name.endsWith('.content')) ?? '';
  cpSync(join(palaver.dataDir, 'api-key'), join(place, content));
  const told = await runPalaver(['backup', 'verify'], at);
  expect(told).toMatchObject({ code: 1, stderr: '' });
  expect(told.stdout).toContain(`${content} in the backup is damaged`);
  expect(told.stdout).toContain('Files: 1, some damaged.\n');
  const asJson = await runPalaver(['backup', 'verify', '--json'], at);
  expect(asJson.code).toBe(1);
  expect(JSON.parse(asJson.stdout)).toMatchObject({
    faults: [expect.stringContaining(content)],
    messages: 1,
  });
});

const AGE = '/usr/bin/age';
if (!existsSync(AGE) && process.env.CI) throw new Error('age is needed: apt-get install age');

test.skipIf(!existsSync(AGE))('age decrypts what a backup has (needs age)', async () => {
  const palaver = await startPalaver();
  await say(palaver, 'hello, age');
  const [place, { recipient, identity }] = [newDataDir(), await keyPair()];
  const made = await runPalaver(['backup', 'create', '--json', '--place', place], {
    DATA_DIR: palaver.dataDir,
    PALAVER_BACKUP_RECIPIENTS: recipient,
  });
  const { id } = JSON.parse(made.stdout) as { id: string };
  const keyFile = join(newDataDir(), 'key');
  writeFileSync(keyFile, `${identity}\n`);
  const decrypt = (path: string) =>
    execFileSync(AGE, ['--decrypt', '--identity', keyFile, join(place, path)]);
  expect(zstdDecompressSync(decrypt(`backups/${id}/tables/messages`)).toString()).toContain('hello, age');
  const files = readdirSync(place, { recursive: true, encoding: 'utf8' });
  const content = files.find((name) => name.endsWith('.content')) ?? '';
  expect(decrypt(content).toString()).toBe('the file of hello, age');
});

describe.skipIf(isSwiftMissing)('backups in a bucket (needs Swift)', () => {
  let swift: Swift;
  beforeAll(async () => {
    swift = await startSwift();
  });
  afterAll(() => swift?.close());

  test('are made, verified and restored, with an access of their own', async () => {
    const palaver = await startPalaver();
    await say(palaver, 'hello');
    const bucket = await swift.newBucket();
    const { recipient, identity } = await keyPair();
    const at = {
      DATA_DIR: palaver.dataDir,
      PALAVER_BACKUP_TO: `s3://${bucket.S3_BUCKET}/palaver/backups`,
      PALAVER_BACKUP_S3_ENDPOINT: bucket.S3_ENDPOINT,
      PALAVER_BACKUP_S3_ACCESS_KEY_ID: bucket.S3_ACCESS_KEY_ID,
      PALAVER_BACKUP_S3_SECRET_ACCESS_KEY: bucket.S3_SECRET_ACCESS_KEY,
      PALAVER_BACKUP_RECIPIENTS: recipient,
      PALAVER_BACKUP_IDENTITY: identity,
    };
    expect(await runPalaver(['backup', 'create'], at)).toMatchObject({ code: 0, stderr: '' });
    expect(await runPalaver(['backup', 'create'], at)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('files 1 (new 0)'),
    });
    expect(await runPalaver(['backup', 'verify'], at)).toMatchObject({ code: 0 });
    const restored = await runPalaver(['backup', 'restore'], { ...at, DATA_DIR: emptyFolder(palaver) });
    expect(restored).toMatchObject({ code: 0, stdout: expect.stringContaining(CLEAN) });
    const refused = await runPalaver(['backup', 'create'], {
      ...at,
      PALAVER_BACKUP_S3_SECRET_ACCESS_KEY: 'wrong',
    });
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('The place for backups: ') });
  });
});

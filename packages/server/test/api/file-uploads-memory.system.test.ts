import { readFileSync, writeFileSync } from 'node:fs';
import type { UploadedFile } from '@palaver/protocol/files';
import { expect, test } from 'vitest';
import { type RunningPalaver, startPalaver } from '../harness/palaver.ts';
import { BYTES, createdPath, TUS, UPLOADS } from '../harness/tus.ts';

const MIB = 2 ** 20;
const CLIENTS = 50;
/** `FILE_MEMORY_MIB=100` before the test command sets the size of each file; that takes 10 GB in the scratch folder. */
const FILE_MIB = Number(process.env.FILE_MEMORY_MIB ?? 8);
/** Less than a third of what is on its way. (Node leaves up to 70 MiB of buffers that are done with, the more the faster the machine is.) */
const MAX_GROWTH_MIB = 128;
const PIECE = Buffer.alloc(MIB / 4, 'piece of a file ');

/** In MiB, from Linux. */
const memory = ({ process }: RunningPalaver, line: 'VmRSS' | 'VmHWM') =>
  Number(
    new RegExp(`^${line}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${process.pid}/status`, 'utf8'))?.[1],
  ) / 1024;

/** How much more memory the server has at most, while the work goes on, than before. */
async function growthDuring(server: RunningPalaver, work: () => Promise<unknown>): Promise<number> {
  const before = memory(server, 'VmRSS');
  // The peak begins anew.
  writeFileSync(`/proc/${server.process.pid}/clear_refs`, '5');
  await work();
  return memory(server, 'VmHWM') - before;
}

/** Each waits here until all have come. */
function gate(): () => Promise<void> {
  const all = Promise.withResolvers<void>();
  let count = 0;
  return () => {
    count += 1;
    if (count === CLIENTS) all.resolve();
    return all.promise;
  };
}

async function userToken(server: RunningPalaver): Promise<string> {
  const headers = { 'x-api-key': server.key() };
  const ask = async (method: string, path: string) => {
    const response = await fetch(`${server.url}/user/v1.0/user/${path}`, { method, headers, body: '{}' });
    return (await response.json()) as { data: { token: string } };
  };
  await ask('PUT', 'ann');
  return (await ask('POST', 'ann/token')).data.token;
}

/** A resumable upload, in one request. */
async function append(server: RunningPalaver, token: string, begun: () => Promise<void>): Promise<void> {
  const length = FILE_MIB * MIB;
  const headers = { ...TUS, authorization: `Bearer ${token}` };
  const created = await fetch(server.url + UPLOADS, {
    method: 'POST',
    headers: { ...headers, 'upload-length': String(length) },
  });
  const body = async function* () {
    for (let piece = 0; piece < 4 * FILE_MIB; piece += 1) {
      yield PIECE;
      if (piece === 0) await begun();
    }
  };
  const { status } = await fetch(server.url + createdPath(created.headers.get('location') ?? ''), {
    method: 'PATCH',
    headers: { ...headers, 'upload-offset': '0', 'content-type': BYTES },
    body: ReadableStream.from(body()),
    duplex: 'half',
  });
  expect(status).toBe(204);
}

const inParallel = <T>(work: () => Promise<T>) => Promise.all(Array.from({ length: CLIENTS }, work));

test.runIf(process.platform === 'linux')(
  'the server needs little memory for 50 uploads at the same time, and for 50 downloads by slow readers',
  { timeout: 60_000 + FILE_MIB * 20_000 },
  async () => {
    // (All uploads of the last step are of one user.)
    const server = await startPalaver({
      PALAVER_CLIENT_CONCURRENT_REQUESTS: '0',
      PALAVER_CLIENT_RATE_LIMIT_WRITES: '0',
    });
    const headers = { 'x-api-key': server.key() };
    const upload = async (mib: number, begun: () => Promise<void>): Promise<UploadedFile> => {
      const body = async function* () {
        yield Buffer.from('--b\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\n');
        for (let piece = 0; piece < 4 * mib; piece += 1) {
          yield PIECE;
          if (piece === 0) await begun();
        }
        yield Buffer.from('\r\n--b--\r\n');
      };
      const response = await fetch(`${server.url}/file/v1.0/file`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'multipart/form-data; boundary=b' },
        body: ReadableStream.from(body()),
        duplex: 'half',
      });
      expect(response.status).toBe(200);
      const { data } = (await response.json()) as { data: UploadedFile };
      return data;
    };
    // Code that the first requests load and compile stays in memory.
    const first = gate();
    await inParallel(() => upload(1, first));
    const second = gate();
    let files: UploadedFile[] = [];
    const uploading = await growthDuring(server, async () => {
      files = await inParallel(() => upload(FILE_MIB, second));
    });
    const reading = gate();
    const downloading = await growthDuring(server, () =>
      Promise.all(
        files.map(async ({ source_url, size }) => {
          const { body } = await fetch(source_url, { headers });
          let bytes = 0;
          for await (const chunk of body ?? []) {
            if (bytes === 0) await reading();
            bytes += chunk.length;
          }
          expect(bytes).toBe(size);
        }),
      ),
    );
    const token = await userToken(server);
    const resuming = gate();
    const appending = await growthDuring(server, () => inParallel(() => append(server, token, resuming)));
    expect(uploading).toBeLessThan(MAX_GROWTH_MIB);
    expect(appending).toBeLessThan(MAX_GROWTH_MIB);
    expect(downloading).toBeLessThan(MAX_GROWTH_MIB);
  },
);

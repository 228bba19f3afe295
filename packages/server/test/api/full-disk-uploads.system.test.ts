import { randomBytes } from 'node:crypto';
import { readdirSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { sweepFiles } from '../../src/domain/operations/files/sweep-files.ts';
import { PACKS } from '../harness/api.ts';
import { myFilesUrl, signIn } from '../harness/client-api.ts';
import { RawConnection } from '../harness/raw-http.ts';
import { recount } from '../harness/recount.ts';
import { createSmallDisk } from '../harness/small-disk.ts';
import { packForm, png, zipOf } from '../harness/sticker-pack.ts';
import { startTestServer } from '../harness/test-server.ts';
import { finishForm, tusClient } from '../harness/tus.ts';
import { until } from '../harness/until.ts';
import { tryUpload, upload, uploadForm } from '../harness/upload.ts';

const MIB = 2 ** 20;
/** Two MiB that no file system can compress. */
const stickers = zipOf({ 'large.png': Buffer.concat([png(), randomBytes(2 * MIB)]) });

/** Without a reserve, the disk itself refuses. With one, it never gets full. */
const RESERVES = ['0', 'auto'];

test.for(RESERVES)(
  'an upload on a full disk is M50700 at every stage and leaves nothing behind; later it succeeds (reserve %s)',
  async (reserve, context) => {
    const disk = createSmallDisk(16 * MIB);
    if (disk === undefined) return context.skip('no file system can be mounted here');
    const server = await startTestServer({ DATA_DIR: disk.path, PALAVER_DISK_RESERVE_BYTES: reserve });
    onTestFinished(server.close);
    const url = await server.app.listen({ host: '127.0.0.1', port: 0 });
    const upload = async () => {
      const headers = { 'x-api-key': server.key };
      const response = await fetch(url + PACKS, { method: 'POST', headers, body: packForm({ stickers }) });
      const { message_code: code } = (await response.json()) as { message_code: string };
      return { code, retryAfter: response.headers.get('retry-after') };
    };
    expect(await upload()).toMatchObject({ code: 'M200' });

    // The disk is full at once, midway through the arriving archive, and when it is copied to the objects.
    for (const leaveBytes of [0, MIB, 3 * MIB]) {
      disk.fill(leaveBytes);
      expect(await upload()).toEqual({ code: 'M50700', retryAfter: '10' });
      expect(readdirSync(join(disk.path, 'temporary'))).toEqual([]);
      disk.empty();
    }
    expect(await upload()).toMatchObject({ code: 'M200' });
  },
);

test.for(['0'])(
  'a picture on a full disk is M50700 at every stage and leaves nothing behind; later it is stored (reserve %s)',
  async (reserve, context) => {
    const disk = createSmallDisk(16 * MIB);
    if (disk === undefined) return context.skip('no file system can be mounted here');
    const server = await startTestServer({ DATA_DIR: disk.path, PALAVER_DISK_RESERVE_BYTES: reserve });
    onTestFinished(server.close);
    // Its metadata is removed, so it is written three times: as it came, without metadata, and to the objects.
    const pixels = randomBytes(3 * 800 * 800);
    const content = await sharp(pixels, { raw: { width: 800, height: 800, channels: 3 } })
      .png()
      .withExif({ IFD0: { Copyright: 'mine' } })
      .toBuffer();
    expect(content.length).toBeGreaterThan(1.8 * MIB);
    const { file_id } = await upload(server, { content });
    const objects = () => readdirSync(join(disk.path, 'objects'), { recursive: true });
    const before = objects();
    for (const leaveBytes of [0, MIB, 3 * MIB, 5 * MIB]) {
      disk.fill(leaveBytes);
      const { body, headers } = await tryUpload(server, { content });
      expect([leaveBytes, body.message_code, headers['retry-after']]).toEqual([leaveBytes, 'M50700', '10']);
      expect(readdirSync(join(disk.path, 'temporary'))).toEqual([]);
      // The sweep needs no room.
      await sweepFiles(server.db, server.objects, new AbortController().signal);
      expect(await server.database.sql('select id from files')).toEqual([{ id: file_id }]);
      expect(objects().filter((name) => !/^files\/..$/.test(String(name)))).toEqual(
        before.filter((name) => !/^files\/..$/.test(String(name))),
      );
      disk.empty();
    }
    await upload(server, { content });
  },
);

test.for(['auto'])(
  'a resumable upload stops with M50700 on a full disk, at every stage, and goes on when there is room (reserve %s)',
  async (reserve, context) => {
    const disk = createSmallDisk(24 * MIB);
    if (disk === undefined) return context.skip('no file system can be mounted here');
    const server = await startTestServer({ DATA_DIR: disk.path, PALAVER_DISK_RESERVE_BYTES: reserve });
    onTestFinished(server.close);
    await server.users(2);
    const ann = await signIn(server, 'user1');
    const thread = await server.group(['user1', 'user2']);
    const tus = tusClient(server, ann.token);
    const content = randomBytes(4 * MIB);
    const id = await tus.begin(content.length, 'noise.bin');
    const objects = () =>
      readdirSync(join(disk.path, 'objects'), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name)
        .toSorted();

    for (const leaveBytes of [0, MIB, 3 * MIB]) {
      const before = [await tus.offsetOf(id), objects()];
      disk.fill(leaveBytes);
      const { status, code, headers } = await tus.append(id, 0, content);
      expect([leaveBytes, status, code, headers['retry-after']]).toEqual([leaveBytes, 507, 'M50700', '10']);
      expect(readdirSync(join(disk.path, 'temporary'))).toEqual([]);
      expect([await tus.offsetOf(id), objects()]).toEqual(before);
      disk.empty();
    }
    expect(await tus.append(id, 0, content)).toMatchObject({ status: 204 });

    const finish = () => ann.call('POST', myFilesUrl(thread), { body: finishForm({ upload_id: id }) });
    const arrived = objects();
    for (const leaveBytes of [0, MIB, 3 * MIB]) {
      disk.fill(leaveBytes);
      const { body } = await finish();
      expect([leaveBytes, body.message_code]).toEqual([leaveBytes, 'M50700']);
      expect(readdirSync(join(disk.path, 'temporary'))).toEqual([]);
      disk.empty();
      await sweepFiles(server.db, server.objects, new AbortController().signal);
      expect(objects()).toEqual(arrived);
      expect(await tus.offsetOf(id)).toBe(content.length);
    }
    const { body } = await finish();
    expect(body).toMatchObject({ message_code: 'M200', data: { name: 'noise.bin', size: content.length } });
  },
);

const RESERVE = 4 * MIB;
const roomOn = (path: string) => {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize - RESERVE;
};

test('an upload begins if all that it announces has room above the reserve, to the byte', async (context) => {
  const disk = createSmallDisk(16 * MIB);
  if (disk === undefined) return context.skip('no file system can be mounted here');
  const server = await startTestServer({ DATA_DIR: disk.path, PALAVER_DISK_RESERVE_BYTES: String(RESERVE) });
  onTestFinished(server.close);
  await server.users(1);
  const tus = tusClient(server, await server.token('user1'));
  const room = roomOn(disk.path);
  expect(await tus.create(room + 1)).toMatchObject({ status: 507, code: 'M50700' });
  expect(await tus.create(room)).toMatchObject({ status: 201 });
  expect(await tus.create(room - 1)).toMatchObject({ status: 201 });
});

test('uploads at once leave the reserve free, whether or not they announce their size, and are refused beyond it', async (context) => {
  const disk = createSmallDisk(24 * MIB);
  if (disk === undefined) return context.skip('no file system can be mounted here');
  const server = await startTestServer({ DATA_DIR: disk.path, PALAVER_DISK_RESERVE_BYTES: String(RESERVE) });
  onTestFinished(server.close);
  const url = await server.app.listen({ host: '127.0.0.1', port: 0 });
  const least: number[] = [];
  const put = async (isAnnounced: boolean) => {
    const form = new Response(uploadForm({ content: Buffer.alloc(2 * MIB, 'x') }));
    const headers = { 'x-api-key': server.key, 'content-type': form.headers.get('content-type') ?? '' };
    const body = isAnnounced ? await form.arrayBuffer() : form.body;
    const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit;
    const answer = await fetch(`${url}/file/v1.0/file`, init);
    least.push(roomOn(disk.path));
    return ((await answer.json()) as { message_code: string }).message_code;
  };
  const announced = Array.from({ length: 4 }, () => put(true));
  expect(await Promise.all(announced)).toEqual(Array.from({ length: 4 }, () => 'M200'));
  // (Those that do not announce it may take the room together, and then have none to finish.)
  const codes = await Promise.all(Array.from({ length: 12 }, (_, index) => put(index % 2 === 0)));
  expect(['M200', 'M50700']).toEqual(expect.arrayContaining(codes));
  expect(codes).toContain('M50700');
  // (Bytes in the buffers of a stream are not yet on the disk when the next upload looks.)
  expect(Math.min(...least)).toBeGreaterThan(-MIB);
  expect(readdirSync(join(disk.path, 'temporary'))).toEqual([]);
  expect(await recount(server.database)).toEqual([]);
  // Announced bytes count until their client has left.
  const held = await RawConnection.open(Number(new URL(url).port));
  onTestFinished(() => held.destroy());
  held.write(
    `POST /file/v1.0/file HTTP/1.1\r\nhost: a\r\nx-api-key: ${server.key}\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: ${Math.floor(roomOn(disk.path) / 2)}\r\n\r\n`,
  );
  await until(async () => readdirSync(join(disk.path, 'temporary')).length > 0 || undefined);
  const small = { content: Buffer.alloc(100, 'x') };
  expect((await tryUpload(server, small)).body.message_code).toBe('M50700');
  held.destroy();
  await until(async () => (await tryUpload(server, small)).body.message_code === 'M200' || undefined);
});

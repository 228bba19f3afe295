import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeOrphans } from '../../src/domain/operations/stickers/remove-files.ts';
import type { RunningJobs } from '../../src/jobs/job-queue.ts';
import { PACKS, packUrl } from '../harness/api.ts';
import { newDataDir, runPalaver, startPalaver } from '../harness/palaver.ts';
import { type Severable, severable } from '../harness/severable.ts';
import { LOTTIE, packForm, png, zipOf } from '../harness/sticker-pack.ts';
import { isSwiftMissing, type S3Settings, type Swift, startSwift } from '../harness/swift.ts';
import { startTestServer, type TestServer } from '../harness/test-server.ts';
import { until } from '../harness/until.ts';
import { namesIn } from '../storage/objects-conformance.ts';

describe.skipIf(isSwiftMissing)('sticker packs in a bucket (needs Swift)', () => {
  let swift: Swift;
  let settings: S3Settings;
  let way: Severable;
  let server: TestServer;
  let jobs: RunningJobs;
  beforeAll(async () => {
    swift = await startSwift();
    settings = await swift.newBucket();
    way = await severable(Number(new URL(settings.S3_ENDPOINT).port));
    server = await startTestServer({ ...settings, S3_ENDPOINT: `http://127.0.0.1:${way.port}` });
    jobs = await server.runJobs();
  });
  afterAll(async () => {
    await jobs?.stop();
    await server?.close();
    way?.close();
    await swift?.close();
  });

  const files = { 'sun.png': png(), 'wave.json': LOTTIE };
  const upload = async () => {
    const { id } = await server.ok('POST', PACKS, { body: packForm({ stickers: zipOf(files) }) });
    return until(async () => {
      const pack = await server.ok('GET', packUrl(id));
      return pack.status === 'uploaded' ? pack : undefined;
    });
  };
  const read = (address: string) => server.app.inject({ url: new URL(address).pathname });
  const folderOf = ({ icon_url }: { icon_url: string }) => `sticker-packs/${icon_url.split('/').at(-2)}`;

  test('are stored, served byte for byte, and removed', async () => {
    const pack = await upload();
    const served = await Promise.all(
      [pack.icon_url, ...pack.stickers.map(({ url }: { url: string }) => url)].map(read),
    );
    expect(served.map(({ rawPayload }) => rawPayload)).toEqual([png(), png(), Buffer.from(LOTTIE)]);
    const folder = folderOf(pack);
    await expect.poll(() => namesIn(server.objects, folder)).toEqual(['1.png', '2.json', 'icon.png']);
    await server.ok('DELETE', packUrl(pack.id));
    await expect.poll(() => namesIn(server.objects, folder)).toEqual([]);
    expect((await read(pack.icon_url)).statusCode).toBe(404);
  });

  test('are swept if they have no row and are old', async () => {
    const pack = await upload();
    const lost = 'sticker-packs/11111111-aaaa';
    await server.objects.put(`${lost}/icon.png`, png());
    await removeOrphans(server.db, server.objects);
    expect(await namesIn(server.objects, lost)).toEqual(['icon.png']);
    // From the other side of an hour.
    await removeOrphans(server.db, server.objects, -60_000);
    expect(await namesIn(server.objects, lost)).toEqual([]);
    expect((await read(pack.icon_url)).rawPayload).toEqual(png());
  });

  test('are M50300 while the bucket is away, and as before when it is back', async () => {
    const pack = await upload();
    const before = await server.ok('GET', PACKS);
    way.isDown = true;
    way.sever();
    const refused = await server.call('POST', PACKS, { body: packForm() });
    expect([refused.body.message_code, refused.headers['retry-after']]).toEqual(['M50300', '1']);
    expect((await read(pack.icon_url)).json()).toMatchObject({ message_code: 'M50300' });
    await server.users(1);
    way.isDown = false;
    expect(await server.ok('GET', PACKS)).toEqual(before);
    expect((await read(pack.icon_url)).rawPayload).toEqual(png());
    await upload();
  });

  test('a start with a wrong bucket says so; without any server it chats nevertheless', async () => {
    const wrong = { ...settings, S3_BUCKET: 'no-such-bucket', DATA_DIR: newDataDir(), PORT: '0' };
    const { code, stderr } = await runPalaver(['start'], wrong);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/"no-such-bucket".*NoSuchBucket/)]);
    const palaver = await startPalaver({ ...settings, S3_ENDPOINT: 'http://127.0.0.1:1' });
    expect(palaver.stderr()).toContain('the object store is unavailable');
    expect((await fetch(`${palaver.url}/health/ready`)).status).toBe(200);
  });
});

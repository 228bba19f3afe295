import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { CLAMD_TIMEOUTS, scanWithClamd } from '../../src/domain/scan/clamd.ts';
import { parseScannerAddress } from '../../src/platform/scanner-address.ts';
import { PACKS } from '../harness/api.ts';
import {
  BAD_TEXT,
  type Clamd,
  EICAR,
  isClamdMissing,
  MAX_SCANNED_BYTES,
  MAX_STREAM_BYTES,
  startClamd,
} from '../harness/clamd.ts';
import { inParallel } from '../harness/in-parallel.ts';
import { scratchFolder } from '../harness/scratch.ts';
import { packForm, png, zipOf } from '../harness/sticker-pack.ts';
import { startTestServer, type TestServer } from '../harness/test-server.ts';
import { until } from '../harness/until.ts';
import { tryUpload, type UploadParts, upload } from '../harness/upload.ts';
import { buildZip } from '../harness/zip-builder.ts';

/** Uploads with the real scanner of ClamAV. */

/** Over TCP, uploads wait for it; over its socket, they do not. */
const SETTINGS = [
  { by: 'tcp', whenAway: 'wait' },
  { by: 'unix', whenAway: 'refuse' },
] as const;

describe.skipIf(isClamdMissing).each(SETTINGS)('uploads that clamd scans by $by', ({ by, whenAway }) => {
  let clamd: Clamd;
  let server: TestServer;
  beforeAll(async () => {
    clamd = await startClamd();
    server = await startTestServer({
      PALAVER_SCAN_URL: clamd.urls[by],
      PALAVER_SCAN_UNAVAILABLE: whenAway,
    });
  });
  afterAll(async () => {
    await server?.close();
    await clamd?.close();
  });
  afterEach(async () => {
    expect(readdirSync(`${server.dataDir}/temporary`)).toEqual([]);
    expect(await server.database.sql('select id from files')).toHaveLength(stored);
  });
  let stored = 0;

  const refusals: [string, string, string, UploadParts][] = [
    ['is EICAR', 'file', 'infected', { content: EICAR }],
    ['has something bad at its end', 'file', 'infected', { content: `${'x'.repeat(1_000_000)}${BAD_TEXT}` }],
    [
      'is a picture with something bad, which would be removed',
      'file',
      'infected',
      { content: Buffer.concat([png(), Buffer.from(BAD_TEXT)]) },
    ],
    [
      'is an archive with something bad',
      'file',
      'infected',
      { content: buildZip([{ name: 'a.txt', content: EICAR, method: 8 }]) },
    ],
    ['has a bad poster', 'poster', 'infected', { poster: Buffer.concat([png(), Buffer.from(BAD_TEXT)]) }],
    [
      'is longer than clamd looks at',
      'file',
      'unscannable',
      { content: Buffer.alloc(MAX_SCANNED_BYTES + 1, 'x') },
    ],
    [
      'is longer than clamd takes',
      'file',
      'unscannable',
      { content: Buffer.alloc(MAX_STREAM_BYTES + 1, 'x') },
    ],
  ];
  test.each(refusals)('that %s are refused: %s, %s', async (_, field, rule, parts) => {
    const { status, body } = await tryUpload(server, parts);
    expect([status, body.message_code, body.errors?.length]).toEqual([400, 'M40014', 1]);
    expect(body.errors?.[0]).toMatchObject({ field, rule });
    expect(JSON.stringify(body)).not.toContain('Test.');
  });

  test('that are longer than clamd takes are so each time, although clamd ends the connection at once', async () => {
    const path = join(scratchFolder(), 'long');
    writeFileSync(path, Buffer.alloc(MAX_STREAM_BYTES + 1, 'x'));
    const address = parseScannerAddress(clamd.urls[by]);
    if (address === undefined) throw new Error('unreachable');
    const { signal } = new AbortController();
    const findings = await inParallel(8, async () => {
      const outcomes: string[] = [];
      for (let count = 0; count < 25; count += 1)
        outcomes.push((await scanWithClamd(address, path, CLAMD_TIMEOUTS, signal)).outcome);
      return outcomes;
    });
    expect(new Set(findings.flat())).toEqual(new Set(['unscannable']));
  });

  test('that are clean are stored', async () => {
    for (const content of [png(), 'text', Buffer.alloc(MAX_SCANNED_BYTES, 'x')])
      await upload(server, { content });
    stored += 3;
  });

  test('that are too large for their kind are so before they are scanned', async () => {
    const content = Buffer.concat([png(), Buffer.alloc(21 * 1024 * 1024)]);
    const { body } = await tryUpload(server, { content });
    expect(body.message_code).toBe('M41300');
  });

  test('of sticker packs are scanned as well', async () => {
    const bad = Buffer.concat([png(), Buffer.from(BAD_TEXT)]);
    for (const [field, part] of [
      ['icon', bad],
      ['stickers', zipOf({ 'a.png': bad })],
    ] as const) {
      const { body } = await server.call('POST', PACKS, { body: packForm({ [field]: part }) });
      expect(body).toMatchObject({ message_code: 'M40013', errors: [{ field, rule: 'infected' }] });
    }
    expect(await server.ok('GET', PACKS)).toEqual([]);
    await server.ok('POST', PACKS, { body: packForm() });
  });

  test.runIf(whenAway === 'wait')('wait while clamd is away', async () => {
    await clamd.stop();
    let hasEnded = false;
    const uploads = ['clean', `bad: ${BAD_TEXT}`].map((content) =>
      tryUpload(server, { content }).finally(() => {
        hasEnded = true;
      }),
    );
    await until(async () => (await gauge(server)) === 0 || undefined);
    expect(hasEnded).toBe(false);
    await clamd.start();
    const answers = await Promise.all(uploads);
    expect(answers.map(({ body }) => body.message_code)).toEqual(['M200', 'M40014']);
    expect(await gauge(server)).toBe(1);
    stored += 1;
  });

  test.runIf(whenAway === 'refuse')('are M50300 at once while clamd is away', async () => {
    await clamd.stop();
    for (const content of ['clean', EICAR]) {
      const { status, headers, body } = await tryUpload(server, { content });
      expect([status, headers['retry-after'], body.message_code]).toEqual([503, '1', 'M50300']);
    }
    expect(await gauge(server)).toBe(0);
    await clamd.start();
    await until(async () => (await gauge(server)) === 1 || undefined);
    await upload(server, { content: 'clean' });
    stored += 1;
  });
});

/** Whether the scanner is there, as `/metrics` says it. */
async function gauge(server: TestServer): Promise<number> {
  const { body } = await server.app.inject({ url: '/metrics', headers: { host: 'localhost' } });
  return Number(/^palaver_scanner_available (\d)$/m.exec(body)?.[1]);
}

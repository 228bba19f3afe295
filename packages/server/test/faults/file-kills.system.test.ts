import { expect, onTestFinished, test } from 'vitest';
import { isSwiftMissing, startSwift } from '../harness/swift.ts';
import { killWhileUploading } from './file-kills.ts';
import { Random } from './random.ts';

/** The short form of invariant 14. `FILE_KILLS=50` before the test command sets the number; a bucket, which is slower, gets a third. */
const KILLS = Number(process.env.FILE_KILLS ?? 3);
const timeout = 60_000 + KILLS * 20_000;

test('kill -9 during uploads and deletions: no message without its bytes, and no bytes without a message', {
  timeout,
}, async () => {
  expect(await killWhileUploading({ kills: KILLS, random: new Random(11) })).toEqual([]);
});

test.skipIf(isSwiftMissing)('the same in a bucket (needs Swift)', { timeout }, async () => {
  const swift = await startSwift();
  onTestFinished(swift.close);
  const bucket = await swift.newBucket();
  const kills = Math.ceil(KILLS / 3);
  expect(await killWhileUploading({ kills, random: new Random(12), bucket })).toEqual([]);
});

import type { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkArchive } from '../../src/domain/sticker-archive/check-archive.ts';
import { checkArchiveInWorker } from '../../src/domain/sticker-archive/check-in-worker.ts';
import { LottieReader } from '../../src/domain/sticker-archive/lottie-reader.ts';
import { inParallel } from '../harness/in-parallel.ts';
import { sampled } from '../harness/seed.ts';
import { buildZip } from '../harness/zip-builder.ts';
import { check, GIF, JPEG, LIMITS, LOTTIE, newPath, PNG, store, WEBP } from './sticker-archive-harness.ts';

/** The kind of a single file in an archive, or its fault. Its name must not matter. */
async function kindOf(content: string | Buffer, name = 'a.png'): Promise<string | undefined> {
  const results = [await check([{ name, content }]), await check([{ name, content, method: 8 }])];
  expect(results[1]).toEqual(results[0]);
  const [result] = results;
  if (result !== undefined && 'faults' in result) {
    expect(result.faults).toMatchObject([{ file: name, rule: 'kind' }]);
    return result.faults[0]?.message;
  }
  return result?.stickers[0]?.kind;
}

const NO_STICKER = 'is not png, gif, webp or a Lottie animation';
const NO_JSON = 'is not valid JSON';
const NO_LOTTIE = 'is JSON, but not a Lottie animation with "v" and "layers"';

/** The header of a PNG of this size in pixels. */
function pngOf(width: number, height: number): Buffer {
  const png = Buffer.from(PNG);
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  return png;
}

describe('kinds', () => {
  test.each([
    ['sun.gif', PNG, 'png'],
    ['sun.JPG', GIF, 'gif'],
    ['SUN.PNG', WEBP, 'webp'],
    ['sun.html', Buffer.from(LOTTIE), 'json'],
    ['sun', PNG, 'png'],
  ])('are detected by content, not by extension: %s', async (name, content, kind) => {
    expect(await kindOf(content, name)).toBe(kind);
  });

  test.each([
    ['of 65535 × 65535', pngOf(65_535, 65_535), 'png'],
    ['with data behind it', Buffer.concat([PNG, Buffer.from('<script>')]), 'png'],
    ['without the chunks after its first one', PNG.subarray(0, 33), 'png'],
    ['without the end of its first chunk', PNG.subarray(0, 32), NO_STICKER],
    ['of its signature alone', PNG.subarray(0, 8), NO_STICKER],
    ['of no width', pngOf(0, 1), NO_STICKER],
    ['of no height', pngOf(1, 0), NO_STICKER],
    ['whose first chunk is another', Buffer.from(PNG).fill('tEXt', 12, 16), NO_STICKER],
    ['whose first chunk has another length', Buffer.from(PNG).fill(14, 11, 12), NO_STICKER],
    ['whose line ends were changed', Buffer.from(PNG).fill('\n', 4, 5), NO_STICKER],
  ])('a PNG %s', async (_, content, kind) => {
    expect(await kindOf(content)).toBe(kind);
  });

  test.each([
    ['a GIF 87a', Buffer.from(GIF).fill('7', 4, 5), 'gif'],
    ['a GIF 88a', Buffer.from(GIF).fill('8', 4, 5), NO_STICKER],
    ["a GIF's signature alone", GIF.subarray(0, 6), NO_STICKER],
    ['a GIF without the end of its screen', GIF.subarray(0, 12), NO_STICKER],
    ['a GIF with a screen descriptor only', GIF.subarray(0, 13), 'gif'],
    ['a lossless WebP', Buffer.from(WEBP).fill('L', 15, 16), 'webp'],
    ['an animated WebP', Buffer.from(WEBP).fill('X', 15, 16), 'webp'],
    ["a WebP's signature alone", WEBP.subarray(0, 12), NO_STICKER],
    ['a sound in RIFF', Buffer.from(WEBP).fill('WAVE', 8, 12), NO_STICKER],
  ])('%s', async (_, content, kind) => {
    expect(await kindOf(content)).toBe(kind);
  });

  test.each([
    ['nothing', ''],
    ['a JPEG', JPEG],
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['HTML', '<!DOCTYPE html><script>alert(1)</script>'],
    ['a script', 'alert(1)'],
    ['an archive', buildZip([{ name: 'b.png', content: PNG }])],
    ['a number', '1'],
    ['text in JSON', '"v, layers"'],
    ['a list', `[${LOTTIE}]`],
    ['space', ' \n '],
    ['zeros', Buffer.alloc(100)],
    ['a PNG behind a space', Buffer.concat([Buffer.from(' '), PNG])],
    ['a byte order mark before a Lottie animation', `\uFEFF${LOTTIE}`],
  ])('%s is not one', async (_, content) => {
    expect(await kindOf(content)).toBe(NO_STICKER);
  });
});

describe('a Lottie animation', () => {
  test('may have expressions: they are stored unchanged, and our pages never run them', async () => {
    expect(LOTTIE).toContain('$bm_rt = time');
    expect(await kindOf(LOTTIE)).toBe('json');
  });

  test.each([
    ['the least', '{"v":"","layers":[]}'],
    ['in any order, with space', ' \r\n\t{ "layers" : [ 1 , { } , [ ] ] , "w" : 1 , "v" : "5" } \n'],
    ['with escaped keys', '{"\\u0076":"5","\\u006c\\u0061\\u0079\\u0065\\u0072\\u0073":[]}'],
    [
      'with every kind of value',
      '{"v":"","layers":[true,false,null,-0.5e-3,0,12E+2,"\\"\\\\\\/\\b\\f\\n\\r\\t\\ud800"]}',
    ],
    ['with the last of equal keys', '{"v":1,"v":"5","layers":{},"layers":[]}'],
    ['with long and odd keys', `{"${'v'.repeat(100)}":1,"":1,"__proto__":1,"v":"5","layers":[]}`],
    ['of 256 levels', `{"v":"","layers":${'['.repeat(255)}${']'.repeat(255)}}`],
    ['with text of all planes', '{"v":"é中😀\u007f\u0080","layers":[]}'],
  ])('passes %s', async (_, content) => {
    expect(await kindOf(content)).toBe('json');
  });

  test.each([
    ['without layers', '{"v":"5"}'],
    ['without a version', '{"layers":[]}'],
    ['with a version that is a number', '{"v":5,"layers":[]}'],
    ['with layers that are an object', '{"v":"5","layers":{}}'],
    ['with layers that are null', '{"v":"5","layers":null}'],
    ['with both, but deeper', '{"nm":{"v":"5","layers":[]}}'],
    ['with both, as values', '{"a":"v","b":"layers"}'],
    ['with the last of equal keys wrong', '{"v":"5","layers":[],"layers":1}'],
    ['with keys in other case', '{"V":"5","Layers":[]}'],
    ['that is empty', '{}'],
  ])('must not have an object %s', async (_, content) => {
    expect(await kindOf(content)).toBe(NO_LOTTIE);
  });

  test('has 256 levels at most', async () => {
    const content = `{"v":"","layers":${'['.repeat(256)}${']'.repeat(256)}}`;
    expect(await kindOf(content)).toBe('is JSON with more than 256 levels');
    expect(await kindOf('{"a":'.repeat(100_000))).toBe('is JSON with more than 256 levels');
  });

  const lottieWith = (value: string) => `{"v":"","layers":[${value}]}`;
  const wrongNumbers = '01 -01 1. .5 -.5 +1 1e 1e+ 1e1.5 - -- 0x1 1_0 1n NaN Infinity';
  const wrongWords = 'True nul nulls undefined a [ ] { } , : /**/ // \u00a0 \f';
  const wrongTexts = `'a' "a "\\ "\\x" "\\u00g0" "\\u12" "a""b" "\n" "\nn" "\t" "\0" "\u001f"`;
  const wrongLists = '[1,] [,1] [1}';
  const wrongObjects = '{a:1} {"a"} {"a":} {"a":1,} {,} {"a"1} {"a":1"b":2} {1:1} {"a":1] {"a":1:2} {"a",1}';
  const wrongValues = [wrongNumbers, wrongWords, wrongTexts, wrongLists, wrongObjects].flatMap((values) =>
    values.split(' '),
  );
  const wrongPairs = ['1 2', 'true false', '[] []', '"a" 1', '1'.repeat(1_001)];

  test.each(sampled('JSON', [...wrongValues, ...wrongPairs]))(
    'must be valid JSON, without %j',
    async (value) => {
      expect(await kindOf(lottieWith(value))).toBe(NO_JSON);
    },
  );

  test.each(['x', '{}', ',', ']', '}', '\0', '"', LOTTIE])(
    'must be valid JSON to its end, without %j behind it',
    async (more) => {
      expect(await kindOf(LOTTIE + more)).toBe(NO_JSON);
    },
  );

  test('must not be in UTF-16', async () => {
    expect(await kindOf(Buffer.from(LOTTIE, 'utf16le'))).toBe(NO_JSON);
  });

  test('must end with a complete character', async () => {
    expect(await kindOf(Buffer.concat([Buffer.from(LOTTIE), Buffer.from('c3', 'hex')]))).toBe(NO_JSON);
  });

  test('must be complete: truncated documents are refused', () => {
    for (let length = 1; length < LOTTIE.length; length += 1) {
      const reader = new LottieReader();
      reader.write(Buffer.from(LOTTIE.slice(0, length)));
      expect(() => reader.end()).toThrow(NO_JSON);
    }
  });

  test.each(['80', 'c0ae', 'c3', 'e28228', 'eda080', 'f4908080', 'f8888080', 'ff', 'f09f98'])(
    'must be UTF-8, without %s',
    async (bytes) => {
      const [before = '', after = ''] = lottieWith('"#"').split('#');
      const content = Buffer.concat([
        Buffer.from(before.padEnd(100)),
        Buffer.from(bytes, 'hex'),
        Buffer.from(after),
      ]);
      expect(await kindOf(content)).toMatch(/^is not /u);
    },
  );

  test('is accepted exactly when `JSON.parse` accepts it, however it is cut into chunks', {
    tags: 'thorough',
  }, () => {
    const json = fc.json({ maxDepth: 4 });
    const document = fc.oneof(
      fc.tuple(json, json, json).map(([v, layers, more]) => `{"x":${more},"v":${v},"layers":${layers}}`),
      fc.tuple(json, json).map(([one, other]) => `{"layers":[${one}],"v":"5","x":${other}}`),
    );
    const change = fc.tuple(fc.nat(), fc.constantFrom(...'{}[]:,"\\ue0-.1t\u0001 \ufffd'.split('')));
    const property = fc.property(
      document,
      fc.array(change, { maxLength: 2 }),
      fc.integer({ min: 1, max: 9 }),
      (text, changes, pieceLength) => {
        const bytes = Buffer.from(text);
        for (const [at, char] of changes) bytes[at % bytes.length] = char.charCodeAt(0);
        expect(readInPieces(bytes, pieceLength)).toBe(isLottie(bytes));
      },
    );
    fc.assert(property, { numRuns: 3_000 });
  });

  function readInPieces(bytes: Buffer, pieceLength: number): boolean {
    const reader = new LottieReader();
    try {
      for (let at = 0; at < bytes.length; at += pieceLength)
        reader.write(bytes.subarray(at, at + pieceLength));
      reader.end();
      return true;
    } catch {
      return false;
    }
  }

  function isLottie(bytes: Buffer): boolean {
    try {
      const value: unknown = JSON.parse(
        new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes),
      );
      const { v, layers } = value as { v?: unknown; layers?: unknown };
      return typeof v === 'string' && Array.isArray(layers);
    } catch {
      return false;
    }
  }
});

describe('in a worker', () => {
  const small = () =>
    store(
      buildZip([
        { name: 'a.png', content: PNG },
        { name: 'b.txt', content: 'text' },
      ]),
    );

  test('the result is the same', async () => {
    const path = await small();
    const answer = await checkArchiveInWorker(path, LIMITS);
    expect(answer).toMatchObject({ faults: [{ file: 'b.txt', rule: 'kind' }] });
    expect(answer).toEqual(await checkArchive(path, LIMITS));
  });

  test('a file system error keeps its code', async () => {
    await expect(checkArchiveInWorker(newPath(), LIMITS)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  /** The maximum number of concurrent workers during `work`; all of them have ended. */
  async function mostAtOnce(work: () => Promise<unknown>): Promise<number> {
    let running = 0;
    let most = 0;
    const count = (worker: Worker) => {
      running += 1;
      most = Math.max(most, running);
      worker.once('exit', () => {
        running -= 1;
      });
    };
    process.on('worker', count);
    await work();
    process.off('worker', count);
    expect(running).toBe(0);
    return most;
  }

  test('two checks run at once, others wait, and all get a result', { tags: 'thorough' }, async () => {
    const path = await small();
    const answer = await checkArchive(path, LIMITS);
    const checkFive = async () => {
      const answers = await inParallel(5, () => checkArchiveInWorker(path, LIMITS));
      expect(answers).toEqual(Array.from({ length: 5 }, () => answer));
    };
    expect(await mostAtOnce(checkFive)).toBe(2);
    // A check releases exactly the places that it took.
    expect(await mostAtOnce(checkFive)).toBe(2);
  });

  // This is too little even for a thread with compiled code; half of it is too little for Node itself.
  const TOO_LITTLE_MB = 4;
  test('a check that needs too much memory is a fault and affects nothing else', async () => {
    expect(await checkArchiveInWorker(await small(), LIMITS, TOO_LITTLE_MB)).toEqual({
      faults: [{ file: '', rule: 'size', message: 'needs too much memory to be checked' }],
    });
    expect(await checkArchiveInWorker(await small(), LIMITS)).toMatchObject({ faults: [{ file: 'b.txt' }] });
  });
});

import { crc32, deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { checkArchive } from '../../src/domain/sticker-archive/check-archive.ts';
import { buildZip, localEntry } from '../harness/zip-builder.ts';
import {
  check,
  checkBytes,
  faultsIn,
  GIF,
  LIMITS,
  LOTTIE,
  MIB,
  namesIn,
  newPath,
  PNG,
  png,
  WEBP,
} from './sticker-archive-harness.ts';

describe('the archive as a whole', () => {
  test('yields its stickers in order: base name, kind, size', async () => {
    const result = await check([
      png('b/sun.png', { method: 8 }),
      { name: 'a.gif', content: GIF },
      { name: 'moon.webp', content: WEBP },
      { name: 'wave.json', content: LOTTIE, method: 8 },
    ]);
    expect(result).toEqual({
      stickers: [
        { name: 'sun.png', kind: 'png', size: PNG.length },
        { name: 'a.gif', kind: 'gif', size: GIF.length },
        { name: 'moon.webp', kind: 'webp', size: WEBP.length },
        { name: 'wave.json', kind: 'json', size: LOTTIE.length },
      ],
    });
  });

  const whole = buildZip([png('a.png'), png('b.png', { method: 8 })]);

  test.each([
    ['an empty file', Buffer.alloc(0)],
    ['one byte', Buffer.from('P')],
    ['an image', PNG],
    ['text', Buffer.from('not a zip'.repeat(100))],
    ['a gzip file', Buffer.from('1f8b080000000000000303000000000000000000', 'hex')],
    ['an archive without its last byte', whole.subarray(0, -1)],
    ['an archive without its directory', whole.subarray(0, 150)],
    ['an archive without its first half', whole.subarray(150)],
    ['an archive with data behind it', Buffer.concat([whole, Buffer.from('more')])],
    ['two archives, one behind the other', Buffer.concat([whole, whole])],
  ])('%s is not a zip archive', async (_, archive) => {
    expect(faultsIn(await checkBytes(archive))).toEqual([['', 'zip']]);
  });

  test('every truncated archive is refused', async () => {
    for (let length = 0; length < whole.length; length += 7)
      expect(faultsIn(await checkBytes(whole.subarray(0, length)))).toEqual([['', 'zip']]);
  });

  test('a missing file is an error, not a fault', async () => {
    await expect(checkArchive(newPath(), LIMITS)).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(checkArchive(import.meta.dirname, LIMITS)).rejects.toMatchObject({ code: 'EISDIR' });
  });

  test('an archive behind a program is refused, wherever its offsets start', async () => {
    const before = Buffer.from('#!/bin/sh\nexit 1\n');
    expect(faultsIn(await check([png('a.png')], { before }))).toEqual([['', 'zip']]);
    expect(faultsIn(await checkBytes(Buffer.concat([before, whole])))).toEqual([['', 'zip']]);
  });

  test.each([
    ['no entries', []],
    ['only folders', [{ name: 'stickers/' }, { name: 'stickers/more/' }]],
    ['only hidden files', [png('.a.png'), png('__MACOSX/a.png'), png('.git/a.png')]],
  ])('an archive with %s has no files', async (_, entries) => {
    expect(await check(entries)).toEqual({ faults: [{ file: '', rule: 'count', message: 'has no files' }] });
  });

  test('500 files pass, 501 do not', { tags: 'thorough' }, async () => {
    const entries = Array.from({ length: 501 }, (_, index) => png(`${index}.png`));
    expect(namesIn(await check(entries.slice(1)))).toHaveLength(500);
    expect(await check(entries)).toEqual({
      faults: [{ file: '', rule: 'count', message: 'has more than 500 files' }],
    });
  });

  test.each([
    ['in 64 bits', { count: 1_000_000, zip64: true }],
    ['in 64 bits, more than a number holds', { count: 2 ** 63, zip64: true }],
    ['in 16 bits', { count: 65_535 }],
  ])('a directory of too many entries is not read: %s', async (_, options) => {
    // There is no directory: reading any entry would find the archive damaged.
    expect(faultsIn(await check([], { directoryOffset: 1_000, ...options }))).toEqual([['', 'count']]);
  });

  test('folders do not count as files, but are limited too', async () => {
    const limits = { ...LIMITS, maxFiles: 1 };
    const folders = Array.from({ length: 1_010 }, (_, index) => ({ name: `${index}/` }));
    expect(namesIn(await check([...folders.slice(1), png('a.png')], {}, limits))).toEqual(['a.png']);
    expect(faultsIn(await check([...folders, png('a.png')], {}, limits))).toEqual([['', 'count']]);
  });

  test('files missing from the count in the end record are not ignored', async () => {
    const entries = [png('a.png'), png('b.png'), png('c.png')];
    expect(faultsIn(await check(entries, { count: 1 }))).toEqual([['', 'zip']]);
    expect(faultsIn(await check(entries, { count: 1, zip64: true }))).toEqual([['', 'zip']]);
    expect(faultsIn(await check(entries, { count: 4 }))).toEqual([['', 'zip']]);
    // As long as the zip64 records between the directory and the end record.
    const hidden = png('hidden'.padEnd(76 - 46));
    expect(faultsIn(await check([png('a.png'), hidden], { count: 1 }))).toEqual([['', 'zip']]);
  });

  test('zip64 works, in the end record and in entries', async () => {
    const entries = [png('a.png', { zip64: true }), png('b.png', { zip64: true, method: 8 }), png('c.png')];
    expect(namesIn(await check(entries, { zip64: true }))).toEqual(['a.png', 'b.png', 'c.png']);
  });

  test.each([
    ['of the zip64 record, beyond safe integers', [], { zip64: true, zip64Offset: 2n ** 64n - 1n }],
    ['of the zip64 record, beyond the file', [], { zip64: true, zip64Offset: 1_000n }],
    ['of the directory, beyond safe integers', [png('a.png')], { zip64: true, directoryOffset: 2n ** 63n }],
    ['of the directory, beyond the file', [png('a.png')], { directoryOffset: 2 ** 31 }],
    [
      'of a file, beyond safe integers',
      [png('a.png'), png('b.png', { zip64: true, offset: 2n ** 64n - 1n })],
      {},
    ],
    ['of a file, beyond the archive', [png('a.png'), png('b.png', { offset: 2 ** 31 })], {}],
    ['of a file, not at its header', [png('a.png'), png('b.png', { offset: 1 })], {}],
  ])('a wrong offset is a fault: %s', async (_, entries, options) => {
    expect(faultsIn(await check(entries, options))).toEqual([['', 'zip']]);
  });

  test('reading past the end of the file is a fault', async () => {
    const message = 'can not be read as a zip archive: unexpected end of the file';
    expect(await check([], { count: 1 })).toEqual({ faults: [{ file: '', rule: 'zip', message }] });
  });

  test('a thousand entries that share one file are refused before anything is unpacked', async () => {
    const content = Buffer.alloc(10 * MIB);
    const bomb = { method: 8, packed: deflateRawSync(content), size: content.length, crc: crc32(content) };
    const shared = Array.from({ length: 999 }, (_, index) => ({ ...bomb, name: `${index}`, offset: 0 }));
    expect(faultsIn(await check([{ ...bomb, name: 'first' }, ...shared]))).toEqual([['', 'overlap']]);
  });

  test('a file inside another file, in the directory or behind it is refused', async () => {
    const inner = png('inner.png');
    const outer = { name: 'outer.png', content: Buffer.concat([PNG, localEntry(inner)]) };
    const insideOuter = localEntry(outer).length - localEntry(inner).length;
    const overlap = [['', 'overlap']];
    expect(faultsIn(await check([outer, { ...inner, offset: insideOuter }]))).toEqual(overlap);
    expect(faultsIn(await check([{ ...inner, offset: insideOuter }, outer]))).toEqual(overlap);
    // Hidden files are not unpacked here, but other programs unpack them.
    expect(faultsIn(await check([outer, { ...png('.hidden'), offset: insideOuter }]))).toEqual(overlap);

    const intoDirectory = png('a.png', { packedSize: PNG.length + 1, size: PNG.length + 1 });
    expect(faultsIn(await check([intoDirectory]))).toEqual(overlap);
    const offset = buildZip([png('a.png'), { ...inner, offset: 0 }]).length;
    const behind = [png('a.png'), { ...inner, offset }];
    expect(faultsIn(await check(behind, { after: localEntry(inner) }))).toEqual([['', 'zip']]);
  });
});

describe('sizes', () => {
  const json = (bytes: number) => Buffer.from(LOTTIE.padEnd(bytes));

  test.each([
    ['stored, smaller', { size: PNG.length - 1 }],
    ['stored, larger', { size: PNG.length + 1 }],
    ['stored, zero', { size: 0 }],
    ['deflated, smaller', { method: 8, size: PNG.length - 1 }],
    ['deflated, larger', { method: 8, size: PNG.length + 1 }],
    ['deflated, zero', { method: 8, size: 0 }],
    ['in zip64, smaller', { method: 8, zip64: true, size: PNG.length - 1 }],
  ])('that are wrong are refused: %s', async (_, lie) => {
    expect(faultsIn(await check([png('a.png'), png('b.png', lie)]))).toEqual([['b.png', 'size']]);
  });

  test.each([
    ['shorter than it is', { packed: deflateRawSync(PNG), packedSize: 20 }],
    ['longer than it is', { packed: Buffer.concat([deflateRawSync(PNG), Buffer.alloc(9)]) }],
    ['nothing', { packed: Buffer.alloc(0) }],
    ['not deflate at all', { packed: PNG }],
  ])('packed content that can not be unpacked is refused: %s', async (_, lie) => {
    const result = await check([png('a.png', { method: 8, ...lie }), png('b.png')]);
    expect(faultsIn(result)).toEqual([['a.png', 'compression']]);
  });

  test('a wrong checksum is refused, stored and deflated', async () => {
    const crc = crc32(PNG) ^ 1;
    const entries = [png('a.png', { crc }), png('b.png', { crc, method: 8 }), png('c.png')];
    expect(faultsIn(await check(entries))).toEqual([
      ['a.png', 'checksum'],
      ['b.png', 'checksum'],
    ]);
  });

  test('have a limit in total, for one huge file and for many', async () => {
    const limits = { ...LIMITS, maxUnpackedBytes: MIB };
    const all = (count: number, bytes: number) =>
      Array.from({ length: count }, (_, index) => ({ name: `${index}`, content: json(bytes), method: 8 }));
    expect(namesIn(await check(all(1, MIB), {}, limits))).toHaveLength(1);
    expect(faultsIn(await check(all(1, MIB + 1), {}, limits))).toEqual([['', 'size']]);
    expect(namesIn(await check(all(64, MIB / 64), {}, limits))).toHaveLength(64);
    expect(faultsIn(await check(all(65, MIB / 64), {}, limits))).toEqual([['', 'size']]);
    const huge = png('a.png', { zip64: true, method: 8, size: 2 ** 60 });
    expect(faultsIn(await check([huge], {}, limits))).toEqual([['', 'size']]);
  });

  test('a file is not unpacked beyond its declared size, so that wrong sizes cannot evade the limit', {
    tags: 'thorough',
  }, async () => {
    const packed = deflateRawSync(Buffer.concat([PNG, Buffer.alloc(64 * MIB)]));
    // The stream is broken after its first part: unpacking further would find another fault.
    packed.fill(0xff, packed.length >> 1);
    const bombs = Array.from({ length: 50 }, (_, index) => png(`${index}`, { method: 8, packed }));
    expect(new Set(faultsIn(await check(bombs)).map(([, rule]) => rule))).toEqual(new Set(['size']));
  });
});

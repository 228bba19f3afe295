import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32, deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkArchive } from '../../src/domain/sticker-archive/check-archive.ts';
import { readStickers } from '../../src/domain/sticker-archive/read-stickers.ts';
import { buildZip, extraField, localEntry, unixMode, type ZipEntry } from '../harness/zip-builder.ts';
import {
  check,
  checkBytes,
  faultsIn,
  GIF,
  LIMITS,
  LOTTIE,
  namesIn,
  newPath,
  PNG,
  store,
  WEBP,
} from './sticker-archive-harness.ts';

const MIB = 1024 * 1024;

const png = (name: string | Buffer, more: Partial<ZipEntry> = {}): ZipEntry => ({
  name,
  content: PNG,
  ...more,
});

describe('the archive as a whole', () => {
  test('is answered as its stickers in their order: base name, kind, size', async () => {
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

  test('every beginning of an archive is refused', async () => {
    for (let length = 0; length < whole.length; length += 7)
      expect(faultsIn(await checkBytes(whole.subarray(0, length)))).toEqual([['', 'zip']]);
  });

  test('a file that is not there is an error, not a fault', async () => {
    await expect(checkArchive(newPath(), LIMITS)).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(checkArchive(import.meta.dirname, LIMITS)).rejects.toMatchObject({ code: 'EISDIR' });
  });

  test('with a program before it is refused, whether offsets count from its start or not', async () => {
    const before = Buffer.from('#!/bin/sh\nexit 1\n');
    expect(faultsIn(await check([png('a.png')], { before }))).toEqual([['', 'zip']]);
    expect(faultsIn(await checkBytes(Buffer.concat([before, whole])))).toEqual([['', 'zip']]);
  });

  test.each([
    ['no entries', []],
    ['only folders', [{ name: 'stickers/' }, { name: 'stickers/more/' }]],
    ['only hidden files', [png('.a.png'), png('__MACOSX/a.png'), png('.git/a.png')]],
  ])('with %s it has no files', async (_, entries) => {
    expect(await check(entries)).toEqual({ faults: [{ file: '', rule: 'count', message: 'has no files' }] });
  });

  test('500 files pass, 501 do not', async () => {
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
    // There is no directory: who reads one entry finds the archive damaged.
    expect(faultsIn(await check([], { directoryOffset: 1_000, ...options }))).toEqual([['', 'count']]);
  });

  test('folders are no files, but there is an end to them', async () => {
    const limits = { ...LIMITS, maxFiles: 1 };
    const folders = Array.from({ length: 1_010 }, (_, index) => ({ name: `${index}/` }));
    expect(namesIn(await check([...folders.slice(1), png('a.png')], {}, limits))).toEqual(['a.png']);
    expect(faultsIn(await check([...folders, png('a.png')], {}, limits))).toEqual([['', 'count']]);
  });

  test('files that the end record does not count are not passed over', async () => {
    const entries = [png('a.png'), png('b.png'), png('c.png')];
    expect(faultsIn(await check(entries, { count: 1 }))).toEqual([['', 'zip']]);
    expect(faultsIn(await check(entries, { count: 1, zip64: true }))).toEqual([['', 'zip']]);
    expect(faultsIn(await check(entries, { count: 4 }))).toEqual([['', 'zip']]);
    // As long as what zip64 has between the directory and the end record.
    const hidden = png('hidden'.padEnd(76 - 46));
    expect(faultsIn(await check([png('a.png'), hidden], { count: 1 }))).toEqual([['', 'zip']]);
  });

  test('zip64 works, in the end record and in entries', async () => {
    const entries = [png('a.png', { zip64: true }), png('b.png', { zip64: true, method: 8 }), png('c.png')];
    expect(namesIn(await check(entries, { zip64: true }))).toEqual(['a.png', 'b.png', 'c.png']);
  });

  test.each([
    ['of the zip64 record, beyond all numbers', [], { zip64: true, zip64Offset: 2n ** 64n - 1n }],
    ['of the zip64 record, beyond the file', [], { zip64: true, zip64Offset: 1_000n }],
    ['of the directory, beyond all numbers', [png('a.png')], { zip64: true, directoryOffset: 2n ** 63n }],
    ['of the directory, beyond the file', [png('a.png')], { directoryOffset: 2 ** 31 }],
    [
      'of a file, beyond all numbers',
      [png('a.png'), png('b.png', { zip64: true, offset: 2n ** 64n - 1n })],
      {},
    ],
    ['of a file, beyond the archive', [png('a.png'), png('b.png', { offset: 2 ** 31 })], {}],
    ['of a file, not at its header', [png('a.png'), png('b.png', { offset: 1 })], {}],
  ])('a wrong offset is a fault: %s', async (_, entries, options) => {
    expect(faultsIn(await check(entries, options))).toEqual([['', 'zip']]);
  });

  test('nothing is read where the file has ended', async () => {
    const message = 'can not be read as a zip archive: unexpected end of the file';
    expect(await check([], { count: 1 })).toEqual({ faults: [{ file: '', rule: 'zip', message }] });
  });

  test('a thousand entries that share one file are refused before anything is unpacked', async () => {
    const content = Buffer.alloc(10 * MIB);
    const bomb = { method: 8, packed: deflateRawSync(content), size: content.length, crc: crc32(content) };
    const shared = Array.from({ length: 999 }, (_, index) => ({ ...bomb, name: `${index}`, offset: 0 }));
    expect(faultsIn(await check([{ ...bomb, name: 'first' }, ...shared]))).toEqual([['', 'overlap']]);
  });

  test('neither does a file lie inside another, in the directory or behind it', async () => {
    const inner = png('inner.png');
    const outer = { name: 'outer.png', content: Buffer.concat([PNG, localEntry(inner)]) };
    const insideOuter = localEntry(outer).length - localEntry(inner).length;
    const overlap = [['', 'overlap']];
    expect(faultsIn(await check([outer, { ...inner, offset: insideOuter }]))).toEqual(overlap);
    expect(faultsIn(await check([{ ...inner, offset: insideOuter }, outer]))).toEqual(overlap);
    // Hidden files are not unpacked here, but elsewhere they are.
    expect(faultsIn(await check([outer, { ...png('.hidden'), offset: insideOuter }]))).toEqual(overlap);

    const intoDirectory = png('a.png', { packedSize: PNG.length + 1, size: PNG.length + 1 });
    expect(faultsIn(await check([intoDirectory]))).toEqual(overlap);
    const offset = buildZip([png('a.png'), { ...inner, offset: 0 }]).length;
    const behind = [png('a.png'), { ...inner, offset }];
    expect(faultsIn(await check(behind, { after: localEntry(inner) }))).toEqual([['', 'zip']]);
  });

  test('whatever bytes change, the answer is stickers or faults', async () => {
    const archive = buildZip(
      [
        png('a.png', { method: 8 }),
        { name: 'b.json', content: LOTTIE, method: 8 },
        png('c/c.png', { zip64: true }),
      ],
      { zip64: true },
    );
    const change = fc.record({ at: fc.nat(archive.length - 1), to: fc.constantFrom(0, 1, 0x7f, 0x80, 0xff) });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
        const changed = Buffer.from(archive);
        for (const { at, to } of changes) changed[at] = to;
        const result = await checkBytes(changed);
        return 'stickers' in result || result.faults.length > 0;
      }),
      { numRuns: 300 },
    );
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
  ])('that lie are refused: %s', async (_, lie) => {
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

  test('together they have a limit, of one huge file and of many', async () => {
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

  test('a file is not unpacked further than it says, so that lies do not get around the limit', async () => {
    const packed = deflateRawSync(Buffer.concat([PNG, Buffer.alloc(64 * MIB)]));
    // Behind its first part the stream is broken: who goes on unpacking finds another fault.
    packed.fill(0xff, packed.length >> 1);
    const bombs = Array.from({ length: 50 }, (_, index) => png(`${index}`, { method: 8, packed }));
    expect(new Set(faultsIn(await check(bombs)).map(([, rule]) => rule))).toEqual(new Set(['size']));
  });
});

describe('names', () => {
  test.each([
    '../a.png',
    '..\\a.png',
    'b/../../a.png',
    'b\\..\\a.png',
    'b/..',
    '..',
    '/a.png',
    '\\a.png',
    '//server/share/a.png',
    '\\\\server\\share\\a.png',
    '\\\\?\\C:\\a.png',
    'C:\\a.png',
    'c:/a.png',
    'C:a.png',
    ' /a.png',
    '.. /a.png',
    ' ../a.png',
    'b/ .. /a.png',
    '%2e%2e/a.png',
    '%2E%2E%2Fa.png',
    '..%5ca.png',
    '．．/a.png',
    '..／a.png',
    '..∕a.png',
    '../.hidden',
    '__MACOSX/../../a.png',
  ])('that lead out of the archive are refused: %s', async (name) => {
    expect(faultsIn(await check([png('b.png'), png(name)]))).toEqual([[name.replaceAll('\\', '/'), 'path']]);
  });

  test('an overlong ".." is not UTF-8', async () => {
    const name = Buffer.concat([Buffer.from([0xc0, 0xae, 0xc0, 0xae]), Buffer.from('/a.png')]);
    const result = await check([{ ...png(name), flags: 0x800 }]);
    expect(faultsIn(result).map(([, rule]) => rule)).toEqual(['name']);
  });

  test('dots that lead nowhere are kept', async () => {
    const names = ['a..png', 'b...png', 'c..', '100%.png', '%2e.png'];
    expect(namesIn(await check(names.map((name) => png(`x.././${name}`))))).toEqual(names);
  });

  test('folders, `__MACOSX` and names that begin with a dot are passed over, whatever is in them', async () => {
    const result = await check([
      { name: 'pack/', attributes: unixMode(0o40755) },
      { name: 'pack', attributes: unixMode(0o40755) },
      png('pack/a.png'),
      { name: '__MACOSX/pack/._a.png', content: 'resource fork' },
      { name: '.DS_Store', content: 'Bud1' },
      { name: 'pack/.DS_Store', content: 'Bud1', method: 99, flags: 1 },
      { name: '.git/link', content: '../HEAD', attributes: unixMode(0o120777) },
      png('pack/b.png'),
    ]);
    expect(namesIn(result)).toEqual(['a.png', 'b.png']);
  });

  test.each([
    ['symbolic link', 0o120777],
    ['pipe', 0o010644],
    ['character device', 0o020644],
    ['block device', 0o060644],
    ['socket', 0o140755],
  ])('a %s is refused', async (_, mode) => {
    const result = await check([png('a.png', { attributes: unixMode(mode) }), png('b.png')]);
    expect(faultsIn(result)).toEqual([['a.png', 'link']]);
  });

  test('files without a type in their attributes are files', async () => {
    expect(
      namesIn(await check([png('a.png', { attributes: 0 }), png('b.png', { attributes: 0x20 })])),
    ).toEqual(['a.png', 'b.png']);
  });

  test.each([
    ['exactly', 'a.png', 'b/a.png'],
    ['but for case', 'a.png', 'A.PNG'],
    ['but for case beyond ASCII', 'ä.png', 'b/Ä.png'],
    ['but for composition', '\u00e9.png', 'e\u0301.png'],
    ['but for case and composition', '\u00e9.png', 'E\u0301.png'],
  ])('that are equal are refused: %s', async (_, first, second) => {
    expect(faultsIn(await check([png(first), png(second), png('other.png')]))).toEqual([
      [second, 'duplicate'],
    ]);
  });

  test('are shown composed', async () => {
    expect(namesIn(await check([png('e\u0301.png')]))).toEqual(['\u00e9.png']);
  });

  test('are UTF-8, flagged or not; what is not UTF-8 is of the old code page', async () => {
    const entries = [png('солнце.png'), png(Buffer.from('月.png')), png(Buffer.from([0x81, 0x2e, 0x70]))];
    expect(namesIn(await check(entries))).toEqual(['солнце.png', '月.png', 'ü.p']);
  });

  test('stand in a field of their own in archives of Info-ZIP', async () => {
    const name = Buffer.from('moon.png');
    const field = (text: string, crc = crc32(name)) => {
      const head = Buffer.from([1, 0, 0, 0, 0]);
      head.writeUInt32LE(crc, 1);
      return extraField(0x7075, Buffer.concat([head, Buffer.from(text, 'latin1')]));
    };
    expect(namesIn(await check([png(name, { extra: field('sun.png') })]))).toEqual(['sun.png']);
    expect(namesIn(await check([png(name, { extra: field('sun.png', 0) })]))).toEqual(['moon.png']);
    expect(faultsIn(await check([png(name, { extra: field('../sun.png') })]))).toEqual([
      ['../sun.png', 'path'],
    ]);
    expect(faultsIn(await check([png(name, { extra: field('\xff.png') })]))).toEqual([
      ['\ufffd.png', 'name'],
    ]);
  });

  test.each([
    ['a line break', 'a\nb.png'],
    ['a zero byte', 'a.png\0.txt'],
    ['a control character in a folder', 'a\u0007/b.png'],
    ['a control character beyond ASCII', 'a\u0085.png'],
    ['a line separator', 'a\u2028.png'],
    ['nothing', 'a/ '],
    ['a dot', 'a/.'],
    ['256 bytes', `${'é'.repeat(126)}.png`],
  ])('of %s are refused', async (_, name) => {
    expect(faultsIn(await check([png(name), png('other.png')]))).toEqual([[name, 'name']]);
  });

  test('of 255 bytes pass, in any folder', async () => {
    const name = `a${'é'.repeat(125)}.png`;
    expect(Buffer.byteLength(name)).toBe(255);
    expect(namesIn(await check([png(`${'long/'.repeat(100)}${name}`)]))).toEqual([name]);
  });

  test('have paths of 1024 characters at most, so that the directory needs little memory', async () => {
    const path = 'long/'.repeat(204);
    expect(namesIn(await check([png(`${path}abcd`)]))).toEqual(['abcd']);
    expect(faultsIn(await check([png(`${path}abcde`)]))).toEqual([['', 'name']]);
    expect(faultsIn(await check([png('a'), { name: `__MACOSX/${path}` }]))).toEqual([['', 'name']]);
  });
});

describe('faults', () => {
  test('encryption and other methods are refused, before anything of the file is read', async () => {
    const result = await check([
      png('a.png', { flags: 1 }),
      png('b.png', { flags: 1, method: 8 }),
      png('c.png', { method: 99, flags: 1 }),
      ...[1, 6, 9, 12, 14, 20, 93, 95, 98].map((method) => png(`${method}.png`, { method })),
      png('d.png'),
    ]);
    expect(faultsIn(result)).toEqual([
      ['a.png', 'encrypted'],
      ['b.png', 'encrypted'],
      ['c.png', 'encrypted'],
      ...[1, 6, 9, 12, 14, 20, 93, 95, 98].map((method) => [`${method}.png`, 'compression']),
    ]);
    // yauzl reads no further than this flag.
    expect(faultsIn(await check([png('a.png', { flags: 0x41 })]))).toEqual([['', 'zip']]);
  });

  test('a broken extra field is a fault of the archive', async () => {
    const extra = Buffer.from([1, 0, 200, 0, 1]);
    expect(faultsIn(await check([png('a.png', { extra })]))).toEqual([['', 'zip']]);
  });

  test('all are told, in the order of the archive', async () => {
    const result = await check([
      { name: 'a.txt', content: 'text' },
      png('../b.png'),
      png('c.png'),
      png('d.png', { flags: 1 }),
      png('C.png'),
      png('e.png', { crc: 1 }),
    ]);
    expect(faultsIn(result)).toEqual([
      ['a.txt', 'kind'],
      ['../b.png', 'path'],
      ['d.png', 'encrypted'],
      ['C.png', 'duplicate'],
      ['e.png', 'checksum'],
    ]);
  });

  test('are a hundred at most, with names of bounded length', async () => {
    const entries = Array.from({ length: 200 }, (_, index) => png(`${index + 1_000}${'😀'.repeat(300)}`));
    const faults = faultsIn(await check(entries));
    expect(faults).toHaveLength(100);
    for (const [file] of faults) {
      expect(file).toHaveLength(255);
      expect(file.isWellFormed()).toBe(true);
    }
  });
});

describe('reading the stickers', () => {
  test('gives the same names in the same order, with the content as it was sent', async () => {
    const entries: ZipEntry[] = [
      { name: 'pack/' },
      png('pack/e\u0301.png', { method: 8 }),
      { name: '.DS_Store', content: 'Bud1' },
      { name: 'wave.json', content: LOTTIE.padEnd(MIB), method: 8 },
      { name: 'stored.json', content: LOTTIE.padEnd(MIB) },
      { name: 'a.gif', content: GIF },
    ];
    const path = await store(buildZip(entries));
    const read: [string, Buffer][] = [];
    await readStickers(path, async ({ name, content }) => {
      read.push([name, await buffer(content)]);
    });
    expect(read.map(([name]) => name)).toEqual(namesIn(await checkArchive(path, LIMITS)));
    const sent = entries.map(({ content }) => Buffer.from(content ?? ''));
    expect(read.map(([, content]) => content)).toEqual([sent[1], sent[3], sent[4], sent[5]]);
  });

  test('goes on where content is left unread, and ends with the error of whom it gives them to', async () => {
    const path = await store(buildZip([png('a'), { name: 'b', content: LOTTIE.padEnd(MIB) }, png('c')]));
    const names: string[] = [];
    const contents: Readable[] = [];
    const reading = readStickers(path, async ({ name, content }) => {
      names.push(name);
      contents.push(content);
      if (name === 'b') for await (const _ of content) break;
      if (name === 'c') throw new Error('the disk is full');
    });
    await expect(reading).rejects.toThrow('the disk is full');
    expect(names).toEqual(['a', 'b', 'c']);
    expect(contents.map(({ destroyed }) => destroyed)).toEqual([true, true, true]);
  });

  test('fails where the archive is another than the one that was checked', async () => {
    const damaged = await store(buildZip([png('a.png', { crc: 1 })]));
    const linked = await store(buildZip([png('a.png', { attributes: unixMode(0o120777) })]));
    for (const [path, rule] of [
      [damaged, 'checksum'],
      [linked, 'link'],
    ] as const) {
      const reading = readStickers(path, async ({ content }) => void (await buffer(content)));
      await expect(reading).rejects.toMatchObject({ rule });
    }
  });
});

/** Real archives. In CI the tools must be there; elsewhere the test says that they are missing. */
function hasTool(command: string, args: string[], skip: (note: string) => never): void {
  if (spawnSync(command, args).status === 0) return;
  if (process.env.CI !== undefined && command === 'zip') throw new Error('zip is not on the PATH');
  skip(`${command} is not on the PATH`);
}

describe('archives of other programs', () => {
  async function stickerFolder(): Promise<string> {
    const folder = newPath();
    const script = 'mkdir -p "$1/pack/more" "$1/__MACOSX" && ln -s a.png "$1/pack/link.png"';
    expect(spawnSync('sh', ['-c', script, 'sh', folder]).status).toBe(0);
    const files = { 'pack/a.png': PNG, 'pack/more/Ünï.GIF': GIF, 'pack/wave.json': LOTTIE.padEnd(100_000) };
    for (const [name, content] of Object.entries(files)) await writeFile(`${folder}/${name}`, content);
    await writeFile(`${folder}/__MACOSX/._a.png`, 'resource fork');
    return folder;
  }

  test('`zip`: plain, through a pipe, with zip64, with a link, encrypted', async ({ skip }) => {
    hasTool('zip', ['-v'], skip);
    const cwd = await stickerFolder();
    const zip = (...args: string[]): Buffer => {
      const done = spawnSync('zip', ['-q', '-r', ...args], { cwd });
      expect(done.stderr.toString()).toBe('');
      return done.stdout;
    };
    const checkZip = (...args: string[]) => {
      const path = newPath();
      zip(path, ...args);
      return checkArchive(path, LIMITS);
    };
    for (const option of ['-0', '-9', '-fz'])
      expect(namesIn(await checkZip(option, '.', '-x', '*link*')).toSorted()).toEqual([
        'a.png',
        'wave.json',
        'Ünï.GIF',
      ]);
    expect(faultsIn(await checkZip('-y', 'pack'))).toEqual([['pack/link.png', 'link']]);
    const encrypted = faultsIn(await checkZip('-P', 'secret', 'pack', '-x', '*link*'));
    expect(new Set(encrypted.map(([, rule]) => rule))).toEqual(new Set(['encrypted']));

    // Through a pipe the sizes stand behind the content, because they are not known before it.
    expect(namesIn(await checkBytes(zip('-', 'pack/wave.json')))).toEqual(['wave.json']);
  });

  test("Python's zipfile: stored, deflated, bzip2, lzma", async ({ skip }) => {
    hasTool('python3', ['-c', 'import zipfile, bz2, lzma'], skip);
    const cwd = await stickerFolder();
    const script = `
import sys, zipfile
with zipfile.ZipFile(sys.argv[1], 'w', getattr(zipfile, sys.argv[2])) as archive:
    archive.mkdir('pack')
    for name in ['pack/a.png', 'pack/more/Ünï.GIF', 'pack/wave.json']:
        archive.write(name)
    with archive.open('streamed.png', 'w', force_zip64=True) as file:
        file.write(open('pack/a.png', 'rb').read())
`;
    const check = async (method: string) => {
      const path = newPath();
      const done = spawnSync('python3', ['-c', script, path, method], { cwd });
      expect(done.stderr.toString()).toBe('');
      return checkArchive(path, LIMITS);
    };
    const names = ['a.png', 'Ünï.GIF', 'wave.json', 'streamed.png'];
    expect(namesIn(await check('ZIP_STORED'))).toEqual(names);
    expect(namesIn(await check('ZIP_DEFLATED'))).toEqual(names);
    for (const method of ['ZIP_BZIP2', 'ZIP_LZMA']) {
      const rules = faultsIn(await check(method)).map(([, rule]) => rule);
      expect(new Set(rules)).toEqual(new Set(['compression']));
    }
  });
});

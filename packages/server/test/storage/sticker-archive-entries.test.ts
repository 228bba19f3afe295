import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { checkArchive } from '../../src/domain/sticker-archive/check-archive.ts';
import { readStickers } from '../../src/domain/sticker-archive/read-stickers.ts';
import { buildZip, extraField, unixMode, type ZipEntry } from '../harness/zip-builder.ts';
import { check, faultsIn, GIF, LIMITS, LOTTIE, MIB, namesIn, png, store } from './sticker-archive-harness.ts';

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
  ])('that point out of the archive are refused: %s', async (name) => {
    expect(faultsIn(await check([png('b.png'), png(name)]))).toEqual([[name.replaceAll('\\', '/'), 'path']]);
  });

  test('with an overlong ".." are not UTF-8', async () => {
    const name = Buffer.concat([Buffer.from([0xc0, 0xae, 0xc0, 0xae]), Buffer.from('/a.png')]);
    const result = await check([{ ...png(name), flags: 0x800 }]);
    expect(faultsIn(result).map(([, rule]) => rule)).toEqual(['name']);
  });

  test('with harmless dots are kept', async () => {
    const names = ['a..png', 'b...png', 'c..', '100%.png', '%2e.png'];
    expect(namesIn(await check(names.map((name) => png(`x.././${name}`))))).toEqual(names);
  });

  test('of folders, in `__MACOSX` or with a leading dot are ignored, whatever the content', async () => {
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

  test('that Windows keeps in folders are ignored, in any case; others with such words are not', async () => {
    const result = await check([
      { name: 'Thumbs.db', content: 'cache' },
      { name: 'pack/desktop.ini', content: '[.ShellClassInfo]' },
      { name: 'pack\\DESKTOP.INI', content: '[.ShellClassInfo]' },
      { name: 'pack/ehthumbs.db', content: 'cache' },
      png('pack/thumbs.db.png'),
      png('desktop.ini/a.png'),
    ]);
    expect(namesIn(result)).toEqual(['thumbs.db.png', 'a.png']);
    expect(faultsIn(await check([png('a.png'), { name: 'other.db', content: 'x' }]))).toHaveLength(1);
  });

  test.each([
    ['symbolic link', 0o120777],
    ['pipe', 0o010644],
    ['character device', 0o020644],
    ['block device', 0o060644],
    ['socket', 0o140755],
  ])('of a %s are refused', async (_, mode) => {
    const result = await check([png('a.png', { attributes: unixMode(mode) }), png('b.png')]);
    expect(faultsIn(result)).toEqual([['a.png', 'link']]);
  });

  test('without a file type in the attributes are those of files', async () => {
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

  test('are returned composed (NFC)', async () => {
    expect(namesIn(await check([png('e\u0301.png')]))).toEqual(['\u00e9.png']);
  });

  test('are read as UTF-8, flagged or not, otherwise as code page 437', async () => {
    const entries = [png('солнце.png'), png(Buffer.from('月.png')), png(Buffer.from([0x81, 0x2e, 0x70]))];
    expect(namesIn(await check(entries))).toEqual(['солнце.png', '月.png', 'ü.p']);
  });

  test("are read from Info-ZIP's Unicode path field", async () => {
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
  ])('with %s are refused', async (_, name) => {
    expect(faultsIn(await check([png(name), png('other.png')]))).toEqual([[name, 'name']]);
  });

  test('of 255 bytes are accepted, in any folder', async () => {
    const name = `a${'é'.repeat(125)}.png`;
    expect(Buffer.byteLength(name)).toBe(255);
    expect(namesIn(await check([png(`${'long/'.repeat(100)}${name}`)]))).toEqual([name]);
  });

  test('may have paths of at most 1024 characters, so that the directory needs little memory', async () => {
    const path = 'long/'.repeat(204);
    expect(namesIn(await check([png(`${path}abcd`)]))).toEqual(['abcd']);
    expect(faultsIn(await check([png(`${path}abcde`)]))).toEqual([['', 'name']]);
    expect(faultsIn(await check([png('a'), { name: `__MACOSX/${path}` }]))).toEqual([['', 'name']]);
  });
});

describe('faults', () => {
  test("encryption and other methods are refused before the file's content is read", async () => {
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

  test('all faults are listed, in the order of the archive', async () => {
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

  test('at most a hundred faults are listed, with names of bounded length', async () => {
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
  test('gives the same names in the same order, with the content as it was sent', {
    tags: 'thorough',
  }, async () => {
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

  test('continues after unread content, and ends with the error of its callback', async () => {
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

  test('fails if the archive differs from the checked one', async () => {
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

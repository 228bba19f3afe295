import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { fileTypeOf } from '../../../src/domain/media/file-type.ts';
import { fixture, store } from './media-harness.ts';

const typeOf = async (content: Uint8Array | string, name = 'file') => {
  const { kind, mimeType } = await fileTypeOf(store(content), name);
  return `${kind} ${mimeType}`;
};
const UNKNOWN = 'file application/octet-stream';
const OFFICE = 'application/vnd.openxmlformats-officedocument';
const ZIP = Buffer.from('PK\x03\x04\x14\0\0\0', 'latin1');
const OLE = Buffer.from('d0cf11e0a1b11ae1000000', 'hex');
/** The first box of an ISO base media file. */
const ftyp = (major: string, ...compatible: string[]) => {
  const brands = Buffer.from(`ftyp${major}\0\0\0\0${compatible.join('')}`, 'latin1');
  return Buffer.concat([Buffer.of(0, 0, 0, brands.length + 4), brands, Buffer.alloc(16)]);
};

test.for([
  ['report.docx', ZIP, `file ${OFFICE}.wordprocessingml.document`],
  ['REPORT.XLSX', ZIP, `file ${OFFICE}.spreadsheetml.sheet`],
  ['slides.odp', ZIP, 'file application/vnd.oasis.opendocument.presentation'],
  ['pictures.zip', ZIP, 'file application/zip'],
  ['picture.png', ZIP, 'file application/zip'],
  ['letter.doc', OLE, 'file application/msword'],
  ['table.xls', OLE, 'file application/vnd.ms-excel'],
  ['picture.jpg', OLE, UNKNOWN],
  ['a.pdf', '%PDF-1.7\n', 'file application/pdf'],
  ['a.pdf', '\n%PDF-1.7\n', 'file text/plain'],
  ['a.txt', 'Grüße, 日本語 👍\r\n\t', 'file text/plain'],
  ['a.csv', '\ufeffa;b', 'file text/csv'],
  ['a.JSON', '{}', 'file application/json'],
  ['a.md', '# A', 'file text/markdown'],
  ['a.html', '<!doctype html><script>1</script>', 'file text/plain'],
  ['a.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'file text/plain'],
  ['a.xhtml', '<?xml version="1.0"?><html/>', 'file text/plain'],
  ['a.docx', 'no zip', 'file text/plain'],
  ['a.txt', Buffer.of(0xc3), UNKNOWN],
  ['a.txt', Buffer.of(0xff, 0xfe, 0x41, 0), UNKNOWN],
  ['a.txt', 'a\0b', UNKNOWN],
  ['a.txt', '', UNKNOWN],
  ['setup.exe', 'MZ\x90\0', UNKNOWN],
  ['a/../../b.csv', 'a', 'file text/csv'],
  ['constructor', 'a', 'file text/plain'],
  ['.constructor', ZIP, 'file application/zip'],
  ['a.toString', 'a', 'file text/plain'],
  [`${'x'.repeat(10_000)}.md`, 'a', 'file text/markdown'],
] as const)('%s', async ([name, content, expected]) => {
  expect(await typeOf(content, name)).toBe(expected);
});

test.for([
  ['isom', 'video video/mp4'],
  ['mp42', 'video video/mp4'],
  ['M4V ', 'video video/mp4'],
  ['3gp4', 'video video/mp4'],
  ['qt  ', 'video video/quicktime'],
  ['M4A ', 'audio audio/mp4'],
  ['avif', 'image image/avif'],
  ['avis', UNKNOWN],
  ['heic', 'file image/heic'],
  ['mif1', 'file image/heic'],
  ['crx ', UNKNOWN],
] as const)('a file of the brand %s', async ([brand, expected]) => {
  expect(await typeOf(ftyp(brand))).toBe(expected);
});

test('a file of another brand is what it says to be compatible with', async () => {
  expect(await typeOf(ftyp('mif1', 'miaf', 'avif'))).toBe('image image/avif');
  expect(await typeOf(ftyp('abcd', 'efgh', 'iso5'))).toBe('video video/mp4');
});

test.for([
  ['video.mp4', 'video video/mp4'],
  ['video.mov', 'video video/quicktime'],
  ['video.webm', 'video video/webm'],
  ['video.mkv', 'file video/x-matroska'],
  ['video.ogv', UNKNOWN],
  ['audio.m4a', 'audio audio/mp4'],
  ['audio.webm', 'video video/webm'],
  ['opus.ogg', 'audio audio/ogg'],
  ['vorbis.ogg', 'audio audio/ogg'],
  ['tagged.mp3', 'audio audio/mpeg'],
  ['untagged.mp3', 'audio audio/mpeg'],
  ['audio.aac', 'audio audio/aac'],
  ['audio.wav', 'audio audio/wav'],
  ['audio.flac', 'audio audio/flac'],
] as const)('%s has its type whatever its name, from its first bytes on', async ([name, expected]) => {
  const content = await readFile(fixture(name));
  expect(await typeOf(content, 'page.html')).toBe(expected);
  // With only the first few, it is of another type at most.
  for (let length = 1; length < 64; length += 7)
    expect(await typeOf(content.subarray(0, length))).toMatch(/^\w+ [\w/-]+$/);
});

test('an ID3 tag does not decide what follows it', async () => {
  const tag = Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\x01\x00', 'latin1'), Buffer.alloc(128)]);
  expect(await typeOf(Buffer.concat([tag, await readFile(fixture('audio.flac'))]))).toBe('audio audio/flac');
  expect(await typeOf(Buffer.concat([tag, await readFile(fixture('untagged.mp3'))]))).toBe(
    'audio audio/mpeg',
  );
  expect(await typeOf(Buffer.concat([tag, Buffer.from('<script>1</script>')]))).toBe(UNKNOWN);
  expect(await typeOf(Buffer.from('ID3\x04\0\0\x7f\x7f\x7f\x7f', 'latin1'))).toBe(UNKNOWN);
});

test('audio may have four ID3 tags before it', async () => {
  const tag = Buffer.from('ID3\x04\0\0\0\0\0\x01\0', 'latin1');
  const audio = await readFile(fixture('untagged.mp3'));
  for (const [count, expected] of [
    [3, 'audio audio/mpeg'],
    [4, 'audio audio/mpeg'],
    [5, UNKNOWN],
  ] as const)
    expect(await typeOf(Buffer.concat([...Array<Buffer>(count).fill(tag), audio]))).toBe(expected);
});

test('a long text may have a character where the part that is read ends', async () => {
  for (const shift of [0, 1, 2, 3])
    expect(await typeOf(`${'x'.repeat(shift)}${'👍'.repeat(20_000)}`)).toBe('file text/plain');
  expect(await typeOf(Buffer.alloc(100_000, 0x80))).toBe(UNKNOWN);
});

import { isRecord } from '@palaver/protocol/values';
import fc from 'fast-check';
import { LOTTIE, png } from '../harness/sticker-pack.ts';
import { buildZip, localEntry, unixMode } from '../harness/zip-builder.ts';
import { brokenBytes } from './breakage.ts';

/** A part of a `multipart/form-data` body; a file has a name of its own. */
export interface Part {
  name: string;
  content: Buffer;
  fileName?: string;
}

const BOUNDARY = 'boundary-of-the-fuzzer';
export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

export function encodeForm(parts: readonly Part[], end = `--${BOUNDARY}--\r\n`): Buffer {
  const pieces = parts.flatMap(({ name, content, fileName }) => {
    const file = fileName === undefined ? '' : `; filename="${fileName}"\r\ncontent-type: image/png`;
    const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n`;
    return [Buffer.from(head), content, Buffer.from('\r\n')];
  });
  return Buffer.concat([...pieces, Buffer.from(end)]);
}

const PNG = png();
const sticker = { name: 'a.png', content: PNG };
const ARCHIVE = buildZip([
  { ...sticker, method: 8 },
  { name: 'b.json', content: LOTTIE },
]);

export function filePart(name: string, content = name === 'stickers' ? ARCHIVE : PNG): Part {
  return { name, content, fileName: name };
}

/** The fields of a form; files are not among them. */
export function fieldParts(fields: unknown): Part[] {
  return Object.entries(isRecord(fields) ? fields : {}).map(([name, value]) => ({
    name,
    content: Buffer.from(String(value)),
  }));
}

function sized(width: number, height: number): Buffer {
  const image = Buffer.from(PNG);
  image.writeUInt32BE(width, 16);
  image.writeUInt32BE(height, 20);
  return image;
}

/** A thousand directory entries for one local file. */
function overlapping(): Buffer {
  const entries = Array.from({ length: 1_000 }, (_, index) => ({
    ...sticker,
    name: `${index}.png`,
    offset: 0,
  }));
  return buildZip(entries, { before: localEntry(sticker) });
}

/** Images with the wrong type or damaged content. */
const IMAGES: readonly Buffer[] = [
  Buffer.alloc(0),
  sized(65_535, 65_535),
  Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'),
  Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
];

/** Archives with damage, false fields, or forbidden content. Only a few: test/storage has all of them. */
const ARCHIVES: readonly Buffer[] = [
  ARCHIVE.subarray(0, ARCHIVE.length / 2),
  buildZip([sticker], { zip64: true, zip64Offset: 2n ** 60n }),
  overlapping(),
  buildZip([
    { ...sticker, flags: 1, method: 99, attributes: unixMode(0o120777) },
    { ...sticker, name: '../b.png', size: 0xff_ff_ff_f0, method: 8 },
    { name: 'c\u0000.png', content: '<html>' },
    { name: 'd.svg', content: '<svg/>' },
    { name: 'e.zip', content: ARCHIVE },
    { name: 'f.json', content: '['.repeat(100_000) },
    { name: 'g.json', content: Buffer.alloc(8 * 1024 * 1024, 0x20), method: 8 },
  ]),
];

function wrongFile(name: string, index: number): Buffer {
  const files = name === 'stickers' ? ARCHIVES : IMAGES;
  return files[index % files.length] ?? PNG;
}

/** Invalid lists of parts. */
export function brokenLists(parts: readonly Part[]): Part[][] {
  const [first = filePart('icon'), ...rest] = parts;
  const each = (other: (part: Part) => Part[]) =>
    parts.map((part) => parts.flatMap((one) => (one === part ? other(part) : [one])));
  return [
    [],
    ...each(() => []),
    ...each((part) => [part, part]),
    // A field instead of a file, and the reverse.
    ...each(({ fileName, ...field }) => [fileName === undefined ? { ...field, fileName: 'x' } : field]),
    [filePart('nobody asked for'), ...parts.toReversed(), { name: '__proto__', content: PNG }],
    [...Array.from({ length: 200 }, (_, index) => ({ ...first, name: `${index}` })), ...parts],
    [{ ...first, content: Buffer.alloc(200_000, 'a') }, ...rest],
    [{ ...first, content: Buffer.from('a\xff', 'latin1') }, ...rest],
    ...ARCHIVES.map((_, index) =>
      parts.map((part) =>
        part.fileName === undefined ? part : filePart(part.name, wrongFile(part.name, index)),
      ),
    ),
  ];
}

/** Bodies of forms, valid or altered. */
export function brokenForm(parts: readonly Part[]): fc.Arbitrary<Buffer> {
  const list = fc.constantFrom(...brokenLists(parts)).map((other) => encodeForm(other));
  return fc.oneof(list, brokenBytes(fc.constant(encodeForm(parts))));
}

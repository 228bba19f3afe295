import { crc32, deflateSync } from 'node:zlib';

/** A PNG of one pixel. */
export function png(): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const typed = Buffer.concat([Buffer.from(type), data]);
    return Buffer.concat([uint32be(data.length), typed, uint32be(crc32(typed))]);
  };
  const header = Buffer.concat([uint32be(1), uint32be(1), Buffer.from([8, 6, 0, 0, 0])]);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.from([0, 255, 0, 0, 255]))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

export const LOTTIE = '{"v":"5.5.2","layers":[]}';

/** A plain archive of uncompressed files. */
export function zipOf(files: Record<string, Buffer | string>): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const content = Buffer.from(text);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(content.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), content]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(
      Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), common, rest, Buffer.from(name)]),
    );
    locals.push(local);
    offset += local.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(directory.length, 4);
  end.writeUInt16LE(directory.length, 6);
  end.writeUInt32LE(Buffer.concat(directory).length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, ...directory, Buffer.from('PK\x05\x06'), end]);
}

/** The form of a valid upload; given parts replace the defaults, and null leaves a part out. */
export function packForm(
  parts: { name?: string | null; icon?: Buffer | null; stickers?: Buffer | null } = {},
): FormData {
  const {
    name = 'A pack',
    icon = png(),
    stickers = zipOf({ 'sun.png': png(), 'wave.json': LOTTIE }),
  } = parts;
  const form = new FormData();
  if (name !== null) form.append('name', name);
  if (icon !== null) form.append('icon', fileOf(icon), 'icon.png');
  if (stickers !== null) form.append('stickers', fileOf(stickers), 'stickers.zip');
  return form;
}

export function fileOf(content: Buffer): Blob {
  return new Blob([new Uint8Array(content)]);
}

function uint32be(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

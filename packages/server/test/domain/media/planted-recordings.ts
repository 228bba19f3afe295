/* Recordings and HEIC pictures that say where, by whom and with what they were made: each has `SECRET` in all places that are known. */
import { readFileSync } from 'node:fs';
import { fixture, SECRET, withMetadata } from './media-harness.ts';

const text = (value: string) => Buffer.from(value, 'latin1');
const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

/** A box of an ISO base media file. */
export function box(type: string, ...content: (Uint8Array | string)[]): Buffer {
  const whole = Buffer.concat(content.map((part) => (typeof part === 'string' ? text(part) : part)));
  return Buffer.concat([uint32(whole.length + 8), text(type), whole]);
}

const VERSION = Buffer.alloc(4);
const secrets = [
  box(
    'udta',
    box('\xa9xyz', `\0\x20\x15\xc7${SECRET}`),
    box('\xa9mak', `\0\x20\x15\xc7${SECRET}`),
    uint32(0),
  ),
  box('meta', VERSION, box('keys', VERSION, uint32(1), box('mdta', SECRET)), box('ilst', SECRET)),
  box('uuid', Buffer.alloc(16, 7), `<x:xmpmeta>${SECRET}</x:xmpmeta>`),
  box('free', SECRET),
  box('smta', SECRET),
];

/** Rebuilds the boxes on a path, with more in the last one. */
function withBoxes(file: Buffer, path: readonly string[], more: readonly Buffer[]): Buffer {
  const [type, ...rest] = path;
  if (type === undefined) return Buffer.concat([file, ...more]);
  const parts: Buffer[] = [];
  for (let at = 0; at < file.length; ) {
    const end = at + file.readUInt32BE(at);
    const isOnPath = file.toString('latin1', at + 4, at + 8) === type;
    parts.push(
      isOnPath ? box(type, withBoxes(file.subarray(at + 8, end), rest, more)) : file.subarray(at, end),
    );
    at = end;
  }
  return Buffer.concat(parts);
}

interface HiddenTrack {
  handler: string;
  /** Where its chunks are. */
  offsets: readonly number[];
  isLong?: boolean;
}

/** A track that is neither pictures nor sound. */
function hiddenTrack({ handler, offsets, isLong = false }: HiddenTrack): Buffer {
  const table = Buffer.alloc(offsets.length * (isLong ? 8 : 4));
  for (const [index, offset] of offsets.entries())
    if (isLong) table.writeBigUInt64BE(BigInt(offset), 8 * index);
    else table.writeUInt32BE(offset, 4 * index);
  return box(
    'trak',
    box('tkhd', VERSION, Buffer.alloc(8), uint32(77), Buffer.alloc(68)),
    box(
      'mdia',
      box('hdlr', VERSION, 'mhlr', handler, Buffer.alloc(12), SECRET),
      box('minf', box('stbl', box(isLong ? 'co64' : 'stco', VERSION, uint32(offsets.length), table))),
    ),
  );
}

/**
 * The movie with its header at the end, so that offsets stay, and with secrets in the file, the header and the tracks; also as the samples of a
 * track of positions, between others that are shown.
 */
export function plantedMovie(
  name: string,
  track: Omit<HiddenTrack, 'offsets'> = { handler: 'meta' },
): Buffer {
  const source = readFileSync(fixture(name));
  const headerAt = source.indexOf('moov') - 4;
  const header = source.subarray(headerAt, headerAt + source.readUInt32BE(headerAt));
  const moved = Buffer.from(source);
  moved.write('free', headerAt + 4, 'latin1');
  const samples = box('mdat', SECRET, 'kept', SECRET);
  const at = moved.length + 8;
  const shown = at + SECRET.length;
  const hidden = hiddenTrack({ ...track, offsets: [at, shown + 4] });
  // The track that is shown has a chunk between the two, too.
  const more = withShownChunk(header, shown);
  const whole = withBoxes(withBoxes(more, ['moov', 'trak'], secrets), ['moov'], [...secrets, hidden]);
  return Buffer.concat([moved, samples, ...secrets, whole]);
}

/** The first track has its last chunk there. */
function withShownChunk(header: Buffer, offset: number): Buffer {
  const moved = Buffer.from(header);
  const table = moved.indexOf('stco') + 8;
  moved.writeUInt32BE(offset, table + 4 * moved.readUInt32BE(table));
  return moved;
}

/** The same in fragments, whose samples follow. */
export function plantedFragments(): Buffer {
  const source = readFileSync(fixture('fragmented.mp4'));
  const start = source.indexOf('moov') - 4;
  const end = start + source.readUInt32BE(start);
  const hidden = hiddenTrack({ handler: 'text', offsets: [] });
  const header = withBoxes(source.subarray(start, end), ['moov'], [...secrets, hidden]);
  const part = (offset: number) =>
    box(
      'moof',
      box('mfhd', VERSION, uint32(99)),
      box(
        'traf',
        // The offsets count from the fragment.
        box('tfhd', Buffer.of(0, 2, 0, 0), uint32(77)),
        box('trun', Buffer.of(0, 0, 0, 1), uint32(1), uint32(offset)),
      ),
      ...secrets,
    );
  const samples = box('mdat', SECRET);
  return Buffer.concat([source.subarray(0, start), header, part(part(0).length + 8), samples]);
  // (The boxes after it had offsets of their own, and are left out: the fragment says where its samples are.)
}

/** A HEIC picture, as far as its container goes: the pixels are an AVIF's. */
export async function plantedHeic(): Promise<Buffer> {
  const source = await withMetadata('avif');
  for (const [from, to] of [
    ['avif', 'heic'],
    ['av01', 'hvc1'],
    ['av1C', 'hvcC'],
  ] as const)
    for (let at = source.indexOf(from); at !== -1; at = source.indexOf(from, at))
      source.write(to, at, 'latin1');
  // It has one header only.
  return Buffer.concat([source, ...secrets.filter((secret) => secret.toString('latin1', 4, 8) !== 'meta')]);
}

/** An element of Matroska. */
export function element(id: number, ...content: (Uint8Array | string)[]): Buffer {
  const whole = Buffer.concat(content.map((part) => (typeof part === 'string' ? text(part) : part)));
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE((1n << 56n) | BigInt(whole.length));
  const name = uint32(id);
  return Buffer.concat([name.subarray(name.findIndex((byte) => byte !== 0)), size, whole]);
}

const vorbisHeaders = (comments: Buffer) =>
  Buffer.concat([Buffer.of(2, 30, 255, comments.length - 255), VORBIS_HEAD, comments, text('\x05vorbis')]);
const VORBIS_HEAD = Buffer.concat([text('\x01vorbis'), Buffer.alloc(23)]);

export function comments(head: string, tail: string, padding = 0): Buffer {
  const maker = `${SECRET} recorder`;
  const comment = `LOCATION=${SECRET}${' '.repeat(padding)}`;
  const length = (value: string) => uint32(value.length).reverse();
  const [makerLength, count, commentLength] = [length(maker), uint32(1).reverse(), length(comment)];
  return Buffer.concat([
    ...[text(head), makerLength, text(maker), count, commentLength, text(comment), text(tail)],
  ]);
}

/** Streamed: neither the segment nor its cluster has a size. */
export function plantedMatroska(type: 'webm' | 'matroska'): Buffer {
  const open = Buffer.of(0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff);
  return Buffer.concat([
    element(0x1a_45_df_a3, Buffer.of(0x42, 0x82, 0x80 | type.length), type),
    Buffer.concat([uint32(0x18_53_80_67), open]),
    element(
      0x11_4d_9b_74,
      element(0x4d_bb, element(0x53_ab, uint32(0x12_54_c3_67)), element(0x53_ac, SECRET)),
    ),
    element(0x15_49_a9_66, ...[0x7b_a9, 0x4d_80, 0x57_41, 0x73_84].map((id) => element(id, SECRET))),
    element(
      0x16_54_ae_6b,
      element(
        0xae,
        element(0x53_6e, SECRET),
        element(0x63_a2, vorbisHeaders(comments('\x03vorbis', '\x01', 230))),
      ),
    ),
    Buffer.concat([uint32(0x1f_43_b6_75), open]),
    element(0xe7, Buffer.of(0)),
    element(0xa3, 'kept'),
    ...[0x12_54_c3_67, 0x19_41_a4_69, 0x10_43_a7_70].map((id) => element(id, SECRET)),
    element(0x12_54_c3_67, SECRET.repeat(10)),
    element(0xec, SECRET),
  ]);
}

export interface OggPage {
  serial: number;
  isFirst?: boolean;
  packet: Buffer;
}

/** Pages with a packet each, or with a part of a long one. */
export function oggPages({ serial, isFirst = false, packet }: OggPage): Buffer {
  const pages: Buffer[] = [];
  for (let at = 0; at <= packet.length; at += 255 * 255) {
    const part = packet.subarray(at, at + 255 * 255);
    const lengths = [...Array<number>(Math.floor(part.length / 255)).fill(255)];
    if (lengths.length < 255) lengths.push(part.length % 255);
    const head = Buffer.alloc(27);
    head.write('OggS');
    head[5] = (at > 0 ? 1 : 0) | (isFirst ? 2 : 0);
    head.writeUInt32LE(serial, 14);
    head[26] = lengths.length;
    const page = Buffer.concat([head, Buffer.from(lengths), part]);
    page.writeUInt32LE(oggChecksum(page), 22);
    pages.push(page);
  }
  return Buffer.concat(pages);
}

/** Of a page without its checksum, bit by bit. */
export function oggChecksum(page: Buffer): number {
  let sum = 0;
  for (const [at, byte] of page.entries()) {
    sum ^= (at >= 22 && at < 26 ? 0 : byte) << 24;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum << 1) ^ (sum < 0 ? 0x04_c1_1d_b7 : 0);
  }
  return sum >>> 0;
}

export function pagesOf(ogg: Buffer): Buffer[] {
  const pages: Buffer[] = [];
  for (let at = 0; at < ogg.length; ) {
    const count = ogg[at + 26] ?? 0;
    const lengths = ogg.subarray(at + 27, at + 27 + count);
    const end = at + 27 + count + lengths.reduce((sum, length) => sum + length, 0);
    pages.push(ogg.subarray(at, end));
    at = end;
  }
  return pages;
}

/** Two streams at a time, and a third one after them. */
export function plantedOgg(): Buffer {
  const opus = { serial: 1, isFirst: true, packet: Buffer.concat([text('OpusHead'), Buffer.of(1, 1)]) };
  const flac = { serial: 2, isFirst: true, packet: text('\x7fFLAC\x01\0\0\x02fLaC') };
  const vorbis = { serial: 3, isFirst: true, packet: VORBIS_HEAD };
  const block = (type: number, content: Buffer) =>
    Buffer.concat([Buffer.of(type), uint32(content.length).subarray(1), content]);
  return Buffer.concat(
    [
      ...[opus, flac],
      { serial: 1, packet: comments('OpusTags', '', 70_000) },
      { serial: 2, packet: block(4, comments('', '')) },
      { serial: 2, packet: block(0x86, text(SECRET)) },
      ...[1, 2].map((serial) => ({ serial, packet: text('kept') })),
      vorbis,
      { serial: 3, packet: comments('\x03vorbis', '\x01') },
      { serial: 3, packet: text('kept') },
    ].map(oggPages),
  );
}

export function id3(content: string, isFooted = false): Buffer {
  const head = (mark: string) =>
    Buffer.concat([
      text(`${mark}\x04\0${isFooted ? '\x10' : '\0'}\0\0`),
      Buffer.of(content.length >> 7, content.length & 127),
    ]);
  return Buffer.concat([head('ID3'), text(content), isFooted ? head('3DI') : Buffer.alloc(0)]);
}

const ape = Buffer.concat([
  ...[0xa0_00_00_00, 0x80_00_00_00].map((flags) => {
    const size = uint32(SECRET.length + 32).reverse();
    const part = Buffer.concat([text('APETAGEX'), uint32(2000).reverse(), size, uint32(1).reverse()]);
    const whole = Buffer.concat([part, uint32(flags).reverse(), Buffer.alloc(8)]);
    return flags === 0xa0_00_00_00 ? Buffer.concat([whole, text(SECRET)]) : whole;
  }),
]);
const lyrics = `LYRICSBEGIN${SECRET}`;
const LAST_TAGS = Buffer.concat([
  id3(SECRET, true),
  ape,
  text(`${lyrics}${String(lyrics.length).padStart(6, '0')}LYRICS200`),
  text(`TAG+${SECRET}`.padEnd(227)),
  text(`TAG${SECRET}`.padEnd(128)),
]);

export function plantedFrames(name: string): Buffer {
  return Buffer.concat([id3(SECRET), id3(SECRET, true), readFileSync(fixture(name)), LAST_TAGS]);
}

export function plantedFlac(): Buffer {
  const source = readFileSync(fixture('audio.flac'));
  const planted = [2, 6, 1, 5, 127].map((type) =>
    Buffer.concat([Buffer.of(type, 0, 0, SECRET.length), text(SECRET)]),
  );
  const tags = comments('', '');
  planted.push(Buffer.concat([Buffer.of(4), uint32(tags.length).subarray(1), tags]));
  return Buffer.concat([id3(SECRET), source.subarray(0, 42), ...planted, source.subarray(42), LAST_TAGS]);
}

export function plantedWave(): Buffer {
  const source = readFileSync(fixture('audio.wav'));
  const chunk = (type: string) =>
    Buffer.concat([
      text(type),
      uint32(SECRET.length).reverse(),
      text(SECRET),
      text(SECRET.length % 2 ? '\0' : ''),
    ]);
  const planted = ['LIST', 'bext', 'iXML', 'id3 ', 'zzzz'].map(chunk);
  const whole = Buffer.concat([source.subarray(0, 12), ...planted, source.subarray(12), ...planted]);
  whole.writeUInt32LE(whole.length - 8, 4);
  return whole;
}

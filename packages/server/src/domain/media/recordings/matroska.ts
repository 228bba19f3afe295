import type { Overwritable } from '../overwritable.ts';
import { emptiedComments } from './vorbis-comments.ts';

/*
 * Matroska and WebM name some of their parts by offsets, so nothing is cut out: elements that players do not need (tags, attachments,
 * chapters, names) become elements `Void` of the same size.
 */

interface Element {
  id: number;
  /** Offset of its id. */
  at: number;
  start: number;
  end: number;
  /** It says no size: it ends where an element begins that cannot be inside of it. */
  isOpen: boolean;
}

const EBML = 0x1a_45_df_a3;
const SEGMENT = 0x18_53_80_67;
const SEEK_HEAD = 0x11_4d_9b_74;
const INFO = 0x15_49_a9_66;
const TRACKS = 0x16_54_ae_6b;
const TRACK = 0xae;
const CLUSTER = 0x1f_43_b6_75;
const CUES = 0x1c_53_bb_6b;
const VOID = 0xec;
const SEEK = 0x4d_bb;
const SEEK_ID = 0x53_ab;
const CODEC_PRIVATE = 0x63_a2;
/** The programs that made the file. Every file has them, so they are overwritten. */
const APPLICATIONS = new Set([0x4d_80, 0x57_41]);
/** Title, names of files, a checksum of what is changed here. */
const LEFT_OUT_OF_INFO = new Set([0x7b_a9, 0x73_84, 0x3c_83_ab, 0x3e_83_bb, VOID, 0xbf]);
/** The name of a track, names of files that it is attached to, its checksum. */
const LEFT_OUT_OF_TRACKS = new Set([0x53_6e, 0x74_46, VOID, 0xbf]);
const KEPT_IN_SEGMENT = new Set([SEEK_HEAD, INFO, TRACKS, CLUSTER, CUES]);
/** The parts of a segment. An open cluster ends where one of these begins. */
const PARTS_OF_SEGMENT = new Set([...KEPT_IN_SEGMENT, 0x12_54_c3_67, 0x19_41_a4_69, 0x10_43_a7_70]);
/** That of Vorbis has its comments, with a picture perhaps. Others have a few hundred bytes. */
const MAX_CODEC_PRIVATE = 16 * 1024 * 1024;
const VORBIS_START = Buffer.from('\x01vorbis', 'latin1');

export function cleanMatroska(bytes: Overwritable): void {
  for (let at = 0; at < bytes.size; ) {
    const element = elementAt(bytes, at, bytes.size);
    if (element === undefined) {
      bytes.truncate(at);
      return;
    }
    if (element.id === SEGMENT) cleanSegment(bytes, element);
    else if (element.id !== EBML) voidElement(bytes, element);
    at = element.end;
  }
}

function cleanSegment(bytes: Overwritable, segment: Element): void {
  for (const part of elementsIn(bytes, segment)) {
    if (part.id === CLUSTER) {
      if (part.isOpen) part.end = endOfOpen(bytes, part);
    } else if (part.id === INFO) cleanInfo(bytes, part);
    else if (part.id === TRACKS) cleanTracks(bytes, part);
    else if (part.id === SEEK_HEAD) cleanSeekHead(bytes, part);
    else if (!KEPT_IN_SEGMENT.has(part.id)) voidElement(bytes, part);
  }
}

function endOfOpen(bytes: Overwritable, { start, end }: Element): number {
  for (let at = start; at < end; ) {
    const inner = elementAt(bytes, at, end);
    if (inner === undefined || PARTS_OF_SEGMENT.has(inner.id)) return at;
    at = inner.end;
  }
  return end;
}

function cleanInfo(bytes: Overwritable, info: Element): void {
  for (const element of elementsIn(bytes, info))
    if (APPLICATIONS.has(element.id)) bytes.blank(element.start, element.end);
    else if (LEFT_OUT_OF_INFO.has(element.id)) voidElement(bytes, element);
}

function cleanTracks(bytes: Overwritable, tracks: Element): void {
  for (const track of elementsIn(bytes, tracks)) {
    if (LEFT_OUT_OF_TRACKS.has(track.id)) voidElement(bytes, track);
    if (track.id !== TRACK) continue;
    for (const element of elementsIn(bytes, track))
      if (LEFT_OUT_OF_TRACKS.has(element.id)) voidElement(bytes, element);
      else if (element.id === CODEC_PRIVATE) cleanCodecPrivate(bytes, element);
  }
}

/** Names what is gone now; what is still there is found without it. */
function cleanSeekHead(bytes: Overwritable, head: Element): void {
  for (const entry of elementsIn(bytes, head)) {
    const name = elementsIn(bytes, entry).find(({ id }) => id === SEEK_ID);
    const id = name === undefined ? 0 : uint(bytes.read(name.start, Math.min(name.end - name.start, 4)));
    if (entry.id !== SEEK || !KEPT_IN_SEGMENT.has(id)) voidElement(bytes, entry);
  }
}

/** The headers of Vorbis: their number less one, the lengths of all but the last, and the headers. The second one has the comments. */
function cleanCodecPrivate(bytes: Overwritable, { start, end }: Element): void {
  if (end - start > MAX_CODEC_PRIVATE) {
    bytes.blank(start, end);
    return;
  }
  const content = bytes.read(start, end - start);
  let at = 1;
  const lengths = [0, 1].map(() => {
    let length = 0;
    while (content[at] === 255) {
      length += 255;
      at += 1;
    }
    return length + (content[at++] ?? 0);
  });
  const [first = 0, second = 0] = lengths;
  if (content[0] !== 2 || !content.subarray(at).subarray(0, VORBIS_START.length).equals(VORBIS_START)) return;
  const comments = content.subarray(at + first, at + first + second);
  bytes.write(start + at + first, emptiedComments(comments, 'vorbis'));
}

function* elementsIn(bytes: Overwritable, { start, end }: Element): Generator<Element> {
  for (let at = start; at < end; ) {
    const element = elementAt(bytes, at, end);
    if (element === undefined) return;
    yield element;
    at = element.end;
  }
}

/** Undefined if no element begins there. One that claims to be longer ends at `end`. */
function elementAt(bytes: Overwritable, at: number, end: number): Element | undefined {
  const head = bytes.read(at, Math.min(12, end - at));
  const idLength = numberLength(head);
  const sizeHead = head.subarray(idLength);
  const sizeLength = numberLength(sizeHead);
  if (idLength > 4 || sizeLength > 8 || sizeHead.length < sizeLength) return undefined;
  const start = at + idLength + sizeLength;
  const [first = 0, ...rest] = sizeHead.subarray(0, sizeLength);
  const marker = 1 << (8 - sizeLength);
  const isOpen = first === 2 * marker - 1 && rest.every((byte) => byte === 0xff);
  const size = rest.reduce((sum, byte) => sum * 256 + byte, first - marker);
  return {
    id: uint(head.subarray(0, idLength)),
    at,
    start,
    end: isOpen ? end : Math.min(start + size, end),
    isOpen,
  };
}

/** How many bytes a number has: one more than its first byte has zeros in front. */
function numberLength(bytes: Buffer): number {
  return Math.clz32(bytes[0] ?? 0) - 23;
}

const uint = (bytes: Buffer) => bytes.reduce((sum, byte) => sum * 256 + byte, 0);

function voidElement(bytes: Overwritable, { at, end }: Element): void {
  const length = end - at;
  const head = length <= 128 ? Buffer.of(VOID, 0x80 | (length - 2)) : Buffer.alloc(9);
  if (length > 128) {
    head[0] = VOID;
    head.writeBigUInt64BE((1n << 56n) | BigInt(length - 9), 1);
  }
  bytes.write(at, head);
  bytes.blank(at + head.length, end);
}

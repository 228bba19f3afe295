import { type Box, boxAt, boxesBetween, findBox, freeBox } from '../iso-boxes.ts';
import type { Overwritable } from '../overwritable.ts';

/*
 * MP4, M4A and QuickTime name the parts of their tracks by offsets in the file, so nothing can be cut out. Instead, each box that
 * players do not need becomes a `free` box of the same size: `udta`, `meta` (with the place, the device, the artist, comments),
 * `uuid` (XMP), and those that are unknown. Tracks that are neither pictures nor sound, such as the positions that a camera records
 * during the video, become `free` boxes as well, and their samples are overwritten.
 */

/** The outermost boxes, and those in other boxes, that are kept. Anything may be in the boxes that are not named on the left. */
const KEPT = new Map(
  Object.entries({
    file: ['ftyp', 'styp', 'pdin', 'moov', 'mdat', 'imda', 'moof', 'mfra', 'sidx', 'ssix'],
    moov: ['mvhd', 'trak', 'mvex'],
    trak: ['tkhd', 'mdia', 'edts', 'tapt'],
    edts: ['elst'],
    tapt: ['clef', 'prof', 'enof'],
    mdia: ['mdhd', 'hdlr', 'minf', 'elng'],
    minf: ['vmhd', 'smhd', 'nmhd', 'hdlr', 'dinf', 'stbl'],
    dinf: ['dref'],
    stbl: [
      ...['stsd', 'stts', 'ctts', 'cslg', 'stsc', 'stsz', 'stz2', 'stco', 'co64', 'stss', 'stps', 'stsh'],
      ...['sdtp', 'sbgp', 'sgpd', 'subs', 'saiz', 'saio', 'padb', 'stdp'],
    ],
    mvex: ['mehd', 'trex', 'leva'],
    moof: ['mfhd', 'traf'],
    traf: ['tfhd', 'tfdt', 'trun', 'sdtp', 'sbgp', 'sgpd', 'subs', 'saiz', 'saio'],
    mfra: ['tfra', 'mfro'],
  }).map(([type, kept]) => [type, new Set(kept)] as const),
);
/** Handlers of the tracks that are kept: pictures, sound, the pictures of a HEIC sequence and their transparency. */
const SHOWN = new Set(['vide', 'soun', 'pict', 'auxv']);
/** A full box begins with its version and its flags. */
const VERSION_BYTES = 4;
/** More are not sorted: such a movie keeps the samples of tracks that are removed. A video of a day has fewer chunks. */
const MAX_CHUNKS = 4_000_000;

interface Movie {
  bytes: Overwritable;
  /** The boxes with samples. */
  data: Box[];
  /** The ids of the tracks that are removed. */
  removed: Set<number>;
  /** Where chunks of samples begin: of the tracks that are kept, and of those that are removed. Only known if there are such. */
  keptChunks: number[];
  removedChunks: number[];
}

/** @param keptToo outermost boxes that are left as they are. */
export function cleanMovie(bytes: Overwritable, keptToo: readonly string[] = []): void {
  const movie: Movie = { bytes, data: [], removed: new Set(), keptChunks: [], removedChunks: [] };
  let at = 0;
  for (let box = boxAt(bytes, at, bytes.size); box !== undefined; box = boxAt(bytes, at, bytes.size)) {
    if (keptToo.includes(box.type)) {
      // Its owner has cleaned it.
    } else if (!KEPT.get('file')?.has(box.type)) freeBox(bytes, box);
    else if (box.type === 'mdat' || box.type === 'imda') movie.data.push(box);
    else {
      if (box.type === 'moov') cleanTracks(movie, box);
      if (box.type === 'moof') cleanFragment(movie, box);
      cleanBox(bytes, box);
    }
    at = box.end;
  }
  blankRemovedChunks(movie);
  // Some cameras write data of their own after the boxes.
  bytes.truncate(at);
}

/** Boxes nest only as deep as the table above. */
function cleanBox(bytes: Overwritable, box: Box): void {
  const kept = KEPT.get(box.type);
  if (kept === undefined) {
    cleanContent(bytes, box);
    return;
  }
  for (const inner of boxesBetween(bytes, box.start, box.end))
    if (kept.has(inner.type)) cleanBox(bytes, inner);
    else freeBox(bytes, inner);
}

function cleanContent(bytes: Overwritable, box: Box): void {
  // The maker of the handler, and its name. Its type comes before them.
  if (box.type === 'hdlr') bytes.blank(box.start + 12, box.end);
  // Names of files: the samples are in this one.
  if (box.type === 'dref')
    for (const entry of boxesBetween(bytes, box.start + 8, box.end))
      bytes.blank(entry.start + VERSION_BYTES, entry.end);
}

function cleanTracks(movie: Movie, moov: Box): void {
  const { bytes, removed, keptChunks, removedChunks } = movie;
  const tracks = () => tracksOf(bytes, moov);
  if (tracks().some((track) => !isShown(bytes, track)))
    for (const track of tracks()) addChunks(bytes, track, isShown(bytes, track) ? keptChunks : removedChunks);
  for (const track of tracks()) {
    if (isShown(bytes, track)) {
      cleanSampleEntries(bytes, track);
      continue;
    }
    const id = trackId(bytes, track);
    if (id !== undefined) removed.add(id);
    freeBox(bytes, track);
  }
}

const tracksOf = (bytes: Overwritable, moov: Box) =>
  boxesBetween(bytes, moov.start, moov.end).filter(({ type }) => type === 'trak');

function isShown(bytes: Overwritable, track: Box): boolean {
  const handler = handlerOf(bytes, track);
  return handler === undefined || SHOWN.has(handler);
}

function handlerOf(bytes: Overwritable, track: Box): string | undefined {
  const handler = findBox(bytes, track, 'mdia', 'hdlr');
  if (handler === undefined || handler.start + 12 > handler.end) return undefined;
  return bytes.read(handler.start + 8, 4).toString('latin1');
}

/** What the decoder needs stays. The maker of the encoder goes, and the name that an encoder of pictures gives itself. */
function cleanSampleEntries(bytes: Overwritable, track: Box): void {
  const entries = findBox(bytes, track, 'mdia', 'minf', 'stbl', 'stsd');
  if (entries === undefined) return;
  const hasName = handlerOf(bytes, track) !== 'soun';
  for (const { start, end } of boxesBetween(bytes, entries.start + 8, entries.end)) {
    bytes.blank(start + 12, Math.min(start + 16, end));
    if (hasName) bytes.blank(start + 42, Math.min(start + 74, end));
  }
}

function trackId(bytes: Overwritable, track: Box): number | undefined {
  const header = findBox(bytes, track, 'tkhd');
  if (header === undefined || header.start + 24 > header.end) return undefined;
  const hasLongTimes = bytes.read(header.start, 1)[0] === 1;
  return bytes.read(header.start + VERSION_BYTES + (hasLongTimes ? 16 : 8), 4).readUInt32BE();
}

function addChunks(bytes: Overwritable, track: Box, chunks: number[]): void {
  const samples = findBox(bytes, track, 'mdia', 'minf', 'stbl');
  for (const [type, width] of [
    ['stco', 4],
    ['co64', 8],
  ] as const) {
    const table = samples && findBox(bytes, samples, type);
    if (table === undefined) continue;
    for (let at = table.start + 8; at + width <= table.end && chunks.length <= MAX_CHUNKS; at += width) {
      const offset = bytes.read(at, width);
      chunks.push(width === 4 ? offset.readUInt32BE() : Number(offset.readBigUInt64BE()));
    }
  }
}

/** A fragment's part of a removed track goes; players would look for the track. */
function cleanFragment({ bytes, removed, keptChunks, removedChunks }: Movie, moof: Box): void {
  if (removed.size === 0) return;
  let isFirst = true;
  for (const part of boxesBetween(bytes, moof.start, moof.end)) {
    if (part.type !== 'traf') continue;
    const header = findBox(bytes, part, 'tfhd');
    if (header === undefined || header.start + 8 > header.end) continue;
    const isRemoved = removed.has(bytes.read(header.start + 4, 4).readUInt32BE());
    const base = runBase(bytes, { moof, header, isFirst });
    isFirst = false;
    if (base !== undefined) addRuns(bytes, part, base, isRemoved ? removedChunks : keptChunks);
    if (isRemoved) freeBox(bytes, part);
  }
}

interface FragmentPart {
  moof: Box;
  header: Box;
  isFirst: boolean;
}

const HAS_BASE = 1;
const BASE_IS_MOOF = 0x02_00_00;

/** What the offsets of samples count from. Undefined: from the end of the samples before, which nothing says. */
function runBase(bytes: Overwritable, { moof, header, isFirst }: FragmentPart): number | undefined {
  const flags = bytes.read(header.start, 4).readUInt32BE() & 0xff_ff_ff;
  if ((flags & HAS_BASE) !== 0)
    return header.start + 16 > header.end
      ? undefined
      : Number(bytes.read(header.start + 8, 8).readBigUInt64BE());
  return isFirst || (flags & BASE_IS_MOOF) !== 0 ? moof.at : undefined;
}

const HAS_OFFSET = 1;

function addRuns(bytes: Overwritable, part: Box, base: number, chunks: number[]): void {
  for (const run of boxesBetween(bytes, part.start, part.end)) {
    if (run.type !== 'trun' || run.start + 12 > run.end || chunks.length > MAX_CHUNKS) continue;
    const hasOffset = (bytes.read(run.start, 4).readUInt32BE() & HAS_OFFSET) !== 0;
    // A run without an offset follows the one before.
    if (hasOffset) chunks.push(base + bytes.read(run.start + 8, 4).readInt32BE());
  }
}

/**
 * A chunk ends where the next one begins, of whichever track, or with its box. (Its size is not looked at: that of sound depends on
 * the codec.)
 */
function blankRemovedChunks({ bytes, data, keptChunks, removedChunks }: Movie): void {
  if (Math.max(keptChunks.length, removedChunks.length) > MAX_CHUNKS) return;
  const kept = Float64Array.from(keptChunks).sort();
  let nextKept = 0;
  let box = 0;
  for (const start of Float64Array.from(removedChunks).sort()) {
    while (nextKept < kept.length && (kept[nextKept] ?? 0) < start) nextKept += 1;
    while (box < data.length && (data[box]?.end ?? 0) <= start) box += 1;
    const inside = data[box];
    if (inside !== undefined && inside.start <= start)
      bytes.blank(start, Math.min(kept[nextKept] ?? Infinity, inside.end));
  }
}

/** What the beginning of a container says; its tracks may tell more. */
export type ContainerType =
  | 'image/avif'
  | 'image/heic'
  | 'video/mp4'
  | 'video/quicktime'
  | 'audio/mp4'
  | 'video/webm'
  | 'video/x-matroska';

const AUDIO_BRANDS = ['M4A ', 'M4B ', 'M4P '];
const HEIC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'];
const VIDEO_BRAND = /^(?:iso[\dm]|mp4[12]|avc1|dash|M4V[ HP]|MSNV|3g[2p].|mmp4|cmfc|f4v )$/u;
/** The number of compatible brands that are looked at. */
const MAX_BRANDS = 32;

/** The type of an ISO base media file, from the brands of its first box; undefined if it is none, or of another kind. */
export function isoMediaType(head: Buffer): ContainerType | undefined {
  if (head.length < 16 || head.toString('latin1', 4, 8) !== 'ftyp') return undefined;
  const end = Math.min(head.readUInt32BE(0), head.length, 16 + 4 * MAX_BRANDS);
  const major = head.toString('latin1', 8, 12);
  const brands = [major];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(head.toString('latin1', at, at + 4));
  if (major === 'avif') return 'image/avif';
  // A sequence of pictures, which libvips would take for a still one.
  if (major === 'avis') return undefined;
  if (HEIC_BRANDS.includes(major)) return brands.includes('avif') ? 'image/avif' : 'image/heic';
  if (major === 'qt  ') return 'video/quicktime';
  if (AUDIO_BRANDS.includes(major)) return 'audio/mp4';
  return brands.some((brand) => VIDEO_BRAND.test(brand)) ? 'video/mp4' : undefined;
}

const EBML_START = Buffer.of(0x1a, 0x45, 0xdf, 0xa3);
const DOC_TYPE = Buffer.of(0x42, 0x82);
/** The element with the document type is in a header of a few dozen bytes. */
const EBML_HEAD_BYTES = 128;

/** WebM or Matroska, by the document type in the header. */
export function ebmlType(head: Buffer): ContainerType | undefined {
  if (!head.subarray(0, 4).equals(EBML_START)) return undefined;
  const at = head.subarray(0, EBML_HEAD_BYTES).indexOf(DOC_TYPE);
  if (at === -1) return undefined;
  // The length of the text takes one byte, whose highest bit is set.
  const length = (head[at + 2] ?? 0) & 0x7f;
  const docType = head.toString('latin1', at + 3, at + 3 + length);
  if (docType === 'webm') return 'video/webm';
  return docType === 'matroska' ? 'video/x-matroska' : undefined;
}

/* Audio without a container of brands: MP3, AAC, FLAC, WAVE and Ogg. */

export type AudioType = 'audio/mpeg' | 'audio/aac' | 'audio/flac' | 'audio/wav' | 'audio/ogg';

/** Streams of an Ogg file that are audio; the first stream decides. */
const OGG_AUDIO = ['OpusHead', '\x01vorbis', '\x7fFLAC', 'Speex   '];

const ID3_HEAD_BYTES = 10;

/** The length of the ID3 tag at the beginning; 0 if there is none. The audio follows. */
export function id3Length(head: Buffer): number {
  if (head.length < ID3_HEAD_BYTES || head.toString('latin1', 0, 3) !== 'ID3') return 0;
  // Seven bits in each byte.
  const size = head.subarray(6, 10).reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0);
  const hasFooter = ((head[5] ?? 0) & 0x10) !== 0;
  return ID3_HEAD_BYTES + size + (hasFooter ? ID3_HEAD_BYTES : 0);
}

/** @param head the beginning of the file, or what follows its ID3 tag. */
export function audioTypeOf(head: Buffer): AudioType | undefined {
  const text = head.toString('latin1', 0, 64);
  if (text.startsWith('fLaC')) return 'audio/flac';
  if (/^RIFF.{4}WAVE/su.test(text)) return 'audio/wav';
  // The first packet of an Ogg page comes after 27 bytes and the length of each of its segments.
  if (text.startsWith('OggS')) {
    const packet = text.slice(27 + (head[26] ?? 0));
    return OGG_AUDIO.some((start) => packet.startsWith(start)) ? 'audio/ogg' : undefined;
  }
  if (hasTwoFrames(head, adtsFrameLength)) return 'audio/aac';
  return hasTwoFrames(head, mp3FrameLength) ? 'audio/mpeg' : undefined;
}

/** Two frames in a row, as the header of a single one is so short that other files begin like it. */
function hasTwoFrames(head: Buffer, frameLength: (head: Buffer) => number): boolean {
  const first = frameLength(head);
  return first > 0 && frameLength(head.subarray(first)) > 0;
}

/** 0 if there is no frame. */
function adtsFrameLength(head: Buffer): number {
  if (head.length < 7 || (head.readUInt16BE() & 0xff_f6) !== 0xff_f0) return 0;
  const length = (head.readUInt32BE(3) >>> 13) & 0x1f_ff;
  return length < 7 ? 0 : length;
}

/** In kbit/s, for layer III of MPEG-1 and of MPEG-2. */
const MP3_BITRATES = [
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
];
const MP3_SAMPLE_RATES = [44_100, 48_000, 32_000];

/** 0 if there is no frame of layer III. */
function mp3FrameLength(head: Buffer): number {
  if (head.length < 4) return 0;
  const bits = head.readUInt32BE();
  const version = (bits >>> 19) & 3; // 3: MPEG-1, 2: MPEG-2, 0: MPEG-2.5
  if (bits >>> 21 !== 0x7_ff || version === 1 || ((bits >>> 17) & 3) !== 1) return 0;
  const bitrate = MP3_BITRATES[version === 3 ? 0 : 1]?.[(bits >>> 12) & 15] ?? 0;
  const sampleRate = MP3_SAMPLE_RATES[(bits >>> 10) & 3];
  if (bitrate === 0 || sampleRate === undefined) return 0;
  const divisor = version === 3 ? 1 : version === 2 ? 2 : 4;
  const padding = (bits >>> 9) & 1;
  const samplesPerFrame = version === 3 ? 144 : 72;
  return Math.floor((samplesPerFrame * 1000 * bitrate) / (sampleRate / divisor)) + padding;
}

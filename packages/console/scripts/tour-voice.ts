/* The voice message of the demo. Nobody speaks: it is a voice that is made of its overtones, humming a few syllables. */

const RATE = 8_000;

/** Formants of vowels, in Hz. */
const VOWELS = { a: [750, 1_250], e: [480, 1_900], i: [300, 2_200], o: [460, 850], u: [330, 720] } as const;

/** Vowel, pitch in Hz, and seconds; a number is a pause. */
const SPOKEN: (readonly [keyof typeof VOWELS, number, number] | number)[] = [
  ...(['e', 'a', 'i'] as const).map((vowel, index) => [vowel, 128 + 8 * index, 0.16] as const),
  0.14,
  ...(['o', 'e', 'i', 'a'] as const).map((vowel, index) => [vowel, 146 - 7 * index, 0.15] as const),
  0.3,
  ...(['u', 'a', 'o', 'e', 'i'] as const).map((vowel, index) => [vowel, 120 + 9 * index, 0.14] as const),
  0.12,
  ...(['a', 'o', 'a'] as const).map((vowel, index) => [vowel, 150 - 14 * index, 0.22] as const),
  0.25,
];

function syllable([vowel, pitch, seconds]: readonly [keyof typeof VOWELS, number, number]): number[] {
  const length = Math.round(seconds * RATE);
  return Array.from({ length }, (_, index) => {
    const time = index / RATE;
    const rise = Math.min(1, index / 260, (length - index) / 520);
    let sum = 0;
    for (let overtone = 1; overtone * pitch < 3_200; overtone += 1) {
      const hertz = overtone * pitch;
      const loud = VOWELS[vowel].reduce(
        (most, formant) => most + 1 / (1 + ((hertz - formant) / 110) ** 2),
        0.05,
      );
      sum +=
        (loud / overtone ** 0.4) * Math.sin(2 * Math.PI * hertz * time * (1 + 0.004 * Math.sin(34 * time)));
    }
    return rise * sum;
  });
}

/** WAVE, 8 bits, one channel. */
export function voice(): Buffer {
  const samples = SPOKEN.flatMap((one) =>
    typeof one === 'number' ? Array.from({ length: Math.round(one * RATE) }, () => 0) : syllable(one),
  );
  const most = samples.reduce((max, sample) => Math.max(max, Math.abs(sample)), 0);
  const data = Buffer.from(samples.map((sample) => Math.round(128 + (100 * sample) / most)));
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + data.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(RATE, 24);
  head.writeUInt32LE(RATE, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}

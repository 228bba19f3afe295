/* ExifTool, which knows the places where cameras and phones write who took a picture, where, and with what, finds none in what is stored. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { fixture, newFolder, prepare, withMetadata, workersForFile } from './media-harness.ts';
import {
  plantedFlac,
  plantedFragments,
  plantedFrames,
  plantedHeic,
  plantedMatroska,
  plantedMovie,
  plantedOgg,
  plantedWave,
} from './planted-recordings.ts';

const isMissing = spawnSync('exiftool', ['-ver']).error !== undefined;
if (isMissing && process.env.CI)
  throw new Error('exiftool is needed: apt-get install libimage-exiftool-perl');

const workers = workersForFile();

const PLANTED = [
  ...['-GPSLatitude=51.5', '-GPSLatitudeRef=N', '-GPSLongitude=0.1', '-GPSLongitudeRef=W'],
  ...['-Artist=Ann Example', '-SerialNumber=S-4711', '-Make=ExampleMake', '-Model=ExampleModel'],
  ...['-UserComment=Secret comment', '-XMP:Creator=Ann Example', '-XMP:Location=Exampletown'],
  ...['-Keys:GPSCoordinates=51.5 -0.1', '-UserData:GPSCoordinates=51.5 -0.1 0', '-Keys:Author=Ann Example'],
  ...['-ItemList:Comment=Secret comment', '-UserData:Author=Ann Example'],
];

/** What ExifTool can write into. */
const WRITTEN: Record<string, () => Buffer | Promise<Buffer>> = {
  'picture.jpg': () => withMetadata('jpeg'),
  'picture.png': () => withMetadata('png'),
  'picture.webp': () => withMetadata('webp'),
  'picture.avif': () => withMetadata('avif'),
  'picture.heic': plantedHeic,
  'planted.mp4': () => plantedMovie('video.mp4'),
  'planted.mov': () => plantedMovie('video.mov'),
  'video.mp4': () => readFileSync(fixture('video.mp4')),
  'video.mov': () => readFileSync(fixture('video.mov')),
  'audio.m4a': () => readFileSync(fixture('audio.m4a')),
};
/** What it only reads. */
const READ: typeof WRITTEN = {
  'fragments.mp4': plantedFragments,
  'video.webm': () => plantedMatroska('webm'),
  'video.mkv': () => plantedMatroska('matroska'),
  'opus.ogg': plantedOgg,
  'audio.mp3': () => plantedFrames('untagged.mp3'),
  'audio.flac': plantedFlac,
  'audio.wav': plantedWave,
};

const NAMES_SOMETHING =
  /gps|location|latitude|longitude|artist|author|creator|serial|make|model|comment|title|owner|xmp|software|application/i;

/** Of each file, the tags with a place, a person or a device. */
function tellingTags(folder: string): Map<string, string[]> {
  const output = execFileSync('exiftool', ['-json', '-a', '-G1', '-ee', '-u', folder], { encoding: 'utf8' });
  const telling = (tags: Record<string, unknown>) =>
    Object.entries(tags)
      // The colour profile is the only part of these that is needed to show a picture.
      .filter(([tag]) => NAMES_SOMETHING.test(tag) && !/^(?:SourceFile|System|File|ExifTool|ICC)/.test(tag))
      .filter(([, value]) => /\p{L}|\d/u.test(String(value)))
      .map(([tag, value]) => `${tag}: ${String(value)}`);
  const files = JSON.parse(output) as ({ SourceFile: string } & Record<string, unknown>)[];
  return new Map(files.map((tags) => [basename(tags.SourceFile), telling(tags)]));
}

// It is a program of its own for all files at a time: it takes a second to start.
test.skipIf(isMissing)('nothing that ExifTool finds in a file is left in what is stored', async () => {
  const [planted, cleaned] = [newFolder(), newFolder()];
  for (const [name, source] of Object.entries(WRITTEN)) writeFileSync(join(planted, name), await source());
  execFileSync('exiftool', ['-q', '-q', '-m', '-overwrite_original', ...PLANTED, planted]);
  for (const [name, source] of Object.entries(READ)) writeFileSync(join(planted, name), await source());
  for (const name of readdirSync(planted)) {
    const { bytes } = await prepare(workers, readFileSync(join(planted, name)), name);
    writeFileSync(join(cleaned, name), bytes);
  }
  const [before, after] = [tellingTags(planted), tellingTags(cleaned)];
  const names = Object.keys({ ...WRITTEN, ...READ }).sort();
  expect([...after.keys()].sort()).toEqual(names);
  for (const name of Object.keys(WRITTEN)) expect(before.get(name)?.length, name).toBeGreaterThan(3);
  for (const name of names) expect(after.get(name), name).toEqual([]);
});

import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { nextSegment, SEGMENT_BYTES } from '../../src/recovery/segments.ts';
import { WalOutbox } from '../../src/recovery/wal-outbox.ts';
import { listSegments, readSegment } from '../../src/recovery/wal-store.ts';
import { WalUploads, type WalUploadsParts } from '../../src/recovery/wal-uploads.ts';
import { log, newSealing, newStore, type Store, UNSEALED } from '../backup/backup-harness.ts';
import { scratchFolder } from '../harness/scratch.ts';

const FIRST = '0000000100000000000000FE';
const [SECOND, THIRD, FOURTH] = [1, 2, 3].map((count) => {
  let segment = FIRST;
  for (let step = 0; step < count; step += 1) segment = nextSegment(segment);
  return segment;
}) as [string, string, string];

interface Setting {
  folder: string;
  /** `leave`: it is away until the returned function is called. */
  place: Store & { leave: () => () => void };
  open: (parts?: Partial<WalUploadsParts>) => Promise<WalUploads>;
  /** PostgreSQL has completed these. */
  fill: (...segments: string[]) => void;
}

function setUp(): Setting {
  const [folder, place] = [scratchFolder(), newStore()];
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
    rmSync(`${folder}.json`, { force: true });
  });
  const currentSegment = async () => nextSegment(FOURTH);
  const parts = {
    outbox: new WalOutbox(folder),
    place: place.objects,
    placeName: 'a place',
    sealing: UNSEALED,
    log,
    currentSegment,
  };
  const leave = () => {
    renameSync(place.folder, `${place.folder}.away`);
    writeFileSync(place.folder, 'no folder');
    return () => {
      rmSync(place.folder);
      renameSync(`${place.folder}.away`, place.folder);
    };
  };
  return {
    ...{ folder, place: { ...place, leave } },
    open: (given = {}) => WalUploads.open({ ...parts, ...given }),
    fill: (...segments) => {
      for (const segment of segments) writeFileSync(join(folder, segment), `content of ${segment}`);
    },
  };
}

const namesOf = async ({ place }: Setting, archive: string) =>
  (await listSegments(place.objects, archive)).map(({ name }) => name);
const storedIn = (setting: Setting, { archive }: WalUploads) => namesOf(setting, archive);
const segmentsIn = (folder: string) => readdirSync(folder).toSorted();

test('names of segments count over their lower half', () => {
  expect([SECOND, THIRD]).toEqual(['0000000100000000000000FF', '000000010000000100000000']);
  expect(nextSegment('00000002FFFFFFFE000000FF')).toBe('00000002FFFFFFFF00000000');
});

test('complete segments are stored in order and leave the outbox; other files of PostgreSQL just leave', async () => {
  const setting = setUp();
  const uploads = await setting.open();
  setting.fill(SECOND, FIRST);
  const others = ['00000002.history', `${FIRST}.00000028.backup`, `${FIRST}.partial`];
  for (const name of [...others, 'archtemp.something.1']) writeFileSync(join(setting.folder, name), '');
  await uploads.run();
  expect(await storedIn(setting, uploads)).toEqual([FIRST, SECOND]);
  expect(segmentsIn(setting.folder)).toEqual(['archtemp.something.1']);
  expect([FIRST, SECOND, THIRD].map((name) => uploads.has(name))).toEqual([true, true, false]);
});

test('a restart goes on in the same archive, also after a kill between storing and removing', async () => {
  const setting = setUp();
  const before = await setting.open();
  setting.fill(FIRST);
  await before.run();
  setting.fill(FIRST, SECOND);
  const after = await setting.open();
  await after.run();
  expect(after.archive).toBe(before.archive);
  expect(await storedIn(setting, after)).toEqual([FIRST, SECOND]);
  expect(segmentsIn(setting.folder)).toEqual([]);
});

describe('another archive begins, with what PostgreSQL writes from then on,', () => {
  /** Runs until another archive has begun, and returns the former one. */
  const untilAnother = async (setting: Setting, uploads: WalUploads): Promise<string> => {
    const { archive } = uploads;
    await uploads.run();
    expect(uploads.archive).not.toBe(archive);
    expect(segmentsIn(setting.folder)).toEqual([]);
    setting.fill(FOURTH);
    await uploads.run();
    expect(await storedIn(setting, uploads)).toEqual([FOURTH]);
    return archive;
  };

  test('after a gap', async () => {
    const setting = setUp();
    const uploads = await setting.open();
    setting.fill(FIRST);
    await uploads.run();
    setting.fill(THIRD);
    expect(await namesOf(setting, await untilAnother(setting, uploads))).toEqual([FIRST]);
  });

  test('when the database is behind what is stored', async () => {
    const setting = setUp();
    const before = await setting.open();
    setting.fill(FIRST, SECOND);
    await before.run();
    const after = await setting.open({ currentSegment: async () => SECOND });
    expect(after.archive).not.toBe(before.archive);
    const same = await setting.open({ currentSegment: async () => THIRD });
    expect(same.archive).toBe(after.archive);
  });

  test('when the machine was set back, also if the database has overtaken what is stored', async () => {
    const setting = setUp();
    const before = await setting.open();
    setting.fill(FIRST);
    await before.run();
    const snapshot = readFileSync(`${setting.folder}.json`);
    setting.fill(SECOND);
    await before.run();
    writeFileSync(`${setting.folder}.json`, snapshot);
    setting.fill(SECOND, THIRD);
    const after = await setting.open();
    expect(after.archive).not.toBe(before.archive);
    expect(await namesOf(setting, before.archive)).toEqual([FIRST, SECOND]);
  });

  test('when a segment comes again with another content', async () => {
    const setting = setUp();
    const uploads = await setting.open();
    setting.fill(FIRST, SECOND);
    await uploads.run();
    writeFileSync(join(setting.folder, SECOND), 'of another history');
    await untilAnother(setting, uploads);
  });

  test('in the first of two processes that use copies of an outbox', async () => {
    const setting = setUp();
    const first = await setting.open();
    const second = await setting.open();
    expect(first.archive).toBe(second.archive);
    setting.fill(FIRST);
    await untilAnother(setting, first);
    expect(await storedIn(setting, second)).toEqual([]);
  });

  test('when the place is another one', async () => {
    const setting = setUp();
    const before = await setting.open();
    setting.fill(FIRST);
    await before.run();
    const after = await setting.open({ place: newStore().objects, placeName: 'another place' });
    expect(after.archive).not.toBe(before.archive);
  });

  test('while nothing can be stored, when more waits than may, and not at exactly as much', async () => {
    const setting = setUp();
    const parts = { maxWaitingBytes: 2 * SEGMENT_BYTES };
    const uploads = await setting.open(parts);
    const { archive } = uploads;
    const comeBack = setting.place.leave();
    setting.fill(FIRST, SECOND);
    await expect(uploads.run()).rejects.toThrow('Is it mounted?');
    await expect(setting.open(parts)).rejects.toThrow('ENOTDIR');
    expect(segmentsIn(setting.folder)).toEqual([FIRST, SECOND]);
    setting.fill(THIRD);
    await expect(setting.open(parts)).rejects.toThrow('ENOTDIR');
    expect(segmentsIn(setting.folder)).toEqual([]);
    comeBack();
    expect((await setting.open(parts)).archive).not.toBe(archive);
  });
});

test('nothing is stored in a place that has lost everything: perhaps it is not mounted', async () => {
  const setting = setUp();
  const uploads = await setting.open();
  setting.fill(FIRST);
  await uploads.run();
  const wal = join(setting.place.folder, 'wal');
  renameSync(wal, `${wal}.away`);
  setting.fill(SECOND);
  await expect(uploads.run()).rejects.toThrow('Is it mounted?');
  await expect(uploads.checkPlace()).rejects.toThrow('Is it mounted?');
  await expect(setting.open()).rejects.toThrow('Is it mounted?');
  expect(segmentsIn(setting.folder)).toEqual([SECOND]);
  expect(existsSync(wal)).toBe(false);
  renameSync(`${wal}.away`, wal);
  await uploads.run();
  expect(await storedIn(setting, uploads)).toEqual([FIRST, SECOND]);
});

test('a link in the outbox is not read', async () => {
  const setting = setUp();
  const uploads = await setting.open();
  symlinkSync('/etc/hostname', join(setting.folder, FIRST));
  await expect(uploads.run()).rejects.toThrow('ELOOP');
  expect(await storedIn(setting, uploads)).toEqual([]);
});

test('while the place is away, segments wait, and nothing begins anew', async () => {
  const setting = setUp();
  const uploads = await setting.open();
  const { archive } = uploads;
  const comeBack = setting.place.leave();
  setting.fill(FIRST, SECOND);
  await expect(uploads.run()).rejects.toThrow('Is it mounted?');
  await expect(setting.open()).rejects.toThrow('ENOTDIR');
  expect(segmentsIn(setting.folder)).toEqual([FIRST, SECOND]);
  comeBack();
  await uploads.run();
  expect(uploads.archive).toBe(archive);
  expect(await storedIn(setting, uploads)).toEqual([FIRST, SECOND]);
});

test('an encrypted segment is unreadable without the key; one of another size is damaged', async () => {
  const setting = setUp();
  const sealing = await newSealing();
  const uploads = await setting.open({ sealing });
  writeFileSync(join(setting.folder, FIRST), Buffer.alloc(SEGMENT_BYTES, 'text in clear'));
  setting.fill(SECOND);
  await uploads.run();
  const { archive } = uploads;
  const path = join(setting.place.folder, 'wal', archive, `${FIRST.toLowerCase()}.age`);
  expect(existsSync(path)).toBe(true);
  expect(readFileSync(path, 'latin1')).not.toContain('text in clear');
  const readBack = async (name: string) =>
    text(await readSegment(setting.place.objects, archive, { name, isEncrypted: true }, sealing));
  expect((await readBack(FIRST)).length).toBe(SEGMENT_BYTES);
  await expect(readBack(SECOND)).rejects.toThrow('it is no whole segment');
  await expect(readBack(THIRD)).rejects.toThrow('it is missing');
});

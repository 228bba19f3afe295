import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { BASE, type BaseManifest, writeManifest } from '../../src/backup/manifest.ts';
import { expiredOf } from '../../src/recovery/keep-bases.ts';
import { changesWithoutBase, chooseBase } from '../../src/recovery/recover.ts';
import { storeSegment } from '../../src/recovery/wal-store.ts';
import { newStore, type Store, UNSEALED } from '../backup/backup-harness.ts';

const [FIRST, SECOND] = ['a'.repeat(16), 'b'.repeat(16)] as const;
const SEGMENT = '000000010000000000000001';

/** A time of one day. */
const at = (time: string) => new Date(`2026-11-20T${time}:00Z`);

/** Adds a base backup, and returns its id. */
async function addBase({ objects }: Store, archive: string, time: string): Promise<string> {
  const id = `20261120t${time.replace(':', '')}00000z-0000`;
  const stored = { bytes: 0, sha256: '0'.repeat(64) };
  const base: BaseManifest = {
    ...{ format: BASE, id, palaver: '0.1.0', postgres: '18.4', migrations: ['0001_schema'] },
    ...{
      began_at: at(time).toISOString(),
      ended_at: at(time).toISOString(),
      snapshot_at: at(time).toISOString(),
    },
    ...{ secrets_key: null, encrypted_for: [] },
    files: { count: 0, bytes: 0, reused: 0, missing: [], missing_count: 0, lists: [] },
    counts: { applications: 0, users: 0, threads: 0, messages: 0 },
    base: { archive, first_segment: SEGMENT, last_segment: SEGMENT, parts: [stored], manifest: stored },
  };
  await writeManifest(objects, base);
  return id;
}

/** The last segment of an archive was stored at this time. */
async function endArchive({ objects, folder }: Store, archive: string, time: string): Promise<void> {
  await storeSegment(objects, archive, SEGMENT, Readable.from(['content']), UNSEALED);
  utimesSync(join(folder, 'wal', archive, SEGMENT), at(time), at(time));
}

test('the latest base backup before a time is chosen', async () => {
  const place = newStore();
  await expect(chooseBase(place.objects, 'latest')).rejects.toThrow('no base backup');
  const [early, late] = [await addBase(place, FIRST, '03:00'), await addBase(place, FIRST, '06:00')];
  await endArchive(place, FIRST, '09:00');
  const chosen = async (target: Date | 'latest') => (await chooseBase(place.objects, target)).id;
  expect(await chosen(at('05:59'))).toBe(early);
  expect(await chosen(at('06:00'))).toBe(late);
  expect(await chosen('latest')).toBe(late);
  // (PostgreSQL says where the changes end.)
  expect(await chosen(at('10:00'))).toBe(late);
  await expect(chosen(at('02:59'))).rejects.toThrow('earliest time that can be restored is 2026-11-20T03:00');
});

test('of an installation and the one that was restored from it, each has its times', async () => {
  const place = newStore();
  const lost = await addBase(place, FIRST, '03:00');
  await endArchive(place, FIRST, '09:00');
  const restored = await addBase(place, SECOND, '09:30');
  await endArchive(place, SECOND, '12:00');
  const chosen = async (target: Date | 'latest') => (await chooseBase(place.objects, target)).id;
  expect(await chosen(at('08:00'))).toBe(lost);
  expect(await chosen(at('11:00'))).toBe(restored);
  expect(await chosen('latest')).toBe(restored);
});

test('a copy that was started once in the same place hides nothing', async () => {
  const place = newStore();
  const original = await addBase(place, FIRST, '03:00');
  await endArchive(place, FIRST, '12:00');
  const copy = await addBase(place, SECOND, '09:00');
  await endArchive(place, SECOND, '09:20');
  const chosen = async (target: Date | 'latest') => (await chooseBase(place.objects, target)).id;
  expect(await chosen('latest')).toBe(original);
  expect(await chosen(at('11:00'))).toBe(original);
  await expect(chosen(at('09:10'))).rejects.toThrow(`Name the base backup: ${original} or ${copy}.`);
});

test('changes after the latest that can be restored are noticed', async () => {
  const place = newStore();
  const base = await addBase(place, FIRST, '03:00');
  await endArchive(place, FIRST, '09:00');
  const manifest = await chooseBase(place.objects, 'latest');
  expect(manifest.id).toBe(base);
  expect(await changesWithoutBase(place.objects, manifest)).toBeUndefined();
  await endArchive(place, SECOND, '08:00');
  expect(await changesWithoutBase(place.objects, manifest)).toBeUndefined();
  await endArchive(place, SECOND, '10:00');
  expect(await changesWithoutBase(place.objects, manifest)).toEqual(at('10:00'));
  await addBase(place, SECOND, '09:30');
  expect(await changesWithoutBase(place.objects, await chooseBase(place.objects, 'latest'))).toBeUndefined();
});

test('base backups expire when they recover only times before the window, two at a time', () => {
  const bases = ['01', '02', '03', '04'].map((hour) => ({
    id: hour,
    snapshot_at: at(`${hour}:00`).toISOString(),
  }));
  const expired = (before: string, endsAt = '23:00') =>
    expiredOf(bases, at(endsAt).getTime(), at(before).getTime());
  expect(expired('02:00')).toEqual([]);
  expect(expired('02:01')).toEqual(['01']);
  expect(expired('03:01')).toEqual(['01', '02']);
  expect(expired('22:00')).toEqual(['01', '02']);
  const last = bases.slice(3);
  expect(expiredOf(last, at('05:00').getTime(), at('05:00').getTime())).toEqual([]);
  expect(expiredOf(last, at('05:00').getTime(), at('05:01').getTime())).toEqual(['04']);
});

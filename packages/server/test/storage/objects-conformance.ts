import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { Objects } from '../../src/storage/objects/objects.ts';
import { inParallel } from '../harness/in-parallel.ts';

/** In alphabetical order. */
export async function namesIn(objects: Objects, folder: string): Promise<string[]> {
  return (await Array.fromAsync(objects.list(folder))).flat().toSorted();
}

/** The contract of every object store. `open` returns an empty one. */
export function describeObjects(open: () => Promise<Objects>): void {
  const read = async (objects: Objects, key: string) => {
    const found = await objects.get(key);
    return found && buffer(found.content);
  };

  test.for([0, 1, 65_536, 3_000_000])('%i bytes come back as they were put', async (size) => {
    const objects = await open();
    const content = randomBytes(size);
    await objects.put('a/b/content.bin', content);
    await objects.put(
      'a/b/streamed.bin',
      Readable.from([content.subarray(0, size >> 1), content.subarray(size >> 1)]),
    );
    for (const key of ['a/b/content.bin', 'a/b/streamed.bin']) {
      const found = await objects.get(key);
      found?.content.destroy();
      expect(found?.size).toBe(size);
      expect((await read(objects, key))?.equals(content)).toBe(true);
    }
  });

  test('a missing object is undefined, also below a path that is no folder', async () => {
    const objects = await open();
    await objects.put('a/file', Buffer.from('x'));
    for (const key of ['b', 'a/b', 'a/file/below']) expect(await objects.get(key)).toBeUndefined();
    expect(await namesIn(objects, 'nothing')).toEqual([]);
    expect(await objects.get('a')).toBeUndefined();
    expect(await objects.changedAt('nothing')).toBeUndefined();
  });

  test('a second put replaces the first', async () => {
    const objects = await open();
    await objects.put('key', Buffer.from('the first, which is longer'));
    await objects.put('key', Buffer.from('the second'));
    expect(String(await read(objects, 'key'))).toBe('the second');
  });

  test('a failed put keeps the previous object and leaves nothing beside it', async () => {
    const objects = await open();
    await objects.put('folder/key', Buffer.from('before'));
    const broken = Readable.from(
      (async function* () {
        yield Buffer.alloc(100_000);
        throw new Error('cut off');
      })(),
    );
    await expect(objects.put('folder/key', broken)).rejects.toThrow('cut off');
    expect(String(await read(objects, 'folder/key'))).toBe('before');
    expect(await namesIn(objects, 'folder')).toEqual(['key']);
  });

  test('a put whose stream fails at once, fails', async () => {
    const objects = await open();
    await expect(objects.put('new/folder/key', createReadStream('/nowhere'))).rejects.toThrow('ENOENT');
    expect(await namesIn(objects, 'new/folder')).toEqual([]);
  });

  test('concurrent reads and puts: a reader gets one complete content', async () => {
    const objects = await open();
    const contents = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(200_000));
    await objects.put('key', Buffer.from(contents[0] ?? ''));
    await inParallel(8, async (index) => {
      await objects.put('key', Buffer.from(contents[index % 4] ?? ''));
      expect(contents).toContain(String(await read(objects, 'key')));
    });
  });

  test('a folder can be listed, and removed with everything below', async () => {
    const objects = await open();
    for (const key of ['packs/1/icon', 'packs/1/files/a', 'packs/2/icon', 'other']) {
      await objects.put(key, Buffer.from(key));
    }
    expect(await namesIn(objects, 'packs')).toEqual(['1', '2']);
    await objects.removeAll('packs/1');
    await objects.removeAll('packs/1');
    expect(await namesIn(objects, 'packs')).toEqual(['2']);
    expect(await objects.get('packs/1/files/a')).toBeUndefined();
    expect(await read(objects, 'packs/2/icon')).toEqual(Buffer.from('packs/2/icon'));
    expect(await read(objects, 'other')).toEqual(Buffer.from('other'));
  });

  test('a folder whose name another begins with keeps what is in it', async () => {
    const objects = await open();
    for (const key of ['pack/a', 'pack-2/a', 'pack.png']) await objects.put(key, Buffer.from(key));
    await objects.removeAll('pack');
    expect(await objects.get('pack/a')).toBeUndefined();
    expect(await namesIn(objects, 'pack')).toEqual([]);
    for (const key of ['pack-2/a', 'pack.png']) expect(await read(objects, key)).toEqual(Buffer.from(key));
  });

  test('one object can be removed, and be removed again', async () => {
    const objects = await open();
    for (const key of ['folder/a', 'folder/a.b', 'folder/ab']) await objects.put(key, Buffer.from(key));
    for (const key of ['folder/a', 'folder/a', 'folder/a/below', 'nothing/there']) await objects.remove(key);
    expect(await namesIn(objects, 'folder')).toEqual(['a.b', 'ab']);
  });

  test('the times of objects and folders are those of their last change', async () => {
    const objects = await open();
    const key = 'folder/below/object';
    await objects.put(key, Buffer.from('x'));
    for (const path of [key, 'folder/below']) {
      const changedAt = await objects.changedAt(path);
      expect(Math.abs((changedAt?.getTime() ?? 0) - Date.now()), path).toBeLessThan(60_000);
    }
  });

  test.for([
    [0, 0],
    [0, 99],
    [0, 100],
    [99, 99],
    [99, 500],
    [7, 42],
    [100, 100],
    [100, 2 ** 53 - 1],
    [1_000, 2_000],
  ])('of 100 bytes, the range from %i to %i is the part of it that exists', async ([start = 0, end = 0]) => {
    const objects = await open();
    const content = randomBytes(100);
    await objects.put('key', content);
    const found = await objects.get('key', { start, end });
    expect(found?.size).toBe(100);
    expect(found && (await buffer(found.content))).toEqual(content.subarray(start, end + 1));
  });

  test('an empty or missing object has no ranges; an impossible range is refused', async () => {
    const objects = await open();
    await objects.put('empty', Buffer.alloc(0));
    const found = await objects.get('empty', { start: 0, end: 9 });
    expect([found?.size, String(found && (await buffer(found.content)))]).toEqual([0, '']);
    expect(await objects.get('missing', { start: 0, end: 9 })).toBeUndefined();
    for (const range of [
      { start: 2, end: 1 },
      { start: -1, end: 1 },
      { start: 0.5, end: 1 },
      { start: 0, end: Number.POSITIVE_INFINITY },
    ])
      await expect(objects.get('empty', range)).rejects.toThrow(RangeError);
  });

  test.for(['', '/', 'a/', '/a', '../a', 'a/../b', 'a//b', '.a', 'a/.b', 'A', 'a b', 'ä', 'a\\b', 'a\u0000'])(
    '%j is refused as a key',
    async (key) => {
      const objects = await open();
      await expect(objects.put(key, Buffer.alloc(1))).rejects.toThrow(RangeError);
      await expect(objects.get(key)).rejects.toThrow(RangeError);
      await expect(objects.remove(key)).rejects.toThrow(RangeError);
      await expect(objects.removeAll(key)).rejects.toThrow(RangeError);
      await expect(objects.changedAt(key)).rejects.toThrow(RangeError);
      await expect(namesIn(objects, key)).rejects.toThrow(RangeError);
      expect(() => objects.linkTo(key, { type: 'a/b', disposition: 'inline', seconds: 1 })).toThrow(
        RangeError,
      );
    },
  );
}

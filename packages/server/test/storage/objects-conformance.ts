import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { Objects } from '../../src/storage/objects/objects.ts';
import { inParallel } from '../harness/in-parallel.ts';

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
    expect(await objects.list('nothing')).toEqual([]);
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
    expect((await objects.list('folder')).map(({ name }) => name)).toEqual(['key']);
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
    const before = Date.now();
    const listed = await objects.list('packs');
    expect(listed.map(({ name }) => name).toSorted()).toEqual(['1', '2']);
    for (const { changedAt } of listed) expect(Math.abs(changedAt.getTime() - before)).toBeLessThan(60_000);
    await objects.removeAll('packs/1');
    await objects.removeAll('packs/1');
    expect((await objects.list('packs')).map(({ name }) => name)).toEqual(['2']);
    expect(await objects.get('packs/1/files/a')).toBeUndefined();
    expect(String(await read(objects, 'other'))).toBe('other');
  });

  test.for(['', '/', 'a/', '/a', '../a', 'a/../b', 'a//b', '.a', 'a/.b', 'A', 'a b', 'ä', 'a\\b', 'a\u0000'])(
    '%j is refused as a key',
    async (key) => {
      const objects = await open();
      await expect(objects.put(key, Buffer.alloc(1))).rejects.toThrow(RangeError);
      await expect(objects.get(key)).rejects.toThrow(RangeError);
      await expect(objects.removeAll(key)).rejects.toThrow(RangeError);
    },
  );
}

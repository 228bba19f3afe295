import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openFolder } from '../../src/storage/objects/folder.ts';
import { PAGE_NAMES } from '../../src/storage/objects/objects.ts';
import { describeObjects } from './objects-conformance.ts';

const newFolder = () => {
  const root = mkdtempSync(join(tmpdir(), 'palaver-objects-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  return root;
};

describe('a folder', () => {
  describeObjects(async () => openFolder(newFolder()));

  test('lists any number of names in pages, without files of others', async () => {
    const root = newFolder();
    const objects = openFolder(root);
    await objects.put('folder/object-0', Buffer.alloc(0));
    for (let index = 1; index <= PAGE_NAMES; index += 1)
      writeFileSync(join(root, 'folder', `object-${index}`), '');
    for (const name of ['.unfinished', 'Thumbs.db', 'name with spaces'])
      writeFileSync(join(root, 'folder', name), '');
    const pages = await Array.fromAsync(objects.list('folder'));
    expect(pages.map(({ length }) => length)).toEqual([PAGE_NAMES, 1]);
    expect(new Set(pages.flat()).size).toBe(PAGE_NAMES + 1);
  });

  test('closes a stream that it cannot store', async () => {
    const objects = openFolder(newFolder());
    await objects.put('object', Buffer.alloc(1));
    const content = Readable.from([Buffer.alloc(1)]);
    await expect(objects.put('object/below', content)).rejects.toThrow('object');
    expect(content.destroyed).toBe(true);
  });

  test('has no addresses of its objects', () => {
    const link = openFolder('/nowhere').linkTo('key', {
      type: 'image/png',
      disposition: 'inline',
      seconds: 60,
    });
    expect(link).toBeUndefined();
  });
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, onTestFinished } from 'vitest';
import { openFolder } from '../../src/storage/objects/folder.ts';
import { describeObjects } from './objects-conformance.ts';

describe('a folder', () => {
  describeObjects(async () => {
    const root = mkdtempSync(join(tmpdir(), 'palaver-objects-'));
    onTestFinished(() => rmSync(root, { recursive: true }));
    return openFolder(root);
  });
});

import { spawn, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkArchive } from '../../src/domain/sticker-archive/check-archive.ts';
import { buildZip } from '../harness/zip-builder.ts';
import {
  checkBytes,
  faultsIn,
  GIF,
  LIMITS,
  LOTTIE,
  MIB,
  namesIn,
  newPath,
  PNG,
  png,
  store,
} from './sticker-archive-harness.ts';

/** Archives made by other programs, a process watched while it checks one, and archives with random bytes in them. */

test('whatever bytes change, the result is stickers or faults', async () => {
  const archive = buildZip(
    [
      png('a.png', { method: 8 }),
      { name: 'b.json', content: LOTTIE, method: 8 },
      png('c/c.png', { zip64: true }),
    ],
    { zip64: true },
  );
  const change = fc.record({ at: fc.nat(archive.length - 1), to: fc.constantFrom(0, 1, 0x7f, 0x80, 0xff) });
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
      const changed = Buffer.from(archive);
      for (const { at, to } of changes) changed[at] = to;
      const result = await checkBytes(changed);
      return 'stickers' in result || result.faults.length > 0;
    }),
    { numRuns: 300 },
  );
});

test('memory stays constant, however large a file is', async () => {
  const content = Buffer.concat([
    Buffer.from('{"v":"5","layers":["'),
    Buffer.alloc(100 * MIB, 'A'),
    Buffer.from('"]}'),
  ]);
  const packed = deflateRawSync(content, { level: 1 });
  const small = await store(buildZip([{ name: 'a.json', content: LOTTIE, method: 8 }]));
  const large = await store(buildZip([{ name: 'a.json', content, packed, method: 8 }]));
  // In its own process, by sampling: the peak that the system reports includes the parent's.
  const module = new URL('../../src/domain/sticker-archive/check-archive.ts', import.meta.url);
  const script = `
    import { checkArchive } from '${module.href}';
    const [small, large] = process.argv.slice(1);
    const limits = ${JSON.stringify(LIMITS)};
    await checkArchive(small, limits);
    const before = process.memoryUsage.rss();
    let peak = before;
    const sampling = setInterval(() => { peak = Math.max(peak, process.memoryUsage.rss()); }, 2);
    const { stickers } = await checkArchive(large, limits);
    clearInterval(sampling);
    console.log(JSON.stringify({ stickers, grownMib: (peak - before) / ${MIB} }));
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, small, large], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { stickers, grownMib } = JSON.parse(await text(child.stdout));
  expect(stickers).toEqual([{ name: 'a.json', kind: 'json', size: content.length }]);
  expect(grownMib).toBeLessThan(80);
});

/** For archives made by real tools, which CI must have; elsewhere the test is skipped with a note. */
function hasTool(command: string, args: string[], skip: (note: string) => never): void {
  if (spawnSync(command, args).status === 0) return;
  if (process.env.CI !== undefined && command === 'zip') throw new Error('zip is not on the PATH');
  skip(`${command} is not on the PATH`);
}

describe('archives of other programs', () => {
  async function stickerFolder(): Promise<string> {
    const folder = newPath();
    const script = 'mkdir -p "$1/pack/more" "$1/__MACOSX" && ln -s a.png "$1/pack/link.png"';
    expect(spawnSync('sh', ['-c', script, 'sh', folder]).status).toBe(0);
    const files = { 'pack/a.png': PNG, 'pack/more/Ünï.GIF': GIF, 'pack/wave.json': LOTTIE.padEnd(100_000) };
    for (const [name, content] of Object.entries(files)) await writeFile(`${folder}/${name}`, content);
    await writeFile(`${folder}/__MACOSX/._a.png`, 'resource fork');
    return folder;
  }

  test('`zip`: plain, through a pipe, with zip64, with a link, encrypted', async ({ skip }) => {
    hasTool('zip', ['-v'], skip);
    const cwd = await stickerFolder();
    const zip = (...args: string[]): Buffer => {
      const done = spawnSync('zip', ['-q', '-r', ...args], { cwd });
      expect(done.stderr.toString()).toBe('');
      return done.stdout;
    };
    const checkZip = (...args: string[]) => {
      const path = newPath();
      zip(path, ...args);
      return checkArchive(path, LIMITS);
    };
    for (const option of ['-0', '-9', '-fz'])
      expect(namesIn(await checkZip(option, '.', '-x', '*link*')).toSorted()).toEqual([
        'a.png',
        'wave.json',
        'Ünï.GIF',
      ]);
    expect(faultsIn(await checkZip('-y', 'pack'))).toEqual([['pack/link.png', 'link']]);
    const encrypted = faultsIn(await checkZip('-P', 'secret', 'pack', '-x', '*link*'));
    expect(new Set(encrypted.map(([, rule]) => rule))).toEqual(new Set(['encrypted']));

    // In an archive written to a pipe the sizes follow the content, because they are not known before.
    expect(namesIn(await checkBytes(zip('-', 'pack/wave.json')))).toEqual(['wave.json']);
  });

  test("Python's zipfile: stored, deflated, bzip2, lzma", async ({ skip }) => {
    hasTool('python3', ['-c', 'import zipfile, bz2, lzma'], skip);
    const cwd = await stickerFolder();
    const script = `
import sys, zipfile
with zipfile.ZipFile(sys.argv[1], 'w', getattr(zipfile, sys.argv[2])) as archive:
    archive.mkdir('pack')
    for name in ['pack/a.png', 'pack/more/Ünï.GIF', 'pack/wave.json']:
        archive.write(name)
    with archive.open('streamed.png', 'w', force_zip64=True) as file:
        file.write(open('pack/a.png', 'rb').read())
`;
    const check = async (method: string) => {
      const path = newPath();
      const done = spawnSync('python3', ['-c', script, path, method], { cwd });
      expect(done.stderr.toString()).toBe('');
      return checkArchive(path, LIMITS);
    };
    const names = ['a.png', 'Ünï.GIF', 'wave.json', 'streamed.png'];
    expect(namesIn(await check('ZIP_STORED'))).toEqual(names);
    expect(namesIn(await check('ZIP_DEFLATED'))).toEqual(names);
    for (const method of ['ZIP_BZIP2', 'ZIP_LZMA']) {
      const rules = faultsIn(await check(method)).map(([, rule]) => rule);
      expect(new Set(rules)).toEqual(new Set(['compression']));
    }
  });
});

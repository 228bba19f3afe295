/*
 * `node packages/console/scripts/draw-tour-files.ts`: makes the pictures, the stickers and the voice message of the demo, into
 * public/demo; needs zip. They are drawn by these lines, and belong to the project like its code. They are committed, so only a change of
 * them needs this.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
// (The server has it for uploads.)
import sharp from 'sharp';
import { GROUP_PICTURES, PHOTOS, PORTRAITS } from './tour-pictures.ts';
import { STICKERS } from './tour-stickers.ts';
import { voice } from './tour-voice.ts';

const DEMO = fileURLToPath(new URL('../public/demo', import.meta.url));

async function draw(name: string, svg: string, width: number, quality: number): Promise<void> {
  const picture = sharp(Buffer.from(svg), { density: 144 }).resize({ width });
  await picture.webp({ quality, effort: 6 }).toFile(join(DEMO, `${name}.webp`));
}

for (const [name, svg] of Object.entries({ ...PORTRAITS, ...GROUP_PICTURES }))
  await draw(`tour-${name}`, svg, 256, 82);
for (const [name, svg] of Object.entries(PHOTOS)) await draw(`tour-${name}`, svg, 1200, 80);
await sharp(Buffer.from(PORTRAITS.bot))
  .resize({ width: 96 })
  .png({ palette: true })
  .toFile(join(DEMO, 'tour-icon.png'));
writeFileSync(join(DEMO, 'tour-voice.wav'), voice());

const folder = mkdtempSync(join(tmpdir(), 'stickers-'));
try {
  for (const [name, animation] of Object.entries(STICKERS))
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(animation));
  rmSync(join(DEMO, 'tour-stickers.zip'), { force: true });
  const files = Object.keys(STICKERS).map((name) => `${name}.json`);
  execFileSync('zip', ['-q', '-X', join(DEMO, 'tour-stickers.zip'), ...files], { cwd: folder });
} finally {
  rmSync(folder, { recursive: true });
}

/*
 * `node packages/console/scripts/draw-demo-files.ts`: draws what the playground has to send, into public/demo; needs chromium
 * and zip. Its pictures are committed, so only a change of them needs it.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright-core';

const DEMO = fileURLToPath(new URL('../public/demo', import.meta.url));

/** Hills, and a sun at this height: 0 is below them, 1 is high up. */
const hills = (height: number) => `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="400">
  <defs><linearGradient id="sky" x2="0" y2="1">
    <stop stop-color="hsl(${225 - 15 * height} 60% ${25 + 45 * height}%)"/><stop offset="1" stop-color="hsl(28 95% ${50 + 30 * height}%)"/>
  </linearGradient></defs>
  <rect width="640" height="400" fill="url(#sky)"/>
  <circle cx="430" cy="${330 - 210 * height}" r="46" fill="hsl(45 100% ${60 + 25 * height}%)"/>
  <path d="M0 270 Q120 170 260 250 T520 230 T660 260 V400 H0Z" fill="hsl(200 35% ${18 + 24 * height}%)"/>
  <path d="M0 320 Q160 230 330 310 T660 290 V400 H0Z" fill="hsl(165 40% ${14 + 20 * height}%)"/>
  <path d="M0 365 Q200 300 420 360 T660 340 V400 H0Z" fill="hsl(140 45% ${10 + 16 * height}%)"/>
</svg>`;

const face = (
  colour: string,
  mouth: string,
  eyes = '<circle cx="88" cy="100" r="12"/><circle cx="152" cy="100" r="12"/>',
) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="240"><circle cx="120" cy="120" r="104" fill="${colour}"/>
  <g fill="#3b2a1a">${eyes}</g><path d="${mouth}" fill="none" stroke="#3b2a1a" stroke-width="12" stroke-linecap="round"/></svg>`;

const FACES = {
  'happy.png': face('#ffd34d', 'M76 142 Q120 192 164 142'),
  'calm.png': face(
    '#9ee0b5',
    'M84 152 H156',
    '<path d="M74 104 q14 12 28 0 M138 104 q14 12 28 0" fill="none" stroke="#3b2a1a" stroke-width="9" stroke-linecap="round"/>',
  ),
  'sad.png': face('#9cc7ff', 'M80 168 Q120 128 160 168'),
};

/** An animation: a heart that beats, twice a second. */
const heart = () => {
  const beat = [
    { t: 0, s: [82, 82, 100], i: { x: [0.4], y: [1] }, o: { x: [0.6], y: [0] } },
    { t: 15, s: [104, 104, 100], i: { x: [0.4], y: [1] }, o: { x: [0.6], y: [0] } },
    { t: 30, s: [82, 82, 100] },
  ];
  const at = (k: unknown) => ({ a: 0, k });
  const shape = {
    ty: 'sh',
    ks: at({
      c: true,
      v: [
        [0, -40],
        [60, -90],
        [100, -40],
        [0, 80],
        [-100, -40],
        [-60, -90],
      ],
      i: [
        [-12, -30],
        [-28, 0],
        [0, -28],
        [50, -42],
        [0, 36],
        [-28, 0],
      ],
      o: [
        [12, -30],
        [28, 0],
        [0, 36],
        [-50, -42],
        [0, -28],
        [28, 0],
      ],
    }),
  };
  const group = {
    ty: 'gr',
    it: [
      shape,
      { ty: 'fl', c: at([0.93, 0.27, 0.37, 1]), o: at(100) },
      { ty: 'tr', p: at([0, 0]), a: at([0, 0]), s: at([100, 100]), r: at(0), o: at(100) },
    ],
  };
  const transform = { o: at(100), r: at(0), p: at([120, 122, 0]), a: at([0, 0, 0]), s: { a: 1, k: beat } };
  const layer = { ty: 4, nm: 'heart', ip: 0, op: 30, st: 0, ks: transform, shapes: [group] };
  return { v: '5.7.0', fr: 60, ip: 0, op: 30, w: 240, h: 240, nm: 'heart', layers: [layer] };
};

const MENU = `<style>body{font:18px/1.7 Georgia,serif;margin:4em}h1{letter-spacing:.1em}</style>
<h1>Menu</h1><p>Flat white · 3.20<br>Espresso · 2.10<br>Lemon cake · 3.90</p>`;

async function picture(page: Page, svg: string, width: number, height: number): Promise<Buffer> {
  await page.setViewportSize({ width, height });
  await page.setContent(`<style>body{margin:0}svg{display:block}</style>${svg}`);
  return page.screenshot({ omitBackground: true });
}

/** A film of these pictures, as the browser's own recorder makes it. */
async function film(page: Page, pictures: string[]): Promise<Buffer> {
  const base64 = await page.evaluate(async (svgs) => {
    const images = await Promise.all(
      svgs.map(async (svg) => {
        const image = new Image();
        image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
        await image.decode();
        return image;
      }),
    );
    const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 400 });
    const context = canvas.getContext('2d');
    const recorder = new MediaRecorder(canvas.captureStream(24), {
      mimeType: 'video/webm;codecs=vp8',
      videoBitsPerSecond: 300_000,
    });
    const parts: Blob[] = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    const ended = new Promise((resolve) => {
      recorder.onstop = resolve;
    });
    recorder.start();
    for (const image of images) {
      context?.drawImage(image, 0, 0);
      await new Promise((resolve) => setTimeout(resolve, 1000 / 24));
    }
    recorder.stop();
    await ended;
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
    return btoa(String.fromCharCode(...bytes));
  }, pictures);
  return Buffer.from(base64, 'base64');
}

const browser = await chromium.launch({
  executablePath: execFileSync('which', ['chromium'], { encoding: 'utf8' }).trim(),
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
});
const folder = mkdtempSync(join(tmpdir(), 'stickers-'));
try {
  const page = await browser.newPage();
  writeFileSync(join(DEMO, 'hills.png'), await picture(page, hills(0.8), 640, 400));
  writeFileSync(join(DEMO, 'icon.png'), await picture(page, FACES['happy.png'], 240, 240));
  const heights = Array.from({ length: 60 }, (_, index) => index / 59);
  writeFileSync(join(DEMO, 'sunrise.webm'), await film(page, heights.map(hills)));
  await page.setContent(MENU);
  writeFileSync(join(DEMO, 'menu.pdf'), await page.pdf({ format: 'A5' }));
  for (const [name, svg] of Object.entries(FACES))
    writeFileSync(join(folder, name), await picture(page, svg, 240, 240));
  writeFileSync(join(folder, 'heart.json'), JSON.stringify(heart()));
  rmSync(join(DEMO, 'stickers.zip'), { force: true });
  execFileSync('zip', ['-q', '-X', join(DEMO, 'stickers.zip'), ...Object.keys(FACES), 'heart.json'], {
    cwd: folder,
  });
} finally {
  await browser.close();
  rmSync(folder, { recursive: true });
}

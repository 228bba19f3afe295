import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileOf, png, zipOf } from '../../packages/server/test/harness/sticker-pack.ts';
import { type Load, measure, median, type Row, ratio } from '../harness.ts';
import type { Palaver } from '../palaver.ts';
import { prepareSends } from './sends.ts';

const STICKERS = 100;
const STICKER_BYTES = 100_000;
const ROUNDS = 3;
const SECONDS = 3;
/** Concurrent chat clients: few enough to leave some of the machine to the upload. */
const CONNECTIONS = 8;

/** Uploads a 10 MB pack while others keep sending messages. */
export async function stickers(palaver: Palaver): Promise<Row[]> {
  const load = await prepareSends(palaver);
  const archive = zipOf(
    Object.fromEntries(
      Array.from({ length: STICKERS }, (_, index) => [
        `${index}.png`,
        Buffer.concat([png(), randomBytes(STICKER_BYTES - png().length)]),
      ]),
    ),
  );
  const alone: Upload[] = [];
  for (let round = 0; round < ROUNDS; round += 1) alone.push(await upload(palaver, archive));
  const p99s: { quiet: number[]; uploading: number[] } = { quiet: [], uploading: [] };
  await p99Of(palaver, load);
  for (let round = 0; round < ROUNDS; round += 1) {
    p99s.quiet.push(await p99Of(palaver, load));
    const [uploading] = await Promise.all([p99Of(palaver, load), upload(palaver, archive)]);
    p99s.uploading.push(uploading);
  }
  const milliseconds = (figure: string, values: number[], target: string) => ({
    figure,
    value: median(values).toFixed(0),
    target,
  });
  return [
    milliseconds(
      '100 stickers, 10 MB: answered after ms',
      alone.map(({ answered }) => answered),
      '≤ 1,000',
    ),
    milliseconds(
      '… and `uploaded` after that, ms',
      alone.map(({ stored }) => stored),
      '≤ 2,000',
    ),
    ratio('p99 of sends during an upload ÷ quiet', median(p99s.uploading), median(p99s.quiet), '≤ 2'),
  ];
}

const p99Of = async (palaver: Palaver, load: Load) =>
  (await measure(palaver.subject, load, SECONDS, CONNECTIONS)).p99Ms;

interface Upload {
  /** Milliseconds until the response. */
  answered: number;
  /** Time from the response until the pack is usable. */
  stored: number;
}

async function upload(palaver: Palaver, archive: Buffer): Promise<Upload> {
  const url = `http://127.0.0.1:${palaver.subject.port}/sticker/v1.0/pack`;
  const headers = { 'x-api-key': palaver.key };
  const body = new FormData();
  body.append('name', 'Bench');
  body.append('icon', fileOf(png()), 'icon.png');
  body.append('stickers', fileOf(archive), 'stickers.zip');
  const begin = performance.now();
  const { data } = (await (await fetch(url, { method: 'POST', headers, body })).json()) as {
    data: { id: string };
  };
  const answered = performance.now();
  for (;;) {
    const pack = (await (await fetch(`${url}/${data.id}`, { headers })).json()) as {
      data: { status: string };
    };
    if (pack.data.status === 'uploaded') break;
    await sleep(10);
  }
  return { answered: answered - begin, stored: performance.now() - answered };
}

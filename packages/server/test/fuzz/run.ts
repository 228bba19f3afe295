/*
 * `npm run test:fuzz`: sends the real server everything that a client may send by mistake or malice (corpus.ts), then
 * the given number of random requests (generate.ts), and expects a valid response to each in time. Exit code 1 when
 * something is wrong.
 */
import { parseArgs } from 'node:util';
import { describeFailure, toTable } from './describe.ts';
import { fuzz } from './fuzz.ts';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '200000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const requests = Number(values.requests);
const seed = Number(values.seed);
if (!Number.isSafeInteger(requests) || !Number.isSafeInteger(seed)) {
  process.stderr.write('--requests and --seed are whole numbers\n');
  process.exit(1);
}

const MOST_SHOWN = 20;
const stopping = new AbortController();
// The round in progress is finished, so that nothing is left behind.
process.once('SIGINT', () => stopping.abort());
process.once('SIGTERM', () => stopping.abort());
// The reader of our output may go away; the server must be stopped then too.
process.stdout.on('error', () => {});

const print = (line: string) => process.stdout.write(`${line}\n`);
print(`seed ${seed}, ${requests} requests`);
const startedAtMs = performance.now();
const report = await fuzz({
  requests,
  seed,
  signal: stopping.signal,
  onRound(sent) {
    if (process.stdout.isTTY) process.stdout.write(`${sent} sent\r`);
  },
});
const seconds = ((performance.now() - startedAtMs) / 1_000).toFixed(0);
const { sent, holds, failures } = report;
for (const line of toTable(report)) print(line);
print(
  `${holds.seen} long turns of the event loop, the longest ${holds.longestMs.toFixed(0)} ms; ${holds.tried} requests tried again alone`,
);
for (const failure of failures.slice(0, MOST_SHOWN)) print(`\n${describeFailure(failure)}`);
if (failures.length > MOST_SHOWN) print(`\n… and ${failures.length - MOST_SHOWN} more`);
print(`\n${sent} requests in ${seconds} s, seed ${seed}`);
print(`${sent - failures.length} passed, ${failures.length} failed`);
process.exitCode = failures.length === 0 ? 0 : 1;

import { isUtf8 } from 'node:buffer';
import type { Failure, Report } from './fuzz.ts';
import type { Attempt } from './request.ts';

const SHOWN = 600;

/** A failure in lines: the request, the response, and how to reproduce it. */
export function describeFailure({ problem, attempt, outcome, seed }: Failure): string {
  const answers = (outcome?.answers ?? []).map(({ status, text }) => `${status} ${short(text)}`);
  return [
    `FAILED ${problem}`,
    ...(attempt === undefined ? [] : describeAttempt(attempt)),
    ...answers.map((answer) => `  answer: ${answer}`),
    `  again: npm run test:fuzz -- --requests 20000 --seed ${seed}`,
  ].join('\n');
}

function describeAttempt(attempt: Attempt): string[] {
  if ('writes' in attempt)
    return [`  ${attempt.label}`, ...attempt.writes.map((bytes) => `  ${quoted(bytes)}`)];
  if ('frames' in attempt) return [`  ${attempt.label}`, `  ${quoted(attempt.frames)}`];
  const { method, url, headers, body } = attempt;
  return [
    `  ${method} ${short(url)}`,
    ...headers.map(([name, value]) => `  ${name}: ${short(value)}`),
    ...(body === undefined ? [] : [`  ${body.length} bytes: ${quoted(body)}`]),
  ];
}

function quoted(bytes: Buffer): string {
  return short(JSON.stringify(bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1')));
}

function short(text: string): string {
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}… (${text.length} characters)`;
}

const STATUSES = ['2xx', '4xx', '5xx', 'none'];

/** The number of responses of each status class, by route. */
export function toTable({ counts, sent }: Report): string[] {
  const total = new Map<string, number>();
  const rows = [...counts]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([label, of]) => {
      for (const [status, count] of of) total.set(status, (total.get(status) ?? 0) + count);
      return toRow(label, of);
    });
  return [
    `${'answers'.padEnd(62)}${STATUSES.map((status) => status.padStart(9)).join('')}`,
    ...rows,
    toRow(`${sent} requests`, total),
  ];
}

function toRow(label: string, counts: ReadonlyMap<string, number>): string {
  return `${label.padEnd(62)}${STATUSES.map((status) => String(counts.get(status) ?? 0).padStart(9)).join('')}`;
}

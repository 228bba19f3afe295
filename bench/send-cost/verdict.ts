import type { SendCalls } from './calls.ts';
import type { Counts, SendCounts } from './counts.ts';
import type { Ratios } from './ratios.ts';

/** What `send-cost.json` allows, and why it is worth its price. */
export interface Price {
  value: number;
  reason: string;
}

/** The content of `send-cost.json`. */
export interface Agreed {
  ratios: Record<keyof Ratios, Price>;
  /** Of JavaScript functions. */
  calls: Price;
  counts: Record<'transaction' | 'others', Record<string, Price>>;
}

/** A ratio may differ so much without a change of the code. */
const TOLERANCE = 1.2;
/** The driver's calls depend a little on how PostgreSQL's responses arrive. */
const TOLERANCE_OF_CALLS = 1.06;

export interface Verdict {
  /** Each one fails the step. */
  failures: string[];
  remarks: string[];
}

const DEARER = 'make the send cheaper, or write the new number and the reason into bench/send-cost.json';
const CHEAPER = 'lower the number in bench/send-cost.json, so that a send stays as cheap as it is now';

/** Counts are exact, so each difference is a failure. */
export function judgeCounts(agreed: Agreed, counted: SendCounts): Verdict {
  const failures: string[] = [];
  for (const part of ['transaction', 'others'] as const) {
    const [old, now] = [agreed.counts[part], counted[part]];
    for (const what of new Set([...Object.keys(old), ...Object.keys(now)])) {
      const [before, after] = [old[what]?.value ?? 0, now[what] ?? 0];
      if (before === after) continue;
      const where = part === 'transaction' ? 'the transaction of a send' : 'other transactions for a send';
      const change = after > before ? `grew from ${before} to ${after}` : `shrank from ${before} to ${after}`;
      const list = what === 'statements' ? listOf(counted.statements[part]) : '';
      failures.push(`${what}, in ${where}: ${change}; ${after > before ? DEARER : CHEAPER}${list}`);
    }
  }
  return { failures, remarks: [] };
}

export function judgeCalls(agreed: Agreed, { all }: SendCalls): Verdict {
  const before = agreed.calls.value;
  const change = `calls of functions for a send: from ${before} to ${all.toFixed(0)}`;
  if (!(all <= before * TOLERANCE_OF_CALLS)) return { failures: [`${change}; ${DEARER}`], remarks: [] };
  return { failures: [], remarks: all < before / TOLERANCE_OF_CALLS ? [`${change}; ${CHEAPER}`] : [] };
}

/** A ratio is measured, so only a clear growth is a failure. */
export function judgeRatios(agreed: Agreed, measured: Ratios): Verdict {
  const verdict: Verdict = { failures: [], remarks: [] };
  for (const [name, what] of Object.entries(RATIOS) as [keyof Ratios, string][]) {
    const [before, after] = [agreed.ratios[name].value, measured[name]];
    const change = `${what}: from ${before} to ${after.toFixed(2)}`;
    if (!(after <= before * TOLERANCE))
      verdict.failures.push(`${change}, more than ${TOLERANCE} times as much; ${DEARER}`);
    else if (after < before / TOLERANCE) verdict.remarks.push(`${change}; if other runs agree, ${CHEAPER}`);
  }
  return verdict;
}

const RATIOS: Record<keyof Ratios, string> = {
  node: 'processor time of Node for a send ÷ that of bare node:http for a request',
  postgres: 'processor time of PostgreSQL for a send ÷ that for a plain insert',
};

const SHOWN = 120;

function listOf(statements: Counts): string {
  const shortened = (text: string) => (text.length > SHOWN ? `${text.slice(0, SHOWN)} …` : text);
  return Object.entries(statements)
    .map(([text, times]) => `\n    ${times} × ${shortened(text)}`)
    .join('');
}

import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

/** Their address is another than that of a flood. */
const ADDRESS = '127.0.0.2';
/** Far below the rate limits of a user. */
const PACE_MS = 100;
/** Longer than any answer may take on a busy machine. */
const PATIENCE_MS = 20_000;

export interface Sample {
  what: string;
  /** Since the first request, in milliseconds. */
  atMs: number;
  tookMs: number;
  /** `200`, or what came instead. */
  outcome: string;
}

export interface HonestUserOptions {
  url: string;
  token: string;
  threadId: string;
}

/**
 * What a user experiences who does nothing wrong: reads and sends in turn, each other time on a new connection, until `signal` is
 * aborted. A request begins every 100 ms, also while earlier ones wait: a server that stands still is felt by all of them.
 */
export async function beHonest(
  { url, token, threadId }: HonestUserOptions,
  signal: AbortSignal,
): Promise<Sample[]> {
  const kept = new Agent({ keepAlive: true, localAddress: ADDRESS });
  const anew = new Agent({ localAddress: ADDRESS });
  const messages = `${url}/client/v1.0/threads/${threadId}/messages`;
  const startedAt = performance.now();
  const sample = async (round: number): Promise<Sample> => {
    const [sends, isNew] = [round % 2 === 1, round % 4 >= 2];
    const body = sends ? JSON.stringify({ body: { text: `honest ${round}` } }) : undefined;
    const atMs = performance.now() - startedAt;
    const outcome = await ask(sends ? messages : `${messages}?limit=10`, {
      ...{ token, body, agent: isNew ? anew : kept },
    });
    const what = `${sends ? 'send' : 'read'}${isNew ? ' on a new connection' : ''}`;
    return { what, atMs, tookMs: performance.now() - startedAt - atMs, outcome };
  };
  const samples: Promise<Sample>[] = [];
  while (!signal.aborted) {
    samples.push(sample(samples.length));
    await sleep(PACE_MS);
  }
  const done = await Promise.all(samples);
  kept.destroy();
  return done;
}

interface Outgoing {
  token: string;
  agent: Agent;
  body: string | undefined;
}

/** Resolves to `200`, or what came instead. */
function ask(url: string, { token, agent, body }: Outgoing): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const method = body === undefined ? 'GET' : 'POST';
  const sent = request(url, { method, headers, agent, signal }, (response) => {
    text(response).then(
      (received) =>
        resolve(
          response.statusCode === 200
            ? '200'
            : `${response.statusCode} ${/M\d{5}/.exec(received)?.[0] ?? ''}`,
        ),
      (error: Error) => resolve(error.message),
    );
  });
  sent.on('error', (error) => resolve(error.message));
  sent.end(body);
  return promise;
}

/** The time that so many of a hundred requests did not exceed. */
export function percentile(samples: readonly Sample[], part: number): number {
  const times = samples.map(({ tookMs }) => tookMs).toSorted((a, b) => a - b);
  return times[Math.min(times.length - 1, Math.floor((times.length * part) / 100))] ?? Number.NaN;
}

/** The outcomes other than 200, with their numbers. */
export function failuresOf(samples: readonly Sample[]): Map<string, number> {
  const failed = samples.filter(({ outcome }) => outcome !== '200');
  const byOutcome = Map.groupBy(failed, ({ outcome }) => outcome);
  return new Map([...byOutcome].map(([outcome, of]) => [outcome, of.length]));
}

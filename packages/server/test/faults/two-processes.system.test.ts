import { beforeAll, expect, test } from 'vitest';
import { MESSAGES, THREADS } from '../harness/api.ts';
import type { Answer } from '../harness/calls.ts';
import { inParallel, tally } from '../harness/in-parallel.ts';
import { newDataDir, type RunningPalaver, startPalaver } from '../harness/palaver.ts';
import { textTo } from '../harness/population.ts';
import { recount } from '../harness/recount.ts';
import { connect, urlOf } from '../harness/test-database.ts';
import { useServer } from '../harness/use-server.ts';
import { momentComes, pause } from '../harness/waits.ts';

/**
 * Invariant 3 between processes: one key, one effect, whichever process is asked or killed. `KEY_KILLS=20` before the
 * test command sets the number of kills.
 */

const REPEATS = 100;
const ROUNDS = Number(process.env.KEY_KILLS ?? 2);
const LATEST_KILL_MS = 100;
/** Upper bounds that leave room for a busy machine. */
const REQUEST_TIMEOUT_MS = 20_000;
const MOST_ATTEMPTS = 20;
const PAUSE_MS = 50;
/** The advisory lock of a gate, as in gates.ts. */
const GATE = 770_003;

/** Creates what the requests name, and shows what they stored; it is neither of the two processes under test. */
const server = await useServer();
beforeAll(async () => {
  // A gate between an effect and its commit, with a delay behind it, so that others meet uncommitted effects.
  await server.database.sql(`create function pass_gate() returns trigger language plpgsql as
    'begin perform pg_advisory_xact_lock_shared(${GATE}); perform pg_sleep(0.03); return null; end'`);
  await server.database.sql(`create trigger pass_gate after insert or update on idempotency_keys
    for each row when (new.data is not null) execute function pass_gate()`);
});

/** Two `palaver start` processes on the database of {@link server}; a killed one is replaced at once. */
let processes: [Promise<RunningPalaver>, Promise<RunningPalaver>];
/** Requests alternate between the processes. */
const placeOf = (turn: number): 0 | 1 => (turn % 2 === 0 ? 0 : 1);

async function startTwo(): Promise<void> {
  processes = [start(), start()];
  await Promise.all(processes);
}

async function start(): Promise<RunningPalaver> {
  const environment = { DATABASE_URL: urlOf(server.database.connection), PALAVER_LOG_LEVEL: 'error' };
  return startPalaver(environment, newDataDir());
}

interface Request {
  path: string;
  /**
   * The idempotency key. It is also the text of the messages or the name of the thread, by which the effect is found.
   */
  key: string;
  bodyWith: (text: string) => unknown;
  /** The number of rows of the effect. */
  rows: number;
}

/** One for each code path: the queue, a transaction that creates direct threads, one that creates a group. */
async function newRequests(name: string): Promise<Request[]> {
  const [owner = '', ...others] = await server.users(4, `${name}-user`);
  const threadId = await server.group([owner, ...others]);
  const queued = (text: string) => textTo(threadId, owner, text);
  const direct = (text: string) => ({ ...queued(text), target: { user_ids: others } });
  const group = (text: string) => ({ name: text, owner_id: owner, member_ids: others, id_type: 2 });
  return [
    { path: MESSAGES, key: `${name}-queued`, bodyWith: queued, rows: 1 },
    { path: MESSAGES, key: `${name}-direct`, bodyWith: direct, rows: others.length },
    { path: THREADS, key: `${name}-group`, bodyWith: group, rows: 1 },
  ];
}

interface Outcome {
  code: string;
  data: Answer['body']['data'];
  isReplay: boolean;
}

async function post(turn: number, request: Request, text = request.key): Promise<Outcome> {
  const { url } = await processes[placeOf(turn)];
  const response = await fetch(url + request.path, {
    method: 'POST',
    headers: {
      'x-api-key': server.key,
      'content-type': 'application/json',
      'idempotency-key': request.key,
      prefer: 'return=representation',
    },
    body: JSON.stringify(request.bodyWith(text)),
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  });
  const { message_code, data } = (await response.json()) as Answer['body'];
  return { code: message_code, data, isReplay: response.headers.get('idempotent-replayed') === 'true' };
}

/** The number of resends. */
let retries = 0;

/** Sends until there is a final answer. */
async function retryWhileBusy(
  client: number,
  request: Request,
  { moves }: { moves: boolean },
): Promise<Outcome> {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    // The connection was lost: the outcome is unknown.
    const outcome = await post(moves ? client + attempt : client, request).catch(() => undefined);
    if (outcome !== undefined && !['M50300', 'M40902'].includes(outcome.code)) return outcome;
    retries += 1;
    await pause(PAUSE_MS);
  }
  throw new Error(`${request.key} was never answered`);
}

/** The messages with this text, or the threads with this name. */
async function storedBy(key: string): Promise<string[]> {
  const rows = await server.database.sql<{ id: string }>(
    `select thread_id || '.' || seq as id from messages where text = $1
     union all select id::text from threads where name = $1 order by id`,
    [key],
  );
  return rows.map(({ id }) => id);
}

/** The number of transactions that wait at the gate after their effect. */
async function countAtGate(): Promise<number> {
  const sql = `select from pg_locks join pg_stat_activity using (pid)
    where datname = current_database() and locktype = 'advisory' and objid = $1 and not granted`;
  return (await server.database.sql(sql, [GATE])).length;
}

/** All get one answer, naming the row stored once; `firsts` of them are not replays; other bodies get M42201. */
async function expectOneEffect(request: Request, outcomes: Outcome[], firsts: number[]): Promise<void> {
  expect(tally(outcomes.map(({ code }) => code))).toEqual({ M200: REPEATS });
  expect(new Set(outcomes.map(({ data }) => JSON.stringify(data))).size).toBe(1);
  expect(firsts).toContain(outcomes.filter(({ isReplay }) => !isReplay).length);
  const { thread_id, messages = [{ id: thread_id }] } = outcomes[0]?.data ?? {};
  const stored = await storedBy(request.key);
  expect(stored).toHaveLength(request.rows);
  expect(messages.map(({ id }: { id: string }) => id).toSorted()).toEqual(stored.toSorted());
  const others = await inParallel(2, (turn) => post(turn, request, 'another body'));
  expect(others.map(({ code }) => code)).toEqual(['M42201', 'M42201']);
}

test('100 concurrent repeats through two processes have one effect, and a different body is M42201', async () => {
  await startTwo();
  for (const request of await newRequests('calm')) {
    const outcomes = await inParallel(REPEATS, (client) => post(client, request));
    await expectOneEffect(request, outcomes, [1]);
  }
  const [some, others] = [await newRequests('some'), await newRequests('others')];
  for (const pair of some.flatMap((one) => others.map((other) => [one, other]))) {
    const key = pair.map((request) => request.key).join('-or-');
    const requests = pair.map((request) => ({ ...request, key }));
    const outcomes = await Promise.all(
      requests.map((request, turn) => retryWhileBusy(turn, request, { moves: false })),
    );
    expect(outcomes.map(({ code }) => code).toSorted()).toEqual(['M200', 'M42201']);
    const done = requests[outcomes.findIndex(({ code }) => code === 'M200')];
    expect(await storedBy(key)).toHaveLength(done?.rows ?? 0);
  }
  expect(await recount(server.database)).toEqual([]);
});

test('100 repeats have one effect even when a process is killed meanwhile', async () => {
  await startTwo();
  const gate = await connect(server.database.connection);
  const firstVictim = Math.floor(Math.random() * 2);
  retries = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const requests = await newRequests(`round${round}`);
    const isGated = round % 2 === 1;
    if (isGated) await gate.query('select pg_advisory_lock($1)', [GATE]);
    // Half of each process's clients switch to the other one; the rest wait for theirs.
    const insistOn = (client: number) =>
      requests.map((request) => retryWhileBusy(client, request, { moves: client % 4 < 2 }));
    const load = inParallel(REPEATS, (client) => Promise.all(insistOn(client)));
    load.catch(() => {}); // awaited once no more processes are started

    const place = placeOf(firstVictim + round);
    const victim = await processes[place];
    // Of three, because one of the two that create threads waits for the other.
    if (isGated) await expect.poll(countAtGate, { interval: 5 }).toBeGreaterThan(1);
    else await momentComes(Math.random() * LATEST_KILL_MS);
    victim.process.kill('SIGKILL');
    processes[place] = start();
    await gate.query('select pg_advisory_unlock_all()');
    await processes[place];

    const answers = await load;
    for (const [index, request] of requests.entries()) {
      const outcomes = answers.flatMap((ofClient) => ofClient[index] ?? []);
      // Zero when the first answer was lost with its process.
      await expectOneEffect(request, outcomes, [0, 1]);
    }
  }
  expect(retries).toBeGreaterThan(0);
  expect(await recount(server.database)).toEqual([]);
});

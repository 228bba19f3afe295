import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { useEmbeddedPostgres } from '../../packages/server/src/storage/embedded/embedded-postgres.ts';
import {
  type Load,
  mainThread,
  measure,
  processorMicroseconds,
  type Subject,
  startSubject,
  stopSubject,
  whileTheyLast,
} from '../harness.ts';
import { type Palaver, postgresBackendsOf } from '../palaver.ts';

const ROUNDS = 14;
/** Node compiles the code of a send in several steps, the last one after so many. */
const WARM_UP_REQUESTS = 20_000;

/** Node's processor time for a send ÷ that of bare `node:http` for a request; PostgreSQL's ÷ that for a plain insert. */
export type Ratios = Record<'node' | 'postgres', number>;

/** Processor time in microseconds: of a send, of a request to bare `node:http`, of a plain insert. */
type Times = Record<'node' | 'bareNode' | 'postgres' | 'plainInsert', number>;

/** The processes, or threads, whose time counts for the requests to a subject. */
type Groups = Record<keyof Times, { subject: Subject; pids: () => (number | string)[] }>;

/**
 * Measures Palaver in turns with servers that do less: the speed of a shared machine changes, but much the same for neighbours.
 * Returns the least of the rounds: what else runs on the machine only adds to the time, and to that of more code more.
 */
export async function measureRatios(
  palaver: Palaver,
  load: Load,
): Promise<{ ratios: Ratios; microseconds: Times }> {
  const plain = await startPlainDatabase(load);
  const others: Subject[] = [];
  try {
    const start = async (name: string, file: string, environment: Record<string, string> = {}) => {
      const subject = await startSubject(name, `bench/servers/${file}`, { environment });
      others.push(subject);
      return subject;
    };
    const bare = await start('node:http', 'bare-http.ts');
    const insert = await start('insert a request', 'insert-a-request.ts', {
      CONNECTION: JSON.stringify(plain.connection),
    });
    await warmUp(palaver.subject, load);
    await warmUp(bare, load);
    await measure(insert, load, 2);
    const groups: Groups = {
      node: { subject: palaver.subject, pids: () => [mainThread(palaver.subject)] },
      bareNode: { subject: bare, pids: () => [mainThread(bare)] },
      postgres: { subject: palaver.subject, pids: () => postgresBackendsOf(palaver.dataDir) },
      plainInsert: { subject: insert, pids: plain.pids },
    };
    const rounds: Times[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const turns: Turn[] = [];
      for (const subject of [palaver.subject, bare, insert]) turns.push(await turn(subject, load, groups));
      rounds.push(ofEach((name) => costOf(name, groups[name].subject, turns)));
    }
    const least = ofEach((name) => Math.min(...rounds.map((times) => times[name])));
    const ratios = { node: least.node / least.bareNode, postgres: least.postgres / least.plainInsert };
    return { ratios, microseconds: least };
  } finally {
    for (const subject of others) await stopSubject(subject);
    await plain.stop();
  }
}

const ofEach = <T>(figure: (name: keyof Times) => T): Record<keyof Times, T> => ({
  node: figure('node'),
  bareNode: figure('bareNode'),
  postgres: figure('postgres'),
  plainInsert: figure('plainInsert'),
});

interface Turn {
  subject: Subject;
  count: number;
  ms: number;
  /** By all groups, also those that had nothing to do. */
  used: Times;
}

async function turn(subject: Subject, load: Load, groups: Groups): Promise<Turn> {
  const [before, began] = [look(groups), performance.now()];
  const { count, failures } = await measure(subject, load, 1);
  if (failures > 0) throw new Error(`${subject.name}: ${failures} responses were not 200`);
  const [after, ms] = [look(groups), performance.now() - began];
  const used = ofEach((name) =>
    [...after[name]].reduce((sum, [pid, time]) => sum + time - (before[name].get(pid) ?? 0), 0),
  );
  return { subject, count, ms, used };
}

/** The processor time of each process so far. A backend of PostgreSQL may end while it is looked at. */
function look(groups: Groups): Record<keyof Times, Map<number | string, number>> {
  const each = (pids: readonly (number | string)[]) =>
    new Map(pids.map((pid) => [pid, processorMicroseconds([pid])]));
  return ofEach((name) => whileTheyLast(() => each(groups[name].pids())));
}

/** What a group uses in the turns of others, it uses anyway. The slower the machine, the larger would its part of a request be. */
function costOf(name: keyof Times, subject: Subject, turns: readonly Turn[]): number {
  const sum = (some: readonly Turn[], figure: (one: Turn) => number) =>
    some.reduce((total, one) => total + figure(one), 0);
  const [own, others] = [
    turns.filter((one) => one.subject === subject),
    turns.filter((one) => one.subject !== subject),
  ];
  const used = (some: readonly Turn[]) => sum(some, (one) => one.used[name]);
  const ms = (some: readonly Turn[]) => sum(some, (one) => one.ms);
  return (used(own) - (used(others) / ms(others)) * ms(own)) / sum(own, ({ count }) => count);
}

async function warmUp(subject: Subject, load: Load): Promise<void> {
  for (let served = 0; served < WARM_UP_REQUESTS; ) served += (await measure(subject, load, 1)).count;
}

/**
 * The consumer that indexes messages rests by the clock, so its part of a send would depend on the speed of the machine. Here a
 * holder of its lease that does nothing keeps it away; the counts have its work.
 */
export async function leaveSearchToAnother(palaver: Palaver): Promise<void> {
  const client = new pg.Client(palaver.connection);
  await client.connect();
  const { rowCount } = await client.query(`
    update leases set holder = 'bench', fence = fence + 1, expires_at = 'infinity', renewed_at = clock_timestamp()
    where name = 'search'`);
  await client.end();
  if (rowCount !== 1) throw new Error('nobody indexes messages');
}

/**
 * A PostgreSQL of its own, in which the limit inserts: Palaver's consumers and their backlog do not count there, and the tables stay
 * as they are, so another index or trigger of Palaver's makes only Palaver dearer.
 */
async function startPlainDatabase(load: Load) {
  const dataDir = mkdtempSync(join(tmpdir(), 'palaver-bench-'));
  chmodSync(dataDir, 0o711);
  const log = pino({ level: 'warn' }, pino.destination(2));
  const postgres = await useEmbeddedPostgres({ dataDir, holder: 'bench', runAs: undefined, log });
  const connection: pg.ClientConfig = { ...postgres.connection };
  const client = new pg.Client(connection);
  await client.connect();
  await client.query(PLAIN_TABLES);
  const threadIds = load.bodies?.map((body) => (JSON.parse(body) as SendBody).target.thread_id);
  await client.query('insert into thread_heads select unnest($1::bigint[])', [threadIds]);
  await client.end();
  return {
    connection,
    pids: () => postgresBackendsOf(dataDir),
    stop: async () => {
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

interface SendBody {
  target: { thread_id: string };
}

const PLAIN_TABLES = `
  create table thread_heads (
    thread_id bigint primary key, last_seq bigint not null default 0, message_count integer not null default 0,
    image_count integer not null default 0
  ) with (fillfactor = 50);
  create table messages (
    thread_id bigint, seq bigint, sender_ext_user_id bigint not null, created_at timestamptz not null default clock_timestamp(),
    kind text not null, text text not null, metadata json not null, link_count integer not null,
    primary key (thread_id, seq)
  )`;

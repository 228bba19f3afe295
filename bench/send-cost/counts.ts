import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Load, median } from '../harness.ts';
import type { Palaver } from '../palaver.ts';

/*
 * What one send makes PostgreSQL do, exactly. PostgreSQL's log has the statements. Its write-ahead log has a record for each
 * row and each index entry that is written, by whichever statement or trigger, together with the transaction. (Statements of
 * functions and triggers are not in the log; the rows that they write are counted.)
 */

/** How often something happens for one send, by what happens. */
export type Counts = Record<string, number>;

export interface SendCounts {
  /** In the transaction that stores the message. */
  transaction: Counts;
  /** In all other transactions: lookups before it, consumers after it. */
  others: Counts;
  /** The statements, for a reader who wants to know which one is new. */
  statements: { transaction: Counts; others: Counts };
}

/** The first sends prepare statements and fill caches. */
const WARM_UP = 2;
const SENDS = 9;
/** Longer than the pauses of consumers that look for work. */
const IDLE_MS = 4_000;
const SETTLED_LOOKS = 5;
const LOOK_MS = 60;

const SETTINGS = { log_statement: 'all', log_line_prefix: '<%v> ', log_parameter_max_length: '0' };

/** Counts for sends of the first body of the load, one at a time. Palaver must have nothing else to do. */
export async function countOneSend(palaver: Palaver, load: Load): Promise<SendCounts> {
  const client = new pg.Client(palaver.connection);
  await client.connect();
  const send = () => palaver.post(load.path, JSON.parse(load.bodies?.[0] ?? '{}'));
  try {
    await client.query('create extension if not exists pg_walinspect');
    for (const [name, value] of Object.entries(SETTINGS))
      await client.query(`alter system set ${name} = ${client.escapeLiteral(value)}`);
    await client.query('select pg_reload_conf()');
    await client.query("set log_statement = 'none'");
    for (let sent = 0; sent < WARM_UP; sent += 1) await send();
    await settle(client);
    const idle = await observe(palaver, client, () => sleep(IDLE_MS));
    const windows: Observed[] = [];
    for (let sent = 0; sent < SENDS; sent += 1) windows.push(await observe(palaver, client, send));
    return summarize(idle, windows);
  } finally {
    await client.query('alter system reset all');
    await client.query('select pg_reload_conf()');
    await client.end();
  }
}

/** Waits until the consumers have done what the last send left to them. */
async function settle(client: pg.Client): Promise<void> {
  for (let quiet = 0; quiet < SETTLED_LOOKS; ) {
    await sleep(LOOK_MS);
    const { rows } = await client.query<{ is_quiet: boolean }>(QUIET);
    quiet = rows[0]?.is_quiet === true ? quiet + 1 : 0;
  }
}

const QUIET = `
  select not exists (select from search_queue) and not exists (select from search_backlog) and not exists (select from outbox) and not exists (
    select from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'
  ) as is_quiet`;

/** The transactions of a time: what each one did, in order. */
interface Observed {
  statements: string[][];
  writes: string[][];
}

async function observe(palaver: Palaver, client: pg.Client, work: () => Promise<unknown>): Promise<Observed> {
  const log = join(palaver.dataDir, 'postgres.log');
  const { size } = statSync(log);
  const { rows } = await client.query<{ lsn: string }>('select pg_current_wal_insert_lsn()::text as lsn');
  await work();
  await settle(client);
  const written = await client.query<{ xid: string; write: string }>(WRITES, [rows[0]?.lsn]);
  return {
    statements: grouped(statementsOf(readFrom(log, size))),
    writes: grouped(written.rows.map(({ xid, write }) => ({ of: xid, what: write }))),
  };
}

/**
 * Records of the write-ahead log since a position. A record about several pages counts once. A page that is split has taken one
 * entry. Clean-up, new roots and hints are left out: they happen once in many sends.
 */
const WRITES = `
  select xid::text, kind || ' ' || pg_filenode_relation(0, relfilenode)::regclass as write
  from pg_get_wal_block_info($1, pg_current_wal_flush_lsn()) block
  join (values
    ('Heap', 'INSERT', 'rows inserted:'), ('Heap2', 'MULTI_INSERT', 'rows inserted:'), ('Heap', 'DELETE', 'rows deleted:'),
    ('Heap', 'UPDATE', 'rows updated, with their index entries:'), ('Heap', 'HOT_UPDATE', 'rows updated in place:'),
    ('Heap', 'LOCK', 'rows locked:'), ('Btree', 'INSERT_LEAF', 'index entries:'), ('Btree', 'INSERT_POST', 'index entries:'),
    ('Btree', 'SPLIT_L', 'index entries:'), ('Btree', 'SPLIT_R', 'index entries:'), ('Hash', 'INSERT', 'index entries:'),
    ('Gist', 'PAGE_UPDATE', 'index entries:'), ('Gin', 'UPDATE_META_PAGE', 'index entries:'), ('BRIN', 'UPDATE', 'index entries:')
  ) as known (manager, type, kind) on manager = resource_manager and type = split_part(record_type, '+', 1)
  where block_id = 0 and reldatabase = (select oid from pg_database where datname = current_database())
    and pg_filenode_relation(0, relfilenode) is not null
  order by start_lsn`;

function readFrom(path: string, start: number): string {
  const buffer = Buffer.alloc(statSync(path).size - start);
  const file = openSync(path, 'r');
  try {
    return buffer.toString('utf8', 0, readSync(file, buffer, 0, buffer.length, start));
  } finally {
    closeSync(file);
  }
}

/** The statements of a log, each with its (virtual) transaction. */
function statementsOf(log: string): { of: string; what: string }[] {
  return log.split(/^(?=<)/m).flatMap((entry) => {
    const [, of, text] = /^<(.*?)> LOG: {2}(?:statement|execute [^:]*): (.*)$/s.exec(entry) ?? [];
    return of === undefined || text === undefined ? [] : [{ of, what: text.replace(/\s+/g, ' ').trim() }];
  });
}

function grouped(steps: readonly { of: string; what: string }[]): string[][] {
  return [...Map.groupBy(steps, ({ of }) => of).values()].map((group) => group.map(({ what }) => what));
}

const isOwn = (transaction: readonly string[]) =>
  transaction.some((what) => what === 'rows inserted: messages' || what.includes('insert into messages '));

/**
 * Leaves out what also happens without sends: transactions that were seen in the idle time; and rarer ones, which are
 * in few windows and so not in the median.
 */
function summarize(idle: Observed, windows: readonly Observed[]): SendCounts {
  const counted = (by: keyof Observed, own: boolean): Counts => {
    const known = new Set(idle[by].map(String));
    const tallies = windows.map((window) => {
      const caused = window[by].filter((one) => isOwn(one) === own && !known.has(String(one)));
      return Map.groupBy(caused.flat(), (what) => what);
    });
    const all = new Set(tallies.flatMap((tally) => [...tally.keys()]));
    const counts: Counts = {};
    for (const what of all) {
      const times = median(tallies.map((tally) => tally.get(what)?.length ?? 0));
      if (times > 0) counts[what] = times;
    }
    return counts;
  };
  const [ofOwn, ofOthers] = [counted('statements', true), counted('statements', false)];
  return {
    transaction: { statements: sumOf(ofOwn), ...counted('writes', true) },
    others: { statements: sumOf(ofOthers), ...counted('writes', false) },
    statements: { transaction: ofOwn, others: ofOthers },
  };
}

const sumOf = (counts: Counts) => Object.values(counts).reduce((sum, times) => sum + times, 0);

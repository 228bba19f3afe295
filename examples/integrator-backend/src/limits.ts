import ipaddr from 'ipaddr.js';
import type pg from 'pg';
import { transaction } from './database.ts';
import { Refusal } from './refusal.ts';

export interface Limit {
  name: string;
  /** How many in any 15 minutes from one network. */
  max: number;
}

/** What the interface advises. */
export const GUESTS: Limit = { name: 'guests', max: 10 };
/** Whatever costs a hash of a password, or could guess one. */
export const PASSWORDS: Limit = { name: 'passwords', max: 100 };

/** When the attempts of a key that still count were made. The clock is read after the lock: `now()` is older. */
const COUNT = `
  select count(*) as used, ceil(extract(epoch from min(at) + interval '15 min' - clock_timestamp())) as wait
  from attempts where key = $1 and at > clock_timestamp() - interval '15 min'`;
/** Some of what counts no more, whoever made it; nobody waits for the locks of others who do the same. */
const SWEEP = `
  delete from attempts where ctid = any (array(
    select ctid from attempts where at < clock_timestamp() - interval '15 min' limit 100 for update skip locked))`;

/**
 * Counts one attempt from this address, or refuses it with M42900. The window slides; whoever asks at the same moment takes
 * turns at a lock of the database. So it is never one too many, with any number of processes, and after a restart.
 */
export async function spend(pool: pg.Pool, { name, max }: Limit, ip: string): Promise<void> {
  const key = `${name} ${networkOf(ip)}`;
  const wait = await transaction(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [key]);
    const { rows } = await client.query<{ used: number; wait: string | null }>(COUNT, [key]);
    if (rows[0] !== undefined && rows[0].used >= max) return Number(rows[0].wait);
    await client.query('insert into attempts (key, at) values ($1, clock_timestamp())', [key]);
    return undefined;
  });
  if (wait === undefined) {
    await pool.query(SWEEP);
    return;
  }
  throw new Refusal(429, 'M42900', 'Too many attempts from this network.', {
    retryAfterSeconds: Math.max(1, wait),
  });
}

/** One customer's network: an IPv4 address, or the first 64 bits of an IPv6 one, in whatever way it is written. */
export function networkOf(ip: string): string {
  // A trusted proxy that says nonsense of its clients: they all share one limit.
  if (!ipaddr.isValid(ip)) return 'unknown';
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  return `${address
    .toByteArray()
    .slice(0, 8)
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')}/64`;
}

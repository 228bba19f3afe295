import ipaddr from 'ipaddr.js';
import type pg from 'pg';
import { transaction } from './database.ts';
import { Refusal } from './refusal.ts';

/** How many in any 15 minutes. */
export interface Limit {
  name: string;
  max: number;
}

/** From one network; the interface advises this limit. */
export const GUESTS: Limit = { name: 'guests', max: 10 };
/** From one network: whatever costs a hash of a password, or could guess one. */
export const PASSWORDS: Limit = { name: 'passwords', max: 100 };
/** Wrong passwords for one e-mail from one network. */
export const GUESSES_FROM_NETWORK: Limit = { name: 'guesses-from-network', max: 10 };
/** Wrong passwords for one e-mail from all networks together. */
export const GUESSES: Limit = { name: 'guesses', max: 50 };
/** Chat tokens of one user, and all that one network asks for. */
export const CHAT_TOKENS: Limit = { name: 'chat-tokens', max: 60 };
export const CHAT_TOKENS_OF_NETWORK: Limit = { name: 'chat-tokens-of-network', max: 600 };

/** When the attempts of a key that still count were made. The clock is read after the lock: `now()` is older. */
const COUNT = `
  select count(*) as used, ceil(extract(epoch from min(at) + interval '15 min' - clock_timestamp())) as wait
  from attempts where key = $1 and at > clock_timestamp() - interval '15 min'`;
/** Removes some expired attempts of anybody; skips those that another process is removing. */
const SWEEP = `
  delete from attempts where ctid = any (array(
    select ctid from attempts where at < clock_timestamp() - interval '15 min' limit 100 for update skip locked))`;

/** One that has been counted. */
export interface Attempt {
  key: string;
  at: string;
}

/** The limit is reached: in so many seconds it will not be. */
export interface Exhausted {
  waitSeconds: number;
}

/**
 * Counts one attempt of somebody, or says that the limit is reached. The window slides; simultaneous attempts take
 * turns at a lock of the database. So it is never one too many, with any number of processes, and after a restart.
 */
export async function count(
  pool: pg.Pool,
  { name, max }: Limit,
  whose: string,
): Promise<Attempt | Exhausted> {
  const key = `${name} ${whose}`;
  const counted = await transaction(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [key]);
    const { rows } = await client.query<{ used: number; wait: string | null }>(COUNT, [key]);
    if (rows[0] !== undefined && rows[0].used >= max)
      return { waitSeconds: Math.max(1, Number(rows[0].wait)) };
    const inserted = await client.query<{ at: string }>(
      'insert into attempts (key, at) values ($1, clock_timestamp()) returning at::text',
      [key],
    );
    return { key, at: inserted.rows[0]?.at ?? '' };
  });
  if (!isExhausted(counted)) await pool.query(SWEEP);
  return counted;
}

export function isExhausted(counted: Attempt | Exhausted): counted is Exhausted {
  return 'waitSeconds' in counted;
}

/** Takes one back that need not have been counted. */
export async function takeBack(pool: pg.Pool, { key, at }: Attempt): Promise<void> {
  await pool.query('delete from attempts where key = $1 and at = $2::timestamptz', [key, at]);
}

/** Counts one attempt, or refuses it with M42900. */
export async function spend(pool: pg.Pool, limit: Limit, whose: string): Promise<Attempt> {
  const counted = await count(pool, limit, whose);
  if (isExhausted(counted)) throw tooMany(counted);
  return counted;
}

export function tooMany({ waitSeconds }: Exhausted): Refusal {
  return new Refusal(429, 'M42900', 'Too many attempts.', { retryAfterSeconds: waitSeconds });
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

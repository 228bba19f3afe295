import { createHash, randomBytes } from 'node:crypto';
import type { Queryable } from './database.ts';
import { Refusal } from './refusal.ts';

export interface User {
  id: number;
  email: string;
  full_name: string;
  is_guest: boolean;
}

export const USER_COLUMNS = 'users.id, users.email, users.full_name, users.is_guest';

const hashOf = (token: string) => createHash('sha256').update(token).digest();

/** A new access token: 32 random bytes, of which we keep a hash. It needs no signing key, and is revoked by a delete. */
export async function openSession(db: Queryable, userId: number): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db.query(
    `insert into sessions (token_hash, user_id, expires_at) values ($1, $2, now() + interval '30 days')`,
    [hashOf(token), userId],
  );
  return token;
}

/** Whose token the request carries: `Authorization: Bearer <token>`. M40101 unless it is one of ours. */
export async function requireUser(db: Queryable, authorization?: string): Promise<User> {
  const token = tokenIn(authorization);
  if (token !== undefined) {
    // By its hash: how long the look takes tells nothing of the token.
    const { rows } = await db.query<User>(
      `select ${USER_COLUMNS} from sessions join users on users.id = user_id
       where token_hash = $1 and expires_at > now()`,
      [hashOf(token)],
    );
    if (rows[0] !== undefined) return rows[0];
  }
  throw new Refusal(401, 'M40101', 'The access token is missing or not valid.');
}

/** Ends every token of a user. */
export async function closeSessions(db: Queryable, userId: number): Promise<void> {
  await db.query('delete from sessions where user_id = $1', [userId]);
}

/** Ends the token that the request carries. One that has ended, or never was, is no failure. */
export async function closeSession(db: Queryable, authorization?: string): Promise<void> {
  const token = tokenIn(authorization);
  if (token !== undefined) await db.query('delete from sessions where token_hash = $1', [hashOf(token)]);
}

function tokenIn(authorization = ''): string | undefined {
  return /^Bearer +([\w-]{43})$/i.exec(authorization)?.[1];
}

import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { conversionCalls, putCall } from './chat-user.ts';
import type { Config } from './config.ts';
import { type Database, transaction } from './database.ts';
import { type Credentials, GUEST_DOMAIN, type NewAccount } from './fields.ts';
import { enqueue } from './outbox.ts';
import { hashPassword } from './passwords.ts';
import { Refusal } from './refusal.ts';
import { openSession, USER_COLUMNS, type User } from './sessions.ts';

export interface SignedIn {
  access_token: string;
  user: User;
}

const UNIQUE_VIOLATION = '23505';
const BY_PASSWORD = `select ${USER_COLUMNS} from users where email = $1 and password_hash = $2`;

/** Accounts and their sessions. Every change of a user is in the outbox when it is committed. */
export class Accounts {
  readonly #db: Database;
  readonly #identifiers: Config['identifiers'];

  constructor(db: Database, identifiers: Config['identifiers']) {
    this.#db = db;
    this.#identifiers = identifiers;
  }

  /** A new account. Who signs up again with e-mail and password of one that is there is signed in to that. */
  async signUp({ email, full_name, password }: NewAccount, isGuest = false): Promise<SignedIn> {
    const hash = await hashPassword(this.#db.saltKey, email, password);
    return transaction(this.#db.pool, async (client) => {
      const { rows } = await client.query<User>(
        `insert into users (email, password_hash, full_name, is_guest) values ($1, $2, $3, $4)
         on conflict (email, password_hash) do nothing returning ${USER_COLUMNS}`,
        [email, hash, full_name, isGuest],
      );
      const [created] = rows;
      if (created !== undefined) await enqueue(client, created.id, [putCall(created, this.#identifiers)]);
      const user = created ?? (await client.query<User>(BY_PASSWORD, [email, hash])).rows[0];
      return this.#open(client, user);
    });
  }

  /** The normal sign-up, with random values. Nobody knows the password: the access token is all that a guest has. */
  signUpAsGuest(): Promise<SignedIn> {
    const name = randomBytes(6).toString('hex');
    const email = `${name}@${GUEST_DOMAIN}`;
    const password = randomBytes(32).toString('base64url');
    return this.signUp({ email, password, full_name: `Guest ${name.slice(0, 4)}` }, true);
  }

  /** M40102 for a wrong password as for an e-mail that nobody has; both take one hash. */
  async signIn({ email, password }: Credentials): Promise<SignedIn> {
    const hash = await hashPassword(this.#db.saltKey, email, password);
    const { rows } = await this.#db.pool.query<User>(BY_PASSWORD, [email, hash]);
    return this.#open(this.#db.pool, rows[0]);
  }

  /** Makes a regular user of a guest, once: of two calls at the same moment the later one is M40903. */
  async complete(guest: User, { email, full_name, password }: NewAccount): Promise<User> {
    const hash = await hashPassword(this.#db.saltKey, email, password);
    return transaction(this.#db.pool, async (client) => {
      const { rows } = await client.query<User>(
        `update users set email = $2, password_hash = $3, full_name = $4, is_guest = false, converted_at = now()
         where id = $1 and is_guest returning ${USER_COLUMNS}`,
        [guest.id, email, hash, full_name],
      );
      const [user] = rows;
      if (user === undefined) throw new Refusal(409, 'M40903', 'The sign-up of this guest is complete.');
      await enqueue(client, user.id, conversionCalls(user, this.#identifiers));
      return user;
    }).catch((error: unknown) => {
      if (!(error instanceof pg.DatabaseError) || error.code !== UNIQUE_VIOLATION) throw error;
      // Told to nobody but who knows the password.
      throw new Refusal(409, 'M40901', 'You have an account with this e-mail and password: sign in to it.');
    });
  }

  async #open(db: pg.Pool | pg.PoolClient, user: User | undefined): Promise<SignedIn> {
    if (user === undefined) throw new Refusal(401, 'M40102', 'E-mail or password is wrong.');
    return { access_token: await openSession(db, user.id), user };
  }
}

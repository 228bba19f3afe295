import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { conversionCalls, putCall } from './chat-user.ts';
import type { Config } from './config.ts';
import { type Database, transaction } from './database.ts';
import { type Credentials, GUEST_DOMAIN, type NewAccount } from './fields.ts';
import { isKnown, remember } from './known-networks.ts';
import { count, GUESSES, GUESSES_FROM_NETWORK, isExhausted, spend, takeBack, tooMany } from './limits.ts';
import { enqueue } from './outbox.ts';
import { hashPassword } from './passwords.ts';
import { Refusal } from './refusal.ts';
import { closeSessions, openSession, USER_COLUMNS, type User } from './sessions.ts';

interface Guess {
  hash: string;
  user: User | undefined;
  /** What was right need not count. */
  takeBack: () => Promise<void>;
}

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

  /** A new account. A sign-up with the e-mail and password of an existing account signs in to that. */
  async signUp(account: NewAccount, network: string): Promise<SignedIn> {
    const guess = await this.#guess(account, network);
    const signedIn = await this.#create(account, guess.hash, false);
    if (guess.user !== undefined) await guess.takeBack();
    await remember(this.#db.pool, signedIn.user.id, network);
    return signedIn;
  }

  /** The normal sign-up, with random values. Nobody knows the password: the access token is all that a guest has. */
  async signUpAsGuest(): Promise<SignedIn> {
    const name = randomBytes(6).toString('hex');
    const email = `${name}@${GUEST_DOMAIN}`;
    const password = randomBytes(32).toString('base64url');
    const hash = await hashPassword(this.#db.saltKey, email, password);
    return this.#create({ email, password, full_name: `Guest ${name.slice(0, 4)}` }, hash, true);
  }

  /** M40102 for a wrong password as for an e-mail that nobody has; both take one hash. */
  async signIn(credentials: Credentials, network: string): Promise<SignedIn> {
    const { user, takeBack } = await this.#guess(credentials, network);
    if (user !== undefined) {
      await takeBack();
      await remember(this.#db.pool, user.id, network);
    }
    return this.#open(this.#db.pool, user);
  }

  /**
   * Makes a regular user of a guest, once: of two calls at the same moment the later one is M40903. The guest's access tokens
   * end with it, in chat too; the user has a new one.
   */
  async complete(guest: User, account: NewAccount, network: string): Promise<SignedIn> {
    const { email, full_name } = account;
    const { hash } = await this.#guess(account, network);
    const completed = await transaction(this.#db.pool, async (client) => {
      const { rows } = await client.query<User>(
        `update users set email = $2, password_hash = $3, full_name = $4, is_guest = false, converted_at = now()
         where id = $1 and is_guest returning ${USER_COLUMNS}`,
        [guest.id, email, hash, full_name],
      );
      const [user] = rows;
      if (user === undefined) throw new Refusal(409, 'M40903', 'The sign-up of this guest is complete.');
      await enqueue(client, user.id, conversionCalls(user, this.#identifiers));
      await closeSessions(client, user.id);
      return this.#open(client, user);
    }).catch((error: unknown) => {
      if (!(error instanceof pg.DatabaseError) || error.code !== UNIQUE_VIOLATION) throw error;
      // Told to nobody but who knows the password.
      throw new Refusal(409, 'M40901', 'You have an account with this e-mail and password: sign in to it.');
    });
    await remember(this.#db.pool, completed.user.id, network);
    return completed;
  }

  /**
   * Whose e-mail and password these are, if anybody's. Every door that takes both can be used to guess, so all of them count
   * here, for each e-mail and network, and for each e-mail alone (M42900). A stranger can use up the second limit, but cannot
   * lock out a user: the right password is still taken from networks from which this very account has been signed in to.
   */
  async #guess({ email, password }: Credentials, network: string): Promise<Guess> {
    const { pool, saltKey } = this.#db;
    const fromNetwork = await spend(pool, GUESSES_FROM_NETWORK, `${network} ${email}`);
    const fromAll = await count(pool, GUESSES, email);
    const hash = await hashPassword(saltKey, email, password);
    const { rows } = await pool.query<User>(BY_PASSWORD, [email, hash]);
    const [user] = rows;
    // Refused whether the password is right or not: nobody learns which.
    if (isExhausted(fromAll) && !(user !== undefined && (await isKnown(pool, user.id, network))))
      throw tooMany(fromAll);
    const takeBackBoth = async () => {
      await takeBack(pool, fromNetwork);
      if (!isExhausted(fromAll)) await takeBack(pool, fromAll);
    };
    return { hash, user, takeBack: takeBackBoth };
  }

  #create({ email, full_name }: NewAccount, hash: string, isGuest: boolean): Promise<SignedIn> {
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

  async #open(db: pg.Pool | pg.PoolClient, user: User | undefined): Promise<SignedIn> {
    if (user === undefined) throw new Refusal(401, 'M40102', 'E-mail or password is wrong.');
    return { access_token: await openSession(db, user.id), user };
  }
}

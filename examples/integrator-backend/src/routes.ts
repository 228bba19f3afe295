import { setTimeout as sleep } from 'node:timers/promises';
import { type Palaver, PalaverError } from '@palaver/client/server';
import type { FastifyInstance } from 'fastify';
import type { Accounts, SignedIn } from './accounts.ts';
import { chatUserId } from './chat-user.ts';
import type { Config } from './config.ts';
import type { Database } from './database.ts';
import { readCredentials, readNewAccount } from './fields.ts';
import { CHAT_TOKENS, CHAT_TOKENS_OF_NETWORK, GUESTS, networkOf, PASSWORDS, spend } from './limits.ts';
import type { Metrics } from './metrics.ts';
import { hasRevocation, type Outbox } from './outbox.ts';
import { checkRecaptcha } from './recaptcha.ts';
import { Refusal } from './refusal.ts';
import { success } from './server.ts';
import { closeSession, requireUser, type User } from './sessions.ts';

export interface Parts {
  config: Config;
  db: Database;
  accounts: Accounts;
  outbox: Outbox;
  palaver: Palaver;
  metrics: Metrics;
}

/** How long a chat token may wait until Palaver knows the user. */
const SYNCHRONISATION_TIMEOUT_MS = 3_000;

export function addRoutes(app: FastifyInstance, parts: Parts): void {
  const { config, db, accounts, outbox, metrics } = parts;

  app.post('/user/v1.0/auth/signup', async ({ ip, body }) => {
    const account = readNewAccount(body);
    await spend(db.pool, PASSWORDS, networkOf(ip));
    const signedIn = await accounts.signUp(account, networkOf(ip));
    outbox.wake();
    metrics.signUps.inc({ kind: 'regular' });
    return success(shown(signedIn));
  });

  app.post('/user/v1.0/auth/signin', async ({ ip, body }) => {
    const credentials = readCredentials(body);
    await spend(db.pool, PASSWORDS, networkOf(ip));
    return success(shown(await accounts.signIn(credentials, networkOf(ip))));
  });

  app.post('/user/v1.0/auth/signup-as-guest', async ({ ip, headers, log }) => {
    if (config.recaptcha !== undefined)
      await checkRecaptcha(config.recaptcha, headers['x-recaptcha-token'], ip);
    await spend(db.pool, GUESTS, networkOf(ip));
    const signedIn = await accounts.signUpAsGuest();
    outbox.wake();
    metrics.signUps.inc({ kind: 'guest' });
    log.info({ user_id: signedIn.user.id, ip }, 'a guest has signed up');
    return success(shown(signedIn));
  });

  app.post<{ Params: { guest_user_id: string } }>(
    '/user/v1.0/auth/complete-signup-from-guest/:guest_user_id',
    async ({ ip, headers, params, body, log }) => {
      const guest = await requireUser(db.pool, headers.authorization);
      // Compared as text: `007` and `1e3` are nobody's id. Whether somebody else has it is not told.
      if (params.guest_user_id !== String(guest.id))
        throw new Refusal(404, 'M40402', 'There is no such guest.');
      const account = readNewAccount(body);
      await spend(db.pool, PASSWORDS, networkOf(ip));
      const { access_token, user } = await accounts.complete(guest, account, networkOf(ip));
      outbox.wake();
      metrics.signUps.inc({ kind: 'converted' });
      log.info({ user_id: user.id }, 'a guest has become a user');
      return success({ ...user, access_token });
    },
  );

  app.post('/user/v1.0/auth/signout', async ({ headers }) => {
    await closeSession(db.pool, headers.authorization);
    return success(null);
  });

  app.post('/user/v1.0/auth/chat-token', async ({ ip, headers }) => {
    const user = await requireUser(db.pool, headers.authorization);
    await spend(db.pool, CHAT_TOKENS, String(user.id));
    await spend(db.pool, CHAT_TOKENS_OF_NETWORK, networkOf(ip));
    const user_id = chatUserId(user, config.identifiers);
    const { token, expires_at } = await issueToken(parts, user.id, user_id);
    return success({ token, expires_at, user_id });
  });
}

/** What the interface shows of sign-up. */
function shown({ access_token, user }: SignedIn): { access_token: string; profile: User } {
  return { access_token, profile: user };
}

/** A token of Palaver's for its client API. Right after a sign-up Palaver may not know the user yet: the outbox is faster. */
async function issueToken(
  { db, palaver }: Parts,
  userId: number,
  chatId: string,
): Promise<{ token: string; expires_at: number }> {
  for (const since = Date.now(); ; await sleep(50)) {
    const isLate = Date.now() - since >= SYNCHRONISATION_TIMEOUT_MS;
    try {
      if (!(await hasRevocation(db.pool, userId))) return await palaver.users.issueToken(chatId);
    } catch (error) {
      if (!(error instanceof PalaverError)) throw error;
      const isUnknown = error.code === 'M40402';
      if (!isUnknown && !error.retryable) throw error;
      if (!isUnknown) throw isAway();
    }
    if (isLate) throw isAway();
  }
}

function isAway(): Refusal {
  return new Refusal(503, 'M50300', 'Chat is not there at the moment.', { retryAfterSeconds: 2 });
}

import { randomBytes } from 'node:crypto';
import type { EmailAttempt, PutEmail, UserEmail } from '@palaver/protocol/emails';
import type { AppId, ExtUserId } from '@palaver/protocol/ids';
import type { Queryable, Transaction } from '../../storage/database.ts';

/** The only module that writes `user_emails`. The mailer writes what became of e-mails (`email_digests`). */

const TOKEN_BYTES = 16;

/** Sets the address of a user. One that a mail server has refused is tried again. */
export async function putEmail(
  tx: Transaction,
  appId: AppId,
  user: ExtUserId,
  { address, language }: Required<PutEmail>,
): Promise<void> {
  await tx.query(
    `insert into user_emails as e (ext_user_id, app_id, address, language, unsubscribe_token)
     values ($1, $2, $3, $4, $5)
     on conflict (ext_user_id) do update set address = excluded.address, language = excluded.language, is_refused = false,
       unsubscribe_token = case when e.address = excluded.address then e.unsubscribe_token else excluded.unsubscribe_token end,
       updated_at = clock_timestamp()`,
    [user, appId, address, language, randomBytes(TOKEN_BYTES).toString('base64url')],
  );
}

interface EmailRow {
  address: string;
  language: string;
  is_refused: boolean;
  is_wanted: boolean;
  due_at: Date | null;
  attempts: EmailAttempt[];
}

/** The address of a user, with what became of the latest e-mails; without an address its texts are empty. */
export async function findEmail(db: Queryable, user: ExtUserId): Promise<UserEmail> {
  const [row] = await db.query<EmailRow>(
    `select coalesce(e.address, '') as address, coalesce(e.language, '') as language,
       coalesce(e.is_refused, false) as is_refused,
       not exists (select from email_opt_outs o where o.ext_user_id = u.ext_user_id) as is_wanted,
       d.due_at, coalesce(d.attempts, '[]') as attempts
     from users u
     left join user_emails e using (ext_user_id)
     left join email_digests d on d.ext_user_id = e.ext_user_id
     where u.ext_user_id = $1`,
    [user],
  );
  if (row === undefined) throw new Error('the user of an e-mail address has disappeared');
  const { address, language, is_refused: isRefused, is_wanted: isWanted, due_at: dueAt, attempts } = row;
  const status = address === '' ? 'none' : isRefused ? 'refused' : 'active';
  return {
    ...{ address, language, status, attempts },
    subscribed: isWanted,
    next_try_at: dueAt?.getTime() ?? null,
  };
}

/** Removes the address of a user, if there is one, and what mail servers said of it. */
export async function removeEmail(db: Queryable, user: ExtUserId): Promise<void> {
  await db.query(
    `with removed as (delete from user_emails where ext_user_id = $1)
     update email_digests set attempts = '[]' where ext_user_id = $1`,
    [user],
  );
}

/** Gives the address of an absorbed record to its survivor. Like its profile, it wins, unless a mail server has refused it. */
export async function moveEmail(tx: Transaction, survivor: ExtUserId, absorbed: ExtUserId): Promise<void> {
  const ids = [survivor, absorbed];
  await tx.query(
    `delete from user_emails worse using user_emails better
     where worse.ext_user_id in ($1, $2) and better.ext_user_id in ($1, $2)
       and (worse.is_refused, worse.ext_user_id = $1) > (better.is_refused, better.ext_user_id = $1)`,
    ids,
  );
  await tx.query('update user_emails set ext_user_id = $1 where ext_user_id = $2', ids);
}

/** Notes that there is no such address, unless the user has got another one since. */
export async function refuseEmail(tx: Transaction, user: ExtUserId, address: string): Promise<void> {
  await tx.query('update user_emails set is_refused = true where ext_user_id = $1 and address = $2', [
    user,
    address,
  ]);
}

/** Whether somebody's link to unsubscribe has this token. */
export async function hasUnsubscribeToken(db: Queryable, token: string): Promise<boolean> {
  const found = await db.query('select from user_emails where unsubscribe_token = $1', [token]);
  return found.length > 0;
}

import type { Queryable } from '../../../storage/database.ts';
import { unsubscribeByToken } from '../../records/notification-choices.ts';
import { hasUnsubscribeToken } from '../../records/user-emails.ts';

/** 16 bytes in base64url. */
const TOKEN = /^[\w-]{22}$/;

/** Whether a link to unsubscribe has this token. */
export async function isUnsubscribeToken(db: Queryable, token: string): Promise<boolean> {
  return TOKEN.test(token) && (await hasUnsubscribeToken(db, token));
}

/** Ends the e-mails to the user whose link has this token; repeating it succeeds. False: it is nobody's. */
export async function unsubscribe(db: Queryable, token: string): Promise<boolean> {
  return TOKEN.test(token) && (await unsubscribeByToken(db, token));
}

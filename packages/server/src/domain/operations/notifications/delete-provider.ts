import type { PushProvider } from '@palaver/protocol/devices';
import type { Context } from '../../context.ts';
import { removePushCredentials } from '../../records/push-credentials.ts';
import { Refusal } from '../../refusal.ts';

/** Removes the credentials of a provider of exactly this space. Its devices stay, and get nothing. Refuses with M40409. */
export async function deleteProvider({ db, space }: Context, provider: PushProvider): Promise<void> {
  if (!(await removePushCredentials(db, space, provider))) throw new Refusal('M40409');
}

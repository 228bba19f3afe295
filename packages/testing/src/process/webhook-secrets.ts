import type { WebhookId } from '@palaver/protocol/webhooks';
import { openSecretsOf, type Secrets } from '@palaver/server/src/domain/records/webhooks.ts';
import type { Database } from '@palaver/server/src/storage/database.ts';

const SECRETS = `select id, secret, previous_secret, previous_secret_expires_at from webhooks where deleted_at is null`;

/** The secrets of all webhooks: of endpoints and bots. */
export async function readSecrets(db: Database): Promise<string[]> {
  const rows = await db.query<Secrets & { id: WebhookId }>(SECRETS);
  return rows.flatMap((row) => {
    const { secret, previous_secret: previous } = openSecretsOf(db, row.id, row);
    return [secret, ...(previous === null ? [] : [previous])];
  });
}

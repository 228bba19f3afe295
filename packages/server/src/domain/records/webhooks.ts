import type { ExtUserId } from '@palaver/protocol/ids';
import type { EventType, WebhookId } from '@palaver/protocol/webhooks';
import type { Queryable, Sealing, Transaction, Transactor } from '../../storage/database.ts';
import type { Space } from '../context.ts';
import { SECRET_OVERLAP_MS } from '../rules/webhook-secret.ts';

/** The only module that writes `webhooks`: the endpoints of applications, and one webhook per bot. */

/** The signing secrets of a webhook; sealed in the database. */
export interface Secrets {
  secret: string;
  /** Signs in addition until it expires. */
  previous_secret: string | null;
  previous_secret_expires_at: Date | null;
}

const placeOfSecret = (id: WebhookId) => `webhooks.secret of ${id}`;

/** The secrets of a webhook, to sign with. */
export function openSecretsOf(
  { vault }: Sealing,
  id: WebhookId,
  { secret, previous_secret: previous, previous_secret_expires_at }: Secrets,
): Secrets {
  const open = (sealed: string) => vault.open(placeOfSecret(id), sealed);
  return {
    secret: open(secret),
    previous_secret: previous === null ? null : open(previous),
    previous_secret_expires_at,
  };
}

/** Reseals secrets that are not sealed with the first key, of at most `limit` webhooks; returns how many. */
export async function resealWebhooks(tx: Transaction, limit: number): Promise<number> {
  const { vault } = tx;
  const rows = await tx.query<Secrets & { id: WebhookId }>(
    `select id, secret, previous_secret from webhooks
     where not starts_with(secret, $1) or not starts_with(previous_secret, $1)
     order by id limit $2 for update`,
    [vault.prefix, limit],
  );
  for (const { id, secret, previous_secret: previous } of rows) {
    const place = placeOfSecret(id);
    await tx.query('update webhooks set secret = $2, previous_secret = $3 where id = $1', [
      id,
      vault.reseal(place, secret),
      previous === null ? null : vault.reseal(place, previous),
    ]);
  }
  return rows.length;
}

/** Draws the id of a new webhook; its secret is sealed for this id. */
async function nextId(tx: Transaction): Promise<WebhookId> {
  const [row] = await tx.query<{ id: WebhookId }>(
    `select nextval(pg_get_serial_sequence('webhooks', 'id')) as id`,
  );
  if (row === undefined) throw new Error('nextval returned no row');
  return row.id;
}

export interface WebhookEndpointRow {
  id: WebhookId;
  url: string;
  description: string;
  /** null: all */
  event_types: EventType[] | null;
  created_at: Date;
  updated_at: Date;
  disabled_at: Date | null;
  failing_since: Date | null;
}

const ENDPOINT = `select id, url, description, event_types, created_at, updated_at, disabled_at, failing_since
  from webhooks
  where app_id = $1 and tenant_id = $2 and bot_ext_user_id is null and deleted_at is null`;

/** Endpoints of exactly this space by ascending id, from after `lastId` on. */
export async function pageWebhookEndpoints(
  db: Queryable,
  { appId, tenantId }: Space,
  page: { lastId: string; limit: number },
): Promise<WebhookEndpointRow[]> {
  return db.query<WebhookEndpointRow>(`${ENDPOINT} and id > $3 order by id limit $4`, [
    appId,
    tenantId,
    page.lastId,
    page.limit,
  ]);
}

export async function findWebhookEndpoint(
  db: Queryable,
  { appId, tenantId }: Space,
  id: WebhookId,
): Promise<WebhookEndpointRow | undefined> {
  const [row] = await db.query<WebhookEndpointRow>(`${ENDPOINT} and id = $3`, [appId, tenantId, id]);
  return row;
}

export async function countWebhookEndpoints(db: Queryable, { appId, tenantId }: Space): Promise<number> {
  const [row] = await db.query<{ count: number }>(`select count(*)::int as count from (${ENDPOINT}) mine`, [
    appId,
    tenantId,
  ]);
  return row?.count ?? 0;
}

export interface WebhookEndpointFields {
  url: string;
  description: string;
  eventTypes: readonly EventType[] | null;
}

export async function insertWebhookEndpoint(
  tx: Transaction,
  { appId, tenantId }: Space,
  { url, description, eventTypes }: WebhookEndpointFields,
  secret: string,
): Promise<WebhookId> {
  const id = await nextId(tx);
  await tx.query(
    `insert into webhooks (id, app_id, tenant_id, url, description, event_types, secret) overriding system value
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [id, appId, tenantId, url, description, eventTypes, tx.vault.seal(placeOfSecret(id), secret)],
  );
  return id;
}

/** Changes an endpoint. Re-enabling it, or changing its address, clears its failure history. */
export async function setWebhookEndpoint(
  tx: Transaction,
  id: WebhookId,
  { url, description, eventTypes, isEnabled }: WebhookEndpointFields & { isEnabled: boolean },
): Promise<void> {
  await tx.query(
    `update webhooks set url = $2, description = $3, event_types = $4, updated_at = now(),
       failures = case when $5 and disabled_at is not null or url <> $2 then 0 else failures end,
       failing_since = case when $5 and disabled_at is not null or url <> $2 then null else failing_since end,
       paused_until = case when $5 and disabled_at is not null or url <> $2 then null else paused_until end,
       disabled_at = case when not $5 then coalesce(disabled_at, now()) end
     where id = $1`,
    [id, url, description, eventTypes, isEnabled],
  );
}

/** Inserts the webhook of a new bot; with an empty address it is never called. */
export async function insertWebhookOfBot(
  tx: Transaction,
  { appId, tenantId }: Space,
  bot: ExtUserId,
  { url, secret }: { url: string; secret: string },
): Promise<void> {
  const id = await nextId(tx);
  await tx.query(
    `insert into webhooks (id, app_id, tenant_id, bot_ext_user_id, url, event_types, secret) overriding system value
     values ($1, $2, $3, $4, $5, '{}', $6)`,
    [id, appId, tenantId, bot, url, tx.vault.seal(placeOfSecret(id), secret)],
  );
}

/** Sets the address of a bot's webhook. It enables the webhook again if the former address responded 410. */
export async function setUrlOfBot(tx: Transaction, bot: ExtUserId, url: string): Promise<void> {
  await tx.query(
    `update webhooks set url = $2, disabled_at = null, failures = 0, failing_since = null, paused_until = null,
       updated_at = now()
     where bot_ext_user_id = $1`,
    [bot, url],
  );
}

/** Signing secrets, and the webhook that they are sealed for. */
type SecretsRow = Secrets & { id: WebhookId };

const SECRETS_FOR_UPDATE = `select id, secret, previous_secret, previous_secret_expires_at from webhooks`;

/**
 * Replaces the secret by another one, and keeps the former one for a while. If it is the current one already, nothing changes, so a
 * deployment may do this each time.
 * @returns until when the former secret signs, too
 */
export async function rotateSecretOf(
  db: Transactor,
  webhook: { id: WebhookId } | { bot: ExtUserId },
  secret: string,
): Promise<Date> {
  const until = new Date(Date.now() + SECRET_OVERLAP_MS);
  return db.transaction(async (tx) => {
    const [current] = await ('bot' in webhook
      ? tx.query<SecretsRow>(`${SECRETS_FOR_UPDATE} where bot_ext_user_id = $1 for update`, [webhook.bot])
      : tx.query<SecretsRow>(`${SECRETS_FOR_UPDATE} where id = $1 for update`, [webhook.id]));
    if (current === undefined) return until;
    const { id, previous_secret_expires_at: since } = current;
    if (openSecretsOf(tx, id, current).secret === secret) return since ?? new Date();
    await tx.query(
      `update webhooks set previous_secret = secret, previous_secret_expires_at = $3, secret = $2, updated_at = now()
       where id = $1`,
      [id, tx.vault.seal(placeOfSecret(id), secret), until],
    );
    return until;
  });
}

/** Marks an endpoint as deleted: it gets no further calls, and its deliveries are removed soon. */
export async function markWebhookEndpointDeleted(tx: Transaction, id: WebhookId): Promise<void> {
  await tx.query('update webhooks set deleted_at = now() where id = $1', [id]);
}

/** Marks the webhook of a bot as deleted and detaches it. A bot created again with this id gets a new webhook. */
export async function markWebhookOfBotDeleted(tx: Transaction, bot: ExtUserId): Promise<void> {
  await tx.query(
    'update webhooks set deleted_at = now(), bot_ext_user_id = null where bot_ext_user_id = $1',
    [bot],
  );
}

/** The outcome of the calls of a webhook that ended together. */
export interface WebhookHealth {
  webhookId: WebhookId;
  /** The address that was called. If the webhook has another one by now, the outcome is ignored. */
  url: string;
  /** Failed attempts since the last success among these calls, or all failed ones if none succeeded. */
  failures: number;
  hasSucceeded: boolean;
  /** The earliest time of the next call, in Unix milliseconds; null: at once. */
  pausedUntil: number | null;
  /** It responded 410. */
  isGone: boolean;
}

/** A webhook that was disabled because it responded 410. */
export interface DisabledWebhook {
  id: WebhookId;
  space: Space;
  url: string;
  bot_id: string | null;
}

/** Records the health of webhooks; returns those that this disables. */
export async function updateHealth(
  tx: Transaction,
  health: readonly WebhookHealth[],
  now: Date,
): Promise<DisabledWebhook[]> {
  if (health.length === 0) return [];
  const sorted = health.toSorted((a, b) => Number(a.webhookId) - Number(b.webhookId));
  const rows = await tx.query<Space & DisabledWebhook & { isGone: boolean }>(UPDATE_HEALTH, [
    JSON.stringify(sorted),
    now,
  ]);
  return rows
    .filter(({ isGone }) => isGone)
    .map(({ id, url, bot_id, appId, tenantId }) => ({ id, url, bot_id, space: { appId, tenantId } }));
}

const UPDATE_HEALTH = `
  update webhooks w set
    failures = new.failures + case when new."hasSucceeded" then 0 else w.failures end,
    failing_since = case when new.failures > 0 then
      case when new."hasSucceeded" then $2 else coalesce(w.failing_since, $2) end end,
    paused_until = to_timestamp(new."pausedUntil" / 1000.0),
    disabled_at = case when new."isGone" then coalesce(w.disabled_at, $2) else w.disabled_at end
  from json_to_recordset($1) as new ("webhookId" bigint, url text, failures int, "hasSucceeded" boolean,
    "pausedUntil" float8, "isGone" boolean)
  where w.id = new."webhookId" and w.url = new.url and w.is_live
  returning new."isGone", w.id, w.app_id as "appId", w.tenant_id as "tenantId", w.url,
    (select user_id from users where ext_user_id = w.bot_ext_user_id) as bot_id`;

/** The version of a webhook, to detect changes. */
export interface WebhookVersion {
  id: WebhookId;
  updated_at: Date;
}

/** Those of these webhooks that may be called, each with the time of its last change. */
export async function liveVersions(
  db: Queryable,
  ids: readonly WebhookId[],
): Promise<Map<WebhookId, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db.query<WebhookVersion>(
    'select id, updated_at from webhooks where id = any ($1) and is_live',
    [ids],
  );
  return new Map(rows.map(({ id, updated_at }) => [id, updated_at.getTime()]));
}

/** Removes those of these webhooks that were deleted. */
export async function removeDeleted(db: Queryable, ids: readonly WebhookId[]): Promise<void> {
  await db.query('delete from webhooks where id = any ($1) and deleted_at is not null', [ids]);
}

/** The webhook of a bot of exactly this space. */
export async function findWebhookOfBot(
  db: Queryable,
  { appId, tenantId }: Space,
  botId: string,
): Promise<WebhookId | undefined> {
  const [row] = await db.query<{ id: WebhookId }>(
    `select w.id from webhooks w join users u on u.ext_user_id = w.bot_ext_user_id
     where u.app_id = $1 and u.tenant_id = $2 and u.user_id = $3 and w.deleted_at is null`,
    [appId, tenantId, botId],
  );
  return row?.id;
}

import type { ThreadId } from '@palaver/protocol/ids';
import type { DeliveryId, WebhookAttempt, WebhookId } from '@palaver/protocol/webhooks';
import type { Space } from '../../domain/context.ts';
import { PAGE_BYTES, Page } from '../../domain/page.ts';
import { deletionsIn, lookUp, shownBody } from '../../domain/records/events.ts';
import type { Transactor } from '../../storage/database.ts';

/** Deliveries as the API lists them. `deliveries.ts` writes them; `pending-deliveries.ts` reads what the dispatcher sends. */

/** Which deliveries to list; an undefined field does not restrict the list. */
export interface DeliveryFilter {
  webhook: WebhookId | undefined;
  status: 'pending' | 'delivered' | 'dead' | undefined;
}

export interface DeliveryRow {
  id: DeliveryId;
  endpoint_id: WebhookId | null;
  bot_id: string | null;
  event_type: string;
  thread_id: ThreadId | null;
  seq: string | null;
  /** Of the event in its application. */
  position: string;
  webhook_id: WebhookId;
  status: 'pending' | 'delivered' | 'dead';
  body: string | null;
  tries: number;
  attempts: WebhookAttempt[];
  /** A message that the event shows was deleted after these attempts, or the event is gone. */
  is_erased: boolean;
  created_at: Date;
  next_try_at: Date | null;
  ended_at: Date | null;
}

const DELIVERY_COLUMNS = [
  'id',
  'endpoint_id',
  'bot_id',
  'event_type',
  'thread_id',
  'seq',
  'position',
  'webhook_id',
  'status',
  'body',
  'tries',
  'attempts',
  'is_erased',
  'created_at',
  'next_try_at',
  'ended_at',
] as const satisfies (keyof DeliveryRow)[];
/** The size of the large columns of a listed delivery. */
const BYTES = 'coalesce(octet_length(body), 0) + octet_length(attempts::text)';

const shownWith = (body: string) => `d.id, case when w.bot_ext_user_id is null then w.id end as endpoint_id,
  (select user_id from users where ext_user_id = w.bot_ext_user_id) as bot_id, d.type as event_type, d.thread_id, d.seq,
  d.position, d.webhook_id, d.state as status, ${body} as body, d.tries, d.attempts,
  e.position is null or ${deletionsIn('e')} > d.erasures as is_erased, d.created_at,
  case when d.state = 'pending' then greatest(d.next_try_at, d.created_at) end as next_try_at, d.ended_at`;

const EVENT = 'left join events e on e.app_id = w.app_id and e.position = d.position and e.at = d.created_at';

export const OF_SPACE = 'w.app_id = $1 and w.tenant_id = $2 and w.deleted_at is null';

/** Deliveries with an id below `lastId`, newest first. */
export async function pageDeliveries(
  db: Transactor,
  { appId, tenantId }: Space,
  { webhook, status }: DeliveryFilter,
  page: { lastId: string; limit: number },
): Promise<Page<DeliveryRow>> {
  const lastId = BigInt(page.lastId) === 0n ? MAX_ID : page.lastId;
  const statement = status === undefined ? PAGE : PAGES[status];
  const values = [appId, tenantId, lastId, page.limit, webhook ?? null];
  const rows = await lookUp<DeliveryRow & { found: number }>(db, statement, values);
  const items = rows.map(({ found: _found, ...row }) => row);
  return new Page(items, rows.length < (rows[0]?.found ?? 0));
}

const MAX_ID = String(2n ** 63n - 1n);

// One statement per status, so that PostgreSQL can use the partial index of that status. Bodies are cut to keep pages small.
const pageOf = (condition: string) => `
  select ${DELIVERY_COLUMNS.join(', ')}, found from (
    select *, row_number() over newest_first as place, count(*) over ()::int as found,
      sum(${BYTES}) over newest_first - (${BYTES}) as bytes_before
    from (
      select ${shownWith(`left(${shownBody('e')}, 10000)`)} from (
        select w.id as webhook_id, d.id from webhooks w
        cross join lateral (
          select id from webhook_deliveries d where d.webhook_id = w.id and d.id < $3 and ${condition}
          order by d.id desc limit $4 + 1
        ) d
        where ${OF_SPACE} and ($5::bigint is null or w.id = $5)
        order by d.id desc limit $4 + 1
      ) chosen join webhook_deliveries d on d.webhook_id = chosen.webhook_id and d.id = chosen.id
      join webhooks w on w.id = d.webhook_id
      ${EVENT}
    ) shown window newest_first as (order by id desc)
  ) counted where place <= $4 and bytes_before < ${PAGE_BYTES} order by id desc`;
const PAGE = pageOf('true');
const PAGES = {
  pending: pageOf(`d.state = 'pending'`),
  delivered: pageOf(`d.state = 'delivered'`),
  dead: pageOf(`d.state = 'dead'`),
};

export async function findDelivery(
  db: Transactor,
  { appId, tenantId }: Space,
  id: DeliveryId,
): Promise<DeliveryRow | undefined> {
  const [row] = await lookUp<DeliveryRow>(
    db,
    `select ${shownWith(shownBody('e'))} from webhooks w join webhook_deliveries d on d.webhook_id = w.id ${EVENT}
     where ${OF_SPACE} and d.id = $3`,
    [appId, tenantId, id],
  );
  return row;
}

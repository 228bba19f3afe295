import { MAX_POSITIONS } from '@palaver/protocol/events';
import type { AppId, TenantId } from '@palaver/protocol/ids';
import type { AnyEventType } from '@palaver/protocol/webhooks';
import { isUnstorable } from '../../../platform/json.ts';
import type { Context, Space } from '../../context.ts';
import { PAGE_BYTES } from '../../page.ts';
import { differsFrom, STREAM, type StreamState } from '../../records/event-streams.ts';
import { type EventPlace, lookUp, placeKey } from '../../records/events.ts';
import { Refusal } from '../../refusal.ts';
import { bodyAtPosition } from '../../rules/event-body.ts';
import { handOutBodies } from './hand-out-bodies.ts';
import type { PullWaits } from './pull-waits.ts';

export interface Pull {
  /** 0: from the oldest event that is kept. */
  after: number;
  limit: number;
  /** 0: does not wait. */
  waitMs: number;
  /** Null: all types. */
  types: readonly AnyEventType[] | null;
  tenantId: TenantId | undefined;
  /** The epoch of `after`; undefined: the current one. */
  epoch: string | undefined;
  keyId: string;
  /** Ends the wait. */
  signal: AbortSignal;
  /** Refuses if the key has been revoked, or has expired, since the request began. */
  authorize: () => Promise<void>;
  /** Counts a look toward the load of the node, or refuses it with M50300. */
  asLoad: <Result>(look: () => Promise<Result>) => Promise<Result>;
}

export interface PulledPage {
  /** JSON texts: the stored bodies with their positions in front. */
  events: string[];
  /** How far it looked. */
  nextAfter: number;
  epoch: string;
}

/** Bodies that are in memory together. */
const MOST_BODIES = 50;
/** Events may be removed because of their age between a look and the hand-out of their bodies. */
const MOST_ROUNDS = 3;

/**
 * The next events of the application, or of one tenant, in the order of their positions, about {@link PAGE_BYTES} at most. If there
 * are none it waits, without holding a connection to the database; only its looks are load. Refuses with M40302 (a filter for another tenant than that of
 * the request), M41000 and M41001 (events after the position are gone, or have been lost), M40903 (the stream is off, and nothing
 * is left), M40103 (the key was revoked, or has expired, while it waited), and M50300 (the node is overloaded when it looks).
 */
export async function pullEvents({ db, space }: Context, waits: PullWaits, pull: Pull): Promise<PulledPage> {
  const tenantId = tenantOf(space, pull.tenantId);
  const ask = { ...pull, tenantId, appId: space.appId };
  using wait = pull.waitMs > 0 ? waits.enter(ask) : undefined;
  for (let { after, epoch } = pull; ; ) {
    const position = { after, epoch };
    const page = await pull.asLoad(() => nextPage(db, { ...ask, ...position }, pull.after));
    const isCaughtUp = page.events.length === 0 && page.nextAfter >= page.last;
    if (!isCaughtUp || wait === undefined || wait.isOver) return page;
    after = await wait.next({ after: page.nextAfter, epoch: page.epoch });
    epoch = page.epoch;
    await pull.authorize();
  }
}

/** The tenant whose events are shown; null: those of all tenants. */
function tenantOf({ tenantId }: Space, wanted: TenantId | undefined): TenantId | null {
  if (tenantId === '') return wanted ?? null;
  if (wanted === undefined || wanted === tenantId) return tenantId;
  throw new Refusal('M40302', [
    { field: 'tenant_id', rule: 'tenant', message: 'is another tenant than that of the request' },
  ]);
}

interface Ask extends Pick<Pull, 'after' | 'limit' | 'types' | 'epoch'> {
  appId: AppId;
  tenantId: TenantId | null;
}

/** `givenAfter` is the position that the client has. */
async function nextPage(
  db: Context['db'],
  ask: Ask,
  givenAfter: number,
): Promise<PulledPage & { last: number }> {
  for (let round = 1; ; round += 1) {
    const { stream, places } = await look(db, ask);
    checkPosition(stream, ask, givenAfter);
    const last = Number(stream.last_position);
    const start = Math.max(ask.after, Number(stream.dropped_through));
    const events = await bodiesOf(db, places);
    const isCut = events.length < places.length || places.length === ask.limit;
    const shown = Number(places[events.length - 1]?.position ?? 0);
    const end = isCut ? shown : Math.min(start + MAX_POSITIONS, last);
    if (events.length > 0 || places.length === 0)
      // (Never before an event that is shown, or it would be shown again.)
      return { events, nextAfter: Math.max(start, shown, end), epoch: stream.epoch, last };
    if (round === MOST_ROUNDS) throw new Error('an event has no body');
  }
}

interface CheckedStream extends StreamState {
  /** The first position whose event may be another one than in the given epoch; null: the epoch is unknown. A decimal string. */
  differs_from: string | null;
}

interface Look {
  stream: CheckedStream;
  places: EventPlace[];
}

/** State and places come from one statement, so that no event is removed, and no epoch begins, in between. */
async function look(db: Context['db'], { appId, after, tenantId, types, limit, epoch }: Ask): Promise<Look> {
  const rows = await lookUp<CheckedStream & (EventPlace | { position: null })>(db, LOOK, [
    appId,
    after,
    tenantId,
    types,
    limit,
    epoch === undefined ? null : storable(epoch),
  ]);
  const [stream] = rows;
  if (stream === undefined) throw new Error('the event stream has no epoch');
  const places = rows.flatMap((row) =>
    row.position === null ? [] : [{ app_id: appId, position: row.position, at: row.at }],
  );
  return { stream, places };
}

/** (No epoch is empty.) */
const storable = (epoch: string) => (isUnstorable(epoch) ? '' : epoch);

// (Materialized: otherwise the last position would be looked up for each row.)
const LOOK = `
  with current as materialized (${STREAM}),
  stream as materialized (select current.*, ${differsFrom('$6::text')} as differs_from from current)
  select stream.*, event.position, event.at from stream
  left join lateral (
    select e.position, e.at from events e
    where e.app_id = $1 and e.position > greatest($2, stream.dropped_through)
      and e.position <= greatest($2, stream.dropped_through) + ${MAX_POSITIONS}
      and ($3::text is null or e.tenant_id = $3) and ($4::text[] is null or e.type = any ($4))
    order by e.position limit $5
  ) event on true
  order by event.position`;

function checkPosition(stream: CheckedStream, { after }: Ask, givenAfter: number): void {
  const first = Number(stream.dropped_through) + 1;
  const differsFrom = Number(stream.differs_from ?? first);
  // (Nothing is known of an unknown epoch, so even the client's first event may be another one.)
  if (stream.differs_from === null || after >= differsFrom)
    throw new Refusal('M41001', undefined, {
      firstPosition: Math.max(first, Math.min(givenAfter + 1, differsFrom)),
    });
  if (after !== 0 && after < first - 1) throw new Refusal('M41000', undefined, { firstPosition: first });
  if (!stream.is_on && after >= Number(stream.last_position)) {
    const message = 'The event stream is off: PUT /event/v1.0/stream switches it on';
    throw new Refusal('M40903', [{ field: 'stream', rule: 'enabled', message }]);
  }
}

/** The events at these places, up to {@link PAGE_BYTES}, but at least the first one; none if it has just been removed. */
async function bodiesOf(db: Context['db'], places: readonly EventPlace[]): Promise<string[]> {
  const events: string[] = [];
  let bytes = 0;
  for (let from = 0; from < places.length; from += MOST_BODIES) {
    const some = places.slice(from, from + MOST_BODIES);
    const bodies = await handOutBodies(db, some);
    for (const place of some) {
      const handedOut = bodies.get(placeKey(place));
      if (handedOut === undefined) return events;
      bytes += Buffer.byteLength(handedOut.body);
      if (bytes > PAGE_BYTES && events.length > 0) return events;
      events.push(bodyAtPosition(handedOut.body, place.position));
    }
  }
  return events;
}

// @module-tag database
import type { AppId, TenantId, ThreadId } from '@palaver/protocol/ids';
import { expect, onTestFinished, test } from 'vitest';
import { openInProcessBus } from '../../src/bus/in-process.ts';
import { PublishingDatabase, type PublishingTransaction } from '../../src/bus/publishing-database.ts';
import type { Consumer, RelayedEvent } from '../../src/events/consumer.ts';
import { fanOut, insertBatches } from '../../src/notifications/records/notification-batches.ts';
import { sweepNotifications } from '../../src/notifications/records/notifications.ts';
import { createLog } from '../../src/platform/log.ts';
import { KEEP_INDEX_PLAN } from '../../src/storage/plan-settings.ts';
import { insertDeliveries } from '../../src/webhooks/records/deliveries.ts';
import { ENDPOINTS } from '../harness/api.ts';
import { rowsRead } from '../harness/rows-read.ts';
import { sampled } from '../harness/seed.ts';
import { startTestServer } from '../harness/test-server.ts';

/**
 * What consumers of events do for a message does not grow with the messages that exist, also as long as PostgreSQL believes that
 * there are none: its plans are those of the empty tables until it analyzes them again, which takes a minute or more.
 */

const log = createLog('fatal');
const MANY = 20_000;
const EVENTS = 200;
const A_FEW_EACH = 20 * EVENTS;
const FAN_OUT = { count: 2 * EVENTS, delayMs: 0, onlineDelayMs: 0, emailMs: 60_000 };

test.each(sampled('analyzed', ['never', 'while they were small']))(
  'few rows are read for an event if the tables were analyzed %s',
  async (analyzed) => {
    const server = await startTestServer();
    onTestFinished(() => server.close());
    const { sql } = server.database;
    await server.stopRelay();
    await server.ok('PUT', '/event/v1.0/stream', { body: { enabled: true } });
    const thread = (await server.group(await server.users(2))) as ThreadId;
    await server.ok('POST', ENDPOINTS, { body: { url: 'https://example.com/hook' } });
    await server.ok('POST', '/bot/v1.0/bot', {
      body: { bot_id: 'bot', display_name: 'Bot', webhook_url: 'https://example.com/bot' },
    });
    await sql(
      `insert into devices (ext_user_id, device_id, app_id, provider, token, token_hash, language, time_zone)
     select ext_user_id, 'phone', 'test', 'fcm', 'x', sha256(int8send(ext_user_id)), '', '' from users`,
    );
    // One connection, which keeps its plans.
    const bus = openInProcessBus(log);
    const db = new PublishingDatabase(server.database.connection, { poolSize: 1, log, bus });
    onTestFinished(async () => {
      await db.close();
      await bus.close();
    });

    const eventsFrom = (type: RelayedEvent['type'], first: number): RelayedEvent[] =>
      Array.from({ length: EVENTS }, (_, index) => ({
        app_id: 'test' as AppId,
        tenant_id: '' as TenantId,
        type,
        thread_id: thread,
        position: `${first + index}`,
        seq: `${first + index}`,
        message_seq: type === 'message.created' ? null : `${first + index}`,
        at: new Date(),
      }));
    /** The rows that each step reads, from the messages `first` and after. */
    const readBySteps = async (first: number) => {
      const read: Record<string, number> = {};
      const step = async (name: string, work: (tx: PublishingTransaction) => Promise<unknown>) => {
        read[name] = await rowsRead(db, work);
      };
      const relay = (name: string, expand: Consumer['expand'], type: RelayedEvent['type']) =>
        step(name, async (tx) => {
          await tx.query(KEEP_INDEX_PLAN);
          await expand(tx, eventsFrom(type, first));
        });
      await relay('deliveries', insertDeliveries, 'message.created');
      await relay('deliveries of presses', insertDeliveries, 'bot.button_clicked');
      await relay('batches', insertBatches, 'message.created');
      await step('fan-out', (tx) => fanOut(tx, FAN_OUT));
      await step('sweep', (tx) =>
        sweepNotifications(tx, { after: '0', count: EVENTS, endedBefore: new Date(0) }),
      );
      const stored = await sql('select from webhook_deliveries');
      expect(stored.length).toBeGreaterThanOrEqual(EVENTS);
      return read;
    };

    if (analyzed !== 'never') await sql('analyze');
    await readBySteps(1);
    await sql(
      `insert into messages (thread_id, seq, sender_ext_user_id, kind, text, metadata, link_count)
     select $1, n, (select min(ext_user_id) from users), 'text', 'x', '{"type":"text"}', 0 from generate_series(2, ${MANY}) n`,
      [thread],
    );
    await sql(
      `insert into notifications (ext_user_id, device_id, thread_id, provider, state, seq, wanted_at, due_at, shown_seq)
     select 1000000 + n, 'x', 1000000 + n, 'fcm', 'delivered', 1, now(), null, 1 from generate_series(1, ${MANY}) n`,
    );
    for (const [step, rows] of Object.entries(await readBySteps(MANY / 2)))
      expect([step, rows <= A_FEW_EACH || rows]).toEqual([step, true]);
  },
);

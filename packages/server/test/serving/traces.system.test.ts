import { expect, test } from 'vitest';
import { startCollector } from '../harness/collector.ts';
import { startPalaver } from '../harness/palaver.ts';
import { until } from '../harness/until.ts';

test('a trace spans the serving thread and the main thread, its log lines name it, and a stop sends what waits', async () => {
  const collector = await startCollector();
  const palaver = await startPalaver({
    PALAVER_LOG_SENDS: 'on',
    PALAVER_THREADS: '2',
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/own/path`,
    OTEL_BSP_SCHEDULE_DELAY: '60000',
    PALAVER_DRAIN_DELAY_MS: '0',
  });
  const call = (method: string, path: string, body?: object) =>
    fetch(palaver.url + path, {
      method,
      headers: { 'x-api-key': palaver.key() },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  for (const user of ['ann', 'bob']) await call('PUT', `/user/v1.0/user/${user}`, { display_name: user });
  const group = { name: 'Group', owner_id: 'ann', member_ids: ['bob'], id_type: 2 };
  const created = await (await call('POST', '/open-api/v1.0/chat/threads', group)).json();
  const { thread_id } = (created as { data: { thread_id: string } }).data;
  const sent = await call('POST', '/open-api/v1.0/chat/messages', {
    sender: { user_id: 'ann' },
    target: { thread_id },
    body: { text: 'hello', metadata: [{ type: 'text' }] },
  });
  expect(sent.status).toBe(200);
  expect(collector.spans).toEqual([]);
  palaver.process.kill('SIGTERM');
  await palaver.exited;

  const request = collector.spans.find(({ name }) => name === 'POST /open-api/v1.0/chat/messages');
  const batch = collector.spans.find(({ name }) => name === 'send batch');
  expect(batch).toMatchObject({ traceId: request?.traceId, parentSpanId: request?.spanId });
  expect(collector.requests.every(({ path }) => path === '/own/path')).toBe(true);
  expect(collector.faults).toEqual([]);
  const line = await until(async () =>
    palaver
      .stderr()
      .split('\n')
      .slice(0, -1)
      .map((text) => JSON.parse(text) as Record<string, unknown>)
      .find(({ requestId }) => requestId === sent.headers.get('x-request-id')),
  );
  expect(line).toMatchObject({ msg: 'act', trace_id: request?.traceId, span_id: request?.spanId });
});

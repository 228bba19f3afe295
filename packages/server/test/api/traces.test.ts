import { expect, onTestFinished, test } from 'vitest';
import { at, signInAll } from '../harness/client-api.ts';
import { type CollectedSpan, type Collector, startCollector } from '../harness/collector.ts';
import { textTo } from '../harness/population.ts';
import { connect } from '../harness/realtime.ts';
import { ALLOW_LOOPBACK, startReceiver, status } from '../harness/receiver.ts';
import { sampled } from '../harness/seed.ts';
import { startTestServer, type TestServer } from '../harness/test-server.ts';
import { until } from '../harness/until.ts';
import { makeEndpoint } from '../webhooks/endpoint.ts';

/** Traces, as a collector gets them. */

const MESSAGES = '/open-api/v1.0/chat/messages';
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';
const SAMPLED = `00-${TRACE}-${CALLER}-01`;
const UNSAMPLED = `00-${TRACE}-${CALLER}-00`;

async function startTraced(
  environment: Record<string, string> = {},
): Promise<{ server: TestServer; collector: Collector }> {
  const collector = await startCollector();
  const server = await startTestServer({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_BSP_SCHEDULE_DELAY: '20',
    OTEL_TRACES_SAMPLER: 'parentbased_always_off',
    ...ALLOW_LOOPBACK,
    ...environment,
  });
  onTestFinished(async () => {
    await server.close();
    expect(collector.faults).toEqual([]);
  });
  return { server, collector };
}

const spansOf = ({ spans }: Collector, name: string) => spans.filter((span) => span.name === name);
const found = (collector: Collector, name: string, count = 1) =>
  until(async () => (spansOf(collector, name).length >= count ? spansOf(collector, name) : undefined));

/** The names from a span up to the caller's. */
function wayUp({ spans }: Collector, span: CollectedSpan | undefined): string[] {
  if (span === undefined) return ['missing'];
  const above = spans.find(({ spanId }) => spanId === span.parentSpanId);
  return [span.name, ...(span.parentSpanId === CALLER ? ['caller'] : wayUp({ spans } as Collector, above))];
}

test('a message is one trace, from the request to the webhook', async () => {
  const { server, collector } = await startTraced({
    OTEL_SERVICE_NAME: 'chat',
    OTEL_RESOURCE_ATTRIBUTES: 'service.name=other,deployment.environment.name=a%20test',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20secret,x-tenant=one',
  });
  const [, bob] = await signInAll(server, 2, 'traced');
  const thread = await server.group(['traced1', 'traced2']);
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  const endpoint = await makeEndpoint(server, receiver, ['message.created']);
  onTestFinished(server.runWebhooks());
  const socket = await connect(server, bob ?? at([], 0));
  receiver.answer = (call, response, request) => {
    receiver.answer = status(204);
    status(503)(call, response, request);
  };
  const body = textTo(thread, 'traced1', 'Secret text');
  await server.ok('POST', MESSAGES, { body, headers: { traceparent: SAMPLED, baggage: 'secret=1' } });
  // (Of this one nothing is traced.)
  await server.ok('POST', MESSAGES, { body, headers: { traceparent: UNSAMPLED } });
  await server.ok('POST', MESSAGES, { body });
  const [first] = await endpoint.arrived(1);
  await found(collector, 'POST webhook');
  await found(collector, 'relay event');
  const [request] = await found(collector, `POST ${MESSAGES}`);
  const [fanOut] = await found(collector, 'fan-out');

  expect(collector.spans.every(({ traceId }) => traceId === TRACE)).toBe(true);
  const ways = collector.spans.map((span) => wayUp(collector, span).join(' < '));
  expect(new Set(ways)).toEqual(
    new Set([
      [`POST ${MESSAGES}`, 'caller'].join(' < '),
      ['send queue', `POST ${MESSAGES}`, 'caller'].join(' < '),
      ['send batch', `POST ${MESSAGES}`, 'caller'].join(' < '),
      ['postgresql transaction', 'send batch', `POST ${MESSAGES}`, 'caller'].join(' < '),
      ['fan-out', 'send batch', `POST ${MESSAGES}`, 'caller'].join(' < '),
      ['relay event', 'send batch', `POST ${MESSAGES}`, 'caller'].join(' < '),
      ['POST webhook', 'send batch', `POST ${MESSAGES}`, 'caller'].join(' < '),
    ]),
  );
  expect(ways).toHaveLength(7);
  expect(request).toMatchObject({
    kind: 2,
    status: {},
    attributes: {
      'http.request.method': 'POST',
      'http.route': MESSAGES,
      'http.response.status_code': '200',
      'palaver.app': 'test',
    },
  });
  expect(fanOut?.attributes).toMatchObject({ 'palaver.fan_out.copies': '1' });
  const [call] = spansOf(collector, 'POST webhook');
  expect(first?.headers.traceparent).toBe(`00-${TRACE}-${call?.spanId}-01`);
  expect(call).toMatchObject({
    kind: 3,
    status: { code: 2 },
    attributes: { 'http.response.status_code': '503', 'http.request.resend_count': '0', 'error.type': '503' },
  });
  expect(collector.resource).toMatchObject({
    'service.name': 'chat',
    'deployment.environment.name': 'a test',
  });
  expect(collector.requests[0]).toMatchObject({
    path: '/v1/traces',
    headers: { 'content-type': 'application/json', authorization: 'Bearer secret', 'x-tenant': 'one' },
  });
  for (const secret of ['Secret', 'traced1', endpoint.url])
    expect(JSON.stringify(collector.spans)).not.toContain(secret);
  await socket.close();
});

test('other changes have a trace as well, and commands begin traces of their own', async () => {
  const { server, collector } = await startTraced({ OTEL_TRACES_SAMPLER: 'parentbased_always_on' });
  const [ann] = await signInAll(server, 2, 'commander');
  const thread = await server.group(['commander1', 'commander2']);
  await server.relayed();
  collector.spans.length = 0;
  const socket = await connect(server, ann ?? at([], 0));
  await socket.command({
    type: 'send',
    thread_id: thread,
    body: { text: 'hello' },
    client_message_id: 'one',
  });
  await socket.command({ type: 'react', thread_id: thread, seq: 99, key: 'heart' });
  const [send] = await found(collector, 'realtime send');
  const [react] = await found(collector, 'realtime react');
  expect(send?.traceId).not.toBe(react?.traceId);
  expect(send?.attributes).toMatchObject({ 'palaver.code': 'M200' });
  expect(react?.attributes['palaver.code']).toMatch(/^M404/);
  const [batch] = await found(collector, 'send batch');
  expect(batch).toMatchObject({ traceId: send?.traceId, parentSpanId: send?.spanId });
  await server.ok('DELETE', `/open-api/v1.0/chat/threads/${thread}`, { headers: { traceparent: SAMPLED } });
  await until(async () => {
    const names = collector.spans.filter(({ traceId }) => traceId === TRACE).map(({ name }) => name);
    return names.includes('postgresql transaction') || undefined;
  });
  await socket.close();
});

test('only the traceparent of a back end with a valid key is trusted; that of others is a link', async () => {
  const { server, collector } = await startTraced();
  const headers = { traceparent: SAMPLED };
  const [ann] = await signInAll(server, 1, 'stranger');
  await server.call('GET', '/open-api/v1.0/chat/threads/1', { key: 'wrong', headers });
  await ann?.call('GET', '/client/v1.0/me', { headers });
  await server.call('GET', '/nowhere', { key: null, headers });
  const forged = [
    `${SAMPLED}-more`,
    `ff-${TRACE}-${CALLER}-01`,
    `00-${'0'.repeat(32)}-${CALLER}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE.toUpperCase()}-${CALLER}-01`,
    `00-${TRACE}-${CALLER}`,
    `${SAMPLED}, ${SAMPLED}`,
    `01-${TRACE}-${CALLER}-01-${'a'.repeat(4_000)}`,
    '',
  ];
  for (const traceparent of forged)
    await server.call('GET', '/open-api/v1.0/chat/threads/1', { headers: { traceparent } });
  // (A later version may have more fields.)
  const later = `01-${TRACE}-${CALLER}-09-more`;
  await server.call('GET', '/open-api/v1.0/chat/threads/2', { headers: { traceparent: later } });
  await found(collector, 'GET /open-api/v1.0/chat/threads/:thread_id');
  expect(collector.spans.filter(({ kind }) => kind === 2)).toHaveLength(1);

  const { server: open, collector: all } = await startTraced({
    OTEL_TRACES_SAMPLER: 'parentbased_always_on',
  });
  const [ben] = await signInAll(open, 1, 'user');
  await ben?.call('GET', '/client/v1.0/me', { headers: { traceparent: UNSAMPLED } });
  const [span] = await found(all, 'GET /client/v1.0/me');
  expect(span?.traceId).not.toBe(TRACE);
  expect(span?.links).toEqual([{ traceId: TRACE, spanId: CALLER }]);
});

test('requests of strangers are not traced', async () => {
  const { server, collector } = await startTraced({ OTEL_TRACES_SAMPLER: 'always_on' });
  await server.call('GET', '/nowhere', { key: null });
  await server.call('GET', '/open-api/v1.0/chat/threads/1', { key: 'wrong' });
  await server.app.inject('/health/live');
  await server.call('GET', '/open-api/v1.0/chat/threads/2');
  await found(collector, 'GET /open-api/v1.0/chat/threads/:thread_id');
  expect(collector.spans.filter(({ kind }) => kind === 2)).toHaveLength(1);
});

const BROKEN: [string, Collector['answer']][] = [
  ['never answers', () => {}],
  ['refuses everything', (_request, response) => void response.writeHead(500).end()],
  ['is overloaded', (_request, response) => void response.writeHead(429, { 'retry-after': '9999' }).end()],
  ['answers garbage', (_request, response) => void response.writeHead(200).end('\0'.repeat(100_000))],
  ['cuts the connection', (request) => void request.socket.destroy()],
];
test.each(sampled('broken collectors', BROKEN))(
  'no request fails while the collector %s, and few spans are kept',
  async (_name, answer) => {
    const { server, collector } = await startTraced({ OTEL_TRACES_SAMPLER: 'always_on' });
    collector.answer = answer;
    await server.users(2, 'busy');
    const thread = await server.group(['busy1', 'busy2']);
    const sends = Array.from({ length: 900 }, () =>
      server.ok('POST', MESSAGES, { body: textTo(thread, 'busy1') }),
    );
    await Promise.all(sends);
    const { payload } = await server.app.inject('/metrics');
    const [, full = '0'] = /^palaver_spans_dropped_total\{reason="full"\} (\d+)$/m.exec(payload) ?? [];
    expect(collector.spans).toEqual([]);
    // (A collector that answers at once gets more than may wait.)
    if (collector.requests.length === 1) expect(Number(full)).toBeGreaterThan(0);
  },
);

test('without a collector nothing is traced, and webhooks get no traceparent', async () => {
  const { server, collector } = await startTraced({ OTEL_SDK_DISABLED: 'true' });
  await server.users(2, 'off');
  const thread = await server.group(['off1', 'off2']);
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  const endpoint = await makeEndpoint(server, receiver, ['message.created']);
  onTestFinished(server.runWebhooks());
  await server.ok('POST', MESSAGES, { body: textTo(thread, 'off1'), headers: { traceparent: SAMPLED } });
  const [call] = await endpoint.arrived(1);
  expect(call?.headers).not.toHaveProperty('traceparent');
  expect(collector.requests).toEqual([]);
});

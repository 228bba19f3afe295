import { expect, onTestFinished, test } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import { createLog } from '../../src/platform/log.ts';
import { Metrics } from '../../src/platform/metrics.ts';
import { OtlpExporter } from '../../src/platform/tracing/otlp-exporter.ts';
import { createSampler } from '../../src/platform/tracing/sampler.ts';
import { Tracer } from '../../src/platform/tracing/tracer.ts';
import { type CollectorAnswer, startCollector } from '../harness/collector.ts';
import { sampled } from '../harness/seed.ts';
import { until } from '../harness/until.ts';

/** The exporter of spans, against collectors that misbehave in every way. */

function trace(url: string) {
  const metrics = new Metrics();
  const log = createLog('silent');
  const exporter = new OtlpExporter({
    ...{ url, log, metrics },
    headers: {},
    resource: { 'service.name': 'test' },
    version: '1',
    delayMs: 10,
  });
  const tracer = new Tracer(exporter, () => true);
  onTestFinished(() => tracer.close());
  const record = (count: number) => {
    for (let made = 0; made < count; made += 1) tracer.startRoot('work', {})?.end();
  };
  const counted = async (name: string) =>
    [
      ...(await metrics.render()).matchAll(new RegExp(`^palaver_spans_${name}_total\\S* (\\d+)$`, 'gm')),
    ].reduce((sum, [, value]) => sum + Number(value), 0);
  return { tracer, record, counted };
}

test('spans are sent in batches', async () => {
  const collector = await startCollector();
  const { record, counted } = trace(`${collector.url}/v1/traces`);
  record(1_200);
  // (It counts spans when the collector has answered.)
  await until(async () => (await counted('exported')) === 1_200 || undefined);
  expect(collector.requests.length).toBe(3);
  expect(new Set(collector.spans.map(({ spanId }) => spanId)).size).toBe(1_200);
  expect(await counted('dropped')).toBe(0);
  expect(collector.faults).toEqual([]);
});

const status =
  (code: number, headers: Record<string, string> = {}, body = ''): CollectorAnswer =>
  (_, response) =>
    void response.writeHead(code, headers).end(body);

test.each([429, 502, 503, 504])('after %i a batch is sent again, when the collector wants', async (code) => {
  const collector = await startCollector();
  const take = collector.answer;
  collector.answer = (request, response) => {
    collector.answer = take;
    status(code, { 'retry-after': '1' })(request, response);
  };
  const { record } = trace(collector.url);
  record(1);
  await until(async () => collector.spans.length === 1 || undefined);
  const [first, second] = collector.requests;
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThan(990);
});

const REFUSALS: [string, CollectorAnswer][] = [
  ['a status that is final', status(400)],
  ['500, after which OTLP does not allow a second try', status(500)],
  ['a redirect, which is not followed', status(307, { location: 'http://127.0.0.1:1/' })],
  ['a rejection of all spans', status(200, {}, '{"partialSuccess":{"rejectedSpans":"3"}}')],
];
test.each(REFUSALS)('spans are dropped after %s', async (_name, answer) => {
  const collector = await startCollector();
  collector.answer = answer;
  const { record, counted } = trace(collector.url);
  record(3);
  await until(async () => (await counted('dropped')) === 3 || undefined);
  expect(collector.requests.length).toBe(1);
  expect(await counted('exported')).toBe(0);
});

const ODD: [string, CollectorAnswer][] = [
  ['garbage', status(200, {}, '<html>'.repeat(10_000))],
  ['nothing', status(204)],
  [
    'an endless answer',
    (_request, response) => {
      const write = () => {
        while (!response.destroyed && response.write('a'.repeat(65_536)));
      };
      response
        .writeHead(200)
        .on('drain', write)
        .on('error', () => {});
      write();
    },
  ],
];
test.each(ODD)('a collector that says yes with %s has the spans', async (_name, answer) => {
  const collector = await startCollector();
  collector.answer = answer;
  const { record, counted } = trace(collector.url);
  record(3);
  await until(async () => (await counted('exported')) === 3 || undefined);
});

const AWAY: [string, CollectorAnswer | undefined][] = [
  ['down', undefined],
  ['silent', () => {}],
  ['overloaded for a day', status(503, { 'retry-after': '86400' })],
];
test.each(sampled('collectors that are away', AWAY))(
  'while the collector is %s, few spans wait, and a stop is bounded',
  async (_name, answer) => {
    const collector = await startCollector();
    if (answer === undefined) await collector.close();
    else collector.answer = answer;
    const { tracer, record, counted } = trace(collector.url);
    record(100_000);
    expect(await counted('dropped')).toBe(100_000 - 2_048);
    await tracer.close();
    expect(await counted('dropped')).toBe(100_000);
    record(1);
    expect(await counted('dropped')).toBe(100_001);
  },
  10_000,
);

test('a ratio decides by the trace id, and a parent before it', () => {
  const half = createSampler('traceidratio', 0.5);
  const low = `${'f'.repeat(18)}${'0'.repeat(14)}`;
  const high = `${'0'.repeat(18)}${'f'.repeat(14)}`;
  expect([half(low, undefined), half(high, undefined)]).toEqual([false, true]);
  const none = createSampler('traceidratio', 0);
  const whole = createSampler('traceidratio', 1);
  expect([none(high, undefined), whole(low, undefined)]).toEqual([false, true]);
  const parent = { traceId: low, spanId: '1'.repeat(16), isSampled: true };
  expect(half(low, parent)).toBe(false);
  expect(createSampler('parentbased_traceidratio', 0)(low, parent)).toBe(true);
  expect(createSampler('parentbased_always_on', 1)(low, { ...parent, isSampled: false })).toBe(false);
  expect(createSampler('parentbased_always_off', 1)(low, undefined)).toBe(false);
});

test.each([
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'no pair'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'name=a%0d%0ab: c'],
  ['OTEL_TRACES_SAMPLER', 'jaeger_remote'],
  ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
  ['OTEL_RESOURCE_ATTRIBUTES', 'name=%zz'],
  ['OTEL_TRACES_EXPORTER', 'zipkin'],
])('%s=%s prevents the start, but only if there is an endpoint', (name, value) => {
  const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', [name]: value };
  expect(() => loadConfig(environment)).toThrow(new RegExp(`^${name} must be `));
  loadConfig({ ...environment, OTEL_SDK_DISABLED: 'TRUE' });
  const { OTEL_EXPORTER_OTLP_ENDPOINT: _endpoint, ...others } = environment;
  if (name in others) loadConfig(others);
});

test('settings of traces are read as the specification of OpenTelemetry says', () => {
  const { config } = loadConfig({
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:4318/traces',
    OTEL_RESOURCE_ATTRIBUTES: 'city=Z%C3%BCrich, , a=b,',
    OTEL_TRACES_SAMPLER_ARG: '1e-3',
    OTEL_SDK_DISABLED: 'no',
  });
  expect(config).toMatchObject({
    resourceAttributes: { city: 'Zürich', a: 'b' },
    tracesRatio: 0.001,
    tracesDisabled: false,
  });
});

test('other variables of OpenTelemetry are ignored', () => {
  expect(loadConfig({ OTEL_METRICS_EXPORTER: 'none', OTEL_LOG_LEVEL: 'debug' }).warnings).toEqual([]);
});

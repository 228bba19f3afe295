import { SAMPLERS } from '../../platform/tracing/sampler.ts';
import { fraction, headers, isTrue, milliseconds, oneOf, pairs, text, webAddress } from '../kinds.ts';
import { defineSettings } from '../setting.ts';

const ENDPOINTS = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'];
const DISABLED = 'OTEL_SDK_DISABLED';

/** A machine may have variables for its other programs: what they say is of no concern here unless there is an endpoint. */
function isTracing(environment: NodeJS.ProcessEnv): boolean {
  if (environment[DISABLED]?.toLowerCase() === 'true') return false;
  return ENDPOINTS.some((name) => (environment[name] ?? environment[`${name}_FILE`] ?? '') !== '');
}

/** Traces: the variables of the OpenTelemetry specification, as far as Palaver has what they set. */
export const TRACES = defineSettings({
  otlpEndpoint: {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    basic: true,
    isUsed: isTracing,
    kind: webAddress,
    doc: 'The OpenTelemetry collector that gets traces, such as `http://127.0.0.1:4318`; `/v1/traces` is appended. Not set, like `OTEL_EXPORTER_OTLP_TRACES_ENDPOINT`: nothing is traced.',
  },
  otlpTracesEndpoint: {
    name: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    isUsed: isTracing,
    kind: webAddress,
    doc: 'The same for traces alone; nothing is appended.',
  },
  otlpTracesHeaders: {
    name: 'OTEL_EXPORTER_OTLP_TRACES_HEADERS',
    isUsed: isTracing,
    kind: headers,
    secret: true,
    doc: 'The same as `OTEL_EXPORTER_OTLP_HEADERS`, which it replaces, for traces alone.',
  },
  otlpHeaders: {
    name: 'OTEL_EXPORTER_OTLP_HEADERS',
    isUsed: isTracing,
    kind: headers,
    secret: true,
    doc: 'Headers of requests to the collector: `name=value`, several separated by commas, with values percent-encoded.',
  },
  otlpProtocol: {
    name: 'OTEL_EXPORTER_OTLP_PROTOCOL',
    isUsed: isTracing,
    kind: oneOf('http/json'),
    default: 'http/json',
    doc: 'How traces are sent. Only `http/json`, which collectors take at their port for HTTP (4318).',
  },
  tracesExporter: {
    name: 'OTEL_TRACES_EXPORTER',
    isUsed: isTracing,
    kind: oneOf('otlp', 'none'),
    default: 'otlp',
    doc: 'How traces leave Palaver: `otlp`, or `none`, so that nothing is traced.',
  },
  tracesSampler: {
    name: 'OTEL_TRACES_SAMPLER',
    isUsed: isTracing,
    kind: oneOf(...SAMPLERS),
    default: 'parentbased_always_on',
    doc: 'Which requests are traced: `always_on`, `always_off`, or `traceidratio` (a part of them); with `parentbased_` before it, a back end whose request has a `traceparent` decides instead.',
  },
  tracesRatio: {
    name: 'OTEL_TRACES_SAMPLER_ARG',
    isUsed: isTracing,
    kind: fraction,
    default: '1',
    doc: 'The part of the requests that `traceidratio` traces.',
  },
  spanDelayMs: {
    name: 'OTEL_BSP_SCHEDULE_DELAY',
    isUsed: isTracing,
    kind: milliseconds({ min: 10, max: 60_000 }),
    default: '5000',
    doc: 'How long spans wait for others, in milliseconds, before they are sent together.',
  },
  serviceName: {
    name: 'OTEL_SERVICE_NAME',
    isUsed: isTracing,
    kind: text,
    doc: 'The name of the service in traces. Not set: that in `OTEL_RESOURCE_ATTRIBUTES`, or `palaver`.',
  },
  resourceAttributes: {
    name: 'OTEL_RESOURCE_ATTRIBUTES',
    isUsed: isTracing,
    kind: pairs,
    doc: 'Attributes of the service in traces, such as `deployment.environment.name=production`; several separated by commas, with values percent-encoded.',
  },
  tracesDisabled: {
    name: DISABLED,
    kind: isTrue,
    default: 'false',
    doc: '`true`: nothing is traced, and the other settings of traces are not even checked.',
  },
});

import { SAMPLERS } from '../../platform/tracing/sampler.ts';
import { choice, fraction, milliseconds, oneOf, pairs, text, webAddress } from '../kinds.ts';
import { defineSettings } from '../setting.ts';

/** Traces: the variables of the OpenTelemetry specification, as far as Palaver has what they set. */
export const TRACES = defineSettings({
  otlpEndpoint: {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    kind: webAddress,
    doc: 'The OpenTelemetry collector that gets traces, such as `http://127.0.0.1:4318`; `/v1/traces` is appended. Not set, like `OTEL_EXPORTER_OTLP_TRACES_ENDPOINT`: nothing is traced.',
  },
  otlpTracesEndpoint: {
    name: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    kind: webAddress,
    doc: 'The same for traces alone; nothing is appended.',
  },
  otlpHeaders: {
    name: 'OTEL_EXPORTER_OTLP_HEADERS',
    kind: pairs,
    secret: true,
    doc: 'Headers of requests to the collector: `name=value`, several separated by commas, with values percent-encoded.',
  },
  otlpProtocol: {
    name: 'OTEL_EXPORTER_OTLP_PROTOCOL',
    kind: oneOf('http/json'),
    default: 'http/json',
    doc: 'How traces are sent. Only `http/json`, which collectors take at their port for HTTP (4318).',
  },
  tracesSampler: {
    name: 'OTEL_TRACES_SAMPLER',
    kind: oneOf(...SAMPLERS),
    default: 'parentbased_always_on',
    doc: 'Which requests are traced: `always_on`, `always_off`, or `traceidratio` (a part of them); with `parentbased_` before it, a back end whose request has a `traceparent` decides instead.',
  },
  tracesRatio: {
    name: 'OTEL_TRACES_SAMPLER_ARG',
    kind: fraction,
    default: '1',
    doc: 'The part of the requests that `traceidratio` traces.',
  },
  spanDelayMs: {
    name: 'OTEL_BSP_SCHEDULE_DELAY',
    kind: milliseconds({ min: 10, max: 60_000 }),
    default: '5000',
    doc: 'How long spans wait for others, in milliseconds, before they are sent together.',
  },
  serviceName: {
    name: 'OTEL_SERVICE_NAME',
    kind: text,
    doc: 'The name of the service in traces. Not set: that in `OTEL_RESOURCE_ATTRIBUTES`, or `palaver`.',
  },
  resourceAttributes: {
    name: 'OTEL_RESOURCE_ATTRIBUTES',
    kind: pairs,
    doc: 'Attributes of the service in traces, such as `deployment.environment.name=production`; several separated by commas, with values percent-encoded.',
  },
  tracesDisabled: {
    name: 'OTEL_SDK_DISABLED',
    kind: choice({ true: true, false: false }),
    default: 'false',
    doc: '`true`: nothing is traced, whatever the other settings say.',
  },
});

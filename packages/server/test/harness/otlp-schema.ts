/**
 * `ExportTraceServiceRequest` of opentelemetry-proto 1.x as JSON Schema: the names of its fields in lowerCamelCase, 64-bit numbers as
 * texts, enumerations as numbers, and ids in hexadecimal (https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding). No other
 * fields are allowed.
 */

const message = (properties: Record<string, object>, required: readonly string[] = []) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const listOf = (items: object) => ({ type: 'array', items });
const id = (bytes: number) => ({ type: 'string', pattern: `^(?!0+$)[0-9a-f]{${bytes * 2}}$` });
const text = { type: 'string' };
const uint32 = { type: 'integer', minimum: 0, maximum: 0xffff_ffff };
const time = { type: 'string', pattern: '^[1-9][0-9]{18}$' };

const ANY_VALUE = {
  ...message({
    stringValue: text,
    boolValue: { type: 'boolean' },
    intValue: { type: 'string', pattern: '^-?[0-9]{1,19}$' },
    doubleValue: { type: 'number' },
  }),
  minProperties: 1,
  maxProperties: 1,
};
const attributes = listOf(
  message({ key: { type: 'string', minLength: 1 }, value: ANY_VALUE }, ['key', 'value']),
);
const counts = { droppedAttributesCount: uint32 };

const LINK = message(
  { traceId: id(16), spanId: id(8), traceState: text, attributes, flags: uint32, ...counts },
  ['traceId', 'spanId'],
);
const EVENT = message({ timeUnixNano: time, name: text, attributes, ...counts }, ['timeUnixNano', 'name']);
const STATUS = message({ message: text, code: { enum: [0, 1, 2] } });
const SPAN = message(
  {
    traceId: id(16),
    spanId: id(8),
    traceState: text,
    parentSpanId: id(8),
    flags: uint32,
    name: { type: 'string', minLength: 1 },
    kind: { enum: [0, 1, 2, 3, 4, 5] },
    startTimeUnixNano: time,
    endTimeUnixNano: time,
    attributes,
    ...counts,
    events: listOf(EVENT),
    droppedEventsCount: uint32,
    links: listOf(LINK),
    droppedLinksCount: uint32,
    status: STATUS,
  },
  ['traceId', 'spanId', 'name', 'startTimeUnixNano', 'endTimeUnixNano'],
);
const SCOPE = message({ name: text, version: text, attributes, ...counts });
const RESOURCE = message({ attributes, ...counts });
const SCOPE_SPANS = message({ scope: SCOPE, spans: listOf(SPAN), schemaUrl: text });
const RESOURCE_SPANS = message({ resource: RESOURCE, scopeSpans: listOf(SCOPE_SPANS), schemaUrl: text });

export const EXPORT_TRACE_SERVICE_REQUEST = message({ resourceSpans: listOf(RESOURCE_SPANS) }, [
  'resourceSpans',
]);

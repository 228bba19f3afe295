import type { Operation, Parameter } from './document.ts';
import type { Sample } from './exchange.ts';

/** A request that must be refused, made from one that succeeds. */
export interface Refusal {
  status: number;
  /** Its fault. */
  why: string;
  sample: Sample;
}

/** The means to make refusals. */
export interface Means {
  /** An API key that is bound to a tenant, and not to `another`. */
  boundKey: string;
  /** The idempotency key with which the sample was sent and had its effect. */
  usedIdempotencyKey: string;
}

/** Makes a sample fail with this status: returns the changes, one for each way. */
type Way = [
  status: number,
  why: string,
  changes: (operation: Operation, means: Means, sample: Sample) => Sample[],
];

/** (A request without JSON and without a thread has no variant that would get as far.) */
const ANOTHER_REQUEST: Way = [
  422,
  'an idempotency key of another request',
  (_, means, sample) =>
    hasOther(sample)
      ? [{ ...otherwise(sample), headers: { 'idempotency-key': means.usedIdempotencyKey } }]
      : [],
];

function hasOther({ params, body }: Sample): boolean {
  return params?.thread_id !== undefined || (body !== undefined && !(body instanceof FormData));
}

/** Every way to fail that follows from the document alone. */
const WAYS: readonly Way[] = [
  // (Operations with parameters or a token have other ways to 400.)
  [
    400,
    'a length that is no number',
    ({ needs }) => (needs === undefined ? [{ headers: { 'content-length': 'x' } }] : []),
  ],
  [400, 'a parameter of another type', ({ parameters }) => parameters.filter(isNoText).map(asText)],
  [400, 'broken JSON', ({ takes }) => (takes === 'application/json' ? [{ body: '{"a' }] : [])],
  [400, 'a body of another type', ({ takes }) => bodies(takes, '[]')],
  [404, 'unknown ids', ({ parameters }) => unknownIds(parameters)],
  [413, 'a huge body', () => [{ headers: { 'content-length': String(1024 ** 4) } }]],
  [415, 'an unknown media type', () => bodies('application/xml', '<a/>')],
  [431, 'huge headers', () => [{ headers: { 'x-padding': 'x'.repeat(17_000) } }]],
];

const anotherTenant = { 'x-tenant-id': 'another' };

/** More ways, by the needs of the operation. */
const WAYS_WITH: Readonly<Record<NonNullable<Operation['needs']>, readonly Way[]>> = {
  key: [
    [400, 'a tenant that is no identifier', () => [{ headers: { 'x-tenant-id': 't'.repeat(256) } }]],
    [401, 'no key', () => [{ headers: { 'x-api-key': undefined } }]],
    [401, 'an unknown key', () => [{ headers: { 'x-api-key': 'plv_live_unknown' } }]],
    [
      403,
      'a key of one tenant in another',
      (_, means) => [{ headers: { 'x-api-key': means.boundKey, ...anotherTenant } }],
    ],
    ANOTHER_REQUEST,
  ],
  token: [
    [
      400,
      'two tokens',
      (_operation, _means, { headers }) => [
        { headers: { authorization: [headers?.authorization ?? '', 'Bearer x'].flat() } },
      ],
    ],
    [401, 'no token', () => [{ headers: { authorization: undefined } }]],
    [401, 'a key for a token', (_, means) => [{ headers: { authorization: `Bearer ${means.boundKey}` } }]],
    ANOTHER_REQUEST,
  ],
};

/** The sample in every way to fail with a status of the operation. */
export function refusalsOf(operation: Operation, sample: Sample, means: Means): Refusal[] {
  const ways = [...WAYS, ...(operation.needs === undefined ? [] : WAYS_WITH[operation.needs])];
  return ways
    .filter(([status]) => operation.failures.has(status))
    .flatMap(([status, why, changes]) =>
      changes(operation, means, sample).map((change) => ({ status, why, sample: changed(sample, change) })),
    );
}

/** A variant of the same request: an id with a leading zero, or an unknown field. */
function otherwise({ params, body }: Sample): Sample {
  const { thread_id } = params ?? {};
  return thread_id !== undefined
    ? { params: { thread_id: `0${thread_id}` } }
    : { body: { ...(body as object | undefined), unknown: 1 } };
}

export function changed(sample: Sample, change: Sample): Sample {
  return {
    params: { ...sample.params, ...change.params },
    query: { ...sample.query, ...change.query },
    headers: { ...sample.headers, ...change.headers },
    body: change.body ?? sample.body,
  };
}

function isNoText({ in: place, schema: { type, format } }: Parameter): boolean {
  return place !== 'header' && (type !== 'string' || /decimal|position/.test(format ?? ''));
}

function asText({ in: place, name }: Parameter): Sample {
  return { [place === 'path' ? 'params' : place]: { [name]: 'x' } };
}

function bodies(type: string | undefined, body: string): Sample[] {
  return type === undefined ? [] : [{ headers: { 'content-type': type }, body }];
}

function unknownIds(parameters: readonly Parameter[]): Sample[] {
  const ids = parameters.filter(({ in: place, schema }) => place === 'path' && schema.enum === undefined);
  const names = ids.map(({ name }) => name);
  // A number that is a valid but unknown id of either kind.
  return names.length === 0 ? [] : [{ params: Object.fromEntries(names.map((name) => [name, '999999999'])) }];
}
